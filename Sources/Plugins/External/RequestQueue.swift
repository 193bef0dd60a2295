internal import BeelineActions
internal import BeelineSupport

/// The pending requests to one plugin, with their callers, and the bytes to write. Shared with its thread by a lock.
struct RequestQueue {
    typealias Waiter = CheckedContinuation<ActionResult, any Error>

    enum Phase {
        /// There was no request yet.
        case unused
        /// Its thread is running.
        case running
        /// It is to be ended.
        case ending
        /// It takes no more requests.
        case ended
    }

    private struct Request {
        /// Nil when its caller no longer waits.
        var waiter: Waiter?
        let rest: ArraySlice<UInt8>
        var sent: ContinuousClock.Instant?
    }

    var phase = Phase.unused
    /// Whether the thread sleeps and must be woken for new requests.
    var isAsleep = false
    /// Wakes the thread; nil before it is started.
    var wakeUp: WakeUp?
    /// Whether the program runs and can be sent requests.
    var isConnected = false
    /// The callers that wait for the plugin's end.
    var enders: [CheckedContinuation<Bool?, Never>] = []
    /// Once it has ended: whether it did when its input ended, without a signal; nil when it did not run.
    var endedByItself: Bool?
    var outgoing: [UInt8] = []

    private let timeLimit: Duration
    private let inFlight: Int
    private var lastID = 0
    private var requests: [Int: Request] = [:]
    /// The requests that are not sent yet. The id of a removed request is skipped, here and in `sent`.
    private var queue = Backlog<Int>()
    private var sent = Backlog<Int>()
    private var sentCount = 0

    init(timeLimit: Duration, inFlight: Int) {
        self.timeLimit = timeLimit
        self.inFlight = inFlight
    }

    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    var hasQueued: Bool { !queue.isEmpty }

    mutating func add(_ id: Int, _ waiter: Waiter, _ rest: ArraySlice<UInt8>) {
        requests[id] = Request(waiter: waiter, rest: rest)
        queue.append(id)
        if isConnected { send() }
    }

    /// Sends waiting requests, as many as the plugin may have at once.
    mutating func send() {
        guard !queue.isEmpty, sentCount < inFlight else { return }
        let now = ContinuousClock.now
        while sentCount < inFlight, let id = queue.first {
            queue.removeFirst()
            guard let request = requests[id] else { continue }
            PluginProtocol.append(id, request.rest, to: &outgoing)
            requests[id]?.sent = now
            sent.append(id)
            sentCount += 1
        }
    }

    /// The caller no longer waits. A request that was sent keeps its place until it is answered.
    mutating func abandon(_ id: Int) -> Waiter? {
        guard let request = requests[id] else { return nil }
        if request.sent == nil { requests[id] = nil } else { requests[id]?.waiter = nil }
        return request.waiter
    }

    enum Answered {
        /// Nil: its caller no longer waits.
        case request(Waiter?)
        /// Answered before, or given up.
        case late
        case neverAsked
    }

    mutating func answer(_ id: Int) -> Answered {
        guard let request = requests[id], request.sent != nil else {
            return 1...max(1, lastID) ~= id ? .late : .neverAsked
        }
        requests[id] = nil
        sentCount -= 1
        return .request(request.waiter)
    }

    /// The one request that the plugin has; nil when it has none, or several.
    mutating func onlySent() -> Int? { sentCount == 1 ? firstSent() : nil }

    /// The request that was sent first of those that are not answered.
    private mutating func firstSent() -> Int? {
        while let id = sent.first {
            if requests[id]?.sent != nil { return id }
            sent.removeFirst()
        }
        return nil
    }

    /// When the next request will have taken too long; nil when none is on its way.
    mutating func deadline() -> ContinuousClock.Instant? {
        firstSent().flatMap { requests[$0]?.sent }.map { $0 + timeLimit }
    }

    /// Removes the requests that have taken too long, each with the time at which it was sent.
    mutating func overdue(_ now: ContinuousClock.Instant) -> [(waiter: Waiter?, sent: ContinuousClock.Instant)] {
        var overdue: [(waiter: Waiter?, sent: ContinuousClock.Instant)] = []
        while let id = firstSent(), let request = requests[id], let sent = request.sent, sent + timeLimit <= now {
            requests[id] = nil
            sentCount -= 1
            overdue.append((request.waiter, sent))
        }
        return overdue
    }

    /// Removes all requests that were sent, as they will not be answered.
    mutating func takeSent() -> [Waiter] {
        var waiters: [Waiter] = []
        while let id = firstSent() {
            if let waiter = requests[id]?.waiter { waiters.append(waiter) }
            requests[id] = nil
        }
        sentCount = 0
        outgoing = []
        isConnected = false
        return waiters
    }

    mutating func takeQueued() -> [Waiter] {
        var waiters: [Waiter] = []
        while let id = queue.first {
            queue.removeFirst()
            if let waiter = requests.removeValue(forKey: id)?.waiter { waiters.append(waiter) }
        }
        return waiters
    }
}

/// A first-in, first-out queue that does not move its elements on each removal.
struct Backlog<Element> {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }
    var first: Element? { isEmpty ? nil : elements[start] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > elements.count else { return }
        elements.removeFirst(start)
        start = 0
    }
}

/// The delay before a plugin is restarted: longer after each end, until it answers.
struct RestartDelay {
    private var failures = 0
    private(set) var next: ContinuousClock.Instant?

    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(30)
    /// How long callers wait for a restart; if it takes longer, they get an error at once.
    static let patience = Duration.seconds(1)

    mutating func noteEnd(_ now: ContinuousClock.Instant = .now) {
        let delay = min(Self.longest, Self.first * (1 << min(failures, 10)))
        failures += 1
        next = now + delay
    }

    mutating func noteAnswer() { failures = 0 }
}
