public import BeelineContent
internal import BeelineSymbols

/// Rules that were checked, ready to be asked. A value: it never changes, and asking it touches nothing else.
public struct RuleSet: Sendable {
    /// The rules in the order in which they are asked.
    public let rules: [Rule]
    /// What is doubtful in the files.
    public let warnings: [RuleIssue]
    /// The constants and their values, by name.
    public let constants: [String: String]

    package var compiled: [CompiledRule] { lent.all }
    private let lent: UncountedReferences<CompiledRule>
    /// Looks at links, and knows the hosts that the rules trust.
    public let linkGuard: LinkGuard
    package let kinds: KindTable
    /// The rules that files switch off, in their order.
    package let disabled: [DisabledRule]
    private let ruleIndex: RuleIndex
    /// Nil where no rule file makes kinds.
    private let kindIndex: RuleIndex?

    /// A rule that is not asked.
    package struct DisabledRule: Sendable {
        package let rule: CompiledRule
        /// How many rules are asked before it would be.
        package let place: Int
    }

    init(
        _ compiled: [CompiledRule], kinds: KindTable, constants: [String: String], warnings: [RuleIssue],
        disabled: [DisabledRule] = []
    ) {
        lent = UncountedReferences(compiled)
        self.disabled = disabled
        self.kinds = kinds
        self.constants = constants
        self.warnings = warnings
        rules = compiled.map(\.rule)
        linkGuard = LinkGuard(trusting: Self.trustedHosts(compiled))
        for rule in compiled { rule.rule.join(RuleTrust(linkGuard, distrust: rule.distrust)) }
        let all = kinds.all.kinds
        ruleIndex = RuleIndex(
            compiled.map { rule in
                rule.rule.isSwitchedOff ? nil : (rule.condition, rule.kinds)
            }, kinds: all)
        kindIndex =
            kinds.own.isEmpty
            ? nil
            : RuleIndex(
                kinds.own.map { kind in
                    let checked = kind.condition
                    return checked.condition.isSwitchedOff ? nil : (checked.condition, checked.scope.kinds)
                }, kinds: all)
    }

    /// What should be done about a code: the first rule that holds takes it; those that continue add their actions.
    public func resolve(_ reading: consuming Reading, scan: Scan) -> Resolution {
        var subject = EvaluationContext(reading, scan: scan)
        classify(&subject)
        // An empty list has something that all share, and nearly no code comes out with one.
        var actions: ActionList?
        var taker: Resolution.Taker?
        let kind = subject.kind
        ruleIndex.search(for: &subject) { number, subject in
            lent.withObject(at: number) { rule in
                guard rule.kinds.contains(kind), rule.holds(for: &subject) else { return false }
                let hasActions = rule.addActions(for: &subject, to: &actions)
                guard !rule.rule.continues else { return false }
                taker = hasActions ? .ofLastAction : .rule(rule.rule)
                return true
            }
        }
        return Resolution(consume subject, actions: actions ?? ActionList(), taker: taker ?? .nobody(linkGuard))
    }

    /// Lets the kinds of the rule files make of a code what they can: the first that holds.
    func classify(_ subject: inout EvaluationContext) {
        guard let kindIndex else { return }
        let base = subject.kind
        var classification: Classification?
        kindIndex.search(for: &subject) { number, subject in
            let kind = kinds.own[number]
            guard kind.condition.scope.kinds.contains(base) else { return false }
            subject.slots = Array(repeating: .empty, count: kind.condition.slotCount)
            guard kind.condition.condition.holds(for: &subject) else { return false }
            classification = Classification(kind, index: number, subject: subject)
            return true
        }
        subject.classification = classification
    }
}
