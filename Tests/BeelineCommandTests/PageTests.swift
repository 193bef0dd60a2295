import Foundation
import TestPrograms
import Testing

@Suite("The pages show the output of the command", .enabled(if: ConsoleBlock.isWritten, "README.md is not written yet"))
struct PageTests {
    @Test("the README has at least four blocks to try")
    func thereAreBlocks() { #expect(ConsoleBlock.all.count { $0.page == "README.md" } >= 4) }

    @Test("each command prints what its page shows", arguments: ConsoleBlock.all.flatMap(\.commands))
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
