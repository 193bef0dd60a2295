/// What is certain of every code for which a condition is true; the names in a rule are checked against it.
package struct Scope: Hashable, Sendable {
    /// The kinds that the code may have.
    package var kinds: RuleKinds
    /// Names that certainly have a value, even if not every code of the kind has one.
    var present: Set<Name>
    /// Captures of patterns that were certainly tried but may be absent; tests may ask for them.
    var optional: Set<Name> = []

    init(kinds: RuleKinds, present: Set<Name>) {
        self.kinds = kinds
        self.present = present
    }

    /// Adds a part of the text of a code.
    mutating func add(_ part: Name, isAlways: Bool) {
        if isAlways { present.insert(part) } else { optional.insert(part) }
    }

    func narrowed(by other: Scope) -> Scope {
        var narrowed = self
        narrowed.narrow(by: other)
        return narrowed
    }

    mutating func narrow(by other: Scope) {
        kinds = kinds.intersection(other.kinds)
        present.formUnion(other.present)
        optional.formUnion(other.optional)
    }

    func widened(by other: Scope) -> Scope {
        var widened = Scope(kinds: kinds.union(other.kinds), present: present.intersection(other.present))
        widened.optional = optional.intersection(other.optional)
        return widened
    }

    /// Whether an earlier pattern or catalogue looked for it; it may be absent.
    func hasLooked(for name: Name) -> Bool { present.contains(name) || optional.contains(name) }
}

/// A condition, and what follows from it.
package struct CheckedCondition: Sendable {
    package let condition: Condition
    package let scope: Scope
    /// How many captures and rows it keeps.
    package let slotCount: Int
}
