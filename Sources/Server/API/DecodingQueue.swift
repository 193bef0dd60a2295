internal import BeelineSymbols
internal import Dispatch
internal import Synchronization

/// Lets so many requests decode at once, and so many wait; more are refused at once, so that no request waits without a
/// chance.
final class DecodingQueue: Sendable {
    /// How many decode at once.
    let places: Int
    /// How many more may wait.
    private let limit: Int
    private let timeLimit: Duration

    struct Counts: Hashable, Sendable {
        /// Those that were let in and have not ended.
        fileprivate(set) var inside = 0
        /// Those of them that telephones have sent, by the number of the telephone.
        fileprivate var ofDevices: [Int: Int] = [:]
        fileprivate(set) var refused = 0
        fileprivate(set) var timedOut = 0
    }

    private let state = Mutex(Counts())
    var counts: Counts { state.withLock { $0 } }

    init(places: Int, waiting limit: Int?, timeLimit: Duration) {
        self.places = max(1, places)
        self.limit = limit ?? 4 * self.places
        self.timeLimit = timeLimit
    }

    /// Does work that decodes a picture, and blocks the thread, which is that of a connection. The decoders hand out the
    /// places, in the order of the requests.
    ///
    /// - Parameters: - caller: one telephone gets half of it at most, so that pictures of others are still taken. -
    ///   isAbandoned: whether the client has gone. Default: never.
    /// - Throws: where too many wait already, and where the work is not done in time or is not wanted any more. It is cancelled
    ///   then, and keeps its place until it ends.
    func run<Value: Sendable>(
        for caller: Caller, unless isAbandoned: () -> Bool = { false }, _ work: @escaping @Sendable () async -> Value
    ) throws(Problem) -> Value {
        let device = caller.deviceID
        let share = max(1, (places + limit) / 2)
        let isIn = state.withLock { state in
            let own = device.map { state.ofDevices[$0, default: 0] } ?? 0
            guard state.inside < places + limit, own < share else {
                state.refused += 1
                return false
            }
            state.inside += 1
            if let device { state.ofDevices[device] = own + 1 }
            return true
        }
        guard isIn else {
            throw Problem(
                503, "queue-full",
                "the queue of pictures is full; try again in a second",
                retryAfter: 1)
        }
        let answer = Answer<Value>()
        let worker = Task.detached { [self] in
            let value = await work()
            state.withLock { state in
                state.inside -= 1
                guard let device else { return }
                let left = state.ofDevices[device, default: 1] - 1
                state.ofDevices[device] = left > 0 ? left : nil
            }
            answer.give(value)
        }
        let outcome = answer.wait(timeLimit, unless: isAbandoned)
        if case .given(let value) = outcome { return value }
        worker.cancel()
        if case .abandoned = outcome {
            throw Problem(503, "abandoned", "the connection was closed before the picture was decoded")
        }
        state.withLock { $0.timedOut += 1 }
        throw Problem(
            503, "timed-out",
            "the picture was not decoded within \(timeLimit.wholeSeconds) s; try again later, or use a smaller one",
            retryAfter: 5)
    }
}

/// What work has come to, for a thread that waits for it.
///
/// A task that sleeps would do for a clock, but its timer is kept until its time, also when it is cancelled: at 2,000
/// pictures a second these timers were 100 MB.
private final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let given = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        given.signal()
    }

    enum Outcome {
        case given(Value)
        case late
        case abandoned
    }

    /// - Parameter isAbandoned: called at intervals.
    func wait(_ duration: Duration, unless isAbandoned: () -> Bool) -> Outcome {
        let deadline = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
        while true {
            let isGiven = given.wait(timeout: min(deadline, .now() + .milliseconds(100))) == .success
            if isGiven, let value = value.withLock({ $0 }) { return .given(value) }
            if .now() >= deadline { return .late }
            if isAbandoned() { return .abandoned }
        }
    }
}
