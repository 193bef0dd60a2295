/// What of the memory rules ask for; most ask for nothing.
package struct MemoryUse: Hashable, Sendable {
    /// Whether they ask how often something was recorded.
    package var asksSeen: Bool
    /// Whether they ask for what actions have set.
    package var asksSession: Bool
    /// The fields by whose values they ask, each once, in the order in which rules name them.
    package var fields: [Name]

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
