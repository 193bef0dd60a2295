public import BeelineContent

/// Rules that were checked, ready to be asked. A value: it never changes, and asking it touches nothing else.
public struct RuleSet: Sendable {
    /// The rules in the order in which they are asked.
    public let rules: [Rule]
    /// What is doubtful in the files.
    public let warnings: [RuleIssue]
    /// The constants and their values, by name.
    public let constants: [String: String]

    private let compiled: [CompiledRule]
    /// For each kind, the indices of the rules that may hold for it.
    private let candidates: [[Int]]

    init(_ compiled: [CompiledRule], constants: [String: String], warnings: [RuleIssue]) {
        self.compiled = compiled
        self.constants = constants
        self.warnings = warnings
        rules = compiled.map(\.rule)
        candidates = Kind.allCases.map { kind in compiled.indices.filter { compiled[$0].kinds.contains(kind) } }
    }

    /// What should be done about a code: the first rule that holds takes it; those that continue add their actions.
    public func resolve(_ reading: Reading) -> Resolution {
        var actions: [Action] = []
        for index in candidates[reading.content.kind.index] {
            let rule = compiled[index]
            guard rule.condition.holds(for: reading) else { continue }
            let added = rule.actions.map { $0.action(of: rule.rule.id, for: reading) }
            if actions.isEmpty { actions = added } else { actions += added }
            if !rule.rule.continues { return Resolution(reading: reading, rule: rule.rule, actions: actions) }
        }
        return Resolution(reading: reading, rule: nil, actions: actions)
    }
}

/// A rule in the form in which it is evaluated. A class, so that asking it copies nothing; it never changes.
final class CompiledRule: Sendable {
    let rule: Rule
    /// The kinds for which the rule may hold; it is asked for no other.
    let kinds: KindSet
    /// What must hold beside the kind.
    let condition: Condition
    let actions: [ActionTemplate]

    init(_ rule: Rule, when condition: Condition, actions: [ActionTemplate]) {
        self.rule = rule
        kinds = Scope(condition).kinds
        self.condition = condition.withoutKind
        self.actions = actions
    }
}
