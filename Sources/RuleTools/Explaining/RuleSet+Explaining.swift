public import BeelineContent
public import BeelineRules

extension RuleSet {
    /// What should be done about a code, and why: how it went with every rule and each of its conditions.
    ///
    /// It asks everything anew and keeps what it sees, so it is for people and not for streams of codes. The resolution in
    /// it is that of `resolve`.
    public func explain(_ reading: Reading, scan: Scan) -> Explanation {
        let resolution = resolve(reading, scan: scan)
        var subject = EvaluationContext(reading, scan: scan)
        let kinds = kindTraces(&subject)
        subject.classification = resolution.classification
        return Explanation(resolution: resolution, kinds: kinds, rules: ruleTraces(&subject))
    }

    private func kindTraces(_ subject: inout EvaluationContext) -> [KindTrace] {
        var traces: [KindTrace] = []
        var isClassified = false
        for kind in kinds.own {
            let state: KindTrace.State
            if isClassified {
                state = .notAsked
            } else if !kind.condition.scope.kinds.contains(subject.kind) {
                state = .passedOver(takes: names(of: kind.condition.scope.kinds))
            } else {
                let trace = trace(kind.condition.condition, slotCount: kind.condition.slotCount, of: &subject)
                isClassified = trace.holds
                state = isClassified ? .took(trace) : .failed(trace)
            }
            traces.append(KindTrace(name: kind.name, title: kind.title, file: kind.file, state: state))
        }
        return traces
    }

    private func ruleTraces(_ subject: inout EvaluationContext) -> [RuleTrace] {
        var traces: [RuleTrace] = []
        var isTaken = false
        var disabled = self.disabled[...]
        for (place, rule) in compiled.enumerated() {
            while let off = disabled.first, off.place <= place {
                traces.append(RuleTrace(rule: off.rule.rule, state: .disabled))
                disabled.removeFirst()
            }
            let state: RuleTrace.State
            if isTaken {
                state = .notAsked
            } else if !rule.kinds.contains(subject.kind) {
                state = .passedOver(takes: names(of: rule.kinds))
            } else {
                let trace = trace(rule.checked.condition, slotCount: rule.slotCount, of: &subject)
                if !trace.holds {
                    state = .failed(trace)
                } else if rule.rule.continues {
                    state = .added(trace, actionTraces(rule.actions, &subject))
                } else {
                    isTaken = true
                    state = .took(trace, actionTraces(rule.actions, &subject))
                }
            }
            traces.append(RuleTrace(rule: rule.rule, state: state))
        }
        return traces + disabled.map { RuleTrace(rule: $0.rule.rule, state: .disabled) }
    }

    /// Asks a condition that finds what it needs by itself.
    private func trace(_ condition: Condition, slotCount: Int, of subject: inout EvaluationContext) -> ConditionTrace {
        subject.slots = Array(repeating: .empty, count: slotCount)
        return condition.trace(of: &subject, kinds)
    }

    private func actionTraces(_ templates: [ActionTemplate], _ subject: inout EvaluationContext) -> [ActionTrace] {
        var traces: [ActionTrace] = []
        for template in templates {
            let trace = template.condition.map { condition in
                var asked = subject.copy()
                return condition.names.contains(where: \.isResult)
                    ? condition.untraced(kinds) : condition.trace(of: &asked, kinds)
            }
            traces.append(
                ActionTrace(name: template.shape.name, action: template.action(for: &subject), condition: trace))
        }
        return traces
    }

    /// The names of some kinds, in their order.
    private func names(of kinds: RuleKinds) -> [String] { kinds.kinds.map { self.kinds.name(of: $0) } }
}

extension RuleSet {
    /// The names of all kinds that codes can have: those of the program, and those of the rule files.
    public var kindNames: [String] { kinds.names }

    /// The rules in the order in which they are asked, each with the names of the kinds whose codes it may take.
    public var kindsOfRules: [(rule: Rule, kinds: [String])] {
        compiled.map { ($0.rule, names(of: $0.kinds)) }
    }
}
