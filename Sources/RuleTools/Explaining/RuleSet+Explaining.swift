package import BeelineContent
package import BeelineRules
internal import BeelineSymbols

extension RuleSet {
    /// What should be done about a code, and why: how it went with every rule and each of its conditions.
    ///
    /// It asks everything anew and keeps what it sees, so it is for people and not for streams of codes. The resolution in
    /// it is that of `resolve`.
    package func explain(_ reading: Reading, scan: Scan) -> Explanation {
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
    package var kindNames: [String] { kinds.names }

    /// The rules in the order in which they are asked, each with the names of the kinds whose codes it may take.
    package var kindsOfRules: [(rule: Rule, kinds: [String])] {
        compiled.map { ($0.rule, names(of: $0.kinds)) }
    }
}

extension Condition {
    /// Asks a code as `holds(for:)` does, and keeps what was seen. What is found is kept in the code's slots likewise.
    func trace(of subject: inout EvaluationContext, _ table: KindTable) -> ConditionTrace {
        switch self {
        case .all(let conditions):
            return combined(conditions, table, holdsAfterAll: true, of: &subject)
        case .any(let conditions):
            return combined(conditions, table, holdsAfterAll: false, of: &subject)
        case .not(let condition):
            let slots = subject.slots
            let part = condition.trace(of: &subject, table)
            subject.slots = slots
            return ConditionTrace(title(table), part.holds ? .failed : .held, .not, parts: [part])
        case .kind:
            return ConditionTrace(
                title(table), holds(for: &subject) ? .held : .failed, name: "kind",
                value: .text(table.name(of: subject.kind)))
        case .symbology:
            return ConditionTrace(
                title(table), holds(for: &subject) ? .held : .failed, name: "symbology",
                value: .text(subject.reading.symbol.symbology.name))
        case .test(let name, let test):
            let value = subject.value(of: name)
            var operands: [ConditionTrace.NamedValue] = []
            for operand in test.operands {
                if let seen = operand.trace(of: subject), !operands.contains(seen) { operands.append(seen) }
            }
            // The test itself says whether it holds: there is one judge of that.
            let holds = test.holds(for: name, &subject)
            // What equals a secret tells it as well.
            let isSecret = subject.isSecret(name) || operands.contains(where: \.isSecret)
            return ConditionTrace(
                title(table), holds ? .held : .failed, name: name.description, value: value, isSecret: isSecret,
                operands: operands, findings: holds ? test.findings(in: subject) : [],
                // To say of a password that it is "sesame", and that this holds, is to tell it.
                safeTitle: isSecret && holds ? "\(name) \(test.safeTitle(for: name))" : nil)
        }
    }

    /// - Parameter holdsAfterAll: whether it holds once all have been asked: true for `all`, false for `any`. One of
    ///   them that says otherwise decides, and those behind it are not asked.
    private func combined(
        _ conditions: [Condition], _ table: KindTable, holdsAfterAll: Bool, of subject: inout EvaluationContext
    ) -> ConditionTrace {
        var parts: [ConditionTrace] = []
        var isDecided = false
        for condition in conditions {
            guard !isDecided else {
                parts.append(condition.untraced(table))
                continue
            }
            let slots = subject.slots
            let part = condition.trace(of: &subject, table)
            parts.append(part)
            isDecided = part.holds != holdsAfterAll
            // What an alternative that failed had found is forgotten.
            if !holdsAfterAll, !part.holds { subject.slots = slots }
        }
        return ConditionTrace(
            title(table), isDecided != holdsAfterAll ? .held : .failed, holdsAfterAll ? .all : .any, parts: parts)
    }

    /// The condition and its parts, none of them evaluated.
    func untraced(_ table: KindTable) -> ConditionTrace {
        func combined(_ combination: ConditionTrace.Combination, _ parts: [Condition]) -> ConditionTrace {
            ConditionTrace(
                title(table), .notAsked, combination, parts: parts.map { $0.untraced(table) })
        }
        return switch self {
        case .all(let conditions): combined(.all, conditions)
        case .any(let conditions): combined(.any, conditions)
        case .not(let condition): combined(.not, [condition])
        case .kind: ConditionTrace(title(table), .notAsked, name: "kind")
        case .symbology: ConditionTrace(title(table), .notAsked, name: "symbology")
        case .test(let name, _): ConditionTrace(title(table), .notAsked, name: name.description)
        }
    }
}

extension Predicate {
    /// What the test has put into the slots of a code for which it held.
    fileprivate func findings(in subject: borrowing EvaluationContext) -> [ConditionTrace.NamedValue] {
        let names: [Name] =
            switch self {
            case .matches(let test): test.captures.map(Name.capture)
            case .catalog(let test):
                test.catalog.columns.map { column in
                    .cell(CatalogCell(list: test.catalog.name, column: column, slot: test.slot))
                }
            case .exists, .oneOf, .affix, .domain, .compare: []
            }
        var findings: [ConditionTrace.NamedValue] = []
        for name in names {
            findings.append(
                .init(name: name.description, value: subject.value(of: name), isSecret: subject.isSecret(name)))
        }
        return findings
    }

    /// The test in a few words that do not tell what it was compared with.
    fileprivate func safeTitle(for name: Name) -> String {
        let mark = Reading.secretMark
        switch self {
        case .exists, .catalog: return title
        case .oneOf: return "is \(mark)"
        // What a text with a secret begins with is none, up to where the secret may begin.
        case .affix(.prefix, let operands) where name.isWholeText:
            let parts = operands.map { operand -> Operand in
                guard case .literal(.text(let text)) = operand, let masked = Secrets.masked(text) else {
                    return operand
                }
                return .literal(.text(masked))
            }
            return Predicate.affix(.prefix, parts).title
        case .affix(.prefix, _): return "begins with \(mark)"
        case .affix(.suffix, _): return "ends with \(mark)"
        case .affix(.contains, _): return "contains \(mark)"
        case .matches: return "matches \(mark)"
        case .domain: return "is in the domain \(mark)"
        case .compare(let comparison, _): return "\(comparison.rawValue) \(mark)"
        }
    }
}

extension Name {
    /// Whether it stands for the text of the code, from its beginning.
    fileprivate var isWholeText: Bool {
        switch self {
        case .field(.fixed(.text)), .field(.fixed(.compact)), .field(.fixed(.url)): true
        default: false
        }
    }
}

extension Operand {
    /// What it stood for; nil for a literal, which stands in the title.
    fileprivate func trace(of subject: borrowing EvaluationContext) -> ConditionTrace.NamedValue? {
        switch self {
        case .literal: nil
        case .today: .init(name: title, value: value(in: subject), isSecret: false)
        case .name(let name):
            .init(name: title, value: value(in: subject), isSecret: subject.isSecret(name))
        }
    }
}
