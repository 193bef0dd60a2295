import BeelineSymbols

/// What checks, tests, lists and draws rules, and what plugins add to them.
extension CommandDefinition {
    static let rulesCheck = CommandDefinition(
        "rules check", "[FILE…]", "Check rule files; say what is wrong and where.",
        options: [.checkFormat, .strict, .plugins, .set, .catalog, .noDefaults, .color, .help],
        discussion: """
            Checks each FILE as if it were given by --rules; without FILE, the rules that are in use: the configuration
            folder and the bundled ones. The tests in the files are checked as well; 'rules test' runs them.

            Exit status: 0 nothing was found; 1 there are errors, or with --strict warnings; 2 wrong usage;
            3 a file could not be read.
            """,
        examples: ["beeline rules check shop.json": "every mistake with its line and column"])

    static let rulesSchema = CommandDefinition(
        "rules schema", "", "Print the JSON Schema of rule files, for editors.",
        options: [.schemaFormat, .plugins, .noDefaults, .help],
        discussion: """
            An editor that knows JSON Schema (draft 2020-12) then completes and explains kinds, fields, operators and
            actions, and marks most mistakes while they are made. `rules check` finds them all.
            """,
        examples: [
            "beeline rules schema > beeline-rules.schema.json":
                "for rule files beside it, with \"$schema\": \"beeline-rules.schema.json\""
        ])

    static let rulesReference = CommandDefinition(
        "rules reference", "", "Print the reference of the rule language, as Markdown.",
        options: [.help],
        discussion: """
            Every key, name, operator and action, from the tables that the program itself uses: Docs/RuleReference.md is
            this. Fields and their kinds are what `beeline kinds` prints.
            """,
        examples: ["beeline rules reference > rules.md": "the whole language on one page"])

    static let rulesList = CommandDefinition(
        "rules list", "[FILE…]", "List the rules in the order in which they are asked.",
        options: [.kind, .listFormat, .plugins, .set, .catalog, .noDefaults, .color, .help],
        discussion: """
            Lists the rules as if each FILE were given by --rules; without FILE, those that are in use: of the
            configuration folder and the bundled ones. Each is listed with its id, the kinds of codes it can match, its title
            and its file; + marks a rule that adds its actions and goes on to the rules after it, - a rule that a constant
            has switched off. Disabled rules are not listed.

            Exit status: 0 they are listed; 2 wrong usage, or a file could not be read or has mistakes.
            """,
        examples: [
            "beeline rules list": "the rules in use",
            "beeline rules list --kind isbn shop.json": "what may happen to a book",
        ])

    static let rulesTest = CommandDefinition(
        "rules test", "[FILE…]", "Run the tests in rule files.",
        options: [.watch, .testFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Runs the "tests" of each FILE; without FILE, those of the configuration folder and of the bundled rules. The
            tests of a file see its rules and those of the files that it includes; constants have the values of these
            files, catalogues and results of look-ups are what a test gives. Nothing is performed. --no-defaults with FILE
            leaves out the user's plugins only.

            Exit status: 0 every test passed; 1 one failed, or a file has a mistake; 2 wrong usage; 3 a file could not be
            read. With --watch: 0, when Ctrl-C ends it.
            """,
        examples: ["beeline rules test shop.json": "what does not come out as the file expects"])

    static let rulesGraph = CommandDefinition(
        "rules graph", "[FILE…]", "Draw what leads where: for each kind its rules, and what they do, as SVG.",
        options: [.output, .onlyKind, .drawAll, .plugins, .set, .catalog, .noDefaults, .help],
        discussion: """
            Draws each FILE as if it were given by --rules, before the configuration folder and the bundled rules; with
            --no-defaults, the FILEs alone. Every browser shows the picture; resting the pointer on a box shows all of
            its text. Values of secrets are not in it.

            Exit status: 0 drawn; 2 wrong usage, or the rules have mistakes (rules check lists them); 3 not written.
            """,
        examples: [
            "beeline rules graph --output rules.svg": "the rules that are in use",
            "beeline rules graph --no-defaults shop.json > shop.svg": "those of one file",
            "beeline rules graph --kind isbn shop.json > isbn.svg": "all that can happen to a book",
        ])

    static let rulesNew = CommandDefinition(
        "rules new", "[FILE]", "Write a rule file to start from: a rule, a constant and a test, with notes.",
        options: [.starterKind, .help],
        discussion: """
            Without FILE, the rules are printed. An existing FILE is not changed. Without --kind, the rule opens the page of a
            book in a shop; with --kind, it shows the fields that every code of the kind has.

            Exit status: 0 written; 2 wrong usage; 3 FILE is there already, or could not be written.
            """,
        examples: [
            "beeline rules new books.json": "a file for books, and what to do next",
            "beeline rules new --kind wifi > wifi.json": "a file for Wi-Fi networks",
        ])
}

extension CommandDefinition {
    static let pluginsList = CommandDefinition(
        "plugins list", "", "List the actions that rules may name, those of plugins among them.",
        options: [.listFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Each action is listed with its effects, its plugin, and its purpose. Plugins are folders: those in
            $XDG_DATA_HOME/beeline/plugins (~/.local/share if that is not set) are always used, others with --plugins. No
            plugin is started.

            Exit status: 0 they are listed; 2 wrong usage, or a plugin cannot be used as it is.
            """,
        examples: [
            "beeline plugins list": "what rules may name",
            "beeline plugins list --format json": "with parameters and results, for programs",
        ])

    static let pluginsCheck = CommandDefinition(
        "plugins check", "DIR…", "Check plugins: what is wrong with them, and what they answer.",
        options: [.checkFormat, .color, .help],
        discussion: """
            DIR is a plugin's folder, or one with such folders in it. Checks plugin.json and who may write there, starts the
            program, sends each action one request with made-up values, and ends it again. These requests say
            "sample": true; a plugin that supports it says what it would do, and does nothing. "failed" is a valid answer.

            Exit status: 0 nothing is wrong; 1 something is; 2 wrong usage.
            """,
        examples: [
            "beeline plugins new shelf-lamp && beeline plugins check shelf-lamp": "a new plugin, and what it answers"
        ])

    static let pluginsNew = CommandDefinition(
        "plugins new", "NAME", "Write a plugin that works, to start from.",
        options: [.language, .help],
        discussion: """
            NAME is the folder to be made; its last part is the name of the plugin and of its action: small letters, digits
            and '-'. It gets plugin.json, the program, and a rule file that uses it, with a test. An existing folder is not
            changed.

            Exit status: 0 written; 2 wrong usage; 3 NAME is there already, or could not be written.
            """,
        examples: [
            "beeline plugins new shelf-lamp": "a plugin in shell",
            "beeline plugins new --language python stock-take": "one in Python",
        ])
}
