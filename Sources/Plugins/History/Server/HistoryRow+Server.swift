internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

extension HistoryRow {
    /// The argument of the function `record` of the server.
    static func json(_ rows: [HistoryRow], desk: String) -> String {
        var json = JSONWriter()
        json.array { json in
            for row in rows {
                json.object { json in
                    for (name, value) in zip(columns, row.values) {
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
                    let locks = Set(row.marks.map { MemoryKey($0).lock }).sorted()
                    json.array("locks") { json in for lock in locks { json.value(Int(lock)) } }
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// An array as PostgreSQL reads it.
func serverArray(_ numbers: [Int64]) -> String { "{\(numbers.map(String.init).joined(separator: ","))}" }

func serverArray(_ texts: [String]) -> String {
    let elements = texts.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
    return "{\(elements.joined(separator: ","))}"
}
