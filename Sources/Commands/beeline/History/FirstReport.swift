import Synchronization

/// The first of several things that may be reported, from whatever thread.
final class FirstReport<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    private let heard: @Sendable (Value) -> Void

    /// - Parameter heard: called for the first one, as soon as it is there.
    init(_ heard: @escaping @Sendable (Value) -> Void = { _ in }) { self.heard = heard }

    var report: Value? { stored.withLock { $0 } }

    @Sendable func take(_ value: Value) {
        let isFirst = stored.withLock { stored in
            defer { stored = stored ?? value }
            return stored == nil
        }
        if isFirst { heard(value) }
    }
}
