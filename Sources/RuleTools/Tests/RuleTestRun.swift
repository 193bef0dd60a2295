internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// One test, asked of the rules. A class, because a code that is asked about is not copied by the way.
final class RuleTestRun {
    typealias Difference = RuleTestResult.Difference

    private let test: RuleTest
    private let resolution: Resolution
    private let subject: EvaluationContext
    /// With what others find filled in, as far as it is given; without those that are skipped then.
    private let actions: [Action]
    private let why: RuleTestReasons

    init(test: RuleTest, rules: RuleSet, parser: ContentParser) {
        self.test = test
        let reading = parser.reading(of: test.symbol, on: test.scan.date)
        let resolution = rules.resolve(reading, scan: test.scan)
        var subject = EvaluationContext(reading, scan: test.scan)
        subject.classification = resolution.classification
        let results = test.given.results
        actions = resolution.actions.compactMap { action in
            action.needs.allSatisfy { results[$0] != nil } ? action.completed(with: results) : action
        }
        self.resolution = resolution
        why = RuleTestReasons(rules: rules, subject: subject.copy(), results: results)
        self.subject = subject
    }

    /// Where what came is not what was expected.
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
                    subject: "rule", expected: "null", actual: JSONValue.string($0.id).text,
                    reasons: why.takes($0.id))
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

    /// What was doubtful about the code.
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

    private func differences(_ expected: [RuleTest.ExpectedAction]) -> [Difference] {
        guard expected.count == actions.count else {
            let names = expected.map { JSONValue.string($0.members.first { $0.name == "action" }?.value.string ?? "…") }
            return [
                Difference(
                    subject: "do", expected: JSONValue.array(names).text,
                    actual: JSONValue.array(actions.map { .string($0.name) }).text,
                    reasons: why.skipped(takenBy: resolution.rule?.id))
            ]
        }
        return zip(expected, actions).enumerated().flatMap { index, pair in
            pair.0.members.flatMap { differences($0, pair.1, "do[\(index)].\($0.name)") }
        }
    }

    private func differences(_ member: JSONValue.Member, _ action: Action, _ subject: String) -> [Difference] {
        func compare(_ actual: JSONValue) -> [Difference] {
            guard member.value != actual else { return [] }
            return [Difference(subject: subject, expected: member.value.text, actual: actual.text, reasons: [])]
        }
        switch member.name {
        case "action": return compare(.string(action.name))
        case "ask": return compare(.boolean(action.asks))
        case "optional": return compare(.boolean(action.isOptional))
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
        return difference(member.value, value, action, subject, waits: value == nil && !action.needs.isEmpty)
    }

    private func difference(
        _ expected: JSONValue, _ value: ActionValue?, _ action: Action, _ subject: String, waits: Bool = false
    ) -> [Difference] {
        guard waits || !expected.isMet(by: value) else { return [] }
        var reasons: [String] = []
        if waits {
            reasons = action.needs.filter { test.given.results[$0] == nil }.map { name in
                "it waits for what '\(name)' finds, which the test must give: "
                    + "\"given\": {\"\(name)\": {…}}"
            }
        } else if value == nil, let problem = action.problem {
            reasons = ["it cannot be done with this code: \(problem)"]
        }
        return [
            Difference(subject: subject, expected: expected.text, actual: value?.json ?? "null", reasons: reasons)
        ]
    }
}
