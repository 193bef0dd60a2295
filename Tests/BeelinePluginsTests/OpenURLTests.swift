import ActionsTestSupport
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("open-url hands links to the desktop's opener")
struct OpenURLTests {
    /// Writes down how it was called, each argument between brackets.
    private static let recorder = #"""
        cd "$(dirname "$0")"
        printf '%s\n' "$#" > calls
        for argument in "$@"; do printf '[%s]\n' "$argument" >> calls; done
        echo noise
        """#

    private func open(
        _ url: String, in folder: borrowing TemporaryFolder, patience: Duration = .seconds(60)
    ) async throws -> ActionResult {
        let path = "/nonexistent:\(folder.path)"
        return try await OpenURLPlugin(searchPath: path, patience: patience).perform(.fake("open-url", url: url))
    }

    static let links = [
        "https://example.com/", "https://example.com/a b", "https://example.com/'x'\"y\"",
        "https://example.com/$(touch x)",
        "https://example.com/`touch x`", "https://example.com/;touch x", "https://example.com/&&touch x", "x:--help",
        "x:-rf", "https://example.com/*?[a]", "https://example.com/\\n", "https://example.com/日本", "mailto:a@b.example",
        "https://example.com/\n/etc", "https://example.com/" + String(repeating: "a", count: 60_000),
    ]

    @Test("the link is one argument, as it is", arguments: links)
    func passesOneArgument(_ link: String) async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("xdg-open", Self.recorder)
        #expect(try await open(link, in: folder).message == "opened with xdg-open")
        #expect(try folder.text(of: "calls") == "1\n[\(link)]\n")
    }

    @Test(
        "what does not begin with a scheme reaches no opener",
        arguments: ["--help", "-", "", ":", "/etc", "a.b", "1:x"])
    func refusesOptions(_ text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("xdg-open", Self.recorder)
        await #expect(throws: ActionProblem.notALink) { try await open(text, in: folder) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/calls"))
    }

    @Test("gio opens the link")
    func usesTheNextOpener() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("gio", Self.recorder)
        #expect(try await open("https://a.example/", in: folder).message == "opened with gio")
        #expect(try folder.text(of: "calls") == "2\n[open]\n[https://a.example/]\n")
    }

    @Test("an opener that fails is reported, and no other is tried")
    func tellsOfFailures() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("gio", Self.recorder)
        for (script, message) in [
            ("exit 3", "xdg-open ended with status 3"), ("kill -9 $$", "xdg-open ended with signal 9 (Killed)"),
            ("echo out; exit 3", "xdg-open ended with status 3: out"),
            ("echo first >&2; echo 'no browser' >&2; echo >&2; exit 4", "xdg-open ended with status 4: no browser"),
        ] {
            try folder.addProgram("xdg-open", script)
            let error = await #expect(throws: ToolError.self) { try await open("https://a.example/", in: folder) }
            #expect(error?.description == message)
        }
    }

    @Test("an opener that stays has opened the link, and leaves no zombie", .timeLimit(.minutes(15)))
    func doesNotWaitForTheBrowser() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("xdg-open", #"echo $$ > "$(dirname "$0")/pid"; exec sleep 600"#)
        let opened = try await open("https://a.example/", in: folder, patience: .milliseconds(300))
        #expect(opened.message == "opened with xdg-open")
        let pid = await processID(in: folder)
        #expect(kill(pid, 0) == 0)
        kill(pid, SIGKILL)
        // A zombie could still be sent signals.
        while kill(pid, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Waits until the opener has written its process id.
    private func processID(in folder: borrowing TemporaryFolder) async -> Int32 {
        while true {
            let text = (try? folder.text(of: "pid")) ?? ""
            if text.hasSuffix("\n"), let pid = Int32(text.dropLast()) { return pid }
            await Task.yield()
        }
    }

    @Test("cancelling ends the wait, and not the opener", .timeLimit(.minutes(15)))
    func cancelling() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("xdg-open", #"echo $$ > "$(dirname "$0")/pid"; exec sleep 600"#)
        let plugin = OpenURLPlugin(searchPath: folder.path, patience: .seconds(600))
        let task = Task { try await plugin.perform(.fake("open-url", url: "https://a.example/")) }
        let pid = await processID(in: folder)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(kill(pid, 0) == 0)
        kill(pid, SIGKILL)
    }

    @Test("without an opener the message says what to do")
    func saysWhatIsMissing() async throws {
        let folder = try TemporaryFolder()
        // Neither a folder nor a file that is not executable is an opener.
        try FileManager.default.createDirectory(atPath: "\(folder.path)/xdg-open", withIntermediateDirectories: false)
        try "".write(toFile: "\(folder.path)/gio", atomically: true, encoding: .utf8)
        await #expect(throws: ActionProblem.noOpener) { try await open("https://a.example/", in: folder) }
        #expect(ActionProblem.noOpener.description.contains("install xdg-utils"))
    }

    @Test("a file that the system cannot start as a program is reported")
    func tellsOfUnstartable() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("gio", "not a program", start: "")
        let error = await #expect(throws: ProgramError.self) {
            try await open("https://a.example/", in: folder)
        }
        #expect(error?.description == "\(folder.path)/gio: Exec format error")
    }
}
