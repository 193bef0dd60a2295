import Beeline
import BeelineSupport

/// `beeline rules list`: the rules in the order in which they are asked.
struct RulesListCommand {
    private let rules: [(rule: Rule, kinds: [String])]
    /// All kinds that there are.
    private let allKinds: [String]

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let command = try RulesListCommand(arguments)
        try arguments.isJSON
            ? StandardOutput.write(data: RuleListJSON.document(command.rules))
            : StandardOutput.write(command.text(arguments.style))
        return .success
    }

    private init(_ arguments: Arguments) throws {
        let set = try RuleOptions(arguments, files: arguments.operands)
            .resolver(PluginOptions(arguments).registry).rules
        let kind = try arguments.kind(of: set)
        allKinds = set.kindNames
        rules = set.kindsOfRules.filter { kind.map($0.kinds.contains) ?? true }
    }

    /// A rule on each line: id, kinds, title, file.
    private func text(_ style: Style) -> TerminalText {
        let rows = rules.map { [$0.id, kinds($1), $0.title ?? "", $0.file] }
        let marks = rules.map { $0.rule.isSwitchedOff ? "- " : $0.rule.continues ? "+ " : "  " as TerminalText }
        return style.table(rows, [.input, .kind, nil, .label], marks: marks)
    }

    /// The kinds that a rule takes, in a few words.
    private func kinds(_ kinds: [String]) -> String {
        let others = allKinds.filter { !kinds.contains($0) }
        if others.isEmpty { return "any kind" }
        return others.count < kinds.count && others.count < 4
            ? "any kind but " + others.joined(separator: ", ") : ExplanationText.few(kinds, most: 3)
    }
}

/// `beeline rules graph`: to draw its rules.
enum RulesGraphCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let options = try RuleOptions(arguments, files: arguments.operands)
        let plugins = try PluginOptions(arguments).registry
        let rules = try configured { try options.checked(plugins).rules }
        let kind = try arguments.kind(of: rules)
        let svg = RuleGraph(
            rules, kind: kind, limit: arguments.has(.drawAll) ? nil : 60, remedy: "--all draws them"
        ).svg
        if let output = arguments[.output] {
            try replaceFile(output, with: Array(svg.utf8))
        } else {
            try StandardOutput.write(data: svg)
        }
        return .success
    }
}

extension Arguments {
    /// The kind that `--kind` names, of the program or of a rule file; nil where none is asked for.
    fileprivate func kind(of rules: RuleSet) throws(UsageError) -> String? {
        guard let kind = self[.kind] else { return nil }
        guard rules.kindNames.contains(kind) else { throw .unknownKindOfRules(kind, known: rules.kindNames) }
        return kind
    }
}
