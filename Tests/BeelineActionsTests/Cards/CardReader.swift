import Foundation
import TestPrograms
import Testing

/// What vobject, a library for Python, finds in cards.
struct ReadCard: Sendable {
    /// How many cards the file has.
    let count: Int
    /// The bytes of the longest line.
    let longestLine: Int
    /// Name, parameters and value of each property, in the order of the file; those of an event with `VEVENT.` in front.
    let properties: [[String]]

    /// The values of a property.
    func values(_ name: String) -> [String] { properties.filter { $0[0] == name }.map { $0[2] } }
}

/// Reads the cards of files; nil for one that vobject refuses.
func readCards(_ paths: [String]) async throws -> [ReadCard?] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/cards.py").path
    // That of the system, which has the packages of the system.
    let run = try await TestPrograms.run("/usr/bin/python3", [script] + paths)
    try #require(run.status == 0 && run.lines.count == paths.count, "\(run.errors)")
    return try run.lines.map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        guard let count = object["count"] as? Int, let longest = object["longest"] as? Int,
            let properties = object["properties"] as? [[Any]]
        else {
            Issue.record("\(object["error"] ?? line)")
            return nil
        }
        return ReadCard(count: count, longestLine: longest, properties: flat(properties, prefix: ""))
    }
}

private func flat(_ properties: [[Any]], prefix: String) -> [[String]] {
    properties.flatMap { property -> [[String]] in
        let name = prefix + (property[0] as? String ?? "")
        if let inner = property[2] as? [[Any]] { return flat(inner, prefix: "\(name).") }
        let value =
            switch property[2] {
            case let text as String: text
            case let parts as [String: Any]:
                parts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "|")
            case let parts as [String]: parts.joined(separator: "|")
            default: "\(property[2])"
            }
        return [[name, property[1] as? String ?? "", value]]
    }
}
