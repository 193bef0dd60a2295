import Foundation
import TestPrograms
import Testing

@Suite("beeline policy")
struct PolicyCommandTests {
    private struct Configuration {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        }

        func run(_ words: [String]) async throws -> ProgramRun {
            try await beeline(words, environment: ["XDG_CONFIG_HOME": folder.path], folder: folder.path)
        }
    }

    @Test("what is allowed is listed, and forgotten by its number")
    func keepsAndForgets() async throws {
        let configuration = try Configuration()
        #expect(try await configuration.run(["policy", "list"]).output.contains("Nothing is kept as always allowed."))
        let words = [
            ["--rule", "book.amazon"], ["--host", "https://EXAMPLE.com/x"], ["--host", "printer.example:8080"],
            ["--rule", "book.amazon"],
        ]
        for words in words {
            let result = try await configuration.run(["policy", "allow", "open-url"] + words)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }
        let listed = try await configuration.run(["policy", "list"]).lines
        #expect(
            listed.dropFirst().map { $0.split(separator: " ").joined(separator: " ") } == [
                "1 always open-url of book.amazon", "2 always open-url of any rule at example.com",
                "3 always open-url of any rule at printer.example:8080",
            ])
        let missing = try await configuration.run(["policy", "forget", "2", "9"])
        #expect(missing.status == 1 && missing.output == "1 consent forgotten\n")
        #expect(missing.errors == "beeline: nothing that is kept has the number 9\n")
        #expect(try await configuration.run(["policy", "forget", "--all"]).output == "2 consents forgotten\n")
        #expect(try await configuration.run(["policy", "check"]).output == "nothing wrong\n")
    }

    @Test(
        "wrong words are refused, and nothing is kept",
        arguments: [
            (["allow", "open-ulr", "--rule", "a"], "(did you mean 'open-url'?)"),
            (["allow", "open-url"], "--rule or --host is needed"), (["allow"], "ACTION"),
            (["allow", "open-url", "--host", "a b"], "'--host"), (["allow", "open-url", "--host", ""], "'--host"),
            (["forget"], "NUMBER"), (["forget", "0"], "'0' is not a number of"),
            (["forget", "x"], "'x' is not a number of"),
            (["lst"], "did you mean 'policy list'"),
        ])
    func refuses(words: [String], message: String) async throws {
        let configuration = try Configuration()
        let result = try await configuration.run(["policy"] + words)
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: configuration.folder.path("beeline/always.json")))
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let file: String
        let content: String
        var mode = 0o600
        let message: String
        var isError = true
        var testDescription: String { content }
    }

    static let wrong = [
        Wrong(
            file: "policy.json", content: #"{"alow": []}"#, message: "policy.json:1:2: error: a policy has no 'alow'"),
        Wrong(file: "policy.json", content: "{", message: "policy.json:1:"),
        Wrong(
            file: "policy.json", content: #"{"deny": ["browser"]}"#, message: "neither an effect nor an action",
            isError: false),
        Wrong(file: "always.json", content: #"{"always": [{}]}"#, message: "always.json:1:"),
        Wrong(
            file: "always.json", content: #"{"always": [{"action": "open-url", "rule": "book.amazn"}]}"#,
            message: "(did you mean 'book.amazon'?)", isError: false),
        Wrong(
            file: "always.json", content: #"{"always": [{"action": "open-ulr", "rule": "book.amazon"}]}"#,
            message: "(did you mean 'open-url'?)", isError: false),
        Wrong(file: "always.json", content: #"{"always": []}"#, mode: 0o622, message: "other users can change it"),
    ]

    @Test(
        "errors in its files are found by 'policy check' and 'rules check', and nothing is performed", arguments: wrong)
    func checks(_ wrong: Wrong) async throws {
        let configuration = try Configuration()
        try FileManager.default.createDirectory(
            atPath: configuration.folder.path("beeline"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let path = configuration.folder.path("beeline/\(wrong.file)")
        try configuration.folder.write("beeline/\(wrong.file)", wrong.content)
        try FileManager.default.setAttributes([.posixPermissions: wrong.mode], ofItemAtPath: path)
        for words in [["policy", "check"], ["rules", "check"]] {
            let result = try await configuration.run(words)
            #expect(result.output.contains(wrong.message), "\(result.output)\(result.errors)")
            #expect(result.status == (wrong.isError ? 1 : 0))
        }
        #expect(try await !configuration.run(["rules", "check", "--no-defaults"]).output.contains(wrong.message))
        let run = try await configuration.run(["resolve", "--run", "hello"])
        #expect((run.status == 2) == wrong.isError, "\(run.errors)")
    }
}
