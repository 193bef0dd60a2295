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
                            json.member(name, ["outcomes", "fields"].contains(name) ? withNULs(text) : text)
                        case .integer(let number): json.member(name, Int(number))
                        case .blob(let bytes): json.member(name, Base64.encode(bytes))
                        default: break
                        }
                    }
                    json.member("milliseconds", row.milliseconds)
                    json.member("desk", row.desk ?? desk)
                    json.array("marks") { json in for mark in row.marks { json.value(mark) } }
                    guard let known = row.known else { return }
                    json.array("known") { json in for count in known { json.value(count) } }
                    // In the order in which everyone takes them.
                    let locks = Set(row.marks.map { MemoryKey($0).lock }).sorted()
                    json.array("locks") { json in for lock in locks { json.value(Int(lock)) } }
                }
            }
        }
        return withNULs(String(decoding: json.bytes, as: UTF8.self))
    }

    /// JSON with each NUL as it is, which `ServerText` then writes as in any text; PostgreSQL takes no escape of it.
    private static func withNULs(_ json: String) -> String {
        guard json.utf8.firstRange(of: #"\u0000"#.utf8) != nil else { return json }
        // A backslash and what follows it: two may be in front of a 'u'.
        return json.unicodeScalars.split(separator: #"\\"#.unicodeScalars, omittingEmptySubsequences: false)
            .map { String($0.replacing(#"\u0000"#.unicodeScalars, with: "\0".unicodeScalars)) }
            .joined(separator: #"\\"#)
    }
}

/// An array as PostgreSQL reads it: quotes and backslashes have a backslash in front.
func serverArray(_ elements: [some CustomStringConvertible]) -> String {
    let texts = elements.map { "\"\($0.description.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#))\"" }
    return "{\(texts.joined(separator: ","))}"
}
