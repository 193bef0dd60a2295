internal import Synchronization

/// Counts wrong guesses of secrets in each minute. Right ones always count as right: a guesser cannot lock out the owner of a token.
final class GuessLimit: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var minute: ContinuousClock.Instant
    }

    private let most: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// How many addresses are counted by themselves. Further ones share one count.
    private static let mostNames = 1_000

    init(most: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.most, self.now) = (most, now)
        state = Mutex(State(minute: now()))
    }

    /// Notes a wrong guess.
    ///
    /// - Returns: whether there were too many in this minute.
    func note(_ name: String) -> Bool {
        let now = now()
        return state.withLock { state in
            if now - state.minute >= .seconds(60) { state = State(minute: now) }
            let name = state.counts[name] == nil && state.counts.count >= Self.mostNames ? "" : name
            let count = min((state.counts[name] ?? 0) + 1, most + 1)
            state.counts[name] = count
            return count > most
        }
    }
}
