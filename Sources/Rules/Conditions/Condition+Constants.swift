internal import BeelineContent
internal import BeelineSymbols

extension Condition {
    /// Whether the constants that it asks for keep it from ever holding: whoever sets them switches rules off.
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
