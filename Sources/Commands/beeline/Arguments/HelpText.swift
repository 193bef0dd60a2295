import Beeline
import BeelineSymbols

/// The help texts, made from the definitions of the commands.
enum HelpText {
    /// The description of Beeline in one line.
    static let summary = "Scan a barcode, get the right action."

    static func program() -> TerminalText {
        let commands = CommandDefinition.all.map { ("beeline \($0.name) \($0.operands)", $0.summary) }
        let examples = CommandDefinition.all.compactMap(\.examples.first).map { ($0.key, $0.value) }
        return """
            \(summary)

            \(columns(commands, indent: 2))

            'beeline COMMAND --help' describes a command, 'beeline --version' shows the version.

            Try:
            \(columns(examples, indent: 2))

            """
    }

    static func command(_ command: CommandDefinition) -> TerminalText {
        let options = command.options.map { option in
            let short = option.short.map { "\($0), " } ?? ""
            return (short + option.name + (option.value.map { " \($0)" } ?? ""), option.summary)
        }
        let discussion: TerminalText = command.discussion.isEmpty ? "" : "\n\(command.discussion)\n"
        let examples = command.examples.map { example -> TerminalText in
            "  # \(example.value)\n  \(example.key)"
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

    /// Two columns; after a left cell that is too wide, the right one is on the next line.
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

/// Completion scripts, made from the definitions of the commands.
enum CompletionScript {
    static func script(for shell: String) throws(UsageError) -> String {
        switch shell {
        case "bash": bash()
        // zsh runs bash completions.
        case "zsh": "autoload -U +X bashcompinit && bashcompinit\n" + bash()
        case "fish": fish()
        default: throw .unknownShell(shell)
        }
    }

    private static func bash() -> String {
        let commands = CommandDefinition.all
        let first = Set(commands.map { $0.name.prefix { $0 != " " } }).sorted().joined(separator: " ")
        // A first word may also be a command, with options.
        let second = seconds.map { word, next in
            "    \(word)) [[ $word == -* ]] || { COMPREPLY=($(compgen -W '\(next)' -- \"$word\")); return; } ;;"
        }.joined(separator: "\n")
        // Commands of two words come first, for the first that fits is used.
        let options = commands.sorted { $0.name.utf8.count > $1.name.utf8.count }.map { command in
            let words = command.options.map(\.name).joined(separator: " ")
            let choices = command.options.filter { !offers(for: $0).isEmpty }
                .map { "\($0.name)) choices='\(offers(for: $0).joined(separator: " "))' ;;" }.joined(separator: " ")
            let cases = choices.isEmpty ? "" : "; case $before in \(choices) esac"
            let operands = operands(of: command).isEmpty ? "" : "; operands='\(operands(of: command))'"
            return "    '\(command.name)'*) words='\(words)'\(operands)\(cases) ;;"
        }.joined(separator: "\n")
        return """
            _beeline() {
              local word=${COMP_WORDS[COMP_CWORD]} last= before=${COMP_WORDS[COMP_CWORD-1]} words= choices= operands=
              if [[ $COMP_CWORD == 1 ]]; then
                COMPREPLY=($(compgen -W '\(first) help --help --version' -- "$word")); return
              fi
              case $before in
            \(second)
              esac
              case "${COMP_WORDS[*]:1}" in
            \(options)
              esac
              last=${word##*,}
              if [[ -n $choices ]]; then COMPREPLY=($(compgen -P "${word%"$last"}" -W "$choices" -- "$last"))
              elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
              elif [[ -n $operands ]]; then COMPREPLY=($(compgen -W "$operands" -- "$word"))
              fi
            }
            complete -o default -F _beeline beeline

            """
    }

    /// The second words of commands, by the first word.
    private static var seconds: [(word: Substring, next: String)] {
        let pairs = CommandDefinition.all.map { $0.name.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(grouping: pairs, by: \.[0]).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.map { String($0[1]) }.joined(separator: " ")) }
    }

    /// The possible operands of a command, where there are only a few; else empty.
    private static func operands(of command: CommandDefinition) -> String {
        switch command {
        case .completion: "bash zsh fish"
        case .serveTokens: "add revoke"
        case .serveDevices: "revoke"
        case .kinds: Kind.allCases.map(\.rawValue).joined(separator: " ")
        default: ""
        }
    }

    private static func fish() -> String {
        var lines: [String] = []
        for command in CommandDefinition.all {
            let words = command.name.split(separator: " ")
            lines.append("complete -c beeline -n __fish_use_subcommand -f -a \(words[0]) -d \(quoted(command.summary))")
            if words.count > 1 {
                lines.append("complete -c beeline -n '__fish_seen_subcommand_from \(words[0])' -f -a \(words[1])")
            }
            if !operands(of: command).isEmpty {
                lines.append(
                    "complete -c beeline -n '__fish_seen_subcommand_from \(words[0])' -f -a "
                        + quoted(operands(of: command)))
            }
            for option in command.options {
                var line =
                    "complete -c beeline -n '__fish_seen_subcommand_from \(words[0])' -l \(option.name.dropFirst(2))"
                if let short = option.short { line += " -s \(short.dropFirst())" }
                if !offers(for: option).isEmpty {
                    line += " -x -a \(quoted(offers(for: option).joined(separator: " ")))"
                } else if option.value != nil {
                    line += " -r"
                }
                lines.append(line + " -d \(quoted(option.summary))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The values that a shell offers for an option.
    private static func offers(for option: Option) -> [String] {
        option.choices.isEmpty ? option.suggestions : option.choices
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
