internal import BeelineContent

/// A rule in the form in which it is asked. A class, so that asking it copies nothing; it never changes.
final class CompiledRule: Sendable {
    let rule: Rule
    /// What must hold, and what follows from it.
    let checked: CheckedCondition
    /// The kinds for which the rule may hold; it is asked for no other.
    let kinds: RuleKinds
    /// What must hold beside the kind.
    let condition: Condition
    /// The same, as it is asked.
    private let tests: [QuickTest]
    /// How many captures and rows it keeps while it is asked.
    let slotCount: Int
    let actions: [ActionTemplate]

    init(_ rule: Rule, when checked: CheckedCondition, slotCount: Int, actions: [ActionTemplate]) {
        self.rule = rule
        self.checked = checked
        self.slotCount = slotCount
        self.actions = actions
        kinds = checked.scope.kinds
        condition = checked.condition.withoutKind
        tests = condition.quickTests
    }

    /// Whether it holds for a code of one of its kinds.
    func holds(for subject: inout Subject) -> Bool {
        if slotCount > 0 { subject.slots = Array(repeating: .empty, count: slotCount) }
        // A kind of a rule file may give fields that the code does not have by itself.
        guard subject.classification == nil else { return condition.holds(for: &subject) }
        for test in tests where !test.holds(for: &subject) { return false }
        return true
    }
}
