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
        let tests = try await beeline(["rules", "test", desk.rules], folder: Project.folder)
        #expect(tests.status == 0 && tests.output.contains("tests passed"), "\(tests.output)\(tests.errors)")
    }

    @Test("the pages show rules as they are in the files", arguments: desks)
    func pagesShowRules(_ desk: Desk) throws {
        func condensed(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
        let page = String(decoding: try Project.read("Docs/\(desk.page)"), as: UTF8.self)
        let rules = condensed(String(decoding: try Project.read(desk.rules), as: UTF8.self))
        let blocks = page.matches(of: /```json\n([\s\S]*?)\n```/).map { condensed($0.output.1) }
        #expect(!blocks.isEmpty)
        for block in blocks {
            for rule in block.components(separatedBy: #"},{"id""#) {
                #expect(rules.contains(rule.trimmingCharacters(in: ["{", "}"])), "\(rule.prefix(60))")
            }
        }
    }
}
