internal import Synchronization

/// How many bytes of bodies are in memory, of all connections together.
///
/// Each body has a limit of its own; without one for all, a few clients could use up the memory of the machine.
final class BodyBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Whether there is room for so many bytes. They are not taken: what is announced need not come.
    func hasRoom(for count: Int) -> Bool { used.withLock { $0 <= limit - count } }

    /// - Returns: whether there was room. Otherwise nothing was taken.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used <= limit - count else { return false }
            used += count
            return true
        }
    }

    func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}
