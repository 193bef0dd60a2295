package import BeelineContent
internal import Synchronization

/// The memory while one code is resolved: it is asked for each key, and for the session, at most once, so that all rules
/// and all actions of the code see the same.
package final class AskedMemory: Sendable {
    private let memory: any ScanMemory
    private let source: String?
    private let answers = Mutex(Answers())

    private struct Answers {
        var seen: [MemoryKey: Seen] = [:]
        var session: [String: FieldValue]?
    }

    /// Nil where there is no memory, or rules do not ask for any.
    package init?(_ memory: (any ScanMemory)?, for use: MemoryUse, source: String?) {
        guard !use.isNone, let memory else { return nil }
        (self.memory, self.source) = (memory, source)
    }

    package func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen {
        answers.withLock { answers in
            if let seen = answers.seen[key] { return seen }
            let seen = memory.seen(key, on: date)
            answers.seen[key] = seen
            return seen
        }
    }

    package var session: [String: FieldValue] {
        answers.withLock { answers in
            if let session = answers.session { return session }
            let session = memory.session(of: source)
            answers.session = session
            return session
        }
    }
}
