internal import BeelineSupport
internal import BeelineSymbols

/// The constants of a set of rule files, and which of them were asked for.
///
/// A class, because asking for a constant marks it as used; it lives while a set is loaded.
package final class Constants {
    private struct Declaration {
        let value: String
        let path: JSONPath
        let log: IssueLog
    }

    private var declarations: [String: Declaration] = [:]
    private var used: Set<String> = []
    private let settings: ConstantSettings

    init(_ settings: ConstantSettings) { self.settings = settings }

    /// Takes the constants of a file; those that an earlier file has keep its value.
    func declare(_ value: JSONValue, at path: JSONPath, log: IssueLog) {
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'constants'") else { return }
        for member in object.all {
            let path = path.member(member.name)
            guard RuleName.isValid(member.name) else {
                log.error("the name of a constant is letters, digits and '_': '\(member.name)'", at: path, .name)
                continue
            }
            guard let text = member.value.string else {
                log.error("a constant is a string, not \(member.value.typeName)", at: path)
                continue
            }
            if declarations[member.name] == nil {
                declarations[member.name] = Declaration(value: text, path: path, log: log)
            }
        }
    }

    /// The value of a constant, and that it is used; nil when no file has it.
    ///
    /// `Vocabulary.constant(_:)` is what readers of rules ask.
    func use(_ name: String) -> (value: String, file: RuleFile?)? {
        guard let declaration = declarations[name] else { return nil }
        used.insert(name)
        if let value = setting(of: name) { return (value, nil) }
        return (declaration.value, declaration.log.file)
    }

    var names: [String] { declarations.keys.sorted() }

    var values: [String: String] {
        Dictionary(uniqueKeysWithValues: declarations.map { ($0, value(of: $0, $1)) })
    }

    private func value(of name: String, _ declaration: Declaration) -> String {
        setting(of: name) ?? declaration.value
    }

    /// The value that the user gives a constant.
    private func setting(of name: String) -> String? {
        settings.values[name] ?? settings.environment[name.uppercased()]
    }

    /// Settings that no file has a constant for.
    func unknownSettings() -> [RuleIssue] {
        settings.values.keys.filter { declarations[$0] == nil }.sorted().map { name in
            let hint = Spelling.hint(for: name, in: names)
            let known = hint.isEmpty && !names.isEmpty ? "; there are \(names.joined(separator: ", "))" : ""
            return RuleIssue(
                severity: .error, file: "\(settings.origin) \(name)", position: nil, path: JSONPath(),
                message: "no rule file has a constant '\(name)'\(hint)\(known)", sourceLine: nil)
        }
    }

    /// Logs a warning for each constant that nothing asked for.
    func reportUnused() {
        for (name, declaration) in declarations where !used.contains(name) {
            declaration.log.warning("the constant '\(name)' is not used", at: declaration.path, .name)
        }
    }

}
