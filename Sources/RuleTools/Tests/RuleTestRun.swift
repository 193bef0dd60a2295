internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The run of one test. A class, because an evaluation context cannot be copied.
final class RuleTestRun {
    typealias Difference = RuleTestResult.Difference

    private let test: RuleTest
    private let resolution: Resolution
    private let subject: EvaluationContext
    /// The actions with the given results filled in, without the skipped ones.
    private let actions: [Action]
    private let why: RuleTestReasons

    init(test: RuleTest, rules: RuleSet, parser: ContentParser) {
        self.test = test
        let readings = parser.readings(of: [test.symbol] + test.beside, on: test.scan.date)
        let reading = readings.first ?? parser.reading(of: test.symbol, on: test.scan.date)
        let memory = AskedMemory(test.given.memory, for: rules.memoryUse, source: test.scan.source)
        let resolution = rules.resolve(reading, scan: test.scan, asking: memory)
        var subject = EvaluationContext(resolution.reading, scan: test.scan, memory: memory)
        subject.classification = resolution.classification
        let results = test.given.results
        var isLeftOut = false
        actions = resolution.actions.compactMap { action in
            // What is in for an action that is left out is left out as well.
            if action.isOtherwise, isLeftOut { return nil }
            let completed =
                action.awaitedResults.allSatisfy { results[$0] != nil } ? action.completed(with: results) : action
            if !action.isOtherwise { isLeftOut = completed == nil }
            return completed
        }
        self.resolution = resolution
        why = RuleTestReasons(rules: rules, subject: subject.copy(), results: results)
        self.subject = subject
    }

    func differences() -> [Difference] {
        let rule = ruleDifference()
        // Of another rule's actions nothing was said.
        let actions = rule == nil ? test.expected.actions.map(differences) ?? [] : []
        return [rule, kindDifference()].compactMap(\.self) + test.expected.fields.compactMap(difference) + actions
    }

    private func ruleDifference() -> Difference? {
        let taken = resolution.rule
        switch test.expected.rule {
        case nil: return nil
        case RuleTest.Expectation.TakingRule.none?:
            return taken.map {
                Difference(
                    subject: "rule", expected: "null", actual: JSONValue.string($0.id).text, reasons: why.takes($0.id))
            }
        case .rule(let id)?:
            guard taken?.id != id else { return nil }
            return Difference(
                subject: "rule", expected: JSONValue.string(id).text,
                actual: taken.map { JSONValue.string($0.id).text } ?? "null",
                reasons: why.notTaken(by: id, butBy: taken?.id) + warnings)
        }
    }

    private func kindDifference() -> Difference? {
        guard let kind = test.expected.kind, kind != resolution.kindName else { return nil }
        return Difference(
            subject: "kind", expected: JSONValue.string(kind).text, actual: JSONValue.string(resolution.kindName).text,
            reasons: warnings)
    }

    private var warnings: [String] { resolution.reading.warnings.map(\.description) }

    private func difference(_ field: RuleTest.Expectation.Field) -> Difference? {
        let value = subject.value(of: field.name)
        guard !field.value.isMet(by: value) else { return nil }
        var reasons: [String] = []
        if value == nil { reasons.append("a code of kind \(resolution.kindName) has no \(field.name) here") }
        return Difference(
            subject: "fields.\(field.name)", expected: field.value.text, actual: value?.json ?? "null",
            reasons: reasons)
    }

    private func differences(_ expected: [RuleTest.Expectation.Action]) -> [Difference] {
        guard expected.count == actions.count else {
            let names = expected.map { JSONValue.string($0.first { $0.name == "action" }?.value.string ?? "…") }
            return [
                Difference(
                    subject: "do", expected: JSONValue.array(names).text,
                    actual: JSONValue.array(actions.map { .string($0.name) }).text,
                    reasons: why.skipped(takenBy: resolution.rule?.id))
            ]
        }
        return zip(expected, actions).enumerated().flatMap { index, pair in
            pair.0.flatMap { differences($0, pair.1, at: index, "do[\(index)].\($0.name)") }
        }
    }

    /// The index of the action whose alternative the one at a place is; nil for a regular action.
    private func placeOfUndone(before place: Int) -> Int? {
        actions[place].isOtherwise ? actions[..<place].lastIndex { !$0.isOtherwise } : nil
    }

