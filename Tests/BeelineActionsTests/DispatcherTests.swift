import ActionsTestSupport
import BeelineRules
import Testing

@testable import BeelineActions

@Suite("The dispatcher asks before it acts")
struct DispatcherPermissionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        var policy = Policy.allow
        var effects: Set<Effect> = [.network]
        var action = Action.fake()
        /// The user's answer; nil: there is no terminal to ask on.
        var answer: Bool?
        let status: Outcome.Status
        var message = ""
        /// The question, if there was one, has these reasons.
        var asked: [LinkReason]?

        var testDescription: String { why }
    }

    static let cases = [
        Case(why: "allowed by the policy", status: .done, message: "did it"),
        Case(why: "allowed, and no one asked", answer: false, status: .done),
        Case(
            why: "asked for, and no one there", policy: .ask, status: .notAllowed,
            message: #"set(action: "fake", to: .allow) or set(.network, to: .allow) of its policy allows it in advance"#
        ),
        Case(why: "asked for, and yes", policy: .ask, answer: true, status: .done, asked: []),
        Case(why: "asked for, and no", policy: .ask, answer: false, status: .notAllowed, message: "no", asked: []),
        Case(
            why: "denied, and no one asked", policy: Policy(effects: [.network: .deny]), answer: true,
            status: .notAllowed,
            message: "the policy denies it"),
        Case(
            why: "a request of another program", policy: Policy.allow.policy(for: .http), answer: true,
            status: .notAllowed,
            message:
                #"allow it for the source 'http'; to allow it, put {"sources": {"http": {"allow": ["fake"]}}} into "#
                + #"the policy"#),
        Case(
            why: "the rule tightens", action: .fake(asks: true), status: .notAllowed,
            message: "its rule requires confirmation"),
        Case(why: "the rule tightens, and yes", action: .fake(asks: true), answer: true, status: .done, asked: []),
        Case(
            why: "a rule cannot loosen a denial", policy: Policy(effects: [.network: .deny]),
            action: .fake(asks: true), answer: true, status: .notAllowed, message: "the policy denies it"),
        Case(why: "a plain link", action: .fake(url: "https://example.com/"), status: .done),
        Case(why: "an unencrypted link is only told", action: .fake(url: "http://example.com/"), status: .done),
        Case(
            why: "a doubtful link is asked for", action: .fake(url: "https://10.0.0.1/"), answer: true, status: .done,
            asked: [.localHost("10.0.0.1")]),
        Case(
            why: "a doubtful link, and no one there", action: .fake(url: "https://10.0.0.1/"), status: .notAllowed,
            message: "the host is in the local network: 10.0.0.1"),
        Case(
            why: "the question has every reason", action: .fake(url: "http://10.0.0.1:8080/"), answer: false,
            status: .notAllowed, asked: [.notEncrypted, .localHost("10.0.0.1"), .unusualPort(8080)]),
        Case(
            why: "a dangerous link is never asked for", action: .fake(url: "https://a@b.example/"), answer: true,
            status: .notAllowed, message: "a user name before the host"),
        Case(
            why: "a link is judged even where there are no effects", effects: [], action: .fake(url: "file:///x"),
            status: .notAllowed, message: "'file:' runs code"),
        Case(
            why: "every link of an action is judged",
            action: Action(
                name: "fake", rule: "r",
                arguments: [
                    .init(name: "a", value: .url("https://example.com/")),
                    .init(name: "b", value: .url("javascript:x")),
                ]), answer: true, status: .notAllowed, message: "'javascript:' runs code"),
        Case(
            why: "a problem of the template", action: .fake(problem: "why"), answer: true, status: .failed,
            message: "why"),
        Case(
            why: "an action that nothing performs", action: .fake("other"), answer: true, status: .failed,
            message: "no plugin has an action 'other'"),
    ]

    @Test(arguments: cases)
    func decides(_ example: Case) async throws {
        let questions = Questions()
        let performed = Diary()
        let plugin = FakePlugin(effects: example.effects) { action in
            await performed.note(action.name)
            return ActionResult(message: "did it")
        }
        let confirm = example.answer.map { answer in
            { @Sendable (question: ActionQuestion) -> ActionReply in
                await questions.add(question)
                return answer ? .yes : .no
            }
        }
        let dispatcher = Dispatcher(plugins: try PluginRegistry([plugin]), policy: example.policy, confirm: confirm)
        let outcome = await dispatcher.perform(example.action)
        #expect(outcome.status == example.status)
        #expect(outcome.action == example.action)
        #expect(outcome.message.contains(example.message), "\(outcome.message)")
        #expect(await questions.all.map { $0.link?.reasons ?? [] } == (example.asked.map { [$0] } ?? []))
        #expect(await performed.entries.isEmpty == (example.status != .done))
    }

    @Test("a message advises --allow only where that helps")
    func advises() async throws {
        let dispatcher = Dispatcher(plugins: try PluginRegistry([FakePlugin(effects: [.network])]), policy: .ask)
        #expect(
            await dispatcher.perform(.fake()).message.hasSuffix(
                #"; set(action: "fake", to: .allow) or set(.network, to: .allow) of its policy allows it in advance"#))
        let required = await dispatcher.perform(.fake(asks: true)).message
        #expect(required == "it needs confirmation, and there is no 'confirm' to ask: its rule requires confirmation")
        #expect(await !dispatcher.perform(.fake(url: "https://[::1]/")).message.contains("in advance"))
    }
}

private actor Questions {
    private(set) var all: [ActionQuestion] = []

    func add(_ question: ActionQuestion) { all.append(question) }
}

@Suite("The dispatcher goes through a list")
struct DispatcherOrderTests {
    /// Plugins `good`, `bad` (throws) and `slow` (sleeps until it is cancelled).
    private func dispatcher(timeLimit: Duration = .seconds(900), diary: Diary = Diary()) throws -> Dispatcher {
        let good = FakePlugin("good") { action in
            await diary.note(action.rule)
            return ActionResult(fields: [.init(name: "x", value: .text("1"))])
        }
        let bad = FakePlugin("bad") { _ in throw Failure("out of paper") }
        let slow = FakePlugin("slow") { _ in
            await diary.note("slow begins")
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                await diary.note("slow is cancelled")
                throw error
            }
            return ActionResult()
        }
        return Dispatcher(plugins: try PluginRegistry([good, bad, slow]), policy: .allow, timeLimit: timeLimit)
    }

    private func statuses(_ actions: [Action], timeLimit: Duration = .seconds(900)) async throws -> [String] {
        var statuses: [String] = []
        for await outcome in try dispatcher(timeLimit: timeLimit).perform(Resolution(actions)) {
            statuses.append("\(outcome.action.rule) \(outcome.action.name) \(outcome.status.rawValue)")
        }
        return statuses
    }

    @Test("a failure ends the list of its rule and of no other")
    func skipsWithinTheRule() async throws {
        let found = try await statuses([
            .fake("good", rule: "a"), .fake("bad", rule: "a"), .fake("good", rule: "a"),
            .fake("good", rule: "a", optional: true), .fake("good", rule: "b"),
        ])
        #expect(found == ["a good done", "a bad failed", "a good skipped", "a good skipped", "b good done"])
    }

    @Test("an optional action may fail")
    func goesOnAfterOptional() async throws {
        let found = try await statuses([
            .fake("bad", optional: true), .fake("none", optional: true), .fake("good", optional: true, problem: "p"),
            .fake("good"), .fake("good", problem: "p"), .fake("good"),
        ])
        #expect(
            found == [
                "r bad failed", "r none failed", "r good failed", "r good done", "r good failed", "r good skipped",
            ])
    }

    @Test("a refusal ends the list as a failure does")
    func refusalEnds() async throws {
        #expect(
            try await statuses([.fake("good", url: "file:///x"), .fake("good")]) == [
                "r good refused", "r good skipped",
            ])
    }

    @Test("an action that takes too long is cancelled")
    func limitsTime() async throws {
        let found = try await statuses([.fake("slow"), .fake("good")], timeLimit: .milliseconds(20))
        #expect(found == ["r slow timed-out", "r good skipped"])
    }

    @Test("an action that ignores its cancellation delays no other action", .timeLimit(.minutes(15)))
    func leavesTheDeafBehind() async throws {
        let deaf = FakePlugin("deaf") { _ in
            await withCheckedContinuation { continuation in
                // Longer than the test may take, and cancellation does not shorten it.
                Task.detached {
                    try? await Task.sleep(for: .seconds(600))
                    continuation.resume()
                }
            }
            return ActionResult()
        }
        let plugins = try PluginRegistry([deaf])
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow, timeLimit: .milliseconds(20))
        #expect(await dispatcher.perform(.fake("deaf")).status == .timedOut)
    }

    @Test("each outcome describes what happened")
    func tells() async throws {
        let dispatcher = try dispatcher()
        let done = await dispatcher.perform(.fake("good", url: "https://a.example/"))
        #expect(done.results == [.init(name: "x", value: .text("1"))])
        #expect(done.description == "done good https://a.example/")
        #expect(await dispatcher.perform(.fake("bad")).description == "failed bad: out of paper")
    }

    @Test("nothing to do")
    func doesNothing() async throws { #expect(try await statuses([]).isEmpty) }

    @Test("cancelling the task that performs cancels the plugin", .timeLimit(.minutes(15)))
    func cancels() async throws {
        let diary = Diary()
        let dispatcher = try dispatcher(diary: diary)
        let task = Task { await dispatcher.perform(.fake("slow")) }
        while await diary.entries.isEmpty { await Task.yield() }
        task.cancel()
        let outcome = await task.value
        #expect(outcome.status == .failed)
        #expect(outcome.message == "it was cancelled")
        // No test waits for the plugin, which may end a moment late.
        while await diary.entries.count < 2 { await Task.yield() }
        #expect(await diary.entries == ["slow begins", "slow is cancelled"])
    }

    @Test("a stream performs nothing before its first iteration, and nothing more after its end")
    func stopsWithTheIteration() async throws {
        let diary = Diary()
        let dispatcher = try dispatcher(diary: diary)
        let actions = [Action.fake("good", rule: "1"), .fake("good", rule: "2"), .fake("good", rule: "3")]
        _ = dispatcher.perform(Resolution(actions))
        for await outcome in dispatcher.perform(Resolution(actions)) where outcome.action.rule == "2" { break }
        #expect(await diary.entries == ["1", "2"])
    }

    @Test("all are performed, and each outcome names the place of its action")
    func performsAll() async throws {
        let actions = [Action.fake("bad", rule: "1"), .fake("good", rule: "1"), .fake("good", rule: "2")]
        let outcomes = try await dispatcher().performAll(Resolution(actions))
        #expect(outcomes.map(\.status) == [.failed, .skipped, .done])
        #expect(outcomes.map(\.actionIndex) == [0, 1, 2])
        #expect(try await dispatcher().perform(actions[2]).actionIndex == nil)
    }

    @Test("cancelling the task that iterates cancels what has not been done", .timeLimit(.minutes(15)))
    func stopsWithTheTask() async throws {
        let diary = Diary()
        let stream = try dispatcher(diary: diary).perform(Resolution([.fake("slow"), .fake("good", rule: "2")]))
        let task = Task { for await _ in stream {} }
        while await diary.entries.isEmpty { await Task.yield() }
        task.cancel()
        await task.value
        while await diary.entries.count < 2 { await Task.yield() }
        #expect(await diary.entries == ["slow begins", "slow is cancelled"])
    }
}

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
