import Glibc
import Synchronization

/// A line on the terminal that says how far long work has come: `120/895 images, 45/s, 0:17 left`.
///
/// It is there only when standard error is a terminal, after a second, for more than a few things to do.
final class ProgressLine: Sendable {
    private struct State {
        var isShown = false
        var lastShown: ContinuousClock.Instant
    }

    private let total: Int
    private let noun: String
    private let isWanted: Bool
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    init(total: Int, noun: String) {
        self.total = total
        self.noun = noun
        isWanted = total > 8 && isatty(STDERR_FILENO) != 0
        state = Mutex(State(lastShown: start))
    }

    func show(done: Int) {
        guard isWanted else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            guard now - start > .seconds(1), done < total else { return }
            // Where the output is a terminal too, the line is cleared for each answer and must come back at once.
            guard now - state.lastShown > .milliseconds(100) || isatty(STDOUT_FILENO) != 0 else { return }
            state.lastShown = now
            state.isShown = true
            let seconds = Double((now - start).components.seconds) + Double((now - start).components.attoseconds) / 1e18
            let rate = Double(done) / seconds
            let left = Int(Double(total - done) / rate)
            let clock = "\(left / 60):" + (left % 60 < 10 ? "0" : "") + "\(left % 60)"
            StandardError.write("\r\u{1B}[K\(done)/\(total) \(noun), \(Int(rate.rounded()))/s, \(clock) left")
        }
    }

    /// Makes room for other output to the terminal; what goes elsewhere does not disturb the line.
    func clear() {
        if isatty(STDOUT_FILENO) != 0 { end() }
    }

    /// Takes the line away.
    func end() {
        state.withLock { state in
            if state.isShown { StandardError.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }
}
