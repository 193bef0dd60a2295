package import BeelineContent
package import BeelineRules

/// What was recorded of a code and set for its source before it was scanned, as far as rules ask for it.
///
///     remembered seen 2 times, today 1, first 2026-11-24 18:02, last 2026-11-25 09:10
///                session mode=inventory
package struct Remembered: Hashable, Sendable {
    /// Recordings of the code itself, then those by fields; empty where rules do not ask for any.
    package let recordings: [Recordings]
    /// What is set for the source, sorted by name; nil where rules do not ask for it.
    package let session: [SessionValue]?

    package struct Recordings: Hashable, Sendable {
        /// The field by which rules ask; nil: the code itself.
        package let field: String?
        /// Nil where nothing is remembered of such a code: it contains a secret, or lacks the field.
        package let seen: Seen?
    }

    package struct SessionValue: Hashable, Sendable {
        package let name: String
        package let value: FieldValue
    }

    /// The same with `•••` instead of what the code keeps secret.
    func redacted(_ mask: SecretMask) -> Remembered {
        Remembered(
            recordings: recordings.map { .init(field: $0.field, seen: $0.seen?.redacted(mask)) },
            session: session?.map { .init(name: $0.name, value: mask.maskedWhole($0.value)) })
    }
}

extension Seen {
    fileprivate func redacted(_ mask: SecretMask) -> Seen {
        var redacted = self
        redacted.source = source.map { mask.maskedWhole($0) }
        return redacted
    }
}

extension EvaluationContext {
    /// What is remembered of the code; nil where rules do not ask for it.
    func remembered(for use: MemoryUse) -> Remembered? {
        guard !use.isNone else { return nil }
        var recordings: [Remembered.Recordings] = []
        if use.asksSeen { recordings.append(.init(field: nil, seen: seen(by: nil))) }
        for field in use.fields { recordings.append(.init(field: field.description, seen: seen(by: field))) }
        var values: [Remembered.SessionValue]?
        if use.asksSession {
            values = session.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        }
        return Remembered(recordings: recordings, session: values)
    }
}
