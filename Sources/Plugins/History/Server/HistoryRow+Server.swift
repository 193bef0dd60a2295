internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// A row on its way to a server.
struct ServerRow: Sendable {
    /// In the order of `names`.
    let values: [SQLiteValue]
    let marks: [String]
    let milliseconds: Int
    /// How many scans of each mark were known where it was decided without the server; nil: all.
    var known: [Int]?
    /// The machine that has recorded it; nil: this one.
    var desk: String?

    /// Its columns in a history of SQLite. The last one is never null.
    static let names = [
        "time", "rule", "symbology", "text", "bytes", "kind", "number", "source", "input", "page", "outcomes", "fields",
        "scan",
    ]

    init(_ row: HistoryRow) { (values, marks, milliseconds) = (row.values, row.marks, row.milliseconds) }

    init(values: [SQLiteValue], marks: [String], milliseconds: Int, known: [Int]?) {
        (self.values, self.marks, self.milliseconds, self.known) = (values, marks, milliseconds, known)
    }

    /// The key of the scan.
    var key: String { if case .text(let key)? = values.last { key } else { "" } }

    /// The argument of the function `record` of the server.
    static func json(_ rows: [ServerRow], desk: String) -> String {
        var json = JSONWriter()
        json.array { json in
            for row in rows {
                json.object { json in
                    for (name, value) in zip(names, row.values) {
                        switch value {
                        case .text(let text):
                            let isJSON = name == "outcomes" || name == "fields"
                            json.member(name, isJSON ? ServerText.writtenJSON(text) : ServerText.written(text))
                        case .integer(let number): json.member(name, Int(number))
                        case .blob(let bytes): json.member(name, Base64.encode(bytes))
                        default: break
                        }
                    }
                    json.member("milliseconds", row.milliseconds)
                    json.member("desk", row.desk ?? desk)
                    json.array("marks") { json in for mark in row.marks { json.value(ServerText.written(mark)) } }
                    guard let known = row.known else { return }
                    json.array("known") { json in for count in known { json.value(count) } }
                    // In the order in which everyone takes them.
                    let locks = Set(row.marks.map { KeyLocks.byte(MemoryKey($0)) }).sorted()
                    json.array("locks") { json in for lock in locks { json.value(Int(lock)) } }
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension HistoryWork {
    /// With a key for a row that has none: sent again, it is recorded once.
    var keyed: HistoryWork {
        guard case .row(var row) = self, row.key == nil else { return self }
        row.key = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        return .row(row)
    }
}

/// An array as PostgreSQL reads it.
func serverArray(_ numbers: [Int64]) -> String { "{\(numbers.map(String.init).joined(separator: ","))}" }

func serverArray(_ texts: [String]) -> String {
    let elements = texts.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
    return "{\(elements.joined(separator: ","))}"
}
