internal import Dispatch
internal import Glibc
internal import Synchronization

/// Kills a process that hangs.
final class Watchdog: Sendable {
    private enum State {
        case watching
        case bitten
        case ended
    }

    private let state = Mutex(State.watching)

    func watch(_ pid: Int32, seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [self] in
            state.withLock { state in
                guard state == .watching else { return }
                state = .bitten
                kill(pid, SIGKILL)
            }
        }
    }

    /// The process has ended.
    ///
    /// - Returns: whether it was killed for it.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .ended }
            return state == .bitten
        }
    }
}
