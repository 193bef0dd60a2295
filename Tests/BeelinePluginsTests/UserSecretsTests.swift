import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("secrets are taken from files that only their owner can read")
struct UserSecretsTests {
    private func write(_ text: String, mode: Int = 0o600, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test(
        "the end of the line is not part of it",
        arguments: [
            ("sesame", "sesame"), ("sesame\n", "sesame"), ("sesame\r\n", "sesame"), (" a b ", " a b "), ("é", "é"),
        ])
    func reads(_ content: String, _ secret: String) throws {
        let folder = try TemporaryFolder()
        try write(content, to: "\(folder.path)/key")
        #expect(try UserSecrets.value("key", folder: folder.path) == secret)
        try write(content, mode: 0o400, to: "\(folder.path)/other_1")
        #expect(try UserSecrets.value("other_1", folder: folder.path) == secret)
    }

    @Test(
        "what others can read or write is refused, and the message says what to run",
        arguments: [0o640, 0o604, 0o620, 0o644])
    func refusesOpenFiles(_ mode: Int) throws {
        let folder = try TemporaryFolder()
        try write("sesame", mode: mode, to: "\(folder.path)/key")
        let error = #expect(throws: ActionProblem.self) { try UserSecrets.value("key", folder: folder.path) }
        #expect(
            error?.description
                == "the secret 'key': \(folder.path)/key: other users can read or write it; run: chmod 600 \(folder.path)/key"
        )
    }

    @Test("a secret must be a line of text", arguments: ["", "\n", "a\nb", "a\n\n", "a\0", "\u{1B}[0m", "a\tb"])
    func refusesOtherContent(_ content: String) throws {
        let folder = try TemporaryFolder()
        try write(content, to: "\(folder.path)/key")
        let error = #expect(throws: ActionProblem.self) { try UserSecrets.value("key", folder: folder.path) }
        let isEmpty = ["", "\n"].contains(content)
        #expect(
            error?.description.hasSuffix(isEmpty ? "its file is empty" : "its file must have exactly one line of text")
                == true)
    }

    @Test("so are folders and pipes, and very long texts")
    func refusesOtherFiles() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/folder", withIntermediateDirectories: false)
        #expect(throws: ActionProblem.self) { try UserSecrets.value("folder", folder: folder.path) }
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(throws: ActionProblem.self) { try UserSecrets.value("pipe", folder: folder.path) }
        try write(String(repeating: "a", count: 70_000), to: "\(folder.path)/long")
        #expect(throws: ActionProblem.self) { try UserSecrets.value("long", folder: folder.path) }
    }

    @Test(
        "there is none without a file, and no name leads out of the folder",
        arguments: ["none", "", "..", "../key", "a/b", "."])
    func findsNothing(_ name: String) throws {
        let folder = try TemporaryFolder()
        try write("sesame", to: "\(folder.path)/key")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/secrets", withIntermediateDirectories: false)
        #expect(try UserSecrets.value(name, folder: "\(folder.path)/secrets") == nil)
        #expect(try UserSecrets.value(name, folder: nil) == nil)
    }

    @Test("an action says why it has no secret, and never shows the secret")
    func failsAloud() async throws {
        let folder = try TemporaryFolder()
        try write("sesame", mode: 0o644, to: "\(folder.path)/key")
        let path = folder.path
        let json = """
            {"version": 1,
             "services": {"s": {"url": "https://a.invalid/", "headers": {"A": "{secret.key}"}, "results": {}}},
             "rules": [{"id": "r", "when": {}, "do": [{"action": "lookup", "service": "s"}]}]}
            """
        let rules = try RuleSet(files: [RuleFile(name: "f", text: json)], actions: PluginRegistry.standard.signatures)
        let resolution = rules.resolve(ContentParser.reading(of: Symbol(.qr, "x")), scan: Scan(date: scanDate))
        let dispatcher = Dispatcher(policy: .allow, secret: { try UserSecrets.value($0, folder: path) })
        let outcome = await dispatcher.perform(try #require(resolution.actions.first))
        #expect(outcome.status == .failed)
        #expect(outcome.message.hasSuffix("other users can read or write it; run: chmod 600 \(path)/key"))
        #expect(!"\(outcome)".contains("sesame"))
    }
}
