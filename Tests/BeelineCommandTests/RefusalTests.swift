import Foundation
import TestPrograms
import Testing

@Suite("Codes that are refused")
struct RefusalTests {
    private static let rules = #"""
        { "version": 1, "rules": [
          { "id": "no", "when": { "text": { "prefix": "no" } },
            "do": [{ "action": "refuse", "message": "Refused: {text}", "when": { "text": "no" } },
                   { "action": "emit", "fields": { "a": "b" } },
                   { "action": "record", "always": true }] },
          { "id": "perhaps", "when": { "text": "perhaps" },
            "do": [{ "action": "run-program", "program": "/nonexistent/gate", "as": "gate", "optional": true,
                     "otherwise": [{ "action": "refuse", "message": "Closed" }] },
                   { "action": "refuse", "message": "Status {gate.status|}", "when": { "gate.status": { ">": 0 } } },
                   { "action": "record", "always": true }] },
          { "id": "wifi", "when": { "kind": "wifi" },
            "do": [{ "action": "refuse", "message": "Not with {password|}" }] },
          { "id": "yes", "when": { "text": "yes" },
            "do": [{ "action": "emit", "fields": {}, "otherwise": [{ "action": "refuse", "message": "Odd" }] }] } ] }
        """#

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("rules.json", Self.rules)
        return folder
    }

    private func run(_ words: String..., in folder: TemporaryFolder) async throws -> ProgramRun {
        try await beeline(words, environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        var isPerformed = false
        let status: Int32
        /// The member `refused`, the members `otherwise`, and the outcomes of the actions.
        let refused: String?
        var otherwise: [Int] = []
        var outcomes: [String] = []
        var testDescription: String { text + (isPerformed ? ", performed" : "") }
    }

    static let cases = [
        Case(text: "no", status: 4, refused: "Refused: no"),
        Case(
            text: "no", isPerformed: true, status: 4, refused: "Refused: no",
            outcomes: ["done Refused: no", "skipped the code was refused", "done recorded"]),
        Case(text: "perhaps", status: 0, refused: nil, otherwise: [0]),
        Case(
            text: "perhaps", isPerformed: true, status: 4, refused: "Closed", otherwise: [0],
            outcomes: [
                "failed /nonexistent/gate cannot be run", "done Closed", "skipped the code was refused",
                "done recorded",
            ]),
        Case(text: "yes", status: 0, refused: nil, otherwise: [0]),
        Case(
            text: "yes", isPerformed: true, status: 0, refused: nil, otherwise: [0],
            outcomes: ["done ", "not-needed emit was done"]),
        Case(
            text: "WIFI:T:WPA;S:Guests;P:open sesame;;", status: 4, refused: "•••"),
        Case(
            text: "WIFI:T:WPA;S:Guests;P:open sesame;;", isPerformed: true, status: 4, refused: "•••",
            outcomes: ["done •••"]),
    ]

    @Test("the exit status is 4 where it is certain, or was done, and JSON has the message", arguments: cases)
    func answers(_ example: Case) async throws {
        let folder = try folder()
        let options = example.isPerformed ? ["--run", "--allow", "process"] : []
        let result = try await beeline(
            ["resolve", "--no-defaults", "--rules", "rules.json", "--format", "json", example.text] + options,
            environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
        #expect(result.status == example.status, "\(result.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(result.bytes)) as? [String: Any]
        let code = try #require((document?["results"] as? [[String: Any]])?.first)
        #expect(code["refused"] as? String == example.refused)
        let actions = (code["resolution"] as? [String: Any])?["actions"] as? [[String: Any]] ?? []
        let outcomes = actions.compactMap { $0["outcome"] as? [String: Any] }.map { outcome in
            "\(outcome["status"] as? String ?? "") \(outcome["message"] as? String ?? "")"
        }
        #expect(outcomes.count == example.outcomes.count)
        for (outcome, expected) in zip(outcomes, example.outcomes) {
            #expect(outcome.hasPrefix(expected) || outcome == expected, "\(outcome)")
        }
        #expect(actions.compactMap { $0["otherwise"] as? Int } == example.otherwise)
    }

    @Test("in text output the message replaces the action, and an 'otherwise' action is marked as such")
    func asText() async throws {
        let folder = try folder()
        let refused = try await run("resolve", "--no-defaults", "--rules", "rules.json", "no", in: folder)
        #expect(
            refused.lines.suffix(3) == ["  refused    Refused: no", "  emit       a=b", "  record     would record"])
        let planned = try await run("resolve", "--no-defaults", "--rules", "rules.json", "perhaps", in: folder)
        #expect(planned.lines.contains("  otherwise  refuse Closed"))
        let explained = try await run("explain", "--no-defaults", "--rules", "rules.json", "yes", in: folder)
        #expect(explained.lines.drop { $0 != "      → emit" }.prefix(2).last == "      → otherwise refuse")
    }

    @Test("the history records a refusal")
    func isKept() async throws {
        let folder = try folder()
        _ = try await run("resolve", "--no-defaults", "--rules", "rules.json", "--run", "no", in: folder)
        let history = try await run("history", in: folder)
        #expect(history.lines.contains("        refused  Refused: no"))
        #expect(history.lines.contains { $0.hasPrefix("        skipped  emit the code was refused") })
    }

    @Test("rules that may lose a scan are used, with a warning")
    func warns() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "rules.json",
            #"""
            { "version": 1, "rules": [{ "id": "r", "when": {}, "do": [
              { "action": "open-url", "url": "https://a.example/" }, { "action": "record" }] }] }
            """#)
        let result = try await run("rules", "check", "--no-defaults", "rules.json", in: folder)
        #expect(result.status == 0)
        #expect(
            (result.output + result.errors).contains(
                #"rules.json:2:58: warning: 'record' is skipped when 'open-url' before it is not done; put it first, or add "always": true"#
            ))
    }
}