    private func differences(
        _ member: (name: String, value: JSONValue), _ action: Action, at place: Int, _ subject: String
    ) -> [Difference] {
        func compare(_ actual: JSONValue) -> [Difference] {
            guard member.value != actual else { return [] }
            return [Difference(subject: subject, expected: member.value.text, actual: actual.text, reasons: [])]
        }
        switch member.name {
        case "action": return compare(.string(action.name))
        case "ask": return compare(.boolean(action.requiresConfirmation))
        case "optional": return compare(.boolean(action.isOptional))
        case "always": return compare(.boolean(action.isAlways))
        case "otherwise": return compare(placeOfUndone(before: place).map { .integer($0) } ?? .null)
        case "as": return compare(action.resultName.map(JSONValue.string) ?? .null)
        default: break
        }
        let value = action[member.name]
        if case .object(let fields) = member.value, case .fields(let given)? = value {
            return fields.filter { $0.name != "note" }.flatMap { field -> [Difference] in
                let value = given.first { $0.name == field.name }?.value
                return difference(field.value, value, action, "\(subject).\(field.name)")
            }
        }
        return difference(member.value, value, action, subject, waits: value == nil && !action.awaitedResults.isEmpty)
    }

    private func difference(
        _ expected: JSONValue, _ value: ActionValue?, _ action: Action, _ subject: String, waits: Bool = false
    ) -> [Difference] {
        guard waits || !expected.isMet(by: value) else { return [] }
        var reasons: [String] = []
        if waits {
            reasons = action.awaitedResults.filter { test.given.results[$0] == nil }.map { name in
                "it waits for the results of '\(name)', which the test must give: "
                    + "\"given\": {\"\(name)\": {…}}"
            }
        } else if value == nil, let problem = action.problem {
            reasons = ["it cannot be done with this code: \(problem)"]
        }
        return [Difference(subject: subject, expected: expected.text, actual: value?.json ?? "null", reasons: reasons)]
    }
}

/// Explains in sentences why rules matched a code or not: the first false part of a condition, and the code's value.
final class RuleTestReasons {
    let rules: RuleSet
    /// The code, before any rule was tried.
    let subject: EvaluationContext
    let results: ActionResults

    init(rules: RuleSet, subject: consuming EvaluationContext, results: ActionResults) {
        self.rules = rules
        self.subject = subject
        self.results = results
    }

    /// Why a rule matches a code that no rule should match.
    func takes(_ id: String) -> [String] {
        guard let rule = rule(id) else { return [] }
        guard rule.checked.condition != .all([]) else { return ["'\(id)' matches every code"] }
        return ["'\(id)' requires that \(short(rule.checked.condition.words(rules.kinds)))"]
    }

    /// Why a rule does not match, but the other one, if any, does.
    func notTaken(by id: String, butBy other: String?) -> [String] {
        guard let rule = rule(id) else { return [] }
        var subject = subject.copy()
        subject.slots = Array(repeating: .empty, count: rule.slotCount)
        if let reason = failure(of: rule.checked.condition, &subject) { return ["'\(id)' requires that \(reason)"] }
        return other.map { ["'\(id)' would match it, but '\($0)' comes before it"] } ?? []
    }

    /// Why actions are left out by their own conditions, under the rule that matched the code, if any.
    func skipped(takenBy id: String?) -> [String] {
        var reasons: [String] = []
        for rule in rules.compiled where rule.rule.continues || rule.rule.id == id {
            var subject = subject.copy()
            subject.slots = Array(repeating: .empty, count: rule.slotCount)
            guard rule.checked.condition.holds(for: &subject) else { continue }
            subject.results = results
            for action in rule.actions {
                guard let condition = action.condition, action.needs.allSatisfy({ results[$0] != nil }),
                    let reason = failure(of: condition, &subject)
                else { continue }
                reasons.append(
                    "'\(action.shape.name)' of '\(rule.rule.id)' is skipped: its 'when' requires that \(reason)")
            }
            if rule.rule.id == id { break }
        }
        return reasons
    }

    private func rule(_ id: String) -> CompiledRule? { rules.compiled.first { $0.rule.id == id } }

    /// The first part that is false, and the value that it saw; nil where all are true.
    private func failure(of condition: Condition, _ subject: inout EvaluationContext) -> String? {
        for part in condition.conjuncts where !part.holds(for: &subject) {
            return "\(short(part.words(rules.kinds))), but \(short(seen(by: part, subject)))"
        }
        return nil
    }

    private func seen(by part: Condition, _ subject: borrowing EvaluationContext) -> String {
        switch part {
        case .kind: return "kind is \(quoted(rules.kinds.name(of: subject.kind)))"
        case .symbology: return "symbology is \(quoted(subject.reading.symbol.symbology.name))"
        case .test(let name, _):
            guard let value = subject.value(of: name) else { return "\(name) is absent" }
            return "\(name) is \(value.json)"
        case .any: return "none of these is true"
        case .not: return "it is"
        case .all: return "it is false"
        }
    }

    /// A condition may list thousands of values.
    private func short(_ text: String) -> String { text.shortened(to: 200) }

    private func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
