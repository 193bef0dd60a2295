package import BeelineSupport
internal import BeelineSymbols

/// Scans that were recorded, for programs.
package enum HistoryJSON {
    /// Writes the members of the object of a scan.
    package static func writeMembers(of entry: HistoryEntry, to json: inout JSONWriter) {
        json.member("version", 1)
        json.member("id", entry.id)
        json.member("time", entry.time)
        json.member("rule", entry.rule)
        json.member("symbology", entry.symbology)
        json.member("text", entry.text)
        json.member("bytes", entry.bytes.map(Base64.encode))
        json.member("kind", entry.kind)
        json.member("number", entry.number)
        json.member("source", entry.source)
        json.member("input", entry.input)
        json.member("page", entry.page)
        json.member("outcomes", entry.outcomes) { json, outcome in
            json.member("action", outcome.action)
            json.member("url", outcome.url)
            json.member("status", outcome.status)
            json.member("message", outcome.message)
        }
        json.name("fields")
        json.value(.object(entry.fields))
    }
}

/// Scans that were recorded, for spreadsheets.
package enum HistoryCSV {
    private static let columns = [
        "id", "time", "kind", "number", "symbology", "text", "bytes", "rule", "source", "input", "page", "outcomes",
        "fields",
    ]

    /// The names of the columns.
    ///
    /// - Parameter isRaw: whether cells are written as they are.
    package static func header(isRaw: Bool) -> [UInt8] { CSVWriter.bytes(columns, isRaw: isRaw) }

    /// The row of a scan.
    package static func row(of entry: HistoryEntry, isRaw: Bool) -> [UInt8] {
        let cells = [
            String(entry.id), entry.time, entry.kind ?? "", entry.number ?? "", entry.symbology ?? "", entry.text ?? "",
            entry.bytes.map(Base64.encode) ?? "", entry.rule, entry.source ?? "", entry.input ?? "",
            entry.page.map(String.init) ?? "",
            entry.outcomes.map { "\($0.action) \($0.status)" }.joined(separator: "; "),
            JSONWriter.text(.object(entry.fields)),
        ]
        return CSVWriter.bytes(cells, isRaw: isRaw)
    }
}
