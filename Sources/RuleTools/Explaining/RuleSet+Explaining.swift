package import BeelineContent
package import BeelineRules
internal import BeelineSymbols

extension RuleSet {
    /// Explains the resolution of a code: a trace of every rule and each of its conditions.
    ///
    /// It evaluates everything again with traces, so it is for people and not for streams of codes. Its resolution is
    /// that of `resolve`.
    ///
    /// - Parameter memory: the earlier scans and session values. Default: none.
    package func explain(_ reading: Reading, scan: Scan, memory: (any ScanMemory)? = nil) -> Explanation {
        let memory = AskedMemory(memory, for: memoryUse, source: scan.source)
        let resolution = resolve(reading, scan: scan, asking: memory)
        var subject = EvaluationContext(reading, scan: scan)
        let respelling = classify(&subject)
        subject = EvaluationContext(reading, scan: scan)
        subject.respelling = respelling?.text
        let kinds = kindTraces(&subject, needsCheck: respelling?.needsCheck ?? false)
        subject = EvaluationContext(resolution.reading, scan: scan, memory: memory)
        subject.classification = resolution.classification
        let rules = ruleTraces(&subject)
        return Explanation(
            resolution: resolution, kinds: kinds, rules: rules, remembered: subject.remembered(for: memoryUse))
    }

    /// - Parameter needsCheck: whether only forms with check characters were tested.
    private func kindTraces(_ subject: inout EvaluationContext, needsCheck: Bool) -> [KindTrace] {
        var isTaken = false
        var traces: [KindTrace] = []
        for kind in kinds.own {
            for form in kind.forms {
                let checked = form.condition
                let isLeftOut = isTaken || (needsCheck && form.checks.isEmpty)
                var state = state(of: checked.condition, checked.scope.kinds, form.slotCount, isLeftOut, &subject)
                var isNear = false
                if case .took(let trace, _) = state {
                    isNear = true
                    if form.asksMore {
                        state = trace.and(form, of: &subject, title: Condition.all([checked.condition]).title(kinds))
                    }
                }
                if case .took = state { isTaken = true }
                traces.append(
                    KindTrace(
                        name: kind.name, title: form.title ?? kind.title, file: kind.file, state: state, isNear: isNear)
                )
            }
        }
        return traces
    }

    private func ruleTraces(_ subject: inout EvaluationContext) -> [RuleTrace] {
        var traces: [RuleTrace] = []
        var isTaken = false
        for (rule, isDisabled) in inOrder {
            if isDisabled {
                traces.append(RuleTrace(rule: rule.rule, state: .disabled))
                continue
            }
            var state = state(of: rule.checked.condition, rule.kinds, rule.slotCount, isTaken, &subject)
            if case .took(let trace, _) = state {
                let actions = actionTraces(rule, &subject)
                isTaken = !rule.rule.continues
                state = isTaken ? .took(trace, actions) : .added(trace, actions)
            }
            traces.append(RuleTrace(rule: rule.rule, state: state))
        }
        return traces
    }

    /// Evaluates a condition with fresh slots.
    private func state(
        of condition: Condition, _ kinds: RuleKinds, _ slotCount: Int, _ isTaken: Bool,
        _ subject: inout EvaluationContext
    ) -> RuleTrace.State {
        guard !isTaken else { return .notAsked }
        guard kinds.contains(subject.kind) else { return .passedOver(takes: names(of: kinds)) }
        subject.slots = Array(repeating: .empty, count: slotCount)
        let trace = condition.trace(of: &subject, self.kinds)
        return trace.holds ? .took(trace, []) : .failed(trace)
    }

    private func actionTraces(_ rule: CompiledRule, _ subject: inout EvaluationContext) -> [ActionTrace] {
        var traces: [ActionTrace] = []
        var isLeftOut = false
        for template in rule.actions {
            let isOtherwise = template.shape.isOtherwise
            let isAsked = !isOtherwise || !isLeftOut
            let trace = template.condition.map { condition in
                var asked = subject.copy()
                return !isAsked || condition.names.contains(where: \.isResult)
                    ? condition.untraced(kinds) : condition.trace(of: &asked, kinds)
            }
            let action = isAsked ? template.action(for: &subject, of: rule.rule) : nil
            if !isOtherwise { isLeftOut = action == nil }
            traces.append(
                ActionTrace(name: template.shape.name, isOtherwise: isOtherwise, action: action, condition: trace))
        }
        return traces
    }

