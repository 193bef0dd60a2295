internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// Why rules came out as they did for a code, in sentences for people: the first part of a condition that does not hold,
/// and what the code has there.
final class RuleTestReasons {
    let rules: RuleSet
    /// The code; no rule has been asked yet.
    let subject: EvaluationContext
    let results: ActionResults

    init(rules: RuleSet, subject: consuming EvaluationContext, results: ActionResults) {
        self.rules = rules
        self.subject = subject
        self.results = results
    }

    /// Why a rule takes the code that none should take.
    func takes(_ id: String) -> [String] {
        guard let rule = rule(id) else { return [] }
        guard rule.checked.condition != .all([]) else { return ["'\(id)' takes every code"] }
        return ["'\(id)' asks that \(short(rule.checked.condition.words(rules.kinds)))"]
    }

    /// Why a rule does not take the code.
    ///
    /// - Parameter other: the rule that does; nil where none does.
    func notTaken(by id: String, butBy other: String?) -> [String] {
        guard let rule = rule(id) else { return [] }
        var subject = subject.copy()
        subject.slots = Array(repeating: .empty, count: rule.slotCount)
        if let reason = failure(of: rule.checked.condition, &subject) { return ["'\(id)' asks that \(reason)"] }
        return other.map { ["'\(id)' would take it, but '\($0)' stands before it"] } ?? []
    }

    /// Why actions are left out by their own conditions.
    ///
    /// - Parameter id: the rule that took the code; nil where none did.
    func skipped(takenBy id: String?) -> [String] {
        var reasons: [String] = []
        for rule in rules.compiled where rule.rule.continues || rule.rule.id == id {
            var subject = subject.copy()
            subject.slots = Array(repeating: .empty, count: rule.slotCount)
            guard rule.checked.condition.holds(for: &subject) else { continue }
            subject.results = results
            for action in rule.actions {
                guard let condition = action.condition,
                    action.needs.allSatisfy({ results[$0] != nil }),
                    let reason = failure(of: condition, &subject)
                else { continue }
                reasons.append("'\(action.shape.name)' of '\(rule.rule.id)' is skipped: its 'when' asks that \(reason)")
            }
            if rule.rule.id == id { break }
        }
        return reasons
    }

    private func rule(_ id: String) -> CompiledRule? { rules.compiled.first { $0.rule.id == id } }

    /// The first part that does not hold, and what there is instead; nil where all hold.
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
        case .any: return "none of these holds"
        case .not: return "it is"
        case .all: return "it does not hold"
        }
    }

    /// A condition may list thousands of values.
    private func short(_ text: String) -> String { text.shortened(to: 200) }

    private func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
