import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite("rules check")
struct RulesCheckTests {
    private static let mistakes = """
        {
          "version": 1,
          "constants": { "shop": "a b" },
          "rulez": [],
          "rules": [
            { "id": "a", "when": { "kind": "isbm" },
              "do": [{ "action": "open-url", "url": "https://{isbn10}/" }] },
            { "id": "a", "when": { "isbn1O": "x" }, "do": [{ "action": "emti" }] },
            { "when": {}, "do": {} }
          ]
        }
        """

    @Test("every error has its file, line and column, and a caret below the place")
    func namesPlaces() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("bad.json", Self.mistakes)
        let result = try await beeline("rules", "check", "--no-defaults", path)
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
        let source = Self.mistakes.split(separator: "\n").map(String.init)
        let heads = result.lines.indices.filter { result.lines[$0].hasPrefix("\(path):") }
        #expect(heads.count >= 7)
        for head in heads {
            let parts = result.lines[head].dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
            let line = try #require(Int(parts[0]))
            let column = try #require(Int(parts[1]))
            #expect(parts[2].hasPrefix(" error: ") || parts[2].hasPrefix(" warning: "))
            #expect(result.lines[head + 1] == "    " + source[line - 1].prefix(100))
            #expect(result.lines[head + 2] == String(repeating: " ", count: 4 + column - 1) + "^")
        }
        for word in ["'rulez' (did you mean 'rules'?)", "'isbm' (did you mean 'isbn'?)", "'isbn1O' (did you mean"] {
            #expect(result.output.contains(word), "\(word)")
        }
        let warnings = result.lines.count { $0.contains(": warning: ") }
        #expect(result.lines.last == "\(heads.count - warnings) errors, \(warnings) warning\(warnings == 1 ? "" : "s")")
    }

    @Test("for editors, each error is an object on a line, with the same places")
    func printsJSON() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("bad.json", Self.mistakes)
        let text = try await beeline("rules", "check", "--no-defaults", path)
        let json = try await beeline("rules", "check", "--no-defaults", "--format", "json", path)
        #expect(json.status == 1)
        let issues = try json.lines.map { try JSONValue(parsing: Array($0.utf8)) }
        let heads = issues.map { issue in
            "\(issue["file"]?.string ?? ""):\(issue["line"]?.integer ?? 0):\(issue["column"]?.integer ?? 0): "
                + "\(issue["severity"]?.string ?? ""): \(issue["message"]?.string ?? "")"
        }
        #expect(heads == text.lines.filter { $0.hasPrefix("\(path):") })
        #expect(issues.contains { $0["path"]?.string == "rules[0].when.kind" })
        let right = try await beeline("rules", "check", "--format", "json")
        #expect(right.status == 0 && right.output.isEmpty)
    }

    @Test("correct rules are confirmed with the number of rules and files")
    func good() async throws {
        let result = try await beeline("rules", "check", "Examples/Rules/shop.json")
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        #expect(result.output.wholeMatch(of: /1 rule in 1 file, beside \d+ rules in use: nothing wrong\n/) != nil)
        let bundled = try await beeline("rules", "check")
        #expect(bundled.status == 0)
        let none = try await beeline("rules", "check", "--no-defaults")
        #expect(none.status == 0)
        #expect(none.output == "0 rules in 0 files: nothing wrong\n")
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
    }

    static let broken = [
        Broken(testDescription: "an empty file", bytes: []),
        Broken(testDescription: "half a file", bytes: Array(mistakes.utf8.prefix(60))),
        Broken(testDescription: "no JSON", bytes: Array("rules: []".utf8)),
        Broken(testDescription: "a list", bytes: Array("[]".utf8)),
        Broken(testDescription: "null", bytes: Array("null".utf8)),
        Broken(testDescription: "bytes that are not UTF-8", bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
        Broken(testDescription: "a NUL", bytes: [0x7B, 0x00, 0x7D]),
        Broken(testDescription: "brackets without end", bytes: Array(repeating: 0x5B, count: 100_000)),
    ]

    @Test("a file that is not a rule file is an error", arguments: broken)
    func brokenFiles(_ broken: Broken) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("bad.json", broken.bytes)
        let result = try await beeline("rules", "check", path)
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("\(path):"), "\(result.output)")
        #expect(result.lines.last == "1 error, 0 warnings")
        #expect(try await beeline("resolve", "--rules", path, "1").status == 2)
    }

    @Test("rules that are refused because others can write them cause a warning, with the command that corrects it")
    func warnsOfForeign() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "open.json",
            #"""
            { "version": 1, "rules": [
              { "id": "send", "when": { "kind": "isbn" },
                "do": [{ "action": "http-request", "method": "POST", "url": "https://a.example/",
                         "headers": { "Authorization": "{secret.key}" } }] },
              { "id": "start", "when": { "kind": "url" }, "do": [{ "action": "run-program", "program": "/usr/bin/true" }] },
              { "id": "plain", "when": {}, "do": [] }] }
            """#)
        try #require(chmod(path, 0o646) == 0)
        let result = try await beeline("rules", "check", "--no-defaults", path)
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "\(path): warning: rules such as 'start' start no programs, because other users can write them: "
                    + "everyone can write \(path): chmod o-w \(path)",
                "\(path): warning: rules such as 'send' get no secrets, because other users can write them: "
                    + "everyone can write \(path): chmod o-w \(path)",
                "3 rules in 1 file: 0 errors, 2 warnings",
            ])
        try #require(chmod(path, 0o644) == 0)
        #expect(
            try await beeline("rules", "check", "--no-defaults", path).lines == ["3 rules in 1 file: nothing wrong"])
    }

    @Test("warnings count with --strict")
    func strict() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "unused.json", "{ \"version\": 1, \"constants\": { \"unused\": \"x\" }, \"rules\": [] }")
        let result = try await beeline("rules", "check", path)
        #expect(result.status == 0)
        #expect(result.output.contains("\(path):1:"))
        #expect(result.output.contains(": warning: "))
        #expect(try await beeline("rules", "check", "--strict", path).status == 1)
    }

    @Test("a file that cannot be read is named", arguments: ["no.json", "/", "/dev/full/x"])
    func unreadable(_ path: String) async throws {
        let result = try await beeline("rules", "check", path)
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("beeline: \(path): "))
    }

    @Test("a file without an end is refused")
    func endless() async throws {
        let result = try await beeline("rules", "check", "/dev/zero")
        #expect(result.status == 3)
        #expect(result.errors.contains("/dev/zero: longer than the limit of "))
    }
}