    private func names(of kinds: RuleKinds) -> [String] { kinds.kinds.map { self.kinds.name(of: $0) } }

    /// The names of all kinds that codes can have: those of the program, and those of the rule files.
    package var kindNames: [String] { kinds.names }

    /// The rules in order, each with the names of the kinds that it may match.
    package var kindsOfRules: [(rule: Rule, kinds: [String])] {
        compiled.map { ($0.rule, names(of: $0.kinds)) }
    }

    /// All rules in order, including those that files switch off.
    var inOrder: [(rule: CompiledRule, isDisabled: Bool)] {
        var rules: [(rule: CompiledRule, isDisabled: Bool)] = []
        var disabled = self.disabled[...]
        for (place, rule) in compiled.enumerated() {
            while let off = disabled.first, off.place <= place {
                rules.append((off.rule, true))
                disabled.removeFirst()
            }
            rules.append((rule, false))
        }
        return rules + disabled.map { ($0.rule, true) }
    }
}

extension ConditionTrace {
    /// The trace with the parts and checks of a form, which are tested once its condition is true. The title is that of
    /// a condition which is true when all of its parts are.
    fileprivate func and(_ form: CustomKindForm, of subject: inout EvaluationContext, title: String) -> RuleTrace.State
    {
        var parts = [self]
        var isRight = true
        if let division = form.parts {
            let problem = division.take(from: &subject)
            isRight = problem == nil
            var part = ConditionTrace(
                title: "the text has its parts" + (problem.map { ": \($0)" } ?? ""), outcome: isRight ? .held : .failed)
            if isRight { part.findings = division.findings(in: subject) }
            parts.append(part)
        }
        for check in form.checks {
            var part = ConditionTrace(title: check.title, outcome: .notAsked)
            if isRight {
                isRight = check.result(for: subject) == .right
                part = ConditionTrace(
                    title: check.title, outcome: isRight ? .held : .failed, name: check.source,
                    value: .text(check.text(for: subject)))
                part.isSecret = check.isSecret(subject)
            }
            parts.append(part)
        }
        let whole = ConditionTrace(title: title, outcome: isRight ? .held : .failed, combination: .all, parts: parts)
        return isRight ? .took(whole, []) : .failed(whole)
    }
}

extension Condition {
    /// Evaluates the condition as `holds(for:)` does, with a trace. Captures and rows are kept in the slots as well.
    func trace(of subject: inout EvaluationContext, _ table: KindTable) -> ConditionTrace {
        switch self {
        case .all(let conditions): return combined(conditions, table, holdsAfterAll: true, of: &subject)
        case .any(let conditions): return combined(conditions, table, holdsAfterAll: false, of: &subject)
        case .not(let condition):
            let slots = subject.slots
            let part = condition.trace(of: &subject, table)
            subject.slots = slots
            return trace(table, !part.holds, parts: [part])
        case .kind: return trace(table, holds(for: &subject), value: .text(table.name(of: subject.kind)))
        case .symbology:
            return trace(table, holds(for: &subject), value: .text(subject.reading.symbol.symbology.name))
        case .test(let name, let test):
            let value = subject.value(of: name)
            var operands: [ConditionTrace.NamedValue] = []
            for operand in test.operands {
                if let seen = operand.trace(of: subject), !operands.contains(seen) { operands.append(seen) }
            }
            // The test itself says whether it is true: there is one judge of that.
            let holds = test.holds(for: name, &subject)
            // A text that equals a secret reveals it as well.
            let isSecret = subject.isSecret(name) || operands.contains(where: \.isSecret)
            if case .catalog(let catalog) = test, let value {
                operands += catalog.lookedUp(value, isSecret: isSecret)
            }
            var trace = trace(table, holds, value: value)
            trace.isSecret = isSecret
            trace.operands = operands
            trace.findings = holds ? test.findings(in: subject) : []
            // A statement that a password equals "sesame", and that this is true, reveals it.
            trace.safeTitle = isSecret && holds ? "\(name) \(test.safeTitle(for: name))" : nil
            return trace
        }
    }

