internal import Synchronization

/// Lets tasks do something one after the other, in the order in which they came.
final class Turns: Sendable {
    /// Whose turn the task has.
    @TaskLocal private static var current: Turns?

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// How many of `waiting` had their turn.
        var first = 0
    }

    private let state = Mutex(State())

    func take<Value: Sendable>(_ work: () async -> Value) async -> Value {
        await begin()
        defer { end() }
        return await Self.$current.withValue(self) { await work() }
    }

    /// Does what may take a minute, such as a question to the user: others have their turns meanwhile, and this task
    /// waits for the next one afterwards.
    static func givingWay<Value: Sendable>(_ work: () async -> Value) async -> Value {
        guard let current else { return await work() }
        current.end()
        let value = await work()
        await current.begin()
        return value
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.first < state.waiting.count else {
                state = State()
                return nil
            }
            state.first += 1
            return state.waiting[state.first - 1]
        }
        next?.resume()
    }
}
