import Dispatch
import Synchronization

/// Waits until a server is told to end: by a signal, or because its time is over.
final class Ending: Sendable {
    private let told = DispatchSemaphore(value: 0)

    /// Has it end.
    @Sendable func begin() { told.signal() }

    /// Has it end after so long.
    func begin(after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: time) { self.begin() }
    }

    func wait() { told.wait() }
}
