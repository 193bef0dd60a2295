package import BeelineContent
internal import Synchronization

/// What was recorded of a code and set for its source before it was scanned: what rules know as `seen` and `session`.
///
/// It is queried at most once for each key of a code, and only when a rule needs it. It cannot fail: its implementation
/// reports read errors, and answers that nothing is known.
package protocol ScanMemory: Sendable {
    /// What was recorded under a key.
    ///
    /// - Parameter date: the day of the scan, in the local time zone, for `Seen.today`.
    func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen

    /// The values that are set for a source now, by name.
    ///
    /// - Parameter source: nil for codes without one.
    func session(of source: String?) -> [String: FieldValue]
}

/// A name by which the history knows a code.
///
/// `=9784873119045` is the code itself, `isbn13=9784873119045` its value in a field, `#AAEC` a code that is not text,
/// in Base64, and `@ticket=004711` the `identity` of a code of a kind of a rule file. `EvaluationContext.identity`
/// makes the key of a code.
package struct MemoryKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// The memory while one code is resolved: it is asked for each key, and for the session, at most once, so that all
/// rules and all actions of the code see the same.
package final class AskedMemory: Sendable {
    let use: MemoryUse
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
        (self.use, self.memory, self.source) = (use, memory, source)
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

/// What of the memory rules ask for; most ask for nothing.
package struct MemoryUse: Hashable, Sendable {
    /// Whether they ask how often something was recorded.
    package var asksSeen: Bool
    /// Whether they ask for what actions have set.
    package var asksSession: Bool
    /// The fields by whose values they ask, each once, in the order in which rules name them.
    package var fields: [Name]
    /// How catalogues of the rules convert the values of a field before they look them up. Rules that test `compact`
    /// ignore blanks, and have the exact form of it here.
    var keyForms: [Name: [CatalogKeyForm]] = [:]

    /// The fields that say a whole code.
    static let wholeTexts: [Name] = [.field(.fixed(.text)), .field(.fixed(.compact))]

    package init(asksSeen: Bool = false, asksSession: Bool = false, fields: [Name] = []) {
        (self.asksSeen, self.asksSession, self.fields) = (asksSeen, asksSession, fields)
    }

    package static let none = MemoryUse()

    package var isNone: Bool { !asksSeen && !asksSession }

    /// Adds what a name asks for; nothing for nearly all names.
    mutating func add(_ name: Name) {
        switch name {
        case .seen(let seen):
            asksSeen = true
            if let field = seen.by, !fields.contains(field) { fields.append(field) }
        case .session: asksSession = true
        case .field, .own, .scan, .capture, .part, .cell, .result, .constant: break
        }
    }

    mutating func add(_ other: MemoryUse) {
        guard !other.isNone else { return }
        asksSeen = asksSeen || other.asksSeen
        asksSession = asksSession || other.asksSession
        fields += other.fields.filter { !fields.contains($0) }
    }
}
