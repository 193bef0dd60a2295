package import BeelineSupport
internal import BeelineSymbols

/// Writes recorded scans as JSON, for programs.
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
        if let desk = entry.desk { json.member("desk", desk) }
        if entry.missed > 0 { json.member("missed", entry.missed) }
        json.name("fields")
        json.value(.object(entry.fields))
    }
}

/// Writes recorded scans as CSV, for spreadsheets: with a column for each recorded field.
package struct HistoryCSV: Sendable {
    /// The columns of every scan, in order. The columns of fields follow.
    package enum Fixed: String, CaseIterable, Sendable {
        case id, time, kind, number, symbology, text, bytes, rule, source, desk, input, page, outcomes
    }

    private enum Column: Hashable, Sendable {
        case fixed(Fixed)
        case field(String)

        var title: String {
            switch self {
            case .fixed(let column): column.rawValue
            case .field(let name): Fixed(rawValue: name) == nil ? name : "\(HistoryCSV.prefix)\(name)"
            }
        }
    }

    /// The prefix of the name of a field where a fixed column has the same name.
    package static let prefix = "record."

    private let columns: [Column]
    private let form: CSVForm

    /// The fixed columns, and the fields.
    package init(_ fields: HistoryFields, _ form: CSVForm) {
        columns = Fixed.allCases.map(Column.fixed) + fields.names.map(Column.field)
        self.form = form
    }

    /// The columns of these names, each once.
    package init(choosing names: [String], _ form: CSVForm) {
        var columns: [Column] = []
        for name in names {
            let isField = name.hasPrefix(Self.prefix)
            let field = isField ? String(name.dropFirst(Self.prefix.count)) : name
            let column = isField ? nil : Fixed(rawValue: name).map(Column.fixed)
            if !columns.contains(column ?? .field(field)) { columns.append(column ?? .field(field)) }
        }
        self.columns = columns
        self.form = form
    }

    /// The fields among the columns.
    package var fieldNames: [String] {
        columns.compactMap { if case .field(let name) = $0 { name } else { nil } }
    }

    package var titles: [String] { columns.map(\.title) }

    package var header: [UInt8] { CSVWriter.header(titles, form) }

    package func cells(of entry: HistoryEntry) -> [String] { columns.map { Self.cell($0, entry) } }

    package func row(of entry: HistoryEntry) -> [UInt8] { CSVWriter.bytes(cells(of: entry), form) }

    private static func cell(_ column: Column, _ entry: HistoryEntry) -> String {
        switch column {
        case .field(let name): entry.fields.first { $0.name == name }?.value.plainText ?? ""
        case .fixed(.id): String(entry.id)
        case .fixed(.time): Timestamp.localWithOffset(entry.time)
        case .fixed(.kind): entry.kind ?? ""
        case .fixed(.number): entry.number ?? ""
        case .fixed(.symbology): entry.symbology ?? ""
        case .fixed(.text): entry.text ?? ""
        case .fixed(.bytes): entry.bytes.map(Base64.encode) ?? ""
        case .fixed(.rule): entry.rule
        case .fixed(.source): entry.source ?? ""
        case .fixed(.desk): entry.desk ?? ""
        case .fixed(.input): entry.input ?? ""
        case .fixed(.page): entry.page.map(String.init) ?? ""
        case .fixed(.outcomes): entry.outcomes.map { "\($0.action) \($0.status)" }.joined(separator: "; ")
        }
    }
}

/// The names of the fields of scans, in the order of their first recording: a new one comes last.
package struct HistoryFields: Sendable {
    /// The place at which each name was added last, and so recorded first.
    private var places: [String: (scan: Int, place: Int)] = [:]
    private var scans = 0
    /// The highest number of a scan.
    package private(set) var lastID = 0

    package init() {}

    /// - Parameter entry: an entry that is older than those added before.
    package mutating func add(_ entry: HistoryEntry) {
        scans += 1
        lastID = max(lastID, entry.id)
        for (place, field) in entry.fields.enumerated() { places[field.name] = (scans, place) }
    }

    package var names: [String] {
        places.sorted { left, right in
            (-left.value.scan, left.value.place, left.key) < (-right.value.scan, right.value.place, right.key)
        }.map(\.key)
    }
}

extension JSONValue {
    /// A string as it is, other values as JSON.
    package var plainText: String { string ?? JSONWriter.text(self) }
}
