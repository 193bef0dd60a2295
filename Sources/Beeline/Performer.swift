package import BeelineActions
package import BeelinePlugins
package import BeelineRules

/// Performs the actions of codes, one code after the other, with the history and the session values.
///
///     let performer = Performer(dispatcher, memory: HistoryMemory())
///     let result = await performer.perform(resolution, by: resolver, scan: scan, input: nil)
///
/// Rules that use the history or session values are tried again right before their actions are performed, so that a
/// code sees the effects of the one before it. Where rules use `seen`, a code has exclusive use of its keys meanwhile,
/// across all programs: of two tills that scan one ticket in the same millisecond, the second sees what the first has
/// recorded. Where the history cannot be read, nothing is done, for it would count as empty.
package struct Performer: Sendable {
    package let dispatcher: Dispatcher
    package let memory: HistoryMemory
    /// Nil where there is no place for a history, so that every code is new.
    private let locks: KeyLocks?

    /// - Parameter memory: reads the history in which the actions record.
    package init(_ dispatcher: Dispatcher, memory: HistoryMemory) {
        (self.dispatcher, self.memory) = (dispatcher, memory)
        locks = memory.path.map { KeyLocks(history: $0) }
    }

    /// Performs the actions of a code that this resolver has resolved. They fail where the code cannot get exclusive
    /// use of its keys. The input is where the code was found, such as the path of an image; nil for a typed code.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?
    ) async -> CodeResult {
        do throws(KeyLockError) {
            return try await perform(resolution, by: resolver, scan: scan, input: input, rows: nil) { await $0() }
        } catch {
            return CodeResult(resolution, failed: error.description)
        }
    }

    /// Performs the actions of a code, as the function above does. A code that may be run again has rows in the
    /// history; without them each run counts. `turn` runs the work when it is this code's turn, which has exclusive use
    /// of its keys until `turn` returns. After a `KeyLockError` nothing was done.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?, rows: HistoryRows?,
        turn: (_ work: @Sendable () async -> CodeResult) async -> CodeResult
    ) async throws(KeyLockError) -> CodeResult {
        let (rules, dispatcher) = (resolver.rules, dispatcher)
        guard !rules.memoryUse.isNone else {
            return await turn {
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, rows: rows)
                return CodeResult(resolution, outcomes: outcomes)
            }
        }
        let reading = resolution.reading
        let memory = memory.before(rows)
        func performed() async -> CodeResult {
            await turn {
                let resolution = rules.resolve(reading, scan: scan, memory: memory)
                // With an empty history, a ticket would be admitted again and again.
                guard !memory.hasFailed else {
                    return CodeResult(resolution, failed: "the history cannot be read, and rules need it")
                }
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, rows: rows)
                return CodeResult(resolution, outcomes: outcomes)
            }
        }
        let keys = rules.memoryUse.asksSeen ? rules.memoryKeys(of: reading, scan: scan) : []
        guard let locks, !keys.isEmpty else { return await performed() }
        // Before the turn: a task that waits for a key must not block those that have it.
        return try await locks.with(keys) { await performed() }
    }
}

extension CodeResult {
    /// The result of a code whose actions have all failed.
    fileprivate convenience init(_ resolution: Resolution, failed message: String) {
        self.init(
            resolution, outcomes: resolution.actions.map { Outcome(action: $0, status: .failed, message: message) })
    }
}
