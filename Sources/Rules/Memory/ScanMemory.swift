package import BeelineContent
internal import BeelineSymbols
internal import Synchronization

/// The earlier recordings of a code and the session values of its source: `seen` and `session` in rules. It is queried
/// at most once for each key of a code, and only when a rule needs it. It cannot fail: an implementation reports read
/// errors itself, and then returns no recordings.
package protocol ScanMemory: Sendable {
    /// The recordings under a key. The day of the scan, in the local time zone, is for `Seen.today`.
    func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen

    /// The values that are set now, by name, for a source or for codes without one.
    func session(of source: String?) -> [String: FieldValue]
}

/// A key of a code in the history. `=9784873119045` is the code itself, `isbn13=9784873119045` its value in a field,
/// `#AAEC` a code that is not text, in Base64, and `@ticket=004711` the `identity` of a code of a kind of a rule file. A
/// longer key is `##` and its hash. `EvaluationContext.identity` makes the key of a code.
package struct MemoryKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        // The index of a server takes 2,704 bytes, in which a NUL needs four; a code can have more.
        let length = text.utf8.count
        let isShort = length <= 600 || length + 3 * text.utf8.count { $0 == 0 } <= 2_600
        self.text = isShort ? text : "##" + Base64.encode(SHA256.hash(text.utf8))
    }
}

/// The memory for one code. Each key and the session is queried once, so that all its rules and actions see the same.
package final class AskedMemory: Sendable {
    let use: MemoryUse
    private let memory: any ScanMemory
    private let source: String?
    private let answers = Mutex(Answers())

    private struct Answers {
        var seen: [MemoryKey: Seen] = [:]
        var session: [String: FieldValue]?
    }

    /// Nil without a memory, or if the rules do not use it.
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

/// How rules use the memory; most do not use it.
package struct MemoryUse: Hashable, Sendable {
    package var asksSeen: Bool
    package var asksSession: Bool
    /// The fields of `seen.FIELD`, each once, in the order of their first use.
    package var fields: [Name]
    /// How catalogues of the rules convert the values of a field before they look them up. Rules that test `compact`
    /// ignore blanks, and have the exact form of it here.
    var keyForms: [Name: [CatalogKeyForm]] = [:]

    /// The fields with the whole text of a code.
    static let wholeTexts: [Name] = [.field(.fixed(.text)), .field(.fixed(.compact))]

    package init(asksSeen: Bool = false, asksSession: Bool = false, fields: [Name] = []) {
        (self.asksSeen, self.asksSession, self.fields) = (asksSeen, asksSession, fields)
    }

    package static let none = MemoryUse()

    package var isNone: Bool { !asksSeen && !asksSession }

    /// Adds the use by a name; most names use nothing.
    mutating func add(_ name: Name) {
        switch name {
        case .seen(let seen):
            asksSeen = true
            if let field = seen.by, !fields.contains(field) { fields.append(field) }
        case .session: asksSession = true
        case .field, .own, .scan, .capture, .part, .cell, .result, .constant, .sum: break
        }
    }

    mutating func add(_ other: MemoryUse) {
        guard !other.isNone else { return }
        asksSeen = asksSeen || other.asksSeen
        asksSession = asksSession || other.asksSession
        fields += other.fields.filter { !fields.contains($0) }
    }
}
