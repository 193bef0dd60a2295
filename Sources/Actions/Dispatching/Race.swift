internal import Synchronization

/// The first of several results; those that come later are dropped.
package final class Race<Value: Sendable>: Sendable {
    package init() {}

    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
    }

    private let state = Mutex(State.open)

    /// Gives a result; only the first one counts.
    package func finish(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .finished(result)
                return nil
            case .awaited(let continuation):
                state = .finished(result)
                return continuation
            case .finished: return nil
            }
        }
        waiting?.resume(with: result)
    }

    /// Waits for the first result. To be called once.
    package func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Value, any Error>? in
                if case .finished(let result) = state { return result }
                state = .awaited(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
