internal import Synchronization

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
