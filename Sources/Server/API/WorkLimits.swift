internal import BeelineSupport
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Limits each telephone to one answer at a time, so that processors and memory remain for the desk. Pictures, scans
/// and event streams have other limits: they wait most of the time.
final class WorkLimits: Sendable {
    /// What a handler does most of the time.
    enum Work: Sendable {
        /// It computes the answer.
        case makes
        /// The same, and the answer may be long.
        case explains
        /// It waits for decoders, the desk or events, which have limits of their own.
        case waits
    }

    private struct Lane {
        var running = 0
        var waiting: [DispatchSemaphore] = []
    }

    private let lanes = Mutex<[String: Lane]>([:])
    private let patience: Duration

    /// The number of explanations made at a time for all other callers. One of a long code takes megabytes.
    private static let explanations = max(2, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    init(patience: Duration) { self.patience = patience }

    /// Waits until the caller may do more work, and does it on this thread. 503 `busy` after too long a wait.
    func run<Value>(_ work: Work, for caller: Caller, _ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        guard let (lane, most) = Self.lane(work, caller) else { return try body() }
        guard begin(lane, most) else {
            throw Problem(
                503, "busy", "too many of your requests are at work; send them one after the other", retryAfter: 5)
        }
        defer { end(lane) }
        return try body()
    }

    /// The lane in which to wait, and its capacity; nil: there is no limit.
    private static func lane(_ work: Work, _ caller: Caller) -> (name: String, most: Int)? {
        switch (work, caller.deviceID) {
        case (.waits, _): nil
        case (.makes, nil): nil
        case (.makes, .some), (.explains, .some): (caller.key, 1)
        case (.explains, nil): ("", explanations)
        }
    }

    private func begin(_ lane: String, _ most: Int) -> Bool {
        let turn = lanes.withLock { lanes -> DispatchSemaphore? in
            var state = lanes[lane, default: Lane()]
            defer { lanes[lane] = state }
            guard state.running >= most else {
                state.running += 1
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append(turn)
            return turn
        }
        guard let turn, turn.wait(timeout: .now() + .milliseconds(Int(patience / .milliseconds(1)))) == .timedOut else {
            return true
        }
        return lanes.withLock { lanes in
            guard let place = lanes[lane]?.waiting.firstIndex(where: { $0 === turn }) else { return true }
            lanes[lane]?.waiting.remove(at: place)
            return false
        }
    }

    private func end(_ lane: String) {
        let next = lanes.withLock { lanes -> DispatchSemaphore? in
            guard var state = lanes[lane] else { return nil }
            // The turn of the next one is this one's.
            if !state.waiting.isEmpty {
                defer { lanes[lane] = state }
                return state.waiting.removeFirst()
            }
            state.running -= 1
            lanes[lane] = state.running > 0 ? state : nil
            return nil
        }
        next?.signal()
    }
}
