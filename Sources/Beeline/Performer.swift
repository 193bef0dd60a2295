package import BeelineActions
package import BeelinePlugins
package import BeelineRules

/// Performs what rules say about codes, one code after the other, with what was recorded and set before.
///
///     let performer = Performer(dispatcher, memory: .standard())
///     let result = await performer.perform(resolution, by: resolver, scan: scan, input: nil)
///
/// Rules that use what is remembered are tried again right before their actions are performed, so that a code sees the
/// effects of the one before it. Where they use `seen`, a code has exclusive use of its keys meanwhile, over all
/// programs: of two tills that scan one ticket in the same millisecond, the second one sees what the first has
/// recorded. A history that cannot be read would count as empty, and so nothing is done then.
package struct Performer: Sendable {
    package let dispatcher: Dispatcher
    private let memory: HistoryMemory
    /// Nil where there is no place for a history, so that nothing is ever seen.
    private let locks: KeyLocks?

    /// - Parameter memory: of the history in which the actions record.
    package init(_ dispatcher: Dispatcher, memory: HistoryMemory) {
        (self.dispatcher, self.memory) = (dispatcher, memory)
        locks = memory.path.map { KeyLocks(history: $0) }
    }

    /// Performs the actions of a code. Where it cannot have its keys for itself, they have failed.
    ///
    /// - Parameters:
    ///   - resolution: of the code, by these rules.
    ///   - resolver: has the rules.
    ///   - scan: when the code was scanned and by what.
    ///   - input: where it was found, such as the path of an image; nil for one that was typed.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?
    ) async -> CodeResult {
        do throws(KeyLockError) {
            return try await perform(resolution, by: resolver, scan: scan, input: input, records: nil) { await $0() }
        } catch {
            return CodeResult(resolution, failed: error.description)
        }
    }

    /// Performs the actions of a code.
    ///
    /// - Parameters:
    ///   - resolution: of the code, by these rules.
    ///   - resolver: has the rules.
    ///   - scan: when the code was scanned and by what.
    ///   - input: where it was found, such as the path of an image; nil for one that was typed.
    ///   - records: the rows that the code gets in the history, for one that may be run again; nil: each counts.
    ///   - turn: does what it is given, once others have had their turns. The code has its keys for itself until it
    ///     returns.
    /// - Throws: `KeyLockError` where the code cannot have its keys for itself; then nothing was done.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?, records: ScanRecords?,
        turn: (_ work: @Sendable () async -> CodeResult) async -> CodeResult
    ) async throws(KeyLockError) -> CodeResult {
        let (rules, dispatcher) = (resolver.rules, dispatcher)
        guard !rules.memoryUse.isNone else {
            return await turn {
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, records: records)
                return CodeResult(resolution, outcomes: outcomes)
            }
        }
        let reading = resolution.reading
        let memory = memory.before(records)
        func performed() async -> CodeResult {
            await turn {
                let resolution = rules.resolve(reading, scan: scan, memory: memory)
                // Else a ticket would be let in again and again.
                guard !memory.hasFailed else {
                    return CodeResult(
                        resolution, failed: "the history cannot be read, and rules need it")
                }
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, records: records)
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
    /// A code of which nothing was done.
    fileprivate init(_ resolution: Resolution, failed message: String) {
        self.init(
            resolution,
            outcomes: resolution.actions.map { Outcome(action: $0, status: .failed, message: message) })
    }
}
