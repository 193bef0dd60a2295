internal import BeelineSupport

/// Finds session values that rules use and no action sets: a misspelled name is absent for every code.
enum UnsetSessionValues {
    /// Logs a warning at each rule of the user that uses one.
    static func report(_ rules: [RuleSet.ReadRule]) {
        let own = rules.filter { !$0.log.file.isBundled && !$0.rule.rule.isSwitchedOff }
        let used = own.map { read in (read, Set(read.rule.sessionNames)) }.filter { !$0.1.isEmpty }
        guard !used.isEmpty else { return }
        let actions = rules.flatMap(\.rule.actions)
        let names = actions.compactMap(\.namesOfSession)
        let set = Set(names.flatMap(\.self))
        for (read, names) in used {
            for name in names.subtracting(set).subtracting(read.log.file.givenSessionNames).sorted() {
                let hint = read.log.hint(for: name, in: set.sorted())
                read.log.warning("no action sets '\(SessionName.owner).\(name)'\(hint)", at: read.path)
            }
        }
    }
}

extension RuleFile {
    /// The session values that its tests give: its author knows that another file sets them.
    fileprivate var givenSessionNames: Set<String> {
        let tests = json.parsed(from: bytes).value?["tests"]?.array ?? []
        return tests.reduce(into: []) { names, test in
            guard case .object(let members)? = test["given"]?["session"] else { return }
            names.formUnion(members.map(\.name))
        }
    }
}

extension CompiledRule {
    /// The session values that its conditions and templates use.
    fileprivate var sessionNames: [String] {
        let names = conditions.flatMap(\.names) + actions.flatMap { $0.arguments.flatMap(\.names) }
        return names.compactMap { if case .session(let name) = $0 { name } else { nil } }
    }
}

extension ActionTemplate {
    /// The session values that it sets; nil for an action that sets none.
    fileprivate var namesOfSession: [String]? {
        let values = Dictionary(zip(parameters, arguments)) { first, _ in first }
        switch (shape.name, values["values"], values["name"]) {
        case (ActionSignature.set, .fields(let fields)?, _): return fields.map(\.name)
        case (ActionSignature.count, _, .text(let text)?): return text.fixedText.map { [$0] }
        default: return nil
        }
    }
}
