internal import Glibc
internal import Synchronization

/// Limits for clients, so that none uses up the server.
package struct HTTPLimits: Sendable {
    package var connections = 512
    /// The most connections from one address of another machine. The addresses of an IPv6 network (/64) count as one.
    package var perAddress = 64
    /// The most connections from an address of this machine, which many programs and users may share.
    package var perLocalAddress = 256
    /// The time for the head of a request, from its first line, or from the start of the connection.
    package var headTime = Duration.seconds(10)
    /// The time for receiving a body, and for sending an answer, to which `rate` adds.
    package var bodyTime = Duration.seconds(60)
    /// The number of bytes, received or sent, that add a second to that time.
    package var rate = 16 << 10
    /// The most bytes of all bodies in memory, from receipt until they are answered.
    package var bodies = HTTPLimits.most(512 << 20, ofMemory: 4)
    /// The most bytes of bodies of one telephone.
    package var bodiesOfOne = 64 << 20
    /// The most bytes of all answers that wait to be sent. Short ones do not count.
    package var answers = HTTPLimits.most(256 << 20, ofMemory: 8)
    /// The most bytes of waiting answers of one caller.
    package var answersOfOne = 64 << 20
    package var idleTime = Duration.seconds(30)
    package var stopTime = Duration.seconds(10)
    /// The time in which a refused client may still send its request, so that it reads the answer.
    package var lingerTime = Duration.seconds(2)

    package init() {}

    /// A number of bytes, or a share of the machine's memory if that is less.
    private static func most(_ bytes: Int, ofMemory part: Int) -> Int {
        let memory = max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
        return memory > 0 ? min(bytes, memory / part) : bytes
    }

    /// The most bytes of a short answer, or of a short piece of one. The library copies it.
    static let shortAnswer = 64 << 10
    /// The most bytes of a target, with its query.
    static let targetLength = 8192
    /// The memory of a connection for the heads of request and answer, in bytes.
    static let memory = 32 << 10
    /// The stack of a connection's thread, in bytes: handlers recurse as deeply as JSON nests. Unused pages are free.
    static let stack = 8 << 20

    /// The time in which a number of bytes has to be received or sent.
    func time(for count: Int) -> Duration { bodyTime + .seconds(count / max(rate, 1)) }

    var tick: Duration { min(max(min(headTime, bodyTime, idleTime) / 4, .milliseconds(20)), .seconds(1)) }
}

/// The memory for bodies or for answers: of all connections, and of each caller. A single body or answer has another
/// limit. The limit for all keeps a few clients from using up the memory of the machine, and the limit for each caller
/// keeps one client from taking all of it.
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

    /// - Parameter share: the most bytes of one owner.
    init(_ limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

    /// Whether there is room for the bytes, without taking them. Without an owner only the limit for all counts.
    func hasRoom(for count: Int, of owner: String?) -> Bool {
        state.withLock { $0.hasRoom(for: count, of: owner, limit, share) }
    }

    /// - Returns: whether there was room; if not, nothing was taken.
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

/// The state that all connections share: limits, memory for bodies and answers, and whether the server stops.
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

    /// Whether the server accepts no more requests.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    func beginStopping() { stopping.store(true, ordering: .sequentiallyConsistent) }
}
