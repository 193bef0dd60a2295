internal import BeelineSymbols

/// A rule in the form in which it is asked. A class, so that asking it copies nothing; it never changes.
package final class CompiledRule: Sendable {
    package let rule: Rule
    /// What must be true, and what follows from it.
    package let checked: CheckedCondition
    /// The kinds for which the rule may match; it is tried for no other.
    package let kinds: RuleKinds
    /// What must be true beside the kind.
    package let condition: Condition
    /// The same, as it is asked.
    private let compiled: CompiledCondition
    /// How many captures and rows it keeps while it is asked.
    package let slotCount: Int
    package var actions: [ActionTemplate] { templates.all }
    private let templates: UncountedReferences<ActionTemplate>

    /// How others could have written the rule, or what it is made of; nil when they could not.
    let distrust: String?
    /// What of the memory its condition and its actions ask for.
    let memoryUse: MemoryUse

    init(
        _ rule: Rule, when checked: CheckedCondition, slotCount: Int, actions: [ActionTemplate],
        distrust: String? = nil, memoryUse: MemoryUse = .none
    ) {
        self.memoryUse = memoryUse
        (self.distrust, self.rule, self.checked, self.slotCount) = (distrust, rule, checked, slotCount)
        templates = UncountedReferences(actions)
        kinds = checked.scope.kinds
        condition = checked.condition.withoutKind
        compiled = CompiledCondition(condition)
    }

    /// Its own condition and those of its actions.
    var conditions: [Condition] { [checked.condition] + actions.compactMap(\.condition) }

    /// What is to be done about a code for which it is true, behind what others want done.
    ///
    /// - Returns: whether that is anything.
    func addActions(for subject: inout EvaluationContext, to actions: inout ActionList?) -> Bool {
        var hasAny = false
        // What is in for an action that is left out is left out as well.
        var hasAction = false
        for place in 0..<templates.count {
            let isOtherwise = templates.withObject(at: place) { $0.shape.isOtherwise }
            if isOtherwise, !hasAction { continue }
            guard let action = templates.withObject(at: place, { $0.action(for: &subject) }) else {
                if !isOtherwise { hasAction = false }
                continue
            }
            if !isOtherwise { hasAction = true }
            if case nil = actions { actions = ActionList(only: consume action) } else { actions?.append(action) }
            hasAny = true
        }
        return hasAny
    }

    /// Whether it matches a code of one of its kinds.
    func holds(for subject: inout EvaluationContext) -> Bool {
        if slotCount > 0 { subject.slots = Array(repeating: .empty, count: slotCount) }
        return compiled.holds(for: &subject)
    }
}
