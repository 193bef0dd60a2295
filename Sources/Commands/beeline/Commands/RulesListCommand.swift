import Beeline
import BeelineSupport
import Glibc

/// `beeline rules list`: the rules in the order in which they are asked.
struct RulesListCommand {
    private let rules: [(rule: Rule, kinds: [String])]
    /// All kinds that there are.
    private let allKinds: [String]
    private let isJSON: Bool
    private let style: Style

    init(_ arguments: Arguments) throws {
        isJSON = arguments[.listFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
        let set = try RuleOptions(arguments, files: arguments.operands)
            .resolver(PluginOptions(arguments).registry).rules
        allKinds = set.kindNames
        guard let kind = arguments[.kind] else {
            rules = set.kindsOfRules
            return
        }
        guard allKinds.contains(kind) else { throw UsageError.unknownKindOfRules(kind, known: allKinds) }
        rules = set.kindsOfRules.filter { $0.kinds.contains(kind) }
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        if isJSON { try StandardOutput.write(data: json) } else { try StandardOutput.write(text) }
        return .success
    }

    /// A rule on each line, in columns: id, kinds, title, file.
    private var text: TerminalText {
        let rows = rules.map { rule, kinds in
            [rule.id, self.kinds(kinds), rule.title ?? "", rule.file].map { TerminalText($0) }
        }
        let widths = (0..<4).map { column in min(60, rows.map { $0[column].width }.max() ?? 0) }
        return zip(rules, rows).map { entry, cells in
            var line: TerminalText = entry.rule.isSwitchedOff ? "- " : entry.rule.continues ? "+ " : "  "
            for (column, cell) in cells.enumerated() {
                let role: Style.Role? = [.input, .kind, nil, .label][column]
                line += role.map { style.paint(cell, $0) } ?? cell
                if column < 3 { line += .blanks(max(0, widths[column] - cell.width) + 2) }
            }
            return line + "\n"
        }.joined()
    }

    /// The kinds that a rule takes, in a few words.
    private func kinds(_ kinds: [String]) -> String {
        let others = allKinds.filter { !kinds.contains($0) }
        if others.isEmpty { return "any kind" }
        return others.count < kinds.count && others.count < 4
            ? "any kind but " + others.joined(separator: ", ") : ExplanationText.few(kinds, most: 3)
    }

    private var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.name("rules")
            json.array { json in
                for (rule, kinds) in rules {
                    json.object { json in
                        json.member("rule", rule.id)
                        if let title = rule.title { json.member("title", title) }
                        json.member("file", rule.file)
                        json.name("continue")
                        json.value(rule.continues)
                        json.name("off")
                        json.value(rule.isSwitchedOff)
                        json.name("kinds")
                        json.array { json in for kind in kinds { json.value(kind) } }
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}

/// `beeline rules graph`: draws what leads where.
struct RulesGraphCommand {
    private let options: RuleOptions
    private let plugins: PluginRegistry
    private let kind: String?
    private let drawsAll: Bool
    /// Nil: standard output.
    private let output: String?

    init(_ arguments: Arguments) throws {
        options = try RuleOptions(arguments, files: arguments.operands)
        plugins = try PluginOptions(arguments).registry
        kind = arguments[.onlyKind]
        drawsAll = arguments.has(.drawAll)
        output = arguments[.output]
    }

    /// - Throws: `UsageError`, `ConfigurationError`, `OutputError`.
    func run() throws -> ExitStatus {
        let rules: RuleSet
        do throws(RuleSetError) {
            rules = try Resolver(
                rules: options.sources, plugins: plugins, constants: options.constants, catalogs: options.catalogs,
                finder: options.finder
            ).rules
        } catch {
            throw ConfigurationError.rules(error)
        }
        let known = rules.kindNames
        if let kind, !known.contains(kind) { throw UsageError.unknownKindOfRules(kind, known: known) }
        let graph = RuleGraph(rules, kind: kind, limit: drawsAll ? nil : 60, remedy: "--all draws them")
        let svg = Array(graph.svg.utf8)
        guard let output else {
            try StandardOutput.write(data: svg)
            return .success
        }
        do throws(FileError) {
            try replaceFile(output, with: svg)
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        return .success
    }
}
