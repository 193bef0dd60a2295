internal import Synchronization

/// Counts wrong guesses of secrets in each minute. Right ones always count as right: whoever guesses keeps nobody out.
final class GuessLimit: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var minute: ContinuousClock.Instant
    }

    private let most: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// The most addresses that are told apart. Who has more of them shares what the others leave.
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
