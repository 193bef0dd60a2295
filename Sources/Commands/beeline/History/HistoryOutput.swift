import Beeline
import BeelineSupport
import BeelineSymbols

/// What is printed of scans that were recorded.
struct HistoryOutput {
    enum Format {
        case text(Style)
        case json
        /// - Parameter isRaw: whether cells are written as they are.
        case csv(isRaw: Bool)
    }

    private let format: Format
    /// The version of the JSON; it changes when something that programs rely on does.
    private static let version = 1

    init(_ format: Format) { self.format = format }

    /// What stands before the first.
    var header: [UInt8] {
        guard case .csv(let isRaw) = format else { return [] }
        let columns = [
            "id", "time", "kind", "number", "symbology", "text", "bytes", "rule", "source", "input", "page", "outcomes",
            "fields",
        ]
        return CSVWriter.bytes(columns, isRaw: isRaw)
    }

    func lines(of entry: HistoryEntry) -> [UInt8] {
        switch format {
        case .text(let style): text(of: entry, style).bytes
        case .json: json(of: entry)
        case .csv(let isRaw): csv(of: entry, isRaw: isRaw)
        }
    }

    private func text(of entry: HistoryEntry, _ style: Style) -> TerminalText {
        let id = String(entry.id)
        let margin = TerminalText.blanks(6 - id.utf8.count)
        let thing = entry.number ?? entry.text ?? entry.bytes.map { counted($0.count, "byte") } ?? ""
        var text: TerminalText = "\(margin)\(style.paint("\(id)", .label))  \(Timestamp.local(entry.time))"
        text += "  \(style.paint("\(entry.kind ?? "-")", .kind))  \(thing)  \(entry.rule)\n"
        let indent = TerminalText.blanks(8)
        for field in entry.fields {
            text += "\(indent)\(style.paint("\(field.name)", .label))  \(field.value.plainText)\n"
        }
        let place = [entry.source, entry.input, entry.page.map { "page \($0)" }].compactMap { $0 }
        if !place.isEmpty {
            text += "\(indent)\(style.paint("from", .label))  \(place.joined(separator: ", "))\n"
        }
        for outcome in entry.outcomes {
            let isDone = [Outcome.Status.done, .notNeeded].contains { $0.rawValue == outcome.status }
            let words = [outcome.action, outcome.url, outcome.message].compactMap { $0 }.joined(separator: " ")
            text += "\(indent)\(style.paint("\(outcome.status)", isDone ? .label : .error))  \(words)\n"
        }
        return text
    }

    private func json(of entry: HistoryEntry) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Self.version)
            json.member("id", entry.id)
            json.member("time", entry.time)
            json.member("rule", entry.rule)
            if let symbology = entry.symbology { json.member("symbology", symbology) }
            if let text = entry.text { json.member("text", text) }
            if let bytes = entry.bytes { json.member("bytes", Base64.encode(bytes)) }
            if let kind = entry.kind { json.member("kind", kind) }
            if let number = entry.number { json.member("number", number) }
            if let source = entry.source { json.member("source", source) }
            if let input = entry.input { json.member("input", input) }
            if let page = entry.page { json.member("page", page) }
            json.name("outcomes")
            json.array { json in
                for outcome in entry.outcomes {
                    json.object { json in
                        json.member("action", outcome.action)
                        if let url = outcome.url { json.member("url", url) }
                        json.member("status", outcome.status)
                        if let message = outcome.message { json.member("message", message) }
                    }
                }
            }
            json.name("fields")
            json.value(.object(entry.fields))
        }
        json.endLine()
        return json.bytes
    }

    private func csv(of entry: HistoryEntry, isRaw: Bool) -> [UInt8] {
        var fields = JSONWriter()
        fields.value(.object(entry.fields))
        let cells = [
            String(entry.id), entry.time, entry.kind ?? "", entry.number ?? "", entry.symbology ?? "", entry.text ?? "",
            entry.bytes.map(Base64.encode) ?? "", entry.rule, entry.source ?? "", entry.input ?? "",
            entry.page.map(String.init) ?? "",
            entry.outcomes.map { "\($0.action) \($0.status)" }.joined(separator: "; "),
            String(decoding: fields.bytes, as: UTF8.self),
        ]
        return CSVWriter.bytes(cells, isRaw: isRaw)
    }
}

extension JSONValue {
    /// A text as it is, all else as JSON.
    fileprivate var plainText: String {
        if let string { return string }
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
