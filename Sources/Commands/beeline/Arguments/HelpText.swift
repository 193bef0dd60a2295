import Beeline
import BeelineSymbols

/// The help texts, made from the definitions of the commands.
enum HelpText {
    /// The description of Beeline in one line.
    static let summary = "Scan a barcode, get the right action."

    /// What people do, with the first words of the commands for it.
    static let groups: KeyValuePairs = [
        "Read codes": ["scan", "live"],
        "Understand codes": ["resolve", "explain", "kinds", "formats"],
        "Choose actions": ["rules", "plugins", "policy"],
        "Run a desk": ["serve", "history"],
        "Make codes": ["draw", "tickets"],
        "Manage": ["catalog", "links", "tables", "demo", "manual", "completion"],
    ]

    /// What the commands of two words do, by their first word, where that is not itself a command.
    private static let familySummaries = [
        "catalog": "Import, list and export lists in which rules look codes up.",
        "links": "Import, check and list the links of GS1 keys for a resolver.",
        "policy": "List, give, forget and check consents that last, and check the policy.",
        "plugins": "List, check and begin plugins, which add actions to rules.",
        "rules": "Check, test, list, draw and begin rule files.",
        "tables": "Install newer tables, such as that of ISBN ranges.",
    ]

    static func program() -> TerminalText {
        let rows = groups.map { _, words in
            words.map { word -> (String, String) in
                guard let command = CommandDefinition.all.first(where: { $0.name == word }) else {
                    return ("\(word) …", familySummaries[word] ?? "")
                }
                return ("\(word) \(command.shortOperands)", command.summary)
            }
        }
        let width = rows.joined().map(\.0.count).max()
        let listed = zip(groups, rows).map { group, rows -> TerminalText in
            "\(group.key)\n\(columns(rows, indent: 2, width: width))"
        }.joined(separator: "\n\n")
        return """
            \(summary)

            beeline COMMAND [OPTION…] [ARGUMENT…]

            \(listed)

            'beeline help COMMAND' describes a command or those that begin with a word, as 'beeline help rules'.
            'beeline demo' shows what Beeline does, 'beeline --version' what it is built with.

            """
    }

    /// The commands of two words that begin with a word.
    static func family(_ word: String) -> TerminalText {
        """
        \(familySummaries[word] ?? "")

        \(columns(rows(CommandDefinition.all(of: word)), indent: 2))

        'beeline \(word) COMMAND --help' describes a command.

        """
    }

    private static func rows(_ commands: [CommandDefinition]) -> [(String, String)] {
        commands.map { ("beeline \($0.name) \($0.operands)", $0.summary) }
    }

    static func command(_ command: CommandDefinition) -> TerminalText {
        let options = command.options.map { option in
            let short = option.short.map { "\($0), " } ?? ""
            return (short + option.name + (option.value.map { " \($0)" } ?? ""), option.summary)
        }
        let discussion: TerminalText = command.discussion.isEmpty ? "" : "\n\(command.discussion)\n"
        let others = CommandDefinition.all(of: command.name)
        let below: TerminalText = others.isEmpty ? "" : "\nCommands:\n\(columns(rows(others), indent: 2))\n"
        let examples = command.examples.map { example -> TerminalText in
            "  # \(example.value)\n  \(example.key)"
        }.joined(separator: "\n")
        return """
            beeline \(command.name) [OPTION…]\(command.operands.isEmpty ? "" : " \(command.operands)")
            \(command.summary)

            \(columns(options, indent: 2))
            \(discussion)\(below)
            Examples:
            \(examples)

            """
    }

    /// Two columns; after a left cell that is too wide, the right one is on the next line.
    private static func columns(_ rows: [(String, String)], indent: Int, width wanted: Int? = nil) -> TerminalText {
        let margin = TerminalText.blanks(indent)
        let width = wanted ?? min(30, rows.map(\.0.count).max() ?? 0)
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
