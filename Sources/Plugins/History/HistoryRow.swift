internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The row of one scan, without the secrets of its code and its actions, and without the passwords of links.
package struct HistoryRow: Sendable {
    /// Its columns, in order. The last one is the key of a scan that may be run again: the history has it only once.
    static let columns = [
        "time", "rule", "symbology", "text", "bytes", "kind", "number", "source", "input", "page", "outcomes", "fields",
        "scan",
    ]

    /// In the order of `columns`.
    private(set) var values: [SQLiteValue]
    private(set) var marks: [String]
    /// In milliseconds since 1970.
    private(set) var milliseconds: Int
    /// How many scans of each mark were known where it was decided without a server; nil: all.
    var known: [Int]?
    /// The machine that has recorded it; nil: this one.
    var desk: String?

    /// Nil for a scan that is not run again.
    var key: String? {
        get { if case .text(let key)? = values.last { key } else { nil } }
        set { values[values.count - 1] = SQLiteValue(newValue) }
    }

    var source: SQLiteValue { values[7] }
}

extension HistoryRow {
    /// A row of a history, without its marks. Its number follows its columns, and then the desk. A row without a key has
    /// one of its number and its time.
    init(_ row: HistoryColumns) {
        values = Self.columns.enumerated().map { column, name in
            switch name {
            case "page": SQLiteValue(row.integer(column))
            case "bytes": row.bytes(column).map { .blob($0) } ?? .null
            case "outcomes", "fields": SQLiteValue(row.json(column))
            default: SQLiteValue(row.text(column))
            }
        }
        (marks, desk) = ([], row.text(14))
        let time = row.text(0) ?? ""
        milliseconds = Timestamp.parsed(time).map(Timestamp.milliseconds) ?? 0
        if key == nil { key = "\(row.integer(13) ?? 0) of \(time)" }
    }

    /// - Parameter known: how many scans of the key came before it in a file.
    mutating func add(_ mark: String, at time: Int?, known count: Int?) {
        // A file of an earlier version has longer ones.
        marks.append(MemoryKey(mark).text)
        milliseconds = time ?? milliseconds
        if let count { known = (known ?? []) + [count] }
    }
}

extension HistoryRow {
    /// The time is as `Timestamp` gives it. The mask hides the secrets of the code and of the action; no key is secret.
    init(time: String, action: Action, context: ActionContext, hiding mask: SecretMask, keys: [MemoryKey] = []) {
        let reading = context.resolution?.reading
        let symbol = reading?.symbol
        // The bytes of a secret would reveal as much as the text.
        let text = reading?.shownText
        let fields = if case .fields(let fields)? = action["fields"] { fields } else { [Action.Argument]() }
        var fieldsJSON = JSONWriter()
        fields.map { mask.masked($0.redacted) }.write(to: &fieldsJSON)
        var outcomesJSON = JSONWriter()
        outcomesJSON.array { json in for outcome in context.outcomes { json.write(outcome.masked(by: mask)) } }
        let values: [SQLiteValue] = [
            .text(time), .text(action.rule), SQLiteValue(symbol?.symbology.name),
            SQLiteValue(text),
            text == nil ? symbol.map { .blob($0.bytes) } ?? .null : .null,
            SQLiteValue(context.resolution?.kindName), SQLiteValue(reading.flatMap(Self.number)),
            SQLiteValue(context.scan?.source.map { mask.masked($0) }),
            SQLiteValue(context.input.map { mask.masked($0) }), SQLiteValue(symbol?.sighting?.page),
            // JSON escapes no character that can be in a link before its host.
            .text(withoutLinkPasswords(String(decoding: outcomesJSON.bytes, as: UTF8.self))),
            .text(withoutLinkPasswords(String(decoding: fieldsJSON.bytes, as: UTF8.self))),
            SQLiteValue(context.rows?.nextKey),
        ]
        self.init(
            values: values, marks: keys.map(\.text),
            milliseconds: Timestamp.parsed(time).map(Timestamp.milliseconds) ?? 0)
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
    /// Writes the outcome of an action, without secrets.
    fileprivate mutating func write(_ outcome: Outcome) {
        object { json in
            json.member("action", outcome.action.name)
            if let url = outcome.action.redacted.url { json.member("url", url) }
            json.member("status", outcome.status.rawValue)
            if !outcome.message.isEmpty { json.member("message", outcome.message) }
        }
    }
}
