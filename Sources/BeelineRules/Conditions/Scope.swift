internal import BeelineContent

/// What is certain of every code for which a condition holds; the names in a rule's templates are checked against it.
struct Scope: Hashable, Sendable {
    /// The kinds that it may be of.
    var kinds: KindSet
    /// Fields that it has, although not every code of its kind does.
    var present: Set<FieldName>

    /// Any code at all.
    static let anything = Scope(kinds: .all, present: [])

    /// What follows from a condition.
    init(_ condition: Condition) {
        switch condition {
        case .all(let conditions):
            self = conditions.reduce(.anything) { $0.narrowed(by: Scope($1)) }
        case .any(let conditions):
            guard let first = conditions.first else {
                self.init(kinds: KindSet([]), present: [])
                return
            }
            self = conditions.dropFirst().reduce(Scope(first)) { $0.widened(by: Scope($1)) }
        case .not(.kind(let kinds)):
            self.init(kinds: kinds.complement, present: [])
        case .not(.field(let name, .exists(false))):
            self.init(Condition.field(name, .exists(true)))
        case .not: self = .anything
        case .kind(let kinds): self.init(kinds: kinds, present: [])
        case .symbology: self = .anything
        case .field(let name, .exists(false)):
            self.init(kinds: KindSet(Kind.allCases.filter { name.presence(in: $0) != .always }), present: [])
        case .field(let name, _):
            self.init(kinds: KindSet(Kind.allCases.filter { name.presence(in: $0) != nil }), present: [name])
        }
    }

    private init(kinds: KindSet, present: Set<FieldName>) {
        self.kinds = kinds
        self.present = present
    }

    func narrowed(by other: Scope) -> Scope {
        Scope(kinds: kinds.intersection(other.kinds), present: present.union(other.present))
    }

    private func widened(by other: Scope) -> Scope {
        Scope(kinds: kinds.union(other.kinds), present: present.intersection(other.present))
    }

    /// Whether every code in scope has the field.
    func isCertain(_ name: FieldName) -> Bool {
        present.contains(name) || kinds.kinds.allSatisfy { name.presence(in: $0) == .always }
    }

    /// Whether some code in scope may have the field.
    func isPossible(_ name: FieldName) -> Bool {
        kinds.kinds.contains { name.presence(in: $0) != nil }
    }
}
