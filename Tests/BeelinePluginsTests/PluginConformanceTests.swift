import ActionsTestSupport
import BeelineRules
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("The conformance test of plugins", .timeLimit(.minutes(20)))
struct PluginConformanceTests {
    @Test("the built-in plugins that do no harm pass it")
    func builtIn() async throws {
        let folder = try TemporaryFolder()
        #expect(await EmitPlugin().conformanceProblems() == [])
        let record = RecordPlugin(path: "\(folder.path)/history.db")
        #expect(await record.conformanceProblems() == [])
        let set = SetPlugin(path: "\(folder.path)/history.db")
        let length = Action.Argument(name: "for", value: .text("8 h"))
        let values = Action.Argument(name: "values", value: .fields([.init(name: "mode", value: .text("inventory"))]))
        #expect(await set.conformanceProblems(arguments: [values, length]) == [])
        let count = CountPlugin(path: "\(folder.path)/history.db")
        let name = Action.Argument(name: "name", value: .text("boxes"))
        #expect(await count.conformanceProblems(arguments: [name, length]) == [])
        // No opener is there, so nothing is opened.
        let openURL = OpenURLPlugin(searchPath: "/nonexistent", patience: .seconds(1))
        #expect(await openURL.conformanceProblems(mayFail: true) == [])
    }

    @Test("plugins outside of the program pass it")
    func outside() async throws {
        let box = try PluginBox("sh", PluginScript.echo, json: #", "timeLimit": 600, "inFlight": 16"#)
        let plugin = try box.load()
        #expect(await plugin.actions[0].conformanceProblems(patience: .seconds(600)) == [])
        await plugin.end()
    }

    private struct Odd: ActionPlugin {
        let signature: ActionSignature
        let work: @Sendable () async throws -> ActionResult

        init(
            _ signature: ActionSignature = ActionSignature(name: "odd", summary: "s", parameters: [], effects: []),
            work: @escaping @Sendable () async throws -> ActionResult = { ActionResult() }
        ) {
            self.signature = signature
            self.work = work
        }

        func perform(_ action: Action) async throws -> ActionResult { try await work() }
    }

    private func problems(_ plugin: Odd) async -> [String] {
        await plugin.conformanceProblems(patience: .milliseconds(500))
    }

    @Test("a signature that rules cannot use is reported")
    func signatures() async {
        let signature = ActionSignature(
            name: "Odd one", summary: "",
            parameters: [
                .init("rule", .text, summary: "s"), .init("a b", .text, summary: "s"), .init("x", .text, summary: ""),
                .init("x", .text, summary: "s"),
            ], results: .named(["a.b"]), effects: [])
        let problems = await problems(Odd(signature))
        for part in ["'Odd one'", "no summary", "'rule' has a name", "'a b'", "two parameters 'x'", "'a.b'"] {
            #expect(problems.contains { $0.contains(part) }, "\(part)")
        }
    }

    @Test("a plugin that fails, finds a value that it has not declared, or ignores its cancellation is reported")
    func deeds() async {
        #expect(await problems(Odd { throw Failure("no paper") }).contains("performing it fails: no paper"))
        #expect(
            await problems(Odd { ActionResult(fields: [.init(name: "x", value: .text("y"))]) })
                == ["it finds 'x', which its signature does not name"])
        // It does not listen, and ends by itself long after.
        let deaf = await problems(
            Odd {
                await Task.detached { try? await Task.sleep(for: .seconds(3)) }.value; return ActionResult()
            })
        #expect(deaf.contains { $0.hasPrefix("cancelled, it does not end") })
        #expect(await problems(Odd()) == [])
    }
}

@Suite("The plugin registry")
struct PluginRegistryTests {
    @Test("two plugins of one name are an error")
    func refusesDuplicates() throws {
        #expect(throws: PluginError.duplicateName("a")) {
            try PluginRegistry([FakePlugin("a"), FakePlugin("b"), FakePlugin("a")])
        }
        #expect(throws: PluginError.duplicateName("open-url")) {
            try PluginRegistry.standard(and: [FakePlugin("open-url")])
        }
        #expect(PluginError.duplicateName("a").description == "two plugins have an action 'a'")
    }

    @Test("an action whose name a rule could not be sure of is an error", arguments: ["Bad Name", "", "é", "1st"])
    func refusesNames(_ name: String) {
        #expect(throws: PluginError.unusableName(name)) { try PluginRegistry([FakePlugin(name)]) }
    }

    @Test("plugins are found by name, and keep their order")
    func findsPlugins() throws {
        let registry = try PluginRegistry.standard(and: [FakePlugin("z"), FakePlugin("a")])
        let standard = PluginRegistry.standard.signatures.map(\.name)
        #expect(registry.signatures.map(\.name) == standard + ["z", "a"])
        #expect(standard.contains("open-url"))
        #expect(registry["z"] is FakePlugin)
        #expect(registry["Z"] == nil)
        #expect(try PluginRegistry([]).signatures.isEmpty)
    }

    @Test("a built-in plugin has the name that it is listed under", arguments: PluginRegistry.standard.names)
    func listsNames(name: String) { #expect(PluginRegistry.standard[name]?.signature.name == name) }

    @Test("a deferred plugin is made when it is needed, once for all copies, and ended only then")
    func makesPlugins() async {
        let life = Life()
        let registry = PluginRegistry(deferred: ["a": { Mortal(life) }])
        let copy = registry
        await registry.end()
        #expect(registry.names == ["a"])
        #expect(life.events == [])
        #expect(registry["a"] != nil && copy["a"] != nil && copy.signatures.count == 1)
        #expect(life.events == ["made"])
        await copy.end()
        #expect(life.events == ["made", "ended"])
    }

    @Test("emit gives back its fields")
    func emits() async throws {
        let fields = [Action.Argument(name: "a", value: .text("1")), .init(name: "b", value: .boolean(true))]
        let action = Action(name: "emit", rule: "r", arguments: [.init(name: "fields", value: .fields(fields))])
        #expect(try await EmitPlugin().perform(action).fields == fields)
    }
}

/// What happened to a plugin.
private final class Life: Sendable {
    private let stored = Mutex<[String]>([])
    var events: [String] { stored.withLock { $0 } }
    func note(_ event: String) { stored.withLock { $0.append(event) } }
}

/// A plugin that notes when it is made and ended.
private struct Mortal: ActionPlugin {
    let signature = ActionSignature(name: "a", summary: "Does nothing.", parameters: [], effects: [])
    let life: Life

    init(_ life: Life) {
        self.life = life
        life.note("made")
    }

    func perform(_ action: Action) async throws -> ActionResult { ActionResult() }
    func end() async { life.note("ended") }
}
