import BeelineRules
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("a look-up takes no longer than it may")
struct LookupTimeTests {
    @Test("a slow service is given up", .timeLimit(.minutes(15)), arguments: ["/drip", "/silent?mark=slow"])
    func givesUp(_ path: String) async throws {
        let plugin = LookupPlugin.patient(time: .milliseconds(300))
        let action = Action.lookup(try LookupServer.url(path))
        // Neither service ends by itself before a minute, and then with another error.
        let error = await failure { try await plugin.perform(action) } as? LookupError
        #expect(error?.reason == .http(.tooSlow))
    }

    @Test("cancelling ends it at once, and the connection too", .timeLimit(.minutes(15)))
    func cancels() async throws {
        let action = Action.lookup(try LookupServer.url("/silent?mark=cancelled"))
        let task = Task { try await LookupPlugin.patient(time: .seconds(600)).perform(action) }
        while try await !LookupServer.hasSeen("cancelled") { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while try await !LookupServer.hasSeen("cancelled-gone") { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("one that was cancelled before asks nobody")
    func isNotStarted() async throws {
        let action = Action.lookup(try LookupServer.url("/request?mark=never"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await LookupPlugin.patient().perform(action)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await !LookupServer.hasSeen("never"))
    }

    @Test("many at once do not wait for each other", .timeLimit(.minutes(15)))
    func runsSideBySide() async throws {
        // More than there are threads in the concurrency runtime; none is answered until all have been asked.
        let plugin = LookupPlugin.patient()
        let url = try LookupServer.url("/silent?mark=many")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = await failure { try await plugin.perform(.lookup(url + "\(number)")) } }
            }
            for number in 0..<40 {
                while try await !LookupServer.hasSeen("many\(number)") { try await Task.sleep(for: .milliseconds(20)) }
            }
            group.cancelAll()
        }
    }
}
