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

    /// Whether it holds for a code, as `CompiledCondition` decides it; compile a condition that many codes are asked for.
    package func holds(for subject: inout EvaluationContext) -> Bool {
        CompiledCondition(self).holds(for: &subject)
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

extension Condition {
    /// The condition in a few words for people: `isbn13 begins with "978"`.
    package func title(_ table: KindTable) -> String {
        switch self {
        case .all(let conditions) where conditions.isEmpty: "always"
        case .all: "all of these hold"
        case .any: "one of these holds"
        case .not: "this does not hold"
        case .kind(let kinds): "kind is " + Self.alternatives(kinds.kinds.map { table.name(of: $0) })
        case .symbology(let symbologies): "symbology is " + Self.alternatives(symbologies.map(\.name).sorted())
        case .test(let name, let test): "\(name) \(test.title)"
        }
    }

    fileprivate static func alternatives(_ texts: [String]) -> String {
        texts.count < 2
            ? texts.first ?? "nothing" : texts.dropLast().joined(separator: ", ") + " or " + texts[texts.count - 1]
    }
}

extension Predicate {
    /// The test in a few words for people, to stand behind a name.
    package var title: String {
        switch self {
        case .exists(let wanted): wanted ? "is there" : "is absent"
        case .oneOf(let operands): "is " + Condition.alternatives(operands.map(\.title))
        case .affix(.prefix, let parts): "begins with " + Condition.alternatives(parts.map(\.title))
        case .affix(.suffix, let parts): "ends with " + Condition.alternatives(parts.map(\.title))
        case .affix(.contains, let parts): "contains " + Condition.alternatives(parts.map(\.title))
        case .matches(let test): "matches " + Operand.quoted(test.pattern.text)
        case .domain(let domains): "is in the domain " + Condition.alternatives(domains)
        case .compare(let comparison, let operand): "\(comparison.rawValue) \(operand.title)"
        case .catalog(let test): "is in the catalogue \(test.catalog.name)"
        }
    }
}

extension Operand {
    package var title: String {
        switch self {
        case .literal(.text(let text)): Self.quoted(text)
        case .literal(let value): value.description
        case .today(let days): days == 0 ? "today" : days > 0 ? "today+\(days)" : "today\(days)"
        case .name(let name): "{\(name)}"
        }
    }

    static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension Condition {
    /// Whether the constants that it tests keep it from ever holding. By setting these, users switch rules off.
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

    /// Whether it asks for constants only, and holds.
    package var isSwitchedOn: Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy(\.isSwitchedOn)
        case .any(let conditions): conditions.contains(where: \.isSwitchedOn)
        case .not(.test(let name, let test)): Self.holds(name, test) == false
        case .test(let name, let test): Self.holds(name, test) == true
        case .not, .kind, .symbology: false
        }
    }

    /// Whether a test of a constant holds; nil for one of a code.
    private static func holds(_ name: Name, _ test: Predicate) -> Bool? {
        guard case .constant = name, Condition.test(name, test).names == [name] else { return nil }
        let nothing = Reading(symbol: Symbol(.unknown, ""), content: .text(""))
        var subject = EvaluationContext(nothing, scan: Scan(date: CalendarDate(year: 0, dayOfYear: 1)))
        subject.slots = Array(repeating: .empty, count: test.slotCount)
        return test.holds(for: name, &subject)
    }
}

extension Predicate {
    /// How many slots of a rule it may write to.
    fileprivate var slotCount: Int {
        switch self {
        case .matches(let test): (test.captures.map(\.slot).max() ?? -1) + 1
        case .catalog(let test): test.slot + 1
        case .exists, .oneOf, .affix, .domain, .compare: 0
        }
    }
}
