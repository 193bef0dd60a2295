internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Reads the condition after `"when":`.
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

    /// The deepest nesting. No one writes more by hand, and each level checks all levels below it.
    private static let deepest = 32

    /// - Parameter outer: what is certain where the condition is.
    func condition(_ value: JSONValue, at path: JSONPath, within outer: Scope) -> Condition? {
        guard path.steps.count <= Self.deepest else {
            return log.refuse("conditions are nested too deeply: write a rule for each case", at: path)
        }
        guard let object = ObjectReader(value, at: path, log: log, what: "a condition") else { return nil }
        return conjunction(object.all, within: outer) { member, conjuncts, scope in
            guard let condition = entry(member, at: member.path, within: scope) else { return nil }
            let added = Scope(condition, kinds)
            let isOfNoKind = !scope.kinds.isEmpty && scope.kinds.intersection(added.kinds).isEmpty
            let problem = isOfNoKind ? contradiction(member.name, scope) : contradiction(condition, conjuncts)
            if let problem { log.error(problem, at: member.path, .name) }
            return (condition, added, problem == nil)
        }.map(Condition.conjunction)
    }

    /// Conditions that must all be true: later ones can use the captures of earlier ones. Nil when there is something
    /// wrong with one of them. `read` returns the scope of one and whether it can be true, given those before it and
    /// what is certain after them.
    private func conjunction<Element>(
        _ elements: [Element], within outer: Scope,
        read: (Element, [Condition], Scope) -> (condition: Condition, scope: Scope, canHold: Bool)?
    ) -> [Condition]? {
        var isRight = true
        var conditions: [Condition] = []
        var conjuncts: [Condition] = []
        var scope = outer
        for (index, element) in elements.enumerated() {
            guard let next = read(element, conjuncts, scope) else {
                isRight = false
                continue
            }
            if !next.canHold { isRight = false }
            // Nothing follows the last one; without a change the scope from outside stays shared.
            if index < elements.count - 1 { scope.narrow(by: next.scope) }
            conjuncts += next.condition.conjuncts
            conditions.append(next.condition)
        }
        return isRight ? conditions : nil
    }

    private func contradiction(_ condition: Condition, _ conjuncts: [Condition]) -> String? {
        context.logic.contradiction(of: condition, with: conjuncts).map {
            "this is never true: it contradicts the condition before it (\($0))"
        }
    }

    private func contradiction(_ name: String, _ scope: Scope) -> String {
        if scope.kinds == kinds.all { return "no code can meet this: the conditions in '\(name)' exclude each other" }
        let names = scope.kinds.kinds.map { "'\(kinds.name(of: $0))'" }.joined(separator: ", ")
        return "this is never true: the conditions before it leave only codes of kind \(names), "
            + "and '\(name)' matches none of them"
    }

    private func entry(_ member: ObjectReader.Member, at path: JSONPath, within scope: Scope) -> Condition? {
        switch member.name {
        case "all":
            return list(member, at: path).flatMap { elements in
                conjunction(elements, within: scope) { element, conjuncts, scope in
                    guard let condition = condition(element.value, at: element.path, within: scope) else { return nil }
                    let problem = contradiction(condition, conjuncts)
                    if let problem { log.error(problem, at: element.path) }
                    return (condition, Scope(condition, kinds), problem == nil)
                }.map(Condition.all)
            }
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
            guard condition != .all([]) else { return log.refuse("this is never true: {} is always true", at: path) }
            return .not(condition)
        default: break
        }
        switch names.meaning(of: member.name, at: path, .name, orOneOf: Self.combiners) {
        case nil: return nil
        // The same for every code: it switches the rule on or off.
        case .constant(let constant): return test(.constant(constant), member.value, at: path, within: scope)
        case .secret: return log.refuse("a secret cannot be tested, because tests could reveal it", at: path, .name)
        case .name(let name):
            guard context.isKnown(name, in: scope, at: path, .name) else { return nil }
            return test(name, member.value, at: path, within: scope)
        }
    }

    private func list(_ member: ObjectReader.Member, at path: JSONPath) -> [(value: JSONValue, path: JSONPath)]? {
        guard let elements = member.value.array, !elements.isEmpty else {
            return log.refuse("'\(member.name)' must be a list of at least one condition", at: path)
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
            guard !elements.isEmpty else { return log.refuse("an empty list is never true", at: path) }
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
    /// Whether a capture or cell is certainly set where its name is used; logged when it is not.
    func isKnown(_ name: Name, in scope: Scope, at path: JSONPath, _ place: IssueLog.Place) -> Bool {
        switch name {
        case .capture where !scope.hasLooked(for: name):
            log.error("'\(name)' is not set here: a pattern before it must set it in every case", at: path, place)
            return false
        case .cell(let cell) where !scope.present.contains(cell.row):
            log.error(
                "'\(name)' is not set here: a test {\"catalog\": \"\(cell.list)\"} must come before it in every "
                    + "case", at: path, place)
            return false
        case .sum(let sum): return sum.names.allSatisfy { isKnown($0, in: scope, at: path, place) }
        case .field, .own, .scan, .seen, .session, .capture, .part, .cell, .result, .constant: return true
        }
    }
}
