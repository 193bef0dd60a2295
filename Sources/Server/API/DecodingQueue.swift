internal import BeelinePlugins
internal import BeelineSupport
internal import BeelineSymbols
internal import Dispatch
internal import Synchronization

/// Limits how many requests decode at once and how many wait. Further requests are refused at once. The desk has
/// priority. Of several decoders, one is reserved for the desk, and each telephone uses one of the others at a time. A
/// single decoder is given to a telephone for some seconds at most.
final class DecodingQueue: Sendable {
    let places: Int
    /// The number of requests that may wait.
    private let limit: Int
    private let timeLimit: Duration
    private let deviceTimeLimit: Duration

    struct Counts: Hashable, Sendable {
        fileprivate(set) var running = 0
        fileprivate(set) var waiting = 0
        fileprivate(set) var refused = 0
        fileprivate(set) var timedOut = 0

        /// All requests that were accepted and have not ended.
        var inside: Int { running + waiting }
    }

    private struct Entry {
        let number: Int
        let device: Int?
        let begin: @Sendable () -> Void
    }

    private struct State {
        var counts = Counts()
        var last = 0
        /// In their order.
        var waiting: [Entry] = []
        /// The telephones whose pictures are being decoded.
        var running: Set<Int> = []
        /// The number of accepted pictures of each telephone.
        var ofDevices: [Int: Int] = [:]
    }

    private let state = Mutex(State())
    var counts: Counts { state.withLock { $0.counts } }

    /// - Parameter deviceTimeLimit: how long a telephone's picture may use the only decoder. Default: 10 seconds.
    init(places: Int, waiting limit: Int?, timeLimit: Duration, deviceTimeLimit: Duration = .seconds(10)) {
        self.places = max(1, places)
        self.limit = limit ?? 4 * self.places
        self.timeLimit = timeLimit
        self.deviceTimeLimit = self.places > 1 ? timeLimit : min(timeLimit, deviceTimeLimit)
    }

    /// Waits for a decoder, and does the work that decodes a picture, on the thread of the connection. A telephone gets
    /// at most half of the queue, and all telephones together leave room for the desk.
    ///
    /// - Throws: 503 when the queue is full, no decoder is free in time, or the client has gone (`isAbandoned`); 422
    ///   `picture-too-slow` when decoding takes too long, as it would the next time. The work is then cancelled, and
    ///   keeps its decoder until it ends.
    func run<Value: Sendable>(
        for caller: Caller, unless isAbandoned: () -> Bool = { false }, _ work: @escaping @Sendable () async -> Value
    ) throws(Problem) -> Value {
        let device = caller.deviceID
        let answer = Answer<Value>()
        let begin: @Sendable () -> Void = { [self] in
            let task = Task.detached { [self] in
                let value = await work()
                end(device)
                answer.give(value)
            }
            answer.begin { task.cancel() }
        }
        guard let number = enter(device, begin) else {
            throw Problem(503, "queue-full", "the queue of pictures is full; try again in a second", retryAfter: 1)
        }
        let mostTime = device == nil ? timeLimit : deviceTimeLimit
        switch answer.wait(forTurn: timeLimit, thenFor: mostTime, unless: isAbandoned) {
        case .given(let value): return value
        case .abandoned:
            leave(number, device)
            answer.cancel()
            throw Problem(503, "abandoned", "the connection was closed before the picture was decoded")
        case .late(hasBegun: false):
            // It may have begun just now.
            leave(number, device)
            answer.cancel()
            throw Problem(
                503, "timed-out", "no decoder was free within \(timeLimit.wholeSeconds) s; try again later",
                retryAfter: 5)
        case .late(hasBegun: true):
            answer.cancel()
            state.withLock { $0.counts.timedOut += 1 }
            // It had the decoder for itself: the next time it would take as long.
            throw Problem(
                422, "picture-too-slow",
                "the picture was not decoded within \(mostTime.wholeSeconds) s; use a smaller one, or a part of it")
        }
    }

