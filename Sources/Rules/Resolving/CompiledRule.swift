internal import BeelineSymbols

/// A rule, compiled for evaluation: its condition and the templates of its actions.
package final class CompiledRule: Sendable {
    package let rule: Rule
    package let checked: CheckedCondition
    /// The kinds of code that the rule may match; it is not tried for others.
    package let kinds: RuleKinds
    /// The condition without the test of the kind.
    package let condition: Condition
    /// The parts of it that must all be true, without the tests of constants that are.
    private let tested: [Condition]
    /// The number of slots for captures and rows.
    package let slotCount: Int
    package let actions: [ActionTemplate]
    /// How its condition and its actions use the memory.
    let memoryUse: MemoryUse

    init(
        _ rule: Rule, when checked: CheckedCondition, slotCount: Int, actions: [ActionTemplate],
        memoryUse: MemoryUse = .none
    ) {
        (self.rule, self.checked, self.slotCount) = (rule, checked, slotCount)
        (self.actions, self.memoryUse) = (actions, memoryUse)
        kinds = checked.scope.kinds
        condition = checked.condition.withoutKind
        tested = condition.withoutConstants.conjuncts
    }

    /// The same rule as one of a set, which its actions can reach.
    func joining(_ set: SetKnowledge) -> CompiledRule {
        CompiledRule(Rule(rule, in: set), when: checked, slotCount: slotCount, actions: actions, memoryUse: memoryUse)
    }

    /// Its own condition and those of its actions.
    var conditions: [Condition] { [checked.condition] + actions.compactMap(\.condition) }

    /// Whether it matches a code of one of its kinds.
    func holds(for subject: inout EvaluationContext) -> Bool {
        if slotCount > 0 { subject.slots = Array(repeating: .empty, count: slotCount) }
        for place in tested.indices where !tested[place].holds(for: &subject) { return false }
        return true
    }

    func appendActions(for subject: inout EvaluationContext, to actions: inout [Action]) {
        // What is in for an action that is left out is left out as well.
        var hasAction = false
        for template in self.actions {
            let isOtherwise = template.shape.isOtherwise
            if isOtherwise, !hasAction { continue }
            if !isOtherwise { hasAction = false }
            guard let action = template.action(for: &subject, of: rule) else { continue }
            hasAction = true
            actions.append(action)
        }
    }
}
