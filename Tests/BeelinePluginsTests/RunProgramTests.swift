import BeelineContent
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("run-program runs the program of the rule")
struct RunProgramTests {
    private func plugin(_ tools: borrowing FakeTools, timeLimit: Duration = .seconds(300)) -> RunProgramPlugin {
        RunProgramPlugin(environment: tools.environment(), timeLimit: timeLimit)
    }

    private func action(program: String, _ more: String = "") throws -> Action {
        try BeelinePluginsTests.action(#"{"action":"run-program","program":"\#(program)"\#(more)}"#, text: "x")
    }

    @Test("each text is one argument, and the input is all that it reads", arguments: Hostile.texts)
    func hostile(_ text: String) async throws {
        let tools = try FakeTools("tool")
        let more = #""arguments":["-v","--","{text}","a {text}"],"input":"{text}""#
        let action = try BeelinePluginsTests.action(
            #"{"action":"run-program","program":"tool",\#(more)}"#, text: text)
        guard !text.utf8.contains(0) else {
            await #expect(throws: ProgramError.self) { try await plugin(tools).perform(action) }
            #expect(try tools.calls(of: "tool").isEmpty)
            return
        }
        #expect(try await plugin(tools).perform(action).message == "done")
        #expect(try tools.calls(of: "tool") == [["-v", "--", text, "a \(text)"]])
        #expect(try tools.input(of: "tool") == text)
    }

    @Test("JSON on the standard input is made of values", arguments: [#"a","admin":true,"x":""#, "\n\\\"", "日本語"])
    func readsJSON(_ text: String) async throws {
        let tools = try FakeTools("tool")
        let action = try BeelinePluginsTests.action(
            #"{"action":"run-program","program":"tool","json":{"of":{"code":"{text}"},"n":[1]}}"#, text: text)
        #expect(try await plugin(tools).perform(action).message == "done")
        let input = try JSONSerialization.jsonObject(with: Data(try tools.input(of: "tool").utf8)) as? NSDictionary
        #expect(input == ["of": ["code": text], "n": [1]])
    }

    @Test("a code that would be an option is refused before anything is run", arguments: ["--option", "-x", "-", "--"])
    func refusesOptions(_ text: String) async throws {
        let json = #"{"action":"run-program","program":"/nonexistent","arguments":["-v","{text}"]}"#
        let action = try BeelinePluginsTests.action(json, text: text)
        #expect(action.problem?.contains("would let the code choose an option") ?? false)
        let outcome = await Dispatcher(policy: .allow).perform(action)
        #expect(outcome.status == .failed && outcome.message.contains("write \"--\" before it"))
    }

    @Test("no code chooses the program", arguments: ["{text}", "/bin/{text}", "{label|sh}"])
    func isFixed(_ program: String) {
        #expect(throws: RuleSetError.self) { try action(program: program) }
    }

    struct Said: Sendable, CustomTestStringConvertible {
        let script: String
        let output: String
        var testDescription: String { script }
    }

    static let said = [
        Said(script: "echo hello", output: "hello"), Said(script: "printf 'a\\nb\\n\\n'", output: "a\nb\n"),
        Said(script: "printf 'a\\r\\n'", output: "a"), Said(script: "printf ''", output: ""),
        Said(script: "printf 'a\\377b'", output: "a\u{FFFD}b"), Said(script: "echo x >&2", output: ""),
    ]

    @Test("its result is the output of the program", arguments: said)
    func finds(_ said: Said) async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: said.script)
        let result = try await plugin(tools).perform(try action(program: "tool"))
        #expect(
            result.fields == [
                .init(name: "status", value: .number(DecimalNumber(Int32(0)))),
                .init(name: "output", value: .text(said.output)),
            ])
    }

    @Test("of a long output the beginning is found")
    func isBounded() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: "/usr/bin/yes | /usr/bin/head -c 1000000")
        let result = try await plugin(tools).perform(try action(program: "tool"))
        let output = try #require(result.fields.last?.value.description)
        #expect(output.utf8.count == RunProgramPlugin.outputLimit - 1)
        #expect(result.message.contains("longer than 65536 bytes"))
    }

