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
