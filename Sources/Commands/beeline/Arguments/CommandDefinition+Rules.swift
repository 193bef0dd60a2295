import BeelineSymbols

extension CommandDefinition {
    static let rulesGraph = CommandDefinition(
        name: "rules graph",
        operands: "[FILE…]",
        summary: "Draw what leads where: for each kind its rules, and what they do, as SVG.",
        options: [.output, .onlyKind, .drawAll, .plugins, .set, .catalog, .noDefaults, .help],
        discussion: """
            Draws each FILE as if it were given by --rules, before the configuration folder and the bundled rules; with
            --no-defaults, the FILEs alone. Every browser shows the picture; resting the pointer on a box shows all of
            its text. Values of secrets are not in it.

            Exit status: 0 drawn; 2 wrong usage, or the rules have mistakes (rules check lists them); 3 not written.
            """,
        examples: [
            Example(command: "beeline rules graph --output rules.svg", summary: "the rules that are in use"),
            Example(
                command: "beeline rules graph --no-defaults shop.json > shop.svg", summary: "those of one file"),
            Example(
                command: "beeline rules graph --kind isbn shop.json > isbn.svg",
                summary: "all that may become of a book"),
        ])

    static let rulesNew = CommandDefinition(
        name: "rules new",
        operands: "[FILE]",
        summary: "Write a rule file to start from: a rule, a constant and a test, with notes.",
        options: [.starterKind, .help],
        discussion: """
            Without FILE, it is printed. A FILE that is there already stays as it is. Without --kind, the rule opens the
            page of a book in a shop; with it, it shows the fields that every code of the kind has.

            Exit status: 0 written; 2 wrong usage; 3 FILE is there already, or could not be written.
            """,
        examples: [
            Example(command: "beeline rules new books.json", summary: "a file for books, and what to do next"),
            Example(command: "beeline rules new --kind wifi > wifi.json", summary: "a file for Wi-Fi networks"),
        ])
}

extension CommandDefinition {
    static let pluginsList = CommandDefinition(
        name: "plugins list",
        operands: "",
        summary: "List the actions that rules may name, those of plugins among them.",
        options: [.listFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Each action has its effects, the plugin that does it, and what it is for. Plugins are folders: those in
            $XDG_DATA_HOME/beeline/plugins (~/.local/share where that is not set) are used by themselves, others with
            --plugins. None is started.

            Exit status: 0 they are listed; 2 wrong usage, or a plugin cannot be used as it is.
            """,
        examples: [
            Example(command: "beeline plugins list", summary: "what rules may name"),
            Example(
                command: "beeline plugins list --format json", summary: "with parameters and results, for programs"),
        ])

    static let pluginsCheck = CommandDefinition(
        name: "plugins check",
        operands: "DIR…",
        summary: "Check plugins: what is wrong with them, and what they answer.",
        options: [.checkFormat, .color, .help],
        discussion: """
            DIR is a plugin's folder, or one with such folders in it. Checks plugin.json and who may write there, starts the
            program, sends each action one request with made-up values, and ends it again. These requests say
            "sample": true; a plugin that heeds it says what it would do, and does nothing. "failed" is an answer, too.

            Exit status: 0 nothing is wrong; 1 something is; 2 wrong usage.
            """,
        examples: [
            Example(
                command: "beeline plugins new shelf-lamp && beeline plugins check shelf-lamp",
                summary: "a new plugin, and what it answers")
        ])

    static let pluginsNew = CommandDefinition(
        name: "plugins new",
        operands: "NAME",
        summary: "Write a plugin that works, to start from.",
        options: [.language, .help],
        discussion: """
            NAME is the folder to be made; its last part is the name of the plugin and of its action: small letters, digits
            and '-'. In it are plugin.json, the program, and a rule file that uses it, with a test. What is there already
            stays as it is.

            Exit status: 0 written; 2 wrong usage; 3 NAME is there already, or could not be written.
            """,
        examples: [
            Example(command: "beeline plugins new shelf-lamp", summary: "a plugin in shell"),
            Example(command: "beeline plugins new --language python stock-take", summary: "one in Python"),
        ])
}
