import BeelineRules
import Testing

@testable import BeelineActions

@Suite("What is under way comes to an end")
struct StoppingTests {
    private let action = Action(name: "fake", rule: "r", arguments: [])

    @Test("when all is broken off: it is cancelled and waited for, and nothing more is begun")
    func stops() async throws {
        let diary = Diary()
        let plugin = FakePlugin { _ in
            await diary.note("begun")
            do { try await Task.sleep(for: .seconds(600)) } catch { await diary.note("cancelled") }
            return ActionResult()
        }
        let dispatcher = Dispatcher(plugins: try PluginRegistry([plugin]), policy: .allow, timeLimit: .seconds(500))
        async let outcome = dispatcher.perform(action)
        while await diary.entries.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        await dispatcher.stop(grace: .seconds(300))
        #expect(await diary.entries == ["begun", "cancelled"])
        #expect(await outcome.status == .done)
        let later = await dispatcher.perform(action)
        #expect(later.status == .failed)
        #expect(later.message == "it was cancelled")
    }

    private struct Sleeper: ActionPlugin {
        let signature: ActionSignature
        let limit: Duration

        init(_ name: String, limit: Duration) {
            signature = ActionSignature(name: name, summary: "", parameters: [], effects: [])
            self.limit = limit
        }

        func timeLimit(for action: Action) -> Duration? { limit }

        func perform(_ action: Action) async throws -> ActionResult {
            try await Task.sleep(for: .seconds(600))
            return ActionResult()
        }
    }

    @Test("each by its own limit, whichever was begun first", arguments: [["long", "short"], ["short", "long"]])
    func keepsLimits(_ order: [String]) async throws {
        let plugins = [Sleeper("long", limit: .seconds(2)), Sleeper("short", limit: .milliseconds(20))]
        let dispatcher = Dispatcher(plugins: try PluginRegistry(plugins), policy: .allow)
        let ended = await withTaskGroup(of: Outcome.self) { group in
            for name in order {
                group.addTask { await dispatcher.perform(Action(name: name, rule: "r", arguments: [])) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ended.map(\.status) == [.timedOut, .timedOut])
        #expect(Set(ended.map(\.message)) == ["not done after 2.0 seconds", "not done after 0.02 seconds"])
    }
}
