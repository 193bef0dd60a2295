extension RuleSet {
    /// The ids of the rules, and the names of the kinds, that look into a catalogue, each with its file, in their order.
    package func users(ofCatalog name: String) -> [(name: String, file: String)] {
        func isAsked(_ condition: Condition) -> Bool {
            condition.tests.contains {
                if case .catalog(let test) = $0.predicate { test.catalog.name == name } else { false }
            }
        }
        let kinds = self.kinds.own.filter { $0.forms.contains { isAsked($0.condition.condition) } }
        let rules = (compiled + disabled.map(\.rule)).filter { rule in
            isAsked(rule.checked.condition) || rule.actions.contains { $0.condition.map(isAsked) ?? false }
        }
        return kinds.map { ("kind \($0.name)", $0.file) } + rules.map { ($0.rule.id, $0.rule.file) }
    }
}
