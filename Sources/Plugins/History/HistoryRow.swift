internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// What is kept of one scan, without what its code keeps secret and its actions were told in secret, and without the
/// passwords of links.
package struct HistoryRow: Sendable {
    static let insertion = """
        INSERT INTO scans (
            time, rule, symbology, text, bytes, kind, number, source, input, page, outcomes, fields
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// In the order of the insertion.
    let values: [SQLiteValue]

    /// - Parameter time: as `Timestamp` gives it.
    init(time: String, action: Action, context: ActionContext) {
        let reading = context.resolution?.reading
        let symbol = reading?.symbol
        // Of a secret the bytes would tell as much as the text.
        let mask = context.mask.hiding(action, RecordPlugin.signature)
        let text = reading?.shownText
        let fields = if case .fields(let fields)? = action["fields"] { fields } else { [Action.Argument]() }
        var fieldsJSON = JSONWriter()
        fields.map { mask.masked($0.redacted) }.write(to: &fieldsJSON)
        var outcomesJSON = JSONWriter()
        outcomesJSON.array { json in for outcome in context.outcomes { json.write(outcome.masked(by: mask)) } }
        values = [
            .text(time), .text(action.rule), SQLiteValue(symbol?.symbology.name),
            SQLiteValue(text),
            text == nil ? symbol.map { .blob($0.bytes) } ?? .null : .null,
            SQLiteValue(context.resolution?.kindName), SQLiteValue(reading.flatMap(Self.number)),
            SQLiteValue(context.scan?.source.map { mask.masked($0) }),
            SQLiteValue(context.input.map { mask.masked($0) }), SQLiteValue(symbol?.sighting?.page),
            // No character that may stand in a link before its host is written otherwise in JSON.
            .text(withoutLinkPasswords(String(decoding: outcomesJSON.bytes, as: UTF8.self))),
            .text(withoutLinkPasswords(String(decoding: fieldsJSON.bytes, as: UTF8.self))),
        ]
    }

    /// The number that identifies the thing: an ISBN, a GTIN.
    private static func number(of reading: Reading) -> String? {
        guard let field = reading.kind.definition.number, !reading.isSecret(.fixed(field)),
            case .text(let text)? = reading.value(of: field)
        else { return nil }
        return text
    }
}

extension JSONWriter {
    /// What came of an action, as far as it may be kept.
    fileprivate mutating func write(_ outcome: Outcome) {
        object { json in
            json.member("action", outcome.action.name)
            if let url = outcome.action.redacted.url { json.member("url", url) }
            json.member("status", outcome.status.rawValue)
            if !outcome.message.isEmpty { json.member("message", outcome.message) }
        }
    }
}
