import BeelineActions
import BeelineRules
import Testing

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

    @Test("an action that does not listen when it is cancelled holds up nobody", .timeLimit(.minutes(15)))
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

    @Test("outcomes tell what happened")
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
        // Nobody waits for the plugin, which may be a moment late.
        while await diary.entries.count < 2 { await Task.yield() }
        #expect(await diary.entries == ["slow begins", "slow is cancelled"])
    }

    @Test("ending the iteration early cancels what has not been done", .timeLimit(.minutes(15)))
    func stopsWithTheIteration() async throws {
        let diary = Diary()
        let actions = [Action.fake("good", rule: "1"), .fake("slow"), .fake("good", rule: "2")]
        for await outcome in try dispatcher(diary: diary).perform(Resolution(actions)) {
            #expect(outcome.status == .done)
            while await diary.entries.count < 2 { await Task.yield() }
            break
        }
        while await diary.entries.count < 3 { await Task.yield() }
        #expect(await diary.entries == ["1", "slow begins", "slow is cancelled"])
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
