import BeelineSymbols

/// A command of the program: its name, what it takes, and what its help says.
struct CommandDefinition: Hashable, Sendable {
    /// One word or two: `scan`, `rules check`.
    let name: String
    /// What follows the options: `FILE…`.
    let operands: String
    /// What it does, in one sentence.
    let summary: String
    // Made when they are asked for, as a program that starts needs those of one command.
    private let makeOptions: @Sendable () -> [Option]
    private let makeDiscussion: @Sendable () -> TerminalText
    private let makeExamples: @Sendable () -> [Example]

    var options: [Option] { makeOptions() }
    /// What else there is to know, in paragraphs.
    var discussion: TerminalText { makeDiscussion() }
    /// Commands to try, each with what it does.
    var examples: [Example] { makeExamples() }

    struct Example: Hashable, Sendable {
        let command: String
        let summary: String
    }

    init(
        name: String, operands: String, summary: String, options: @autoclosure @escaping @Sendable () -> [Option],
        discussion: @autoclosure @escaping @Sendable () -> TerminalText,
        examples: @autoclosure @escaping @Sendable () -> [Example]
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        makeOptions = options
        makeDiscussion = discussion
        makeExamples = examples
    }

    static func == (one: CommandDefinition, other: CommandDefinition) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CommandDefinition {
    /// Every command, in the order in which help lists them.
    static let all = [
        scan, resolve, explain, draw, kinds, formats, rulesCheck, rulesTest, rulesList, rulesGraph, rulesNew,
        rulesSchema, rulesReference, pluginsList, pluginsCheck, pluginsNew, history, historySearch, historyDelete,
        catalogImport,
        catalogList, catalogShow, catalogExport, catalogRemove, tablesISBN, completion,
    ]

    static let ruleOptions: [Option] = [.rules, .plugins, .set, .catalog, .noDefaults]
    static let scanOptions: [Option] = [.at, .source]
    static let runOptions: [Option] = [.run, .allow, .ask, .deny]

    static let resolve = CommandDefinition(
        name: "resolve",
        operands: "CODE…",
        summary: "The same for codes that are typed or piped in.",
        options: [.input, .format, .rawCSV, .color, .showSecrets] + scanOptions + ruleOptions + [.watchRules]
            + runOptions
            + [.help],
        discussion: """
            CODE is a code as it is, or - for one on each line of standard input. --input says what a code looks like:
              lines  the text of the code, of unknown symbology
              tsv    symbology, tab, text; in the text \\\\ \\n \\r \\t stand for backslash, line feed, return, tab
              json   an object with "text" or "bytes" (Base64), and "symbology", "addOn" if known
            Symbologies go by the names of any scanner: ean_13, EAN-13, org.gs1.EAN-13, FORMAT_EAN_13. One that nobody
            knows is kept by its name, and members of an object that have other names are passed on unread.

            The exit status is that of scan.
            """,
        examples: [
            Example(command: "beeline resolve 9784873119045", summary: "a book, and its page"),
            Example(
                command: "beeline resolve --set amazon=www.amazon.co.jp 4-87311-904-9", summary: "the page in Japan"),
            Example(
                command: "beeline resolve - --input tsv --format json < codes.tsv", summary: "a stream of codes"),
        ])

    static let explain = CommandDefinition(
        name: "explain",
        operands: "CODE…",
        summary: "Say which rule takes a code, which do not, and why.",
        options: [.input, .listFormat, .allRules, .color, .showSecrets] + scanOptions + ruleOptions + [.help],
        discussion: """
            Shows what the code means, and then the rules in the order in which they are asked: each condition, whether
            it held (✓) or not (✗), and the value that it saw. A condition behind one that had decided was not asked (·).
            Rules that take only other kinds of content, and those behind the rule that took the code, are counted.

            CODE and --input are those of resolve. Nothing is performed. The exit status is that of scan.
            """,
        examples: [
            Example(
                command: "beeline explain 9791034300013",
                summary: "why this book is searched for, and not opened by its number"),
            Example(
                command: "beeline explain --all --rules shop.json 9784873119045",
                summary: "every rule, also those that were not asked"),
            Example(
                command: "beeline explain - --input tsv --format json < codes.tsv", summary: "the same for programs"),
        ])

    static let kinds = CommandDefinition(
        name: "kinds",
        operands: "[KIND…]",
        summary: "List the kinds of content and their fields; explain some of them.",
        options: [.pageFormat, .color, .help],
        discussion: """
            Without KIND: every kind with its fields, and an example of each. With KIND: what a code must be to be of
            this kind, and what its fields are.

            These are the names that rules use in "when" and in templates, and that output has in "content".
            """,
        examples: [
            Example(command: "beeline kinds", summary: "everything that a code can mean"),
            Example(command: "beeline kinds isbn wifi", summary: "books and Wi-Fi networks, explained"),
            Example(command: "beeline kinds --format json", summary: "the same for programs"),
        ])

    static let tablesISBN = CommandDefinition(
        name: "tables isbn",
        operands: "FILE",
        summary: "Take a newer table of ISBN ranges, from the International ISBN Agency's RangeMessage.xml.",
        options: [.printOnly, .help],
        discussion: """
            FILE is the RangeMessage.xml that the agency offers on its web site; - is standard input. It says how many
            digits of an ISBN are the publisher's, and so where its hyphens stand. The table is kept in
            $XDG_DATA_HOME/beeline/isbn-ranges.tsv (~/.local/share where that is not set), and every command uses it
            from then on; remove the file to return to the table that comes with Beeline.

            Exit status: 0 done; 2 wrong usage; 3 FILE could not be read, is no such table, or nothing could be written.
            """,
        examples: [
            Example(command: "beeline tables isbn RangeMessage.xml", summary: "use the ranges of this file"),
            Example(
                command: "beeline tables isbn --print RangeMessage.xml", summary: "only print the table made of it"),
        ])

    static let completion = CommandDefinition(
        name: "completion",
        operands: "bash|zsh|fish",
        summary: "Print a completion script for a shell.",
        options: [.help],
        discussion: "",
        examples: [
            Example(
                command: "beeline completion bash > ~/.local/share/bash-completion/completions/beeline",
                summary: "complete commands, options and their values in bash")
        ])
}
