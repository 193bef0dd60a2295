internal import BeelineContent
package import BeelineSymbols

/// What must hold for a rule to take a code; checked when it was made, so that evaluating it cannot fail.
package indirect enum Condition: Hashable, Sendable {
    /// Every one of them holds; with none, it always holds.
    case all([Condition])
    /// One of them holds; with none, it never does.
    case any([Condition])
    case not(Condition)
    case kind(RuleKinds)
    case symbology(Set<Symbology>)
    case test(Name, Predicate)

    /// Whether it holds for a code. What patterns capture and catalogues find on the way is kept in the code's slots; what
    /// an alternative that failed had found is forgotten.
    package func holds(for subject: inout EvaluationContext) -> Bool {
        switch self {
        case .all(let conditions):
            for condition in conditions where !condition.holds(for: &subject) { return false }
            return true
        case .any(let conditions):
            for condition in conditions {
                let slots = subject.slots
                if condition.holds(for: &subject) { return true }
                subject.slots = slots
            }
            return false
        case .not(let condition):
            let slots = subject.slots
            defer { subject.slots = slots }
            return !condition.holds(for: &subject)
        case .kind(let kinds): return kinds.contains(subject.kind)
        case .symbology(let symbologies): return symbologies.contains(subject.reading.symbol.symbology)
        case .test(let name, let test): return test.holds(for: name, &subject)
        }
    }
}

extension Condition {
    /// The condition without the tests of the kind that every code must pass; for codes whose kind is known to.
    var withoutKind: Condition {
        switch self {
        case .kind: .all([])
        case .all(let conditions):
            Self.conjunction(conditions.map(\.withoutKind).filter { $0 != .all([]) })
        default: self
        }
    }

    /// All of some conditions, without needless nesting.
    static func conjunction(_ conditions: [Condition]) -> Condition {
        conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// The conditions that must all hold, however deeply `all` nests them.
    package var conjuncts: [Condition] {
        if case .all(let conditions) = self { conditions.flatMap(\.conjuncts) } else { [self] }
    }
}

/// A condition, and what follows from it.
package struct CheckedCondition: Sendable {
    package let condition: Condition
    package let scope: Scope
    /// How many captures and rows it keeps.
    package let slotCount: Int
}

extension Condition {
    /// The names that it asks for.
    package var names: [Name] {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.names)
        case .not(let condition): condition.names
        case .kind, .symbology: []
        case .test(let name, let test): [name] + test.names
        }
    }
}

extension Condition {
    /// Where it keeps what it captures and finds.
    var slots: Set<Int> {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.slots) }
        case .not(let condition): condition.slots
        case .kind, .symbology: []
        case .test(_, let test): test.slots
        }
    }
}

extension Predicate {
    /// Where it keeps what it captures and finds.
    var slots: Set<Int> {
        switch self {
        case .matches(let test): Set(test.captures.map(\.slot))
        case .catalog(let test): [test.slot]
        case .exists, .oneOf, .affix, .domain, .compare: []
        }
    }

    /// The names that its operands stand for.
    fileprivate var names: [Name] { operands.compactMap(\.name) }

    /// What it compares with.
    package var operands: [Operand] {
        switch self {
        case .oneOf(let operands), .affix(_, let operands): operands
        case .compare(_, let operand): [operand]
        case .exists, .matches, .domain, .catalog: []
        }
    }
}

extension Operand {
    fileprivate var name: Name? { if case .name(let name) = self { name } else { nil } }
}
