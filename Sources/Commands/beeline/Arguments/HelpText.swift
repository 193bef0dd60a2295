import BeelineSymbols

/// The help texts, made from the definitions of the commands.
enum HelpText {
    /// The help of the whole program.
    static func program() -> TerminalText {
        let commands = CommandDefinition.all.map { ("beeline \($0.name) \($0.operands)", $0.summary) }
        let examples = CommandDefinition.all.compactMap { $0.examples.first }.map { ($0.command, $0.summary) }
        return """
            From a scanned code straight to what it is good for.

            \(columns(commands, indent: 2))

            beeline COMMAND --help says more of a command; beeline --version shows the version.

            Try:
            \(columns(examples, indent: 2))

            """
    }

    /// The help of one command.
    static func command(_ command: CommandDefinition) -> TerminalText {
        let options = command.options.map { option in
            let short = option.short.map { "\($0), " } ?? ""
            return (short + option.name + (option.value.map { " \($0)" } ?? ""), option.summary)
        }
        let discussion: TerminalText = command.discussion.isEmpty ? "" : "\n\(command.discussion)\n"
        let examples = command.examples.map { example -> TerminalText in
            "  # \(example.summary)\n  \(example.command)"
        }.joined(separator: "\n")
        return """
            beeline \(command.name) [OPTION…]\(command.operands.isEmpty ? "" : " \(command.operands)")
            \(command.summary)

            \(columns(options, indent: 2))
            \(discussion)
            Examples:
            \(examples)

            """
    }

    /// Two columns; a left cell that is too wide for its column puts the right one on a line of its own.
    private static func columns(_ rows: [(String, String)], indent: Int) -> TerminalText {
        let margin = TerminalText.blanks(indent)
        let width = min(30, rows.map(\.0.count).max() ?? 0)
        return rows.map { left, right -> TerminalText in
            let gap: TerminalText =
                left.count <= width
                ? .blanks(width - left.count + 2) : "\n\(margin)\(TerminalText.blanks(width + 2))"
            return "\(margin)\(left)\(gap)\(right)"
        }.joined(separator: "\n")
    }
}
