/// Completion scripts, made from the definitions of the commands.
enum CompletionScript {
    /// The script for a shell.
    ///
    /// - Throws: `UsageError.unknownShell`.
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
        let choices = Set(commands.flatMap(\.options)).filter { !$0.choices.isEmpty }.sorted { $0.name < $1.name }
            .map {
                "    \($0.name)) COMPREPLY=($(compgen -W '\($0.choices.joined(separator: " "))' -- \"$word\")); return ;;"
            }
            .joined(separator: "\n")
        let options = commands.map { command in
            let words = command.options.map(\.name).joined(separator: " ")
            return "    '\(command.name)'*) words='\(words)' ;;"
        }.joined(separator: "\n")
        return """
            _beeline() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
              if [[ $COMP_CWORD == 1 ]]; then
                COMPREPLY=($(compgen -W '\(first) help --help --version' -- "$word")); return
              fi
              case $before in
                rules) COMPREPLY=($(compgen -W 'check' -- "$word")); return ;;
                completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
            \(choices)
              esac
              case "${COMP_WORDS[*]:1}" in
            \(options)
              esac
              if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
            }
            complete -o default -F _beeline beeline

            """
    }

    private static func fish() -> String {
        var lines: [String] = []
        for command in CommandDefinition.all {
            let words = command.name.split(separator: " ")
            lines.append(
                "complete -c beeline -n __fish_use_subcommand -f -a \(words[0]) -d \(quoted(command.summary))")
            if words.count > 1 {
                lines.append("complete -c beeline -n '__fish_seen_subcommand_from \(words[0])' -f -a \(words[1])")
            }
            for option in command.options {
                var line =
                    "complete -c beeline -n '__fish_seen_subcommand_from \(words[0])' -l \(option.name.dropFirst(2))"
                if let short = option.short { line += " -s \(short.dropFirst())" }
                if !option.choices.isEmpty {
                    line += " -x -a \(quoted(option.choices.joined(separator: " ")))"
                } else if option.value != nil {
                    line += " -r"
                }
                lines.append(line + " -d \(quoted(option.summary))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
