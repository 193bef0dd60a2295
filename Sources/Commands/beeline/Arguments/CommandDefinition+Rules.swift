import BeelineSymbols

/// What checks, tests, lists and draws rules, and what plugins add to them.
extension CommandDefinition {
    static let rulesCheck = CommandDefinition(
        "rules check", "[FILE…]", "Check rule files and report each error with its line and column.",
        options: [.checkFormat, .strict, .plugins, .set, .catalog, .noDefaults, .color, .help],
        discussion: """
            Checks each FILE as if it were given with --rules. Without FILE, checks the rules in use: those in the
            configuration folder and the bundled ones. The tests in the files are checked too, but not run; 'rules
            test' runs them.

            Exit status: 0 no errors; 1 there are errors, or warnings with --strict; 2 wrong usage; 3 a file could not
            be read.
            """,
        examples: ["beeline rules check shop.json": "each error with its line and column"])

    static let rulesSchema = CommandDefinition(
        "rules schema", "", "Print the JSON Schema of rule files, for editors.",
        options: [.schemaFormat, .plugins, .noDefaults, .help],
        discussion: """
            An editor that supports JSON Schema (draft 2020-12) uses it to complete and explain kinds, fields,
            operators and actions, and to mark most errors as you type. 'rules check' finds all errors.
            """,
        examples: [
            "beeline rules schema > beeline-rules.schema.json":
                "for rule files beside it, which name it with \"$schema\": \"beeline-rules.schema.json\""
        ])

    static let rulesReference = CommandDefinition(
        "rules reference", "", "Print the reference of the rule language, as Markdown.",
        options: [.help],
        discussion: """
            Prints every key, name, operator and action of the rule language, from the tables that the program itself
            uses. Docs/RuleReference.md is this page. 'beeline kinds' prints the kinds and their fields.
            """,
        examples: ["beeline rules reference > rules.md": "the whole language on one page"])

    static let rulesList = CommandDefinition(
        "rules list", "[FILE…]", "List the rules in the order in which they are tried.",
        options: [.kind, .listFormat, .plugins, .set, .catalog, .noDefaults, .color, .help],
        discussion: """
            Lists the rules as if each FILE were given with --rules. Without FILE, lists the rules in use: those in
            the configuration folder and the bundled ones. Each rule is listed with its id, the kinds of codes it can
            match, its title and its file. + marks a rule that adds its actions and continues with the next rule, - a
            rule that a constant has switched off. Disabled rules are not listed.

            Exit status: 0 listed; 2 wrong usage, or a file could not be read or has errors.
            """,
        examples: [
            "beeline rules list": "the rules in use",
            "beeline rules list --kind isbn shop.json": "the rules that can match a book",
        ])

    static let rulesTest = CommandDefinition(
        "rules test", "[FILE…]", "Run the tests in rule files.",
        options: [.watch, .testFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Runs the "tests" of each FILE. Without FILE, runs those in the configuration folder and those of the
            bundled rules. The tests of a file use its own rules and those of the files that it includes; it
            can name the kinds of all bundled files. Constants have the values of these files; each test gives the
            catalogues and look-up results that it needs. No action is performed. With FILE, --no-defaults leaves out
            only the user's plugins.

            Exit status: 0 every test passed; 1 a test failed, or a file has an error; 2 wrong usage; 3 a file could
            not be read. With --watch: 0 after Ctrl-C.
            """,
        examples: ["beeline rules test shop.json": "each difference from what the file expects"])

    static let rulesGraph = CommandDefinition(
        "rules graph", "[FILE…]", "Draw the rules of each kind of code and their actions.",
        options: [.output, .graphFormat, .onlyKind, .drawAll, .plugins, .set, .catalog, .noDefaults, .help],
        discussion: """
            Draws the rules as if each FILE were given with --rules, before those in the configuration folder and the
            bundled rules. With --no-defaults, draws only the FILEs. Writes the DOT language. SVG, PNG and PDF are
            drawn by the program dot of Graphviz, which you install (apt install graphviz). In a browser that shows the
            SVG, hold the pointer over a box to see its whole text. Values of secrets are not in the picture.

            Exit status: 0 drawn; 2 wrong usage, or the rules have errors ('rules check' lists them); 3 the file could
            not be written, or dot is missing or failed.
            """,
        examples: [
            "beeline rules graph --output rules.svg": "the rules that are in use",
            "beeline rules graph --no-defaults shop.json > shop.dot": "those of one file, in DOT",
            "beeline rules graph --kind isbn --output isbn.pdf shop.json": "the rules for books only",
        ])

    static let rulesNew = CommandDefinition(
        "rules new", "[FILE]", "Write a rule file to start from: a rule and a test, with notes.",
        options: [.starterKind, .starterDesk, .help],
        discussion: """
            Without FILE, prints the rules. An existing FILE is not changed. Without --kind, the rule opens the page
            of a book in a shop; with --kind, it shows the fields that every code of the kind has. With
            --desk, FILE is a new folder for the rules of a desk, its list, and codes to try: see Bookshop.md,
            Tickets.md, Warehouse.md and AssemblyLine.md.

            Exit status: 0 written; 2 wrong usage; 3 FILE already exists, or could not be written.
            """,
        examples: [
            "beeline rules new books.json": "a file for books, and the next steps",
            "beeline rules new --kind wifi > wifi.json": "a file for Wi-Fi networks",
            "beeline rules new --desk tickets door": "a folder for a ticket desk",
        ])
}

extension CommandDefinition {
    static let pluginsList = CommandDefinition(
        "plugins list", "", "List the actions that rules can use, including those of plugins.",
        options: [.listFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Lists each action with its effects, its plugin and its purpose. Plugins are folders: those in
            $XDG_DATA_HOME/beeline/plugins (in ~/.local/share if that variable is not set) are always used, others
            with --plugins. No plugin is started.

            Exit status: 0 listed; 2 wrong usage, or a plugin cannot be used.
            """,
        examples: [
            "beeline plugins list": "the actions that rules can use",
            "beeline plugins list --format json": "with parameters and results, for programs",
        ])

    static let pluginsCheck = CommandDefinition(
        "plugins check", "DIR…", "Check plugins: report errors, and what they answer.",
        options: [.checkFormat, .color, .help],
        discussion: """
            DIR is a plugin's folder, or a folder of such folders. The command checks plugin.json and the write
            permissions, starts the program, sends a request with sample values for each action, and ends the program.
            These requests have "sample": true; a plugin that supports it reports what it would do, and does nothing.
            "failed" is a valid answer.

            Exit status: 0 no errors; 1 there are errors; 2 wrong usage.
            """,
        examples: [
            "beeline plugins new shelf-lamp && beeline plugins check shelf-lamp": "a new plugin, and what it answers"
        ])

    static let pluginsNew = CommandDefinition(
        "plugins new", "NAME", "Write a working plugin to start from.",
        options: [.language, .help],
        discussion: """
            NAME is the folder to create. Its last part is the name of the plugin and of its action: small letters,
            digits and '-'. The folder gets plugin.json, the program, and a rule file that uses it, with a test. An
            existing folder is not changed.

            Exit status: 0 written; 2 wrong usage; 3 NAME already exists, or could not be written.
            """,
        examples: [
            "beeline plugins new shelf-lamp": "a plugin in shell",
            "beeline plugins new --language python stock-take": "one in Python",
        ])
}
