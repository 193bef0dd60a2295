internal import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

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

    /// The condition and its parts, of which none was asked.
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
