internal import BeelineSymbols

/// A rule with its condition and its actions.
package final class CompiledRule: Sendable {
    package let rule: Rule
    /// What must be true, and what follows from it.
    package let checked: CheckedCondition
    /// The kinds for which the rule may match; it is tried for no other.
    package let kinds: RuleKinds
    /// What must be true beside the kind.
    package let condition: Condition
    /// How many captures and rows it keeps while it is asked.
    package let slotCount: Int
    package let actions: [ActionTemplate]
    /// What of the memory its condition and its actions ask for.
    let memoryUse: MemoryUse

    init(
        _ rule: Rule, when checked: CheckedCondition, slotCount: Int, actions: [ActionTemplate],
        memoryUse: MemoryUse = .none
    ) {
        (self.rule, self.checked, self.slotCount) = (rule, checked, slotCount)
        (self.actions, self.memoryUse) = (actions, memoryUse)
        kinds = checked.scope.kinds
        condition = checked.condition.withoutKind
    }

    /// The same rule as one of a set, of which its actions know.
    func joining(_ set: SetKnowledge) -> CompiledRule {
        CompiledRule(
            Rule(rule, in: set), when: checked, slotCount: slotCount, actions: actions, memoryUse: memoryUse)
    }

    /// Its own condition and those of its actions.
    var conditions: [Condition] { [checked.condition] + actions.compactMap(\.condition) }

    /// Whether it matches a code of one of its kinds.
    func holds(for subject: inout EvaluationContext) -> Bool {
        if slotCount > 0 { subject.slots = Array(repeating: .empty, count: slotCount) }
        return condition.holds(for: &subject)
    }

    /// What is to be done about a code for which it is true, behind what others want done.
    func appendActions(for subject: inout EvaluationContext, to actions: inout [Action]) {
        // What is in for an action that is left out is left out as well.
        var hasAction = false
        for template in self.actions {
            let isOtherwise = template.shape.isOtherwise
            if isOtherwise, !hasAction { continue }
            let action = template.action(for: &subject, of: rule)
            if !isOtherwise { hasAction = action != nil }
            if let action { actions.append(action) }
        }
    }
}
