package import BeelineRules

/// Locks for the keys of codes: only one code of a key at a time goes through rules and actions, in all programs that
/// share a history.
///
///     let locks = KeyLocks(history: path)
///     let outcomes = try await locks.with(keys) { await performed(code) }
package struct KeyLocks: Sendable {
    private let file: FileKeyLocks
    private let patience: Duration
    /// The history on a server, which has the locks; nil for a file.
    private let server: ServerHistory?

    /// The locks of a history. `patience` is the wait for one: by default a minute, enough for a question.
    package init(history: String, patience: Duration = .seconds(60)) {
        server = ServerHistory.at(history)
        file = FileKeyLocks(history: history, patience: patience)
        self.patience = patience
    }

    /// Does work while holding the locks of the keys. It was not done after a `KeyLockError`.
    package func with<Value: Sendable>(
        _ keys: [MemoryKey], _ work: () async -> Value
    ) async throws(KeyLockError) -> Value {
        guard let server else { return try await file.with(keys, work) }
        return try await server.with(keys, patience: patience, work)
    }
}
