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
    private let makeExamples: @Sendable () -> KeyValuePairs<String, String>

    var options: [Option] { makeOptions() }
    /// What else there is to know, in paragraphs.
    var discussion: TerminalText { makeDiscussion() }
    /// Commands to try, each with what it does.
    var examples: KeyValuePairs<String, String> { makeExamples() }

    init(
        _ name: String, _ operands: String, _ summary: String, options: @autoclosure @escaping @Sendable () -> [Option],
        discussion: @autoclosure @escaping @Sendable () -> TerminalText = "",
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String>
    ) {
        (self.name, self.operands, self.summary) = (name, operands, summary)
        (makeOptions, makeDiscussion, makeExamples) = (options, discussion, examples)
    }

    static func == (one: CommandDefinition, other: CommandDefinition) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CommandDefinition {
    /// Every command, in the order in which help lists them.
    static let all = [
        scan, live, serve, serveTokens, serveTokensAdd, serveTokensRevoke, serveDevices, serveDevicesRevoke, resolve,
        explain, draw, kinds, formats, rulesCheck, rulesTest, rulesList, rulesGraph, rulesNew,
        rulesSchema, rulesReference, pluginsList, pluginsCheck, pluginsNew, history, historySearch, historyDelete,
        catalogImport, catalogList, catalogShow, catalogExport, catalogRemove, linksImport,
        linksCheck, linksList, linksExport, tablesISBN, demo, manual, completion,
    ]

    static let ruleOptions: [Option] = [.rules, .plugins, .set, .catalog, .noDefaults]
    static let scanOptions: [Option] = [.at, .source]
    static let runOptions: [Option] = [.run, .allow, .ask, .deny]

    static let resolve = CommandDefinition(
        "resolve", "CODE…", "Say what codes that are typed or piped in mean and lead to.",
        options: [.input, .answerFormat, .columns, .rawCSV, .summary, .color, .showSecrets] + scanOptions + ruleOptions
            + [.watchRules] + runOptions + [.help],
        discussion: """
            CODE is a code as it is, or - for one on each line of standard input. --input says what a code looks like:
              lines  the text of the code, of unknown symbology
              tsv    symbology, tab, text; in the text \\\\ \\n \\r \\t stand for backslash, line feed, return, tab
              json   an object with "text" or "bytes" (Base64), and "symbology", "addOn" if known
            Symbologies can have the names of any scanner: ean_13, EAN-13, org.gs1.EAN-13, FORMAT_EAN_13, or an AIM
            identifier: ]E0. gs1_128, ]C1 and the like say that a code is GS1. An unknown symbology keeps its name. Bytes
            that are not UTF-8 are read in the likeliest character set, with a warning, and unknown members of an object are
            passed on unread.

            CSV has a column for each field of the kinds that your rules are for, and for each that emit and record put out:
            emit.NAME, record.NAME. --columns chooses; 'all' stands for those of all kinds.

            The exit status is that of scan.
            """,
        examples: [
            "beeline resolve 9784873119045": "a book, and its page",
            "beeline resolve --set amazon=www.amazon.co.jp 4-87311-904-9": "the page in Japan",
            "beeline resolve - --input tsv --format json < codes.tsv": "a stream of codes",
            "beeline resolve - --input tsv --format csv --columns text,kind,isbn13,price,url < codes.tsv":
                "the same for a spreadsheet, with these columns",
            "beeline resolve --format line 9784873119045": "one short line, for a gate",
        ])

    static let explain = CommandDefinition(
        "explain", "CODE…", "Say which rule matches a code, which do not, and why.",
        options: [.input, .listFormat, .allRules, .color, .showSecrets] + scanOptions + ruleOptions + [.help],
        discussion: """
            Shows what the code means, and then the rules in the order in which they are tried: each condition, whether it
            holds (✓) or not (✗), and the value that it saw. A condition after the deciding one is not checked (·). Rules
            for other kinds of content, and rules after the one that matched, are counted.

            CODE and --input are those of resolve. Nothing is performed. The exit status is that of scan.
            """,
        examples: [
            "beeline explain 9791034300013": "why this book is searched for, and not opened by its number",
            "beeline explain --all --rules shop.json 9784873119045": "every rule, also those that were not asked",
            "beeline explain - --input tsv --format json < codes.tsv": "the same for programs",
        ])

    static let kinds = CommandDefinition(
        "kinds", "[KIND…]", "List the kinds of content and their fields; explain some of them.",
        options: [.rules, .noDefaults, .pageFormat, .color, .help],
        discussion: """
            Without KIND: every kind with its fields, and an example of each. With KIND: what a code must be to be of
            this kind, what its fields are, and its examples.

            First the kinds that Beeline knows by itself, then those of rule files: of the files named by --rules, of
            the configuration folder, and the bundled ones.

            These are the names that rules use in "when" and in templates, and that output has in "content".
            """,
        examples: [
            "beeline kinds": "everything that a code can mean",
            "beeline kinds isbn wifi": "books and Wi-Fi networks, explained",
            "beeline kinds --format json": "the same for programs",
        ])

    static let tablesISBN = CommandDefinition(
        "tables isbn", "FILE",
        "Take a newer table of ISBN ranges, from the International ISBN Agency's RangeMessage.xml.",
        options: [.printOnly, .help],
        discussion: """
            FILE is the RangeMessage.xml that the agency offers on its web site; - is standard input. It says how many
            digits of an ISBN are the publisher's, and so where its hyphens stand. The table is kept in
            $XDG_DATA_HOME/beeline/isbn-ranges.tsv (~/.local/share where that is not set), and every command uses it
            from then on. Remove the file to use the table that comes with Beeline again.

            Exit status: 0 done; 2 wrong usage; 3 FILE could not be read, is no such table, or nothing could be written.
            """,
        examples: [
            "beeline tables isbn RangeMessage.xml": "use the ranges of this file",
            "beeline tables isbn --print RangeMessage.xml": "only print the table made of it",
        ])

    static let demo = CommandDefinition(
        "demo", "", "Show what Beeline does, with five codes, in a minute.",
        options: [.color, .help],
        discussion: """
            Goes through a book, a product, a Wi-Fi network, a link and the label of a pallet. On a terminal it waits for
            Enter between them. It needs no network and no configuration, and opens nothing.

            Exit status: 0 shown; 2 wrong usage.
            """,
        examples: ["beeline demo": "the tour"])

    static let manual = CommandDefinition(
        "manual", "[COMMAND]", "Print the manual page of a command, or of beeline, in the language of man.",
        options: [.help],
        discussion: """
            The page is mdoc, which man shows. Packages install the pages, and then 'man beeline' and 'man beeline-scan'
            find them.

            Exit status: 0 printed; 2 wrong usage.
            """,
        examples: [
            "beeline manual scan | man -l -": "read the page of 'beeline scan'",
            "beeline manual > beeline.1": "a file for a package",
        ])

    static let completion = CommandDefinition(
        "completion", "bash|zsh|fish", "Print a completion script for a shell.",
        options: [.help],
        examples: [
            "beeline completion bash > ~/.local/share/bash-completion/completions/beeline":
                "complete commands, options and their values in bash"
        ])
}
