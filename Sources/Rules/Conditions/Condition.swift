internal import BeelineContent
package import BeelineSymbols

/// A condition of a rule. It was checked when it was read, so that evaluating it cannot fail.
package indirect enum Condition: Hashable, Sendable {
    /// True when all are true; with none, always true.
    case all([Condition])
    /// True when one of them is true; with none, never.
    case any([Condition])
    case not(Condition)
    case kind(RuleKinds)
    case symbology(Set<Symbology>)
    case test(Name, Predicate)

    /// Whether it is true for a code. Captures of patterns and rows of catalogues are kept in the slots of the code,
    /// except those of alternatives that failed.
    ///
    /// `borrowing`, here and where names and predicates are read: a copy of each of their parts for each code would take
    /// longer than the tests.
    package borrowing func holds(for subject: inout EvaluationContext) -> Bool {
        switch self {
        case .all(let conditions):
            for place in conditions.indices where !conditions[place].holds(for: &subject) { return false }
            return true
        case .any(let conditions):
            let slots = subject.slots
            for condition in conditions {
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
        case .test(let name, let predicate): return predicate.holds(for: name, &subject)
        }
    }

    /// The condition without the tests of the kind, for codes whose kind is known to pass them.
    var withoutKind: Condition {
        switch self {
        case .kind: .all([])
        case .all(let conditions):
            Self.conjunction(conditions.map(\.withoutKind).filter { $0 != .all([]) })
        default: self
        }
    }

    /// The condition without the tests of constants that are true.
    var withoutConstants: Condition {
        guard case .all(let conditions) = self else { return isSwitchedOn ? .all([]) : self }
        return Self.conjunction(conditions.filter { !$0.isSwitchedOn })
    }

    /// The conjunction of conditions, without needless nesting.
    static func conjunction(_ conditions: [Condition]) -> Condition {
        conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// The conditions that must all be true, however deeply `all` nests them.
    package var conjuncts: [Condition] {
        if case .all(let conditions) = self { conditions.flatMap(\.conjuncts) } else { [self] }
    }

    /// All of its tests, each with the name that it tests.
    package var tests: [(name: Name, predicate: Predicate)] {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
        case .not(let condition): condition.tests
        case .kind, .symbology: []
        case .test(let name, let predicate): [(name, predicate)]
        }
    }

    package var names: [Name] { tests.flatMap { [$0.name] + $0.predicate.operands.compactMap(\.name) } }

    /// The slots of its captures and rows.
    var slots: Set<Int> { Set(tests.flatMap(\.predicate.slots)) }
}

extension Predicate {
    /// The slots of its captures and rows.
    fileprivate var slots: [Int] {
        switch self {
        case .matches(let test): test.captures.map(\.slot)
        case .catalog(let test): [test.slot]
        case .exists, .oneOf, .affix, .domain, .compare: []
        }
    }

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

extension Condition {
    /// Whether the constants that it tests make it always false. Users set constants to switch rules off.
    var isSwitchedOff: Bool {
        conjuncts.contains { conjunct in
            switch conjunct {
            case .any(let conditions): !conditions.isEmpty && conditions.allSatisfy(\.isSwitchedOff)
            case .not(.test(let name, let test)): Self.holds(name, test) == true
            case .test(let name, let test): Self.holds(name, test) == false
            default: false
            }
        }
    }

    /// Whether it tests constants only, and is true.
    package var isSwitchedOn: Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy(\.isSwitchedOn)
        case .any(let conditions): conditions.contains(where: \.isSwitchedOn)
        case .not(.test(let name, let test)): Self.holds(name, test) == false
        case .test(let name, let test): Self.holds(name, test) == true
        case .not, .kind, .symbology: false
        }
    }

    /// Whether a test of a constant is true; nil for one of a code.
    private static func holds(_ name: Name, _ test: Predicate) -> Bool? {
        guard case .constant = name, Condition.test(name, test).names == [name] else { return nil }
        let nothing = Reading(symbol: Symbol(.unknown, ""), content: .text(""))
        var subject = EvaluationContext(nothing, scan: Scan(date: CalendarDate(year: 0, dayOfYear: 1)))
        subject.slots = Array(repeating: .empty, count: (test.slots.max() ?? -1) + 1)
        return test.holds(for: name, &subject)
    }
}
