import BeelineSymbols

/// A command of the program: its name, its options, and its help text.
struct CommandDefinition: Hashable, Sendable {
    /// One word or two: `scan`, `rules check`.
    let name: String
    /// The operands after the options: `FILE…`.
    let operands: String
    let summary: String
    // Closures, because each run needs the options of one command.
    private let makeOptions: @Sendable () -> [Option]
    private let makeDiscussion: @Sendable () -> TerminalText
    private let makeExamples: @Sendable () -> KeyValuePairs<String, String>

    var options: [Option] { makeOptions() }
    var discussion: TerminalText { makeDiscussion() }
    /// Commands to try, each with its purpose.
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
    /// All commands, in the order of the help text.
    static let all = [
        scan, live, serve, serveTokens, serveTokensAdd, serveTokensRevoke, serveDevices, serveDevicesRevoke, resolve,
        explain, draw, tickets, kinds, formats, rulesCheck, rulesTest, rulesList, rulesGraph, rulesNew,
        rulesSchema, rulesReference, pluginsList, pluginsCheck, pluginsNew, policyList,
        policyAllow, policyForget, policyCheck, history, historySearch, historyDelete, historyCreate, historyImport,
        outbox, outboxSend, outboxDrop,
        catalogImport, catalogList, catalogShow, catalogSearch, catalogExport, catalogRemove, linksImport,
        linksCheck, linksList, linksExport, tablesISBN, demo, manual, completion,
    ]

    /// The commands of more words that begin with some.
    static func all(of words: String) -> [CommandDefinition] { all.filter { $0.name.hasPrefix("\(words) ") } }

    /// Its operands where they are short.
    var shortOperands: String { operands.count <= 12 ? operands : "…" }

    static let ruleOptions: [Option] = [.rules, .plugins, .set, .catalog, .charset, .fullASCII, .noDefaults]
    static let scanOptions: [Option] = [.at, .source]
    static let runOptions: [Option] = [.run, .allow, .ask, .deny, .historyAt]

    static let resolve = CommandDefinition(
        "resolve", "CODE…", "Show what typed or piped codes mean and which actions their rules have.",
        options: [.input, .answerFormat, .columns, .outputSeparator, .rawCSV, .summary, .color, .showSecrets]
            + scanOptions + ruleOptions
            + [.watchRules] + runOptions + [.help],
        discussion: """
            CODE is the text of a code, or - to read one code from each line of standard input. --input sets the
            format of a code:
              lines  the text of the code, of unknown symbology
              tsv    symbology, tab, text; in the text \\\\ \\n \\r \\t stand for backslash, line feed, return, tab
              json   an object with "text" or "bytes" (Base64), and "symbology", "addOn" if known

            Symbologies can have the names that scanners use: ean_13, EAN-13, org.gs1.EAN-13, FORMAT_EAN_13, or an AIM
            identifier: ]E0. gs1_128, ]C1 and similar names mark a GS1 code. An unknown symbology keeps its name.
            Bytes that are not UTF-8 are decoded with the most likely character set, with a warning. Unknown members
            of a JSON object are copied to the output.

            CSV has a column for each field of the kinds that your rules match, and for each field that emit and
            record write: emit.NAME, record.NAME. --columns selects columns; 'all' stands for the fields of all kinds.

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
        "explain", "CODE…", "Show which rule matches a code, which rules do not, and why.",
        options: [.input, .listFormat, .allRules, .color, .showSecrets] + scanOptions + ruleOptions + [.help],
        discussion: """
            Shows what the code means, and then the rules in the order in which they are tried. For each condition it
            shows whether it is true (✓) or false (✗), and the value that was tested. A condition after the deciding
            one is not tested (·). Rules for other kinds of content, and rules after the one that matched, are only
            counted.

            CODE and --input are as for resolve. No action is performed. The exit status is that of scan.
            """,
        examples: [
            "beeline explain 9791034300013": "why this book is searched for instead of opened by its number",
            "beeline explain --all --rules shop.json 9784873119045": "every rule, including those that were not tried",
            "beeline explain - --input tsv --format json < codes.tsv": "the same for programs",
        ])

    static let kinds = CommandDefinition(
        "kinds", "[KIND…]", "List the kinds of content and their fields, or explain some kinds.",
        options: [.rules, .noDefaults, .pageFormat, .color, .help],
        discussion: """
            Without KIND: every kind with its fields and an example. With KIND: which codes are of this kind, its
            fields, and its examples.

            The kinds that are built in come first, then those of rule files: the files named with --rules, those in
            the configuration folder, and the bundled ones.

            Rules use these names in "when" and in templates; output uses them in "content".
            """,
        examples: [
            "beeline kinds": "everything that a code can mean",
            "beeline kinds isbn wifi": "books and Wi-Fi networks, explained",
            "beeline kinds --format json": "the same for programs",
        ])

    static let tablesISBN = CommandDefinition(
        "tables isbn", "FILE",
        "Install a newer table of ISBN ranges, from the International ISBN Agency's RangeMessage.xml.",
        options: [.printOnly, .help],
        discussion: """
            FILE is the RangeMessage.xml from the web site of the agency; - is standard input. It defines how many
            digits of an ISBN identify the publisher, and so where the hyphens are. The table is stored in
            $XDG_DATA_HOME/beeline/isbn-ranges.tsv (in ~/.local/share if that variable is not set), and every command
            uses it. Remove the file to return to the table that comes with Beeline.

            Exit status: 0 done; 2 wrong usage; 3 FILE could not be read, is not such a table, or nothing could be
            written.
            """,
        examples: [
            "beeline tables isbn RangeMessage.xml": "use the ranges of this file",
            "beeline tables isbn --print RangeMessage.xml": "print the converted table only",
        ])

    static let demo = CommandDefinition(
        "demo", "", "Show what Beeline does with five codes. This needs a minute.",
        options: [.color, .help],
        discussion: """
            Shows a book, a product, a Wi-Fi network, a link and a pallet label. On a terminal it waits for Enter
            between them. It needs no network and no configuration, and opens nothing.

            Exit status: 0 shown; 2 wrong usage.
            """,
        examples: ["beeline demo": "the tour"])

    static let manual = CommandDefinition(
        "manual", "[COMMAND]", "Print the manual page of a command, or of beeline, for man.",
        options: [.help],
        discussion: """
            The page is in mdoc format, for man. Packages install the pages, so that 'man beeline' and 'man
            beeline-scan' show them.

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
