import Beeline
import BeelineSupport
import Glibc

/// `beeline rules list`: the rules in the order in which they are tried.
enum RulesListCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let set = try RuleOptions(arguments, files: arguments.operands)
            .resolver(PluginOptions(arguments).registry).rules
        let kind = try arguments.kind(of: set)
        let rules = set.kindsOfRules.filter { kind.map($0.kinds.contains) ?? true }
        try arguments.isJSON
            ? StandardOutput.write(data: RuleListJSON.document(rules))
            : StandardOutput.write(text(rules, of: set.kindNames, arguments.style))
        return .success
    }

    /// A rule on each line: id, kinds, title, file.
    private static func text(
        _ rules: [(rule: Rule, kinds: [String])], of allKinds: [String], _ style: Style
    ) -> TerminalText {
        let rows = rules.map { [$0.id, summary($1, of: allKinds), $0.title ?? "", $0.file] }
        let marks = rules.map { $0.rule.isSwitchedOff ? "- " : $0.rule.continues ? "+ " : "  " as TerminalText }
        return style.table(rows, [.input, .kind, nil, .label], marks: marks)
    }

    /// The kinds that a rule can match, in a few words.
    private static func summary(_ kinds: [String], of allKinds: [String]) -> String {
        let others = allKinds.filter { !kinds.contains($0) }
        if others.isEmpty { return "any kind" }
        return others.count < kinds.count && others.count < 4
            ? "any kind but " + others.joined(separator: ", ") : ExplanationText.few(kinds, most: 3)
    }
}

/// `beeline rules graph`: the rules as a graph.
enum RulesGraphCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let options = try RuleOptions(arguments, files: arguments.operands)
        let file = try GraphFile(arguments)
        let plugins = try PluginOptions(arguments).registry
        let rules = try configured { try options.checked(plugins).rules }
        let kind = try arguments.kind(of: rules)
        let graph = RuleGraph(rules, kind: kind, limit: arguments.has(.drawAll) ? nil : 60, remedy: "--all draws them")
        let bytes = try file.drawn(Array(graph.dot.utf8))
        if let output = arguments[.output] {
            try replaceFile(output, with: bytes)
        } else {
            try StandardOutput.write(data: bytes)
        }
        return .success
    }
}

extension GraphFile {
    private static let timeLimit = Duration.seconds(60)
    /// The largest picture, in bytes.
    private static let longest = 256 << 20

    /// The format that `--format` names, else that of the file's extension, else DOT.
    init(_ arguments: Arguments) throws(UsageError) {
        let asked = arguments.choice(.graphFormat) as GraphFile?
        let path = arguments[.output]
        let named = path.flatMap(extensionOfFile).flatMap { $0 == "gv" ? .dot : GraphFile(rawValue: $0) }
        if let asked, let named, let path, asked != named { throw .otherEnding(path, asked.rawValue) }
        if let path { try UsageError.requireFolder(of: path) }
        self = asked ?? named ?? .dot
        let isText = self == .dot || self == .svg
        guard isText || path != nil || isatty(STDOUT_FILENO) == 0 else { throw .onTerminal(rawValue.uppercased()) }
    }

    /// The picture that Graphviz draws of a text in DOT; the text itself for DOT.
    func drawn(_ text: [UInt8]) throws -> [UInt8] {
        guard self != .dot else { return text }
        let title = rawValue.uppercased()
        guard let path = Executable.find("dot") else {
            throw OutputError.unwritable(
                "\(title) needs Graphviz's program dot, which is not on the PATH; install it (apt install graphviz), or write "
                    + "DOT with --format dot")
        }
        let start = ProgramStart(path: path, arguments: ["-T\(rawValue)"])
        let result = try runBlocking { () async throws(ProgramError) in
            try await runProgram(start, input: text, outputLimit: Self.longest, timeLimit: Self.timeLimit)
        }
        guard result.end == .exited(0), !result.output.isEmpty, !result.isOutputCut else {
            let words = String(decoding: result.errorOutput.suffix(300), as: UTF8.self)
            let reason = result.isOutputCut ? "the picture is larger than \(Self.longest >> 20) MiB" : words
            throw OutputError.unwritable("dot cannot draw the rules as \(title) (\(result.end)): \(reason)")
        }
        return result.output
    }
}

extension Arguments {
    /// The kind that `--kind` names, built in or of a rule file; nil without the option.
    fileprivate func kind(of rules: RuleSet) throws(UsageError) -> String? {
        guard let kind = self[.kind] else { return nil }
        guard rules.kindNames.contains(kind) else { throw .unknownKindOfRules(kind, known: rules.kindNames) }
        return kind
    }
}
