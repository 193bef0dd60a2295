internal import Glibc
internal import Synchronization

/// What one client may take of the server, so that something is left for the others.
package struct HTTPLimits: Sendable {
    /// How many connections there may be at a time.
    package var connections = 512
    /// How many of them from one address of another machine. The addresses of an IPv6 network (/64) count as one.
    package var perAddress = 64
    /// How many from an address of this machine, where many programs and users may share it.
    package var perLocalAddress = 256
    /// In which the head of a request has to come, from its first line on, or from the beginning of the connection.
    package var headTime = Duration.seconds(10)
    /// In which a body has to come, and an answer has to be taken, apart from what `rate` adds.
    package var bodyTime = Duration.seconds(60)
    /// How many bytes of a body that have come, or of an answer that were taken, add a second to that time.
    package var rate = 16 << 10
    /// How many bytes all bodies may have together that are in memory, from when they come until they are answered.
    package var bodies = HTTPLimits.most(512 << 20, ofMemory: 4)
    /// How many of them one telephone may have.
    package var bodiesOfOne = 64 << 20
    /// How many bytes all answers may have together that wait to be taken. Short ones do not count.
    package var answers = HTTPLimits.most(256 << 20, ofMemory: 8)
    /// How many of them one caller may have.
    package var answersOfOne = 64 << 20
    /// How long a connection stays open between requests.
    package var idleTime = Duration.seconds(30)
    /// How long a stop takes at most.
    package var stopTime = Duration.seconds(10)
    /// How long a client that was refused may still send what it has begun to send, so that it reads the answer.
    package var lingerTime = Duration.seconds(2)

    package init() {}

    /// So many bytes, or a part of the machine's memory where that is less.
    private static func most(_ bytes: Int, ofMemory part: Int) -> Int {
        let memory = max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
        return memory > 0 ? min(bytes, memory / part) : bytes
    }

    /// The most bytes of an answer, or of a piece of one, that is short. The library copies it.
    static let shortAnswer = 64 << 10
    /// The most bytes of a target, with its query.
    static let targetLength = 8192
    /// The memory of a connection for the head of a request and that of the answer, in bytes.
    static let memory = 32 << 10
    /// The stack of its thread, in bytes: what a handler does may nest as deeply as JSON in a code. Only what is used of it
    /// takes memory.
    static let stack = 8 << 20

    /// In which so many bytes of a body have to come, or of an answer to be taken.
    func time(for count: Int) -> Duration { bodyTime + .seconds(count / max(rate, 1)) }

    /// How often the watcher looks.
    var tick: Duration {
        min(max(min(headTime, bodyTime, idleTime) / 4, .milliseconds(20)), .seconds(1))
    }
}

/// How many bytes of bodies, or of answers, are in memory, of all connections together and of each caller.
///
/// Each of them has a limit of its own; without one for all, a few clients could use up the memory of the machine, and
/// without one for each caller, one client could take all of what there is.
final class MemoryBudget: Sendable {
    private let limit: Int
    private let share: Int
    private let state = Mutex(State())

    private struct State {
        var used = 0
        var byOwner: [String: Int] = [:]

        func hasRoom(for count: Int, of owner: String?, _ limit: Int, _ share: Int) -> Bool {
            used <= limit - count && (owner.map { byOwner[$0, default: 0] <= share - count } ?? true)
        }

        mutating func add(_ count: Int, of owner: String?) {
            used += count
            guard let owner else { return }
            let sum = byOwner[owner, default: 0] + count
            byOwner[owner] = sum == 0 ? nil : sum
        }
    }

    /// - Parameter share: how much of it one owner may have.
    init(_ limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

    /// Whether there is room for so many bytes. They are not taken: what is announced need not come.
    ///
    /// - Parameter owner: whose they are; nil: only the limit for all counts.
    func hasRoom(for count: Int, of owner: String?) -> Bool {
        state.withLock { $0.hasRoom(for: count, of: owner, limit, share) }
    }

    /// - Returns: whether there was room. Otherwise nothing was taken.
    func take(_ count: Int, of owner: String?) -> Bool {
        state.withLock { state in
            guard state.hasRoom(for: count, of: owner, limit, share) else { return false }
            state.add(count, of: owner)
            return true
        }
    }

    func giveBack(_ count: Int, of owner: String?) {
        if count > 0 { state.withLock { $0.add(-count, of: owner) } }
    }
}

/// What all connections of a server share: its limits, the memory for bodies and answers, and whether it stops.
final class ServerLoad: Sendable {
    let limits: HTTPLimits
    let bodies: MemoryBudget
    let answers: MemoryBudget
    private let stopping = Atomic(false)

    init(_ limits: HTTPLimits) {
        self.limits = limits
        bodies = MemoryBudget(limits.bodies, share: limits.bodiesOfOne)
        answers = MemoryBudget(limits.answers, share: limits.answersOfOne)
    }

    /// Whether the server does not take requests any more.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    func beginStopping() { stopping.store(true, ordering: .sequentiallyConsistent) }
}
