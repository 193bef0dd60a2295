internal import Synchronization

/// The running actions, so that all of them can be cancelled.
final class ActionsUnderWay: Sendable {
    private struct State {
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var lastID: UInt64 = 0
        var hasStopped = false
    }

    private let state = Mutex(State())

    var areThere: Bool { state.withLock { !$0.tasks.isEmpty } }

    /// Starts an action; nil after `stop`.
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.hasStopped else { return nil }
            state.lastID += 1
            let id = state.lastID
            let task = Task {
                await work()
                self.state.withLock { $0.tasks[id] = nil }
            }
            state.tasks[id] = task
            return task
        }
    }

    /// Cancels all running actions, and starts no more.
    func stop() {
        let tasks = state.withLock { state in
            state.hasStopped = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}

/// The time limits of running actions. One task sleeps for all: timers would cost more than most actions.
final class Deadlines: Sendable {
    private struct State {
        var entries: [UInt64: Entry] = [:]
        var lastID: UInt64 = 0
        /// When the sleeping task wakes; nil when none sleeps.
        var waking: ContinuousClock.Instant?
    }

    private struct Entry {
        let deadline: ContinuousClock.Instant
        let expire: @Sendable () -> Void
    }

    private let state = Mutex(State())

    /// Adds a time limit. `expire` is called once after it, unless it was removed before by the id that this returns.
    func add(_ limit: Duration, expire: @escaping @Sendable () -> Void) -> UInt64 {
        let deadline = ContinuousClock.now + limit
        let (id, wakesFirst) = state.withLock { state in
            state.lastID += 1
            state.entries[state.lastID] = Entry(deadline: deadline, expire: expire)
            let wakesFirst = state.waking.map { deadline < $0 } ?? true
            if wakesFirst { state.waking = deadline }
            return (state.lastID, wakesFirst)
        }
        if wakesFirst { Task.detached { await self.wake(at: deadline) } }
        return id
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.entries[id] = nil }
    }

    private func wake(at first: ContinuousClock.Instant) async {
        var next: ContinuousClock.Instant? = first
        while let deadline = next {
            // A detached task without a reference cannot be cancelled.
            try? await Task.sleep(until: deadline, clock: .continuous)
            let (expired, following) = state.withLock { state -> ([Entry], ContinuousClock.Instant?) in
                // A task that began later wakes earlier, and has taken over.
                guard state.waking == deadline else { return ([], nil) }
                let now = ContinuousClock.now
                let over = state.entries.filter { $0.value.deadline <= now }
                for id in over.keys { state.entries[id] = nil }
                state.waking = state.entries.values.lazy.map(\.deadline).min()
                return (Array(over.values), state.waking)
            }
            for entry in expired { entry.expire() }
            next = following
        }
    }
}
