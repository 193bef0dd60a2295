internal import Synchronization

/// The actions that plugins are performing, so that all of them can be broken off.
final class ActionsUnderWay: Sendable {
    private struct State {
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var lastID: UInt64 = 0
        var hasStopped = false
    }

    private let state = Mutex(State())

    /// Whether a plugin is still at something.
    var areThere: Bool { state.withLock { !$0.tasks.isEmpty } }

    /// Begins one; nil when no more are to begin.
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.hasStopped else { return nil }
            state.lastID += 1
            let id = state.lastID
            let task = Task {
                await work()
                self.end(id)
            }
            state.tasks[id] = task
            return task
        }
    }

    private func end(_ id: UInt64) {
        state.withLock { $0.tasks[id] = nil }
    }

    /// Cancels all of them, and lets none begin.
    func stop() {
        let tasks = state.withLock { state in
            state.hasStopped = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}
