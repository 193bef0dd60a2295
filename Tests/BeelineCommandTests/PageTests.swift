import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("The pages show the output of the command", .enabled(if: ConsoleBlock.isWritten, "README.md is not written yet"))
struct PageTests {
    @Test("the README has at least four blocks to try")
    func thereAreBlocks() { #expect(ConsoleBlock.all.count { $0.page == "README.md" } >= 4) }

    @Test(
        "each command prints what its page shows",
        arguments: ConsoleBlock.all.filter { !$0.isOfDesk }.flatMap(\.commands))
    func prints(_ command: ShownCommand) async throws {
        // What keeps something has a place for it.
        let keeps = ["beeline serve", " --run", "beeline policy "].contains { command.line.contains($0) }
        let folder = keeps ? try TemporaryFolder() : nil
        let environment = folder.map { ["XDG_DATA_HOME": $0.path, "XDG_CONFIG_HOME": $0.path] } ?? [:]
        let result = try await bash(command.line, environment: environment)
        let output = result.output + result.errors
        #expect(command.shows(output), "it prints:\n\(output)")
        #expect(result.status == command.status)
    }

    @Test("the page of a desk leads from an empty folder to its last command", arguments: ConsoleBlock.desks)
    func leadsThrough(_ page: String) async throws {
        let (folder, user) = (try TemporaryFolder(), try TemporaryFolder())
        let environment = ["XDG_DATA_HOME": user.path("data"), "XDG_CONFIG_HOME": user.path("config")]
        for command in ConsoleBlock.all.filter({ $0.page == page }).flatMap(\.commands) {
            let result = try await bash(command.line, environment: environment, folder: folder.path)
            let output = result.output + result.errors
            #expect(command.shows(output), "\(command.line) prints:\n\(output)")
            #expect(result.status == command.status, "\(command.line)")
        }
        let text = String(decoding: try Project.read(page), as: UTF8.self)
        #expect(!text.contains("\n    beeline "), "every command of the page is run")
    }

    @Test("Output.md names the code of every warning")
    func warningsAreNamed() throws {
        let source = String(decoding: try Project.read("Sources/Content/Reading.swift"), as: UTF8.self)
        let codes = try #require(source.firstMatch(of: /var code: String \{[\s\S]*?\n    }\n/)).output
        let names = codes.matches(of: /: "([a-z0-9-]+)"/).map(\.output.1)
        #expect(names.contains("unknown-symbology") && names.count == 13)
        let page = String(decoding: try Project.read("Docs/Output.md"), as: UTF8.self)
        for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    @Test("there is a page for each desk")
    func desksHavePages() { #expect(ConsoleBlock.desks.count == StarterDesk.names.count) }

    struct Pattern: Sendable, CustomTestStringConvertible {
        let shown: [String]
        let output: String
        let fits: Bool
        var testDescription: String { "\(shown) \(fits ? "shows" : "does not show") \(output.debugDescription)" }
    }

    static let patterns = [
        Pattern(shown: ["a", "b"], output: "a\nb\n", fits: true),
        Pattern(shown: ["a"], output: "a\nb\n", fits: false),
        Pattern(shown: ["a", "b"], output: "a\n", fits: false),
        Pattern(shown: ["a", "…", "d"], output: "a\nb\nc\nd\n", fits: true),
        Pattern(shown: ["a", "…"], output: "a\n", fits: true),
        Pattern(shown: ["…", "d"], output: "a\nd\nd\n", fits: true),
        Pattern(shown: ["a", "…", "e"], output: "a\nb\n", fits: false),
        Pattern(shown: ["ab…"], output: "abc\n", fits: true),
        Pattern(shown: ["ab…"], output: "b\n", fits: false),
        Pattern(shown: [], output: "", fits: true),
        Pattern(shown: [], output: "a\n", fits: false),
    ]

    @Test("an ellipsis stands for any lines, or for the rest of its line", arguments: patterns)
    func matches(_ pattern: Pattern) {
        let command = ShownCommand(page: "", line: "", status: 0, shown: pattern.shown)
        #expect(command.shows(pattern.output) == pattern.fits)
    }
}