    /// - Parameter holdsAfterAll: the result when all parts were tried: true for `all`, false for `any`. A part with
    ///   the opposite result decides, and those after it are not tried.
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
        return trace(table, isDecided != holdsAfterAll, parts: parts)
    }

    /// The trace of an evaluated condition, without the details of a test.
    private func trace(
        _ table: KindTable, _ holds: Bool, value: FieldValue? = nil, parts: [ConditionTrace] = []
    ) -> ConditionTrace {
        ConditionTrace(
            title: title(table), outcome: holds ? .held : .failed, combination: combination?.how, name: lookedAt,
            value: value, parts: parts)
    }

    /// The condition and its parts, none of them evaluated.
    func untraced(_ table: KindTable) -> ConditionTrace {
        ConditionTrace(
            title: title(table), outcome: .notAsked, combination: combination?.how, name: lookedAt,
            parts: combination?.parts.map { $0.untraced(table) } ?? [])
    }

    /// How it is combined from others, and its parts; nil for a test.
    private var combination: (how: ConditionTrace.Combination, parts: [Condition])? {
        switch self {
        case .all(let conditions): (.all, conditions)
        case .any(let conditions): (.any, conditions)
        case .not(let condition): (.not, [condition])
        case .kind, .symbology, .test: nil
        }
    }

    /// The name that it tests.
    private var lookedAt: String? {
        switch self {
        case .all, .any, .not: nil
        case .kind: "kind"
        case .symbology: "symbology"
        case .test(let name, _): name.description
        }
    }
}

extension Predicate {
    /// The captures of a code for which the test was true.
    fileprivate func findings(in subject: borrowing EvaluationContext) -> [ConditionTrace.NamedValue] {
        let names: [Name] =
            switch self {
            case .matches(let test): test.captures.map(Name.capture)
            case .catalog(let test):
                (test.catalog.form.isMany ? [.cell(CatalogCell(rowsOf: test.catalog.name, slot: test.slot))] : [])
                    + test.catalog.columns.map { column in
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

    /// The test in a few words, without secrets in its operands.
    fileprivate func safeTitle(for name: Name) -> String {
        // What a text with a secret begins with is none, up to where the secret may begin.
        if case .affix(.prefix, let operands) = self, name.isWholeText {
            let parts = operands.map { operand -> Operand in
                guard case .literal(.text(let text)) = operand, let masked = Secrets.masked(text) else {
                    return operand
                }
                return .literal(.text(masked))
            }
            return Predicate.affix(.prefix, parts).title
        }
        return words.operands == nil ? title : "\(words.verb) \(Reading.secretMark)"
    }
}

extension CatalogTest {
    /// The keys that were looked up; empty if they are the value itself.
    fileprivate func lookedUp(_ value: FieldValue, isSecret: Bool) -> [ConditionTrace.NamedValue] {
        let form = catalog.form.key
        guard form != .exact else { return [] }
        let elements = if case .list(let elements) = value { elements } else { [value] }
        return elements.prefix(8).map { element in
            let key = form.number(element.description)
            return .init(
                name: key == nil ? "no \(form.title), looked up" : "looked up",
                value: .text(key ?? element.description), isSecret: isSecret)
        }
    }
}

extension Name {
    /// Whether it is the text of the code, from its beginning.
    fileprivate var isWholeText: Bool {
        switch self {
        case .field(.fixed(.text)), .field(.fixed(.compact)), .field(.fixed(.url)): true
        default: false
        }
    }
}

extension Operand {
    /// Its value; nil for a literal, which is in the title.
    fileprivate func trace(of subject: borrowing EvaluationContext) -> ConditionTrace.NamedValue? {
        switch self {
        case .literal: nil
        case .today: .init(name: title, value: value(in: subject), isSecret: false)
        case .name(let name): .init(name: title, value: value(in: subject), isSecret: subject.isSecret(name))
        }
    }
}

extension TextParts {
    /// The named parts that a text was split into.
    fileprivate func findings(in subject: borrowing EvaluationContext) -> [ConditionTrace.NamedValue] {
        var findings: [ConditionTrace.NamedValue] = []
        for part in names {
            let name = Name.part(part)
            let isSecret = part.isSecret || subject.isSecret(name)
            findings.append(.init(name: name.description, value: subject.value(of: name), isSecret: isSecret))
        }
        return findings
    }
}
