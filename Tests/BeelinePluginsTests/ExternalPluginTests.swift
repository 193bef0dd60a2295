import BeelineContent
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("A plugin outside of the program", .timeLimit(.minutes(20)))
struct ExternalPluginTests {
    private func python(_ script: String, results: [String] = [], json: String = "") throws -> PluginBox {
        try PluginBox(
            "python3", "\(PluginScript.python)\n\(script)", results: results, json: ", \"timeLimit\": 600\(json)")
    }

    @Test(
        "gets texts as they are",
        arguments: [
            "", "a", "a b", "\"quoted\"", "back\\slash", "line\nfeed", "nul\0", "日本語", "\u{1F600}", "$(touch x)",
            "--help",
            "{\"id\":99}", String(repeating: "x", count: 200_000),
        ])
    func passesTexts(_ text: String) async throws {
        let script = """
            for request in requests():
                answer(request, "", results={"text": request["parameters"]["text"]})
            """
        let plugin = try python(script, results: ["text"]).load()
        #expect(try await plugin.perform(text).fields == [.init(name: "text", value: .text(text))])
        await plugin.end()
    }

    @Test("a request is one line, with its members in order")
    func request() async throws {
        let script = """
            for line in sys.stdin:
                print(json.dumps({"id": json.loads(line)["id"], "status": "done", "message": line}), flush=True)
            """
        let plugin = try python(script).load()
        let action = Action(
            name: "box", rule: "my.rule",
            arguments: [
                .init(name: "text", value: .text("a")), .init(name: "number", value: .number(DecimalNumber(7))),
                .init(name: "truth", value: .boolean(true)), .init(name: "list", value: .list(["x", "y"])),
                .init(name: "fields", value: .fields([.init(name: "k", value: .text("v"))])),
            ])
        let parameters = #"{"text":"a","number":7,"truth":true,"list":["x","y"],"fields":{"k":"v"}}}"#
        #expect(
            try await plugin.actions[0].perform(action).message
                == #"{"version":1,"id":1,"action":"box","rule":"my.rule","parameters":"# + parameters + "\n")
        #expect(
            try await plugin.performSample(action).message
                == #"{"version":1,"id":2,"action":"box","rule":"my.rule","sample":true,"parameters":"# + parameters
                + "\n")
        await plugin.end()
    }

    @Test("answers with texts, numbers, booleans and lists of these; undeclared results are dropped")
    func results() async throws {
        let script = """
            for request in requests():
                answer(request, "ok", results={"a": "x", "b": 2.5, "c": False, "d": ["p", 7, True], "e": None, "other": 1})
            """
        let plugin = try python(script, results: ["a", "b", "c", "d", "e"]).load()
        let number = try #require(DecimalNumber("2.5"))
        #expect(
            try await plugin.perform("x").fields == [
                .init(name: "a", value: .text("x")), .init(name: "b", value: .number(number)),
                .init(name: "c", value: .boolean(false)),
                .init(name: "d", value: .list(["p", .number(DecimalNumber(7)), .boolean(true)])),
            ])
        await plugin.end()
    }

    @Test("says that it failed, and why")
    func failure() async throws {
        let script = """
            for request in requests():
                print(json.dumps({"id": request["id"], "status": "failed", "message": "no paper"}), flush=True)
            """
        let plugin = try python(script).load()
        await #expect(throws: ExternalPluginError.failed("no paper")) { try await plugin.perform("x") }
        #expect("\(ExternalPluginError.failed("no paper"))" == "no paper")
        await plugin.end()
    }

    @Test("is started once, at its first request")
    func isKept() async throws {
        let script = "open('started', 'a').write('x')\nfor request in requests(): answer(request, str(os.getpid()))"
        let box = try python(script)
        let plugin = try box.load()
        #expect(!FileManager.default.fileExists(atPath: "\(box.folder)/started"))
        var messages: Set<String> = []
        for _ in 0..<20 { messages.insert(try await plugin.perform("x").message) }
        #expect(messages.count == 1)
        #expect(try String(contentsOfFile: "\(box.folder)/started", encoding: .utf8) == "x")
        await plugin.end()
    }

    @Test("may answer in any order")
    func anyOrder() async throws {
        let script = """
            waiting = []
            for request in requests():
                waiting.append(request)
                if len(waiting) == 5:
                    for one in reversed(waiting): answer(one, one["parameters"]["text"])
                    waiting = []
            """
        let plugin = try python(script, json: #", "inFlight": 5"#).load()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let message = try await plugin.perform("\(number)").message
                    #expect(message == "\(number)")
                }
            }
            try await group.waitForAll()
        }
        await plugin.end()
    }

    @Test("has no more requests at once than it wants", arguments: [1, 3])
    func window(_ size: Int) async throws {
        // Whatever more there is would be in its input by the time it looks.
        let script = """
            import select
            for line in iter(lambda: os.read(0, 1 << 20), b""):
                lines = line.splitlines()
                time.sleep(0.02)
                if select.select([0], [], [], 0)[0]: lines += os.read(0, 1 << 20).splitlines()
                for one in lines: answer(json.loads(one), str(len(lines)))
            """
        let plugin = try python(script, json: ", \"inFlight\": \(size)").load()
        let most = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<30 { group.addTask { Int(try await plugin.perform("x").message) ?? .max } }
            return try await group.reduce(0, max)
        }
        #expect(most == size)
        await plugin.end()
    }

    @Test("starts in its folder, with a clean environment")
    func surroundings() async throws {
        let script = #"""
            while IFS= read -r line; do
              id=${line#*'"id":'}; id=${id%%,*}
              names=$(tr '\0' '\n' < /proc/$$/environ | sed 's/=.*//; s/.*/"&"/' | paste -sd, -)
              printf '{"id":%s,"status":"done","results":{"folder":"%s","names":[%s]}}\n' \
                "$id" "$(pwd -P)" "$names"
            done
            """#
        let box = try PluginBox(
            "sh", script, results: ["folder", "names"], json: #", "timeLimit": 600"#)
        let plugin = try box.load()
        let fields = try await plugin.perform("x").fields
        #expect(fields.first { $0.name == "folder" }?.value == .text(plugin.folder))
        #expect(plugin.folder.hasSuffix(URL(fileURLWithPath: box.folder).lastPathComponent))
        guard case .list(let names)? = fields.first(where: { $0.name == "names" })?.value else {
            Issue.record("no names")
            return
        }
        #expect(Set(names.map(\.description)) == Set(cleanEnvironment().keys))
        #expect(names.contains("PATH"))
        await plugin.end()
    }

    @Test("its standard error is shown under its name, and escaped")
    func voice() async throws {
        let script = """
            for request in requests():
                os.write(2, b"plain\\r\\n\\x1b[2Jforged\\nhalf " + b"y" * 1000 + b"\\n")
                answer(request, "")
            os.write(2, b"bye")
            """
        let box = try python(script)
        let plugin = try box.load()
        try await plugin.perform("x")
        await plugin.end()
        let cut = "half " + String(repeating: "y", count: 495) + "…"
        #expect(box.lines == ["box: plain", "box: \\u{1B}[2Jforged", "box: \(cut)", "box: bye"])
    }

    @Test("cancelling one request leaves the others alone")
    func cancelling() async throws {
        let script = """
            held = []
            for request in requests():
                if request["parameters"]["text"] == "held": held.append(request)
                else: answer(request, request["parameters"]["text"])
                if request["parameters"]["text"] == "go":
                    for one in held: answer(one, "late")
            """
        let plugin = try python(script, json: #", "inFlight": 8"#).load()
        try await plugin.perform("first")
        let held = (0..<3).map { _ in Task { try await plugin.perform("held") } }
        #expect(try await plugin.perform("second").message == "second")
        held[1].cancel()
        await #expect(throws: CancellationError.self) { try await held[1].value }
        #expect(try await plugin.perform("go").message == "go")
        #expect(try await held[0].value.message == "late")
        #expect(try await held[2].value.message == "late")
        #expect(try await plugin.perform("last").message == "last")
        await plugin.end()
    }

    @Test("a request that was cancelled before is not sent")
    func cancelledBefore() async throws {
        let box = try python("for request in requests(): answer(request, '')")
        let plugin = try box.load()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await plugin.perform("x")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try await plugin.perform("y")
        await plugin.end()
    }

    @Test("stops at the end of its input; one that ignores it is killed", arguments: [true, false])
    func ends(_ listens: Bool) async throws {
        let script = """
            for request in requests(): answer(request, str(os.getpid()))
            \(listens ? "" : "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(600)")
            """
        let plugin = try python(script).load()
        let pid = try #require(Int32(try await plugin.perform("x").message))
        #expect(await plugin.end() == listens)
        #expect(kill(pid, 0) != 0)
        await #expect(throws: ExternalPluginError.ended(plugin: "box")) { try await plugin.perform("x") }
        #expect(await plugin.end() == listens)
    }

    /// As a program does that becomes a daemon: a session of its own, no streams, and a parent that is gone.
    @Test(
        "takes along what has left its session, however it ends",
        arguments: ["", "os._exit(3)", "os.kill(os.getpid(), 9)"])
    func endsDaemons(_ end: String) async throws {
        let script = """
            def daemon():
                reading, writing = os.pipe()
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() > 0: os._exit(0)
                    os.write(writing, b'%d' % os.getpid())
                    for stream in (0, 1, 2, reading, writing): os.close(stream)
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    signal.signal(signal.SIGHUP, signal.SIG_IGN)
                    while True: time.sleep(600)
                os.wait()
                return os.read(reading, 20).decode()
            for request in requests():
                answer(request, daemon())
                \(end)
            """
        let plugin = try python(script).load()
        let pid = try #require(Int32(try await plugin.perform("x").message))
        _ = await plugin.end()
        #expect(kill(pid, 0) != 0 && errno == ESRCH)
    }

    @Test("ends when it is released")
    func endsWhenLetGo() async throws {
        let box = try python("for request in requests(): answer(request, str(os.getpid()))")
        let pid = try #require(Int32(try await box.load().perform("x").message))
        while kill(pid, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("one without any request ends at once")
    func endsUnused() async throws {
        let plugin = try python("").load()
        #expect(await plugin.end() == nil)
        await #expect(throws: ExternalPluginError.ended(plugin: "box")) { try await plugin.perform("x") }
    }

    @Test("requests that its end interrupts fail")
    func endInterrupts() async throws {
        let box = try python("for request in requests(): print('started', file=sys.stderr, flush=True)")
        let plugin = try box.load()
        let task = Task { try await plugin.perform("x") }
        try await box.untilSaid { !$0.isEmpty }
        await plugin.end()
        await #expect(throws: ExternalPluginError.ended(plugin: "box")) { try await task.value }
    }

    @Test("an answer longer than the line limit is refused")
    func refusesLongRequests() async throws {
        let plugin = try python("for request in requests(): answer(request, '')").load()
        await #expect(throws: ExternalPluginError.requestTooLong(plugin: "box", limit: 1 << 20)) {
            try await plugin.perform(String(repeating: "x", count: 1 << 20))
        }
        await plugin.end()
    }

    @Test("a program that the system cannot start is reported")
    func unstartable() async throws {
        let folder = try TemporaryFolder()
        try folder.addProgram("run", "nothing", start: "#!/nonexistent/interpreter\n")
        let manifest = """
            {"version":1,"name":"p","summary":"s","command":["./run"],"actions":[{"name":"p","summary":"s"}]}
            """
        try manifest.write(toFile: "\(folder.path)/plugin.json", atomically: true, encoding: .utf8)
        let plugins = try ExternalPlugins.load(folders: [folder.path])
        let error = await #expect(throws: ExternalPluginError.self) {
            try await plugins.actions[0].perform(Action(name: "p", rule: "r", arguments: []))
        }
        #expect(error?.description.contains("the plugin p was not started: ") == true)
        await plugins.end()
    }
}
