internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Reads what stands after `"when":`.
struct ConditionReader {
    let context: RuleContext

    static let combiners = ["all", "any", "not"]

    private var log: IssueLog { context.log }
    private var kinds: KindTable { context.kinds }
    private var names: NameReader { NameReader(context: context) }

    /// The condition of a rule and what follows from it; nil, and logged, when there is something wrong with it.
    func condition(_ value: JSONValue, at path: JSONPath) -> CheckedCondition? {
        let anything = Scope.anything(kinds)
        guard let condition = condition(value, at: path, within: anything) else { return nil }
        let scope = Scope(condition, kinds)
        return CheckedCondition(condition: condition, scope: scope, slotCount: context.slotCount)
    }

    /// The deepest nesting. No one writes more by hand, and each level looks at all below it.
    private static let deepest = 32

    /// - Parameter outer: what is certain where the condition stands.
    func condition(_ value: JSONValue, at path: JSONPath, within outer: Scope) -> Condition? {
        guard path.steps.count <= Self.deepest else {
            log.error("conditions are nested too deeply here: write a rule for each case", at: path)
            return nil
        }
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "a condition") else {
            return nil
        }
        var conditions: [Condition] = []
        var conjuncts: [Condition] = []
        var scope = outer
        var isRight = true
        for (index, member) in object.all.enumerated() {
            let memberPath = path.member(member.name)
            guard let condition = entry(member, at: memberPath, within: scope) else {
                isRight = false
                continue
            }
            let added = Scope(condition, kinds)
            if scope.kinds.intersection(added.kinds).isEmpty, !scope.kinds.isEmpty {
                log.error(contradiction(member.name, scope), at: memberPath, .name)
                isRight = false
            } else if let earlier = context.logic.contradiction(of: condition, with: conjuncts) {
                log.error("this never holds: it excludes what stands before it (\(earlier))", at: memberPath, .name)
                isRight = false
            }
            // Nothing follows the last one; without a change the scope from outside stays shared.
            if index < object.all.count - 1 { scope.narrow(by: added) }
            conjuncts += condition.conjuncts
            conditions.append(condition)
        }
        return isRight ? .conjunction(conditions) : nil
    }

    private func contradiction(_ name: String, _ scope: Scope) -> String {
        if scope.kinds == kinds.all { return "no code can meet this: the conditions in '\(name)' exclude each other" }
        let names = scope.kinds.kinds.map { "'\(kinds.name(of: $0))'" }.joined(separator: ", ")
        return "this never holds: what stands before it leaves only codes of kind \(names), "
            + "and none of them passes '\(name)'"
    }

    private func entry(_ member: JSONValue.Member, at path: JSONPath, within scope: Scope) -> Condition? {
        switch member.name {
        case "all": return all(member, at: path, within: scope)
        case "any":
            return list(member, at: path).flatMap { elements in
                let conditions = elements.map { condition($0.value, at: $0.path, within: scope) }
                return conditions.contains { $0 == nil } ? nil : .any(conditions.compactMap { $0 })
            }
        case "not":
            // What it excludes may be excluded already, which does no harm.
            var inner = scope
            inner.kinds = kinds.all
            guard let condition = condition(member.value, at: path, within: inner) else { return nil }
            guard condition != .all([]) else {
                log.error("this never holds: {} always does", at: path)
                return nil
            }
            return .not(condition)
        default: break
        }
        switch names.meaning(of: member.name, at: path, .name, orOneOf: Self.combiners) {
        case nil: return nil
        // The same for every code: it switches the rule on or off.
        case .constant(let constant): return test(.constant(constant), member.value, at: path, within: scope)
        case .secret:
            log.error("a secret is tested by nothing: it would come out by trying", at: path, .name)
            return nil
        case .name(let name):
            guard context.isKnown(name, in: scope, at: path, .name) else { return nil }
            return test(name, member.value, at: path, within: scope)
        }
    }

    /// Conditions that all hold: what one has captured is known to those after it.
    private func all(_ member: JSONValue.Member, at path: JSONPath, within outer: Scope) -> Condition? {
        guard let elements = list(member, at: path) else { return nil }
        var conditions: [Condition] = []
        var conjuncts: [Condition] = []
        var scope = outer
        var isRight = true
        for (value, path) in elements {
            guard let condition = condition(value, at: path, within: scope) else {
                isRight = false
                continue
            }
            if let earlier = context.logic.contradiction(of: condition, with: conjuncts) {
                log.error("this never holds: it excludes what stands before it (\(earlier))", at: path)
                isRight = false
            }
            scope.narrow(by: Scope(condition, kinds))
            conjuncts += condition.conjuncts
            conditions.append(condition)
        }
        return isRight ? .all(conditions) : nil
    }

    private func list(_ member: JSONValue.Member, at path: JSONPath) -> [(value: JSONValue, path: JSONPath)]? {
        guard let elements = member.value.array, !elements.isEmpty else {
            log.error("'\(member.name)' is a list of at least one condition", at: path)
            return nil
        }
        return elements.enumerated().map { ($1, path.element($0)) }
    }

    private func test(_ name: Name, _ value: JSONValue, at path: JSONPath, within scope: Scope) -> Condition? {
        switch value {
        case .object:
            let reader = OperatorReader(names: names, subject: name, scope: scope)
            return reader.tests(value, at: path).map { tests in
                .conjunction(tests.map { Condition.test(name, $0) })
            }
        case .array(let elements):
            guard !elements.isEmpty else {
                log.error("an empty list never holds", at: path)
                return nil
            }
            let reader = OperandReader(names: names, subject: name, scope: scope)
            let operands = elements.enumerated().map { reader.equal($1, at: path.element($0)) }
            return operands.contains { $0 == nil } ? nil : equality(name, operands.compactMap { $0 })
        default:
            let reader = OperandReader(names: names, subject: name, scope: scope)
            return reader.equal(value, at: path).map { equality(name, [$0]) }
        }
    }

    /// Equality with one of the values; kinds and symbologies are compared as such, not as texts.
    private func equality(_ name: Name, _ operands: [Operand]) -> Condition {
        let texts = operands.compactMap { if case .literal(.text(let text)) = $0 { text } else { nil } }
        guard texts.count == operands.count else { return .test(name, .oneOf(operands)) }
        switch name {
        case .field(.fixed(.kind)): return .kind(RuleKinds(texts.compactMap(kinds.kind)))
        case .field(.fixed(.symbology)): return .symbology(Set(texts.map { Symbology(name: $0) }))
        default: return .test(name, .oneOf(operands))
        }
    }
}

extension RuleContext {
    /// Whether what a test finds is known wherever the name is used; logged when it is not.
    func isKnown(_ name: Name, in scope: Scope, at path: JSONPath, _ place: IssueLog.Place) -> Bool {
        switch name {
        case .capture where !scope.hasLooked(for: name):
            log.error(
                "'\(name)' is not known here: only a pattern before it that every way leads through sets it", at: path,
                place)
            return false
        case .cell(let cell) where !scope.present.contains(cell.row):
            log.error(
                "'\(name)' is not known here: only a test {\"catalog\": \"\(cell.list)\"} before it that every way leads "
                    + "through finds the row", at: path, place)
            return false
        case .field, .own, .scan, .capture, .cell, .result, .constant: return true
        }
    }
}
