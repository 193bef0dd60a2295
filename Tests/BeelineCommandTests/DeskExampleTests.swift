import Foundation
import TestPrograms
import Testing

/// The desks of Examples/Desk, each described on a page of Docs.
@Suite("The examples of desks")
struct DeskExampleTests {
    struct Desk: Sendable, CustomTestStringConvertible {
        let folder: String
        let page: String
        /// The catalogue that its rules look into; nil where they need none.
        let list: String?
        let source: String
        let status: Int32

        var testDescription: String { folder }
        var rules: String { "Examples/Desk/\(folder)/rules.json" }

        /// What the rules need to know the list.
        var catalog: [String] { list.map { ["--catalog", "\($0)=Examples/Desk/\(folder)/\($0).csv"] } ?? [] }
    }

    static let desks = [
        Desk(folder: "bookshop", page: "Bookshop.md", list: "stock", source: "till", status: 0),
        Desk(folder: "warehouse", page: "Warehouse.md", list: nil, source: "in", status: 4),
        Desk(folder: "tickets", page: "Tickets.md", list: "guests", source: "west", status: 4),
        Desk(folder: "appliances", page: "AssemblyLine.md", list: "models", source: "line-1", status: 4),
    ]

    @Test("every folder is one of them")
    func areComplete() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Project.file("Examples/Desk"))
        #expect(folders.sorted() == Self.desks.map(\.folder).sorted())
    }

    @Test("the sample codes give the expected results", arguments: desks)
    func gives(_ desk: Desk) async throws {
        let folder = try TemporaryFolder()
        let result = try await beeline(
            ["resolve", "--no-defaults", "--rules", desk.rules] + desk.catalog + [
                "--source", desk.source, "--at", "2026-11-25T07:30", "--run", "--allow", "network", "-",
            ],
            input: Array(try Project.read("Examples/Desk/\(desk.folder)/codes.txt")),
            environment: ["XDG_DATA_HOME": folder.path], folder: Project.folder)
        let expected = String(decoding: try Project.read("Examples/Desk/\(desk.folder)/expected.txt"), as: UTF8.self)
        #expect(result.output == expected)
        #expect(result.errors == "")
        #expect(result.status == desk.status)
    }

    @Test("the rule files are right, and their tests pass", arguments: desks)
    func passes(_ desk: Desk) async throws {
        let check = try await beeline(
            ["rules", "check", "--no-defaults"] + desk.catalog + [desk.rules], folder: Project.folder)
        #expect(check.status == 0 && check.output.hasSuffix(": nothing wrong\n"), "\(check.output)\(check.errors)")
        for file in try Self.ruleFiles(desk) {
            let tests = try await beeline(["rules", "test", file], folder: Project.folder)
            #expect(tests.status == 0 && tests.output.contains("tests passed"), "\(tests.output)\(tests.errors)")
        }
    }

    private static func ruleFiles(_ desk: Desk) throws -> [String] {
        let folder = "Examples/Desk/\(desk.folder)"
        return try FileManager.default.contentsOfDirectory(atPath: Project.file(folder))
            .filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
    }

    /// What a door is shown, and the codes that admit one guest each.
    static let tickets: [(rules: String, codes: [String])] = [
        (
            "Examples/Desk/tickets/rules.json",
            [
                #"{"event":"spring","ticket":{"number":["119","x"]}}"#,
                #"{"event":"spring","ticket":{"number":["119","y"]}}"#,
                #"{"event":"spring","ticket":{"number":119}}"#, #"{"ticket":{"number":"119","n":1},"event":"spring"}"#,
                #"{"event":"spring","ticket":{"number":[119,"119"]}}"#,
                #"{"event":"spring","ticket":{"number":1.19e2}}"#,
                #"{"event":["x","spring"],"ticket":{"number":["z","119"]}}"#,
            ]
        ),
        (
            "Examples/Rules/lesson-6.json",
            ["T0047112", "T00 47112", "T0\u{A0}047112", "T0047112\n", "\u{2}T0047112\u{3}"]
        ),
    ]

    @Test("each ticket is admitted once, in every spelling and in lists", arguments: tickets, ["resolve", "live"])
    func admitsOnce(_ tickets: (rules: String, codes: [String]), _ command: String) async throws {
        let folder = try TemporaryFolder()
        var words = [
            command, "--no-defaults", "--rules", tickets.rules, "--run", "--format", "json", "--input", "json",
        ]
        if tickets.rules.contains("Desk") { words += ["--catalog", "guests=Examples/Desk/tickets/guests.csv"] }
        let lines = try tickets.codes.map { text in
            String(
                decoding: try JSONSerialization.data(withJSONObject: ["symbology": "qr_code", "text": text]),
                as: UTF8.self)
        }
        // At two doors at once, and again.
        for round in 0..<2 {
            async let west = beeline(
                words + ["-"], input: Array(lines.joined(separator: "\n").utf8),
                environment: ["XDG_DATA_HOME": folder.path],
                folder: Project.folder)
            async let east = beeline(
                words + ["-"], input: Array(lines.reversed().joined(separator: "\n").utf8),
                environment: ["XDG_DATA_HOME": folder.path], folder: Project.folder)
            let runs = try await [west, east]
            let admitted = runs.map { $0.output.matches(of: /"resolution":{"rule":"ticket\.(admit|first|more)"/).count }
            #expect(admitted.reduce(0, +) == (round == 0 ? 1 : 0), "\(runs.map(\.output))\(runs.map(\.errors))")
        }
    }

    @Test("the pages show rules as they are in the files", arguments: desks)
    func pagesShowRules(_ desk: Desk) throws {
        func condensed(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
        let page = String(decoding: try Project.read("Docs/\(desk.page)"), as: UTF8.self)
        let rules = try Self.ruleFiles(desk).map { condensed(String(decoding: try Project.read($0), as: UTF8.self)) }
            .joined()
        let blocks = page.matches(of: /```json\n([\s\S]*?)\n```/).map { condensed($0.output.1) }
        #expect(!blocks.isEmpty)
        for block in blocks {
            for rule in block.components(separatedBy: #"},{"id""#) {
                #expect(rules.contains(rule.trimmingCharacters(in: ["{", "}"])), "\(rule.prefix(60))")
            }
        }
    }
}
