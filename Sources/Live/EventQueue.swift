internal import Dispatch
internal import Synchronization

/// A bounded queue: passes events from many threads and tasks to one reader, in order. A thread that adds an event to a
/// full queue waits, so that a fast source is slowed down and memory stays flat.
final class EventQueue<Element: Sendable>: Sendable {
    private struct State {
        /// Each with whether it takes one of the places.
        var waiting: [(element: Element, holdsPlace: Bool)] = []
        /// How many of them were taken already.
        var first = 0
        var reader: CheckedContinuation<Element?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let places: DispatchSemaphore

    /// - Parameter room: how many events may wait.
    init(room: Int) { places = DispatchSemaphore(value: room) }

    /// Adds an event; blocks this thread while there is no room. Does nothing once the queue is closed.
    func put(_ element: Element) {
        places.wait()
        add(element, holdsPlace: true)
    }

    /// Adds an event without waiting, for senders that have only a few events at a time.
    func putAtOnce(_ element: Element) { add(element, holdsPlace: false) }

    /// The next event, as soon as there is one; nil once the queue is closed.
    func next() async -> Element? {
        await withCheckedContinuation { continuation in
            let taken = state.withLock { state -> (element: Element?, holdsPlace: Bool)? in
                if state.isClosed { return (nil, false) }
                guard state.first < state.waiting.count else {
                    state.reader = continuation
                    return nil
                }
                let taken = state.waiting[state.first]
                state.first += 1
                if state.first == state.waiting.count || state.first > 1024 {
                    state.waiting.removeFirst(state.first)
                    state.first = 0
                }
                return (taken.element, taken.holdsPlace)
            }
            guard let taken else { return }
            if taken.holdsPlace { places.signal() }
            continuation.resume(returning: taken.element)
        }
    }

    /// Drops the waiting events, and takes no more.
    func close() {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            state.isClosed = true
            for waiting in state.waiting[state.first...] where waiting.holdsPlace { places.signal() }
            state.waiting = []
            state.first = 0
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func add(_ element: Element, holdsPlace: Bool) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if state.reader == nil, !state.isClosed {
                state.waiting.append((element, holdsPlace))
                return nil
            }
            // It does not wait, so it needs no place. One that waits for a place after the closing gets this one.
            if holdsPlace { places.signal() }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: element)
    }
}