    @Test("it starts in the home folder")
    func isAtHome() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: "pwd; /usr/bin/env")
        let result = try await plugin(tools).perform(try action(program: "\(tools.folder.path)/tool"))
        #expect(result.fields[1].value.description.hasPrefix(tools.folder.path + "\n"))
    }

    /// In a process of its own: no thread may look into an environment that another one changes.
    @Test("it knows no secret of ours")
    func isClean() async throws {
        await #expect(processExitsWith: .success) {
            setenv("BEELINE_SECRET_RUNPROGRAM", "open sesame", 1)
            let action = try BeelinePluginsTests.action(#"{"action":"run-program","program":"env"}"#, text: "x")
            let ours = try await RunProgramPlugin().perform(action)
            #expect(!ours.fields[1].value.description.contains("sesame"))
            #expect(ours.fields[1].value.description.contains("PATH="))
        }
    }

    @Test("another status than 0 fails, with the last line of standard error")
    func fails() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: "echo one >&2; echo 'no such parcel' >&2; echo; exit 4")
        let error = await #expect(throws: ToolError.self) {
            try await plugin(tools).perform(try action(program: "tool"))
        }
        #expect(error?.description == "tool ended with status 4: no such parcel")
        try tools.folder.addProgram("tool", "kill -9 $$")
        await #expect(throws: ToolError.failed("tool", end: .signalled(9), said: "")) {
            try await plugin(tools).perform(try action(program: "tool"))
        }
    }

    @Test("a secret that a program repeats is hidden")
    func keepsSecrets() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: #"echo "$1"; echo "$1" >&2"#)
        let json = #"{"action":"run-program","program":"tool","arguments":["a{password}"]}"#
        let wifi = #"{"kind":"wifi","password":{"exists":true}}"#
        let action = try BeelinePluginsTests.action(json, text: "WIFI:T:WPA;S:a;P:sesame;;", when: wifi)
        let result = try await plugin(tools).perform(action)
        #expect(result.fields[1].value == .text("asesame") && result.fields[1].isSecret)
        try tools.add("tool", then: #"echo "$1" >&2; exit 1"#)
        let error = await #expect(throws: ToolError.self) { try await plugin(tools).perform(action) }
        #expect(error?.description == "tool ended with status 1")
    }

    @Test(
        "what is no program is told of, with a remedy",
        arguments: [
            ("no-such-tool", "install it"), ("./tool", "give the absolute path"), ("bin/tool", "the absolute path"),
            ("/nonexistent/tool", "check that it exists"), ("/etc/passwd", "executable"), ("/", "executable"),
            ("", "install it"),
        ])
    func tellsWhatIsMissing(_ program: String, _ remedy: String) async throws {
        let tools = try FakeTools("tool")
        let error = await #expect(throws: ActionProblem.self) {
            // No rule file gets as far with some of them.
            try await plugin(tools).perform(
                Action(
                    name: "run-program", rule: "r", arguments: [.init(name: "program", value: .text(program))]))
        }
        #expect(error?.description.contains(remedy) ?? false)
    }

    @Test("a program that takes too long is ended", .timeLimit(.minutes(15)))
    func isTimed() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: "exec /bin/sleep 3000")
        let error = await #expect(throws: ProgramError.self) {
            try await plugin(tools, timeLimit: .seconds(1)).perform(try action(program: "tool"))
        }
        if case .timedOut? = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("cancelling ends it with all that it started", .timeLimit(.minutes(15)))
    func isCancelled() async throws {
        let tools = try FakeTools()
        try tools.add("tool", then: #"/bin/sleep 3000 & echo $! > "$here/child"; wait"#)
        let plugin = plugin(tools)
        let action = try action(program: "tool")
        let task = Task { try await plugin.perform(action) }
        while !((try? tools.text(of: "child")) ?? "").hasSuffix("\n") { try await Task.sleep(for: .milliseconds(20)) }
        let child = try #require(Int32(try tools.text(of: "child").dropLast()))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while Self.isRunning(child) { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Whether a process is there and no zombie: who waits for it once its parent is gone, is the system's affair.
    private static func isRunning(_ process: Int32) -> Bool {
        guard let status = try? readFile("/proc/\(process)/stat", limit: 4_096) else { return false }
        return !String(decoding: status, as: UTF8.self).contains(") Z ")
    }
}
