import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("Completion in shells")
struct CompletionTests {
    @Test("bash takes the script")
    func parsesInBash() async throws { try await parse(with: "bash") }

    @Test("zsh takes the script", .enabled(if: Requirement.isInstalled("zsh"), "zsh is not installed"))
    func parsesInZsh() async throws { try await parse(with: "zsh") }

    @Test("fish takes the script", .enabled(if: Requirement.isInstalled("fish"), "fish is not installed"))
    func parsesInFish() async throws { try await parse(with: "fish") }

    @Test("there is a script for each shell", arguments: ["bash", "zsh", "fish"])
    func writes(_ shell: String) async throws {
        let script = try await beeline("completion", shell)
        #expect(script.status == 0)
        #expect(!script.output.isEmpty)
    }

    private func parse(with shell: String) async throws {
        let script = try await beeline("completion", shell)
        let folder = try TemporaryFolder()
        let path = try folder.write("script", script.bytes)
        let result = try await run(shell, ["-n", path])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let completions: Set<String>
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String..., completions: Set<String>) {
            self.words = words
            self.completions = completions
        }
    }

    private static func options(_ command: CommandDefinition) -> Set<String> { Set(command.options.map(\.name)) }

    private static func seconds(of group: String) -> Set<String> {
        let names = CommandDefinition.all.map(\.name).filter { $0.hasPrefix("\(group) ") }
        return Set(names.map { String($0.dropFirst(group.count + 1)) })
    }

    private static let rulesCommands = seconds(of: "rules")

    static let cases: [Case] = [
        Case(
            "beeline", "",
            completions: [
                "scan", "live", "serve", "resolve", "explain", "draw", "kinds", "formats", "rules", "plugins", "policy",
                "history",
                "catalog", "links",
                "tables", "tickets",
                "demo", "manual", "completion", "help", "--help", "--version",
            ]),
        Case("/usr/bin/beeline", "sc", completions: ["scan"]),
        Case("beeline", "re", completions: ["resolve"]),
        Case("beeline", "rules", "", completions: rulesCommands),
        Case("beeline", "links", "", completions: ["import", "check", "list", "export"]),
        Case("beeline", "links", "check", "--input", "", completions: ["csv", "tsv", "json"]),
        Case("beeline", "serve", "", completions: ["tokens", "devices"]),
        Case("beeline", "serve", "tokens", "", completions: ["add", "revoke"]),
        Case("beeline", "serve", "devices", "", completions: ["revoke"]),
        Case("beeline", "serve", "--", completions: options(.serve)),
        Case("beeline", "completion", "", completions: ["bash", "zsh", "fish"]),
        Case("beeline", "scan", "--", completions: options(.scan)),
        Case("beeline", "resolve", "--", completions: options(.resolve)),
        Case("beeline", "rules", "check", "--", completions: options(.rulesCheck)),
        Case("beeline", "explain", "--", completions: options(.explain)),
        Case("beeline", "rules", "list", "--", completions: options(.rulesList)),
        Case("beeline", "explain", "--format", "", completions: ["text", "json"]),
        Case("beeline", "scan", "--format", "", completions: ["text", "line", "code", "json", "csv"]),
        Case("beeline", "resolve", "-", "--input", "", completions: ["lines", "tsv", "json"]),
        Case("beeline", "kinds", "--format", "", completions: ["text", "json", "markdown"]),
        Case("beeline", "kinds", "isb", completions: ["isbn"]),
        Case("beeline", "rules", "new", "--kind", "bo", completions: ["boardingPass"]),
        Case("beeline", "rules", "graph", "--o", completions: ["--output"]),
        Case("beeline", "tables", "", completions: ["isbn"]),
        Case("beeline", "plugins", "", completions: ["list", "check", "new"]),
        Case("beeline", "plugins", "new", "--language", "", completions: ["sh", "python"]),
        Case(
            "beeline", "history", "",
            completions: ["search", "delete", "create", "import", "outbox", "send", "drop"]),
        Case("beeline", "history", "--li", completions: ["--limit"]),
        Case("beeline", "history", "delete", "--y", completions: ["--yes"]),
        Case("beeline", "catalog", "sh", completions: ["show"]),
        Case("beeline", "scan", "--rec", completions: ["--recursive"]),
        Case("beeline", "scan", "--effort", "", completions: ["fast", "normal", "max"]),
        Case(
            "beeline", "scan", "--only", "da",
            completions: ["databar", "databar_limited", "databar_expanded", "data_matrix"]),
        Case("beeline", "scan", "--only", "ean_13,q", completions: ["ean_13,qr_code"]),
        Case("beeline", "draw", "--", completions: options(.draw)),
        Case("beeline", "draw", "--format", "", completions: ["svg", "png", "pdf", "text"]),
        Case("beeline", "draw", "--as", "gs1-", completions: ["gs1-qr", "gs1-data-matrix", "gs1-128"]),
        Case("beeline", "draw", "--kind", "e", completions: ["event", "email"]),
        Case(
            "beeline", "draw", "--sheet", "L716", completions: ["L7160", "L7161", "L7162", "L7163", "L7164", "L7165"]),
        Case("beeline", "formats", "--format", "", completions: ["text", "json"]),
        Case("beeline", "scan", "shelf", completions: []),
    ]

    @Test("bash offers the words that fit", arguments: cases)
    func completes(_ case: Case) async throws {
        let words = `case`.words.map { "'\($0)'" }.joined(separator: " ")
        let result = try await bash(
            """
            source <(beeline completion bash)
            COMP_WORDS=(\(words)); COMP_CWORD=\(`case`.words.count - 1); COMP_LINE="${COMP_WORDS[*]}"
            _beeline beeline
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(Set(result.lines.filter { !$0.isEmpty }) == `case`.completions)
        #expect(result.errors.isEmpty)
    }
}