    /// - Returns: the number of the entry; nil where there is no room.
    private func enter(_ device: Int?, _ begin: @escaping @Sendable () -> Void) -> Int? {
        let (number, begun) = state.withLock { state -> (Int?, [Entry]) in
            let own = device.map { state.ofDevices[$0, default: 0] } ?? 0
            let all = places + limit
            let ofDevices = device == nil ? 0 : state.ofDevices.values.reduce(0, +)
            guard state.counts.inside < all, own < max(1, all / 2), ofDevices < max(1, all - max(1, all / 4)) else {
                state.counts.refused += 1
                return (nil, [])
            }
            state.last += 1
            state.counts.waiting += 1
            state.waiting.append(Entry(number: state.last, device: device, begin: begin))
            if let device { state.ofDevices[device] = own + 1 }
            return (state.last, next(&state))
        }
        for entry in begun { entry.begin() }
        return number
    }

    /// Removes the entries from the queue that may begin.
    private func next(_ state: inout State) -> [Entry] {
        var begun: [Entry] = []
        while state.counts.running < places {
            let places = max(1, places - 1)
            let place =
                state.waiting.firstIndex { $0.device == nil }
                ?? state.waiting.firstIndex { entry in
                    entry.device.map { !state.running.contains($0) && state.running.count < places } ?? false
                }
            guard let place else { break }
            let entry = state.waiting.remove(at: place)
            if let device = entry.device { state.running.insert(device) }
            state.counts.waiting -= 1
            state.counts.running += 1
            begun.append(entry)
        }
        return begun
    }

    private func end(_ device: Int?) {
        let begun = state.withLock { state in
            state.counts.running -= 1
            if let device { state.running.remove(device) }
            Self.discount(device, &state)
            return next(&state)
        }
        for entry in begun { entry.begin() }
    }

    /// Removes an entry from the queue, unless it has begun.
    private func leave(_ number: Int, _ device: Int?) {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return }
            state.waiting.remove(at: place)
            state.counts.waiting -= 1
            Self.discount(device, &state)
        }
    }

    private static func discount(_ device: Int?, _ state: inout State) {
        guard let device else { return }
        let left = state.ofDevices[device, default: 1] - 1
        state.ofDevices[device] = left > 0 ? left : nil
    }
}

/// The result of work, for the thread that waits for it. A sleeping task could be the clock, but its timer stays in
/// memory until it fires, even when it is cancelled: at 2,000 pictures a second, these timers took 100 MB.
private final class Answer<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var begun: DispatchTime?
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let given = DispatchSemaphore(value: 0)

    /// Notes that the work has begun, and how it is cancelled.
    func begin(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            (state.begun, state.cancel) = (.now(), cancel)
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    func give(_ value: Value) {
        state.withLock { $0.value = value }
        given.signal()
    }

    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }
        cancel?()
    }

    enum Outcome {
        case given(Value)
        case late(hasBegun: Bool)
        case abandoned
    }

    /// Waits until the work begins and then ends, each for a limited time. `isAbandoned` is called at intervals.
    func wait(forTurn patience: Duration, thenFor duration: Duration, unless isAbandoned: () -> Bool) -> Outcome {
        let arrival = DispatchTime.now()
        while true {
            let begun = state.withLock { $0.begun }
            let deadline =
                (begun ?? arrival) + .milliseconds(Int((begun == nil ? patience : duration) / .milliseconds(1)))
            let isGiven = given.wait(timeout: min(deadline, .now() + .milliseconds(100))) == .success
            if isGiven, let value = state.withLock({ $0.value }) { return .given(value) }
            let hasBegun = state.withLock { $0.begun != nil }
            if .now() >= deadline, hasBegun == (begun != nil) { return .late(hasBegun: hasBegun) }
            if isAbandoned() { return .abandoned }
        }
    }
}
