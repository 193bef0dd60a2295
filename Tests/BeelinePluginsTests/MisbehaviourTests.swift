import BeelineRules
import BeelineSupport
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("A plugin that misbehaves costs its own requests, and nothing else", .timeLimit(.minutes(20)))
struct MisbehaviourTests {
    struct Way: Sendable {
        let name: String
        /// What it does when it is asked for `bad`, in Python.
        let deed: String
        /// Whether the caller should get this error; nil: the request is still done.
        let isRight: (@Sendable (ExternalPluginError) -> Bool)?
    }

    private static func isNonsense(_ error: ExternalPluginError) -> Bool {
        if case .nonsense = error { true } else { false }
    }

    private static func isSilence(_ error: ExternalPluginError) -> Bool {
        if case .noAnswer = error { true } else { false }
    }

    static let ways = [
        Way(name: "nonsense", deed: "print('I am not JSON', flush=True)", isRight: isNonsense),
        Way(name: "no-object", deed: "print('[1, 2]', flush=True)", isRight: isNonsense),
        Way(
            name: "no-status", deed: "print(json.dumps({'id': request['id'], 'status': 'great'}), flush=True)",
            isRight: isNonsense),
        Way(
            name: "bad-results",
            deed: "print(json.dumps({'id': request['id'], 'status': 'done', 'results': [1]}), flush=True)",
            isRight: isNonsense),
        Way(name: "not-utf8", deed: #"os.write(1, b'{"id":"\xff\xfe"}\n')"#, isRight: isNonsense),
        Way(name: "deep", deed: "print('[' * 100000, flush=True)", isRight: isNonsense),
        Way(name: "hangs", deed: "time.sleep(6000)", isRight: isSilence),
        Way(
            name: "ignores-signals",
            deed: "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(6000)", isRight: isSilence),
        Way(name: "floods", deed: "while True: print('x' * 1000)", isRight: isNonsense),
        Way(name: "floods-one-line", deed: "while True: os.write(1, b'x' * 65536)", isRight: isNonsense),
        Way(name: "floods-errors", deed: "while True: os.write(2, b'noise\\n' * 10000)", isRight: isSilence),
        Way(name: "exits", deed: "os._exit(3)", isRight: { $0 == .died(plugin: "exits", .exited(3)) }),
        Way(
            name: "is-killed", deed: "os.kill(os.getpid(), 9)",
            isRight: { $0 == .died(plugin: "is-killed", .signalled(9)) }),
        Way(
            name: "closes-output", deed: "os.close(1); time.sleep(6000)",
            isRight: { $0 == .hungUp(plugin: "closes-output") }),
        Way(name: "closes-input", deed: "os.close(0); time.sleep(6000)", isRight: isSilence),
        Way(name: "answers-twice", deed: "answer(request, 'bad'); answer(request, 'bad')", isRight: nil),
        Way(name: "unknown-id", deed: "answer({'id': 999999}, 'bad')", isRight: isNonsense),
        Way(name: "half-a-line", deed: #"os.write(1, b'{"id":'); time.sleep(6000)"#, isRight: isSilence),
        Way(
            name: "half-a-line-and-exits", deed: #"os.write(1, b'{"id":'); os._exit(0)"#,
            isRight: { $0 == .died(plugin: "half-a-line-and-exits", .exited(0)) }),
    ]

    private static func plugin(_ way: Way) throws -> PluginBox {
        let script = """
            \(PluginScript.python)
            for request in requests():
                if request["parameters"]["text"] == "bad":
                    \(way.deed)
                else:
                    answer(request, request["parameters"]["text"])
            """
        // Long enough for Python to start on a machine that does twenty other things.
        return try PluginBox(name: way.name, "python3", script, json: #", "timeLimit": 15"#)
    }

    @Test("ten others lose nothing while all of them misbehave, and each gets its requests again")
    func othersLoseNothing() async throws {
        let boxes = try Self.ways.map { try Self.plugin($0) }
        let goodBoxes = try (0..<10).map {
            try PluginBox(name: "good-\($0)", "sh", PluginScript.echo, json: #", "timeLimit": 1000"#)
        }
        let good = try goodBoxes.map { try $0.load() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (way, box) in zip(Self.ways, boxes) {
                let plugin = try box.load()
                group.addTask {
                    try await Self.misbehave(plugin, way)
                    await plugin.end()
                }
            }
            for plugin in good {
                group.addTask {
                    for number in 0..<200 {
                        let text = "\(plugin.manifest.name) \(number)"
                        let message = try await plugin.perform(text).message
                        #expect(message == text)
                    }
                }
            }
            try await group.waitForAll()
        }
        for plugin in good { await plugin.end() }
        for box in goodBoxes { #expect(box.lines == []) }
        // What a flood says is shown in part: some lines a second.
        let flood = boxes[Self.ways.firstIndex { $0.name == "floods-errors" } ?? 0].lines
        #expect(flood.count < 5000)
        #expect(flood.contains { $0.hasPrefix("floods-errors: … ") })
    }

    private static func misbehave(_ plugin: ExternalPlugin, _ way: Way) async throws {
        #expect(try await plugin.perform("first").message == "first", "\(way.name)")
        do {
            let message = try await plugin.perform("bad").message
            #expect(message == "bad" && way.isRight == nil, "\(way.name): done: \(message)")
        } catch let error as ExternalPluginError {
            #expect(way.isRight?(error) == true, "\(way.name): \(error)")
        }
        // Where it is left running, the next request may still find its remains.
        var answer: String?
        while answer == nil {
            answer = try? await plugin.perform("next").message
            if answer == nil { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(answer == "next", "\(way.name)")
    }

    @Test("a request after a program got stuck waits until that one has ended, however long it takes")
    func waitsForNext() async throws {
        let script = """
            \(PluginScript.python)
            # Ends half a second after it was told to, and says what it was sent meanwhile.
            signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.5), os._exit(0)))
            for request in requests():
                text = request["parameters"]["text"]
                if text == "never": os.write(2, b"stuck\\n"); time.sleep(6000)
                answer(request, text)
            """
        let box = try PluginBox(name: "box", "python3", script, json: #", "timeLimit": 15"#)
        let plugin = try box.load()
        try await plugin.perform("first")
        for number in 0..<2 {
            await #expect(throws: ExternalPluginError.self) { try await plugin.perform("never") }
            #expect(try await plugin.perform("\(number)").message == "\(number)")
        }
        await plugin.end()
    }

    @Test("with several requests on their way, one that is not answered costs only itself")
    func slowRequest() async throws {
        let script = """
            \(PluginScript.python)
            for request in requests():
                if request["parameters"]["text"] != "never": answer(request, request["parameters"]["text"])
            """
        let box = try PluginBox(name: "box", "python3", script, json: #", "timeLimit": 15, "inFlight": 8"#)
        let plugin = try box.load()
        try await plugin.perform("first")
        let never = Task { try await plugin.perform("never") }
        let others = Task {
            var count = 0
            while !Task.isCancelled {
                guard let message = try? await plugin.perform("\(count)").message else { break }
                #expect(message == "\(count)")
                count += 1
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
        await #expect(throws: ExternalPluginError.noAnswer(plugin: "box", limit: .seconds(15))) {
            try await never.value
        }
        others.cancel()
        await others.value
        #expect(try await plugin.perform("last").message == "last")
        await plugin.end()
    }

    @Test("one that ends each time is left alone for longer and longer, and said so")
    func rests() async throws {
        let plugin = try PluginBox(name: "box", "sh", "exit 7").load()
        var errors: [ExternalPluginError] = []
        while true {
            do {
                try await plugin.perform("x")
                Issue.record("it cannot have answered")
            } catch let error as ExternalPluginError {
                errors.append(error)
                if case .resting(_, let time) = error {
                    #expect(time > .seconds(1))
                    break
                }
            }
        }
        #expect(errors.dropLast().allSatisfy { $0 == .died(plugin: "box", .exited(7)) })
        #expect(errors.count > 3)
        #expect(errors.last?.description.contains("it is started again in") == true)
        await plugin.end()
    }
}
