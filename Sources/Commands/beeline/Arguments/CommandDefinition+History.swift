import Beeline
import BeelineRules
import BeelineSymbols

extension Option {
    static let limit = Option(
        "--limit", value: "NUMBER", "Show so many at most. Default: 50; as JSON and CSV, all.")
    static let since = Option(
        "--since", value: "WHEN", suggestions: ["today", "yesterday", "monday"],
        "Only what was recorded then or later: DATE, DATETHH:MM, today, yesterday, monday, '7 days'.")
    static let until = Option(
        "--until", value: "WHEN", suggestions: ["today", "yesterday", "monday"],
        "Only what was recorded until then; that day or minute is part of it.")
    static let historyKind = Option("--kind", value: "KIND", "Only codes of this kind, as isbn or product.")
    static let ruleID = Option("--rule", value: "ID", "Only what this rule had recorded.")
    static let historyFile = Option(
        "--file", value: "FILE", "Use this history. Default: history.db where Beeline keeps its data.")
    static let historyColumns = Option(
        "--columns", value: "NAME[,NAME…]", suggestions: HistoryCSV.Fixed.allCases.map(\.rawValue),
        "The columns of CSV, in this order: those of every scan, and fields. Default: all.")
    static let everything = Option("--all", "Delete all that was recorded.")
    static let yes = Option("--yes", "Do not ask; to be given where there is no terminal to ask on.")
    static let keyColumn = Option(
        "--key", value: "COLUMN", "The column whose cells are the keys. Default: the first one.")
    static let separator = Option(
        "--separator", value: "CHARACTER",
        "What stands between cells: , or ; or tab. Default: what the first line has.")
    static let keyType = Option(
        "--key-type", value: "FORM", suggestions: CatalogKeyForm.words,
        "The form of the keys: isbn, gtin, or text, as trim,upper,width,pad=8. Default: text.")
    static let columnTypes = Option(
        "--types", value: "COLUMN=TYPE[,…]", "What columns hold: number, money or date, as price=money,until=date.")
    static let decimalMark = Option(
        "--decimal", value: "CHARACTER", "What stands before decimals: . or , Default: what the numbers show.")
    static let manyRows = Option("--many", "A key may have several rows.")
    static let allowEmpty = Option("--allow-empty", "Replace a list even by a file without any row.")
}

/// What is kept: the history of scans, and catalogues.
extension CommandDefinition {
    private static let historyFilter: [Option] = [.since, .until, .historyKind, .ruleID]
    private static let historyOutput: [Option] = [
        .limit, .format, .historyColumns, .rawCSV, .color, .historyFile, .help,
    ]

    static let history = CommandDefinition(
        "history", "", "List what was recorded, the newest first.",
        options: historyFilter + historyOutput,
        discussion: """
            The action 'record' keeps scans: 'history search' looks for some of them, 'history delete' deletes them. As JSON
            (a line for each) and CSV they are complete, to be kept elsewhere; in CSV each recorded field is a column. Times
            are local, in CSV with their offset from UTC; in JSON they are in UTC. Without a history nothing is listed.

            WHEN is a day (2026-12-24), a minute (2026-12-24T21:30), today, yesterday, the last day of a name (monday), or the
            day so many days or weeks ago ('7 days', '2 weeks').

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 the history could not be read.
            """,
        examples: [
            "beeline history": "what was recorded last",
            "beeline history --since today": "what was recorded today",
            "beeline history --since 2026-01-01 --kind isbn --format csv > books.csv":
                "the books of this year, for a spreadsheet",
        ])

    static let historySearch = CommandDefinition(
        "history search", "TEXT…", "Look for what was recorded: by the code, its number, its image, or its fields.",
        options: historyFilter + historyOutput,
        discussion: """
            Lists each scan that has every TEXT somewhere in the code, its number, the path of its image, its source, or the
            values of the rule's fields. TEXT can be a part of a word; the case of a to z is ignored.

            The exit status is that of history.
            """,
        examples: [
            "beeline history search 97848731": "every book of this publisher",
            "beeline history search --limit 5 linux kernel": "the last five with both words",
        ])

    static let historyDelete = CommandDefinition(
        "history delete", "[NUMBER…]", "Delete what was recorded, for good.",
        options: historyFilter + [.everything, .yes, .historyFile, .help],
        discussion: """
            NUMBER is the first column of 'beeline history'. Several restrictions together delete what meets all of them. The
            command first says how many scans that are, and asks on the terminal. Deleted data is overwritten in the file.

            Exit status: 0 deleted, or there was nothing; 1 the answer was no; 2 wrong usage, or there is neither --yes nor a
            terminal; 3 the history could not be read or written.
            """,
        examples: ["beeline history delete --yes --until 2025-12-31": "all that is older than this year"])

    static let catalogImport = CommandDefinition(
        "catalog import", "NAME FILE.csv", "Take a list in CSV, for every rule to look into.",
        options: [.keyColumn, .keyType, .columnTypes, .decimalMark, .manyRows, .separator, .allowEmpty, .help],
        discussion: """
            Rules ask {"catalog": "NAME"} whether a code is in the list, and know its row as {catalog.NAME.COLUMN}. NAME is
            letters, digits and '_'. The first line of the file names the columns; - is standard input. Errors are reported
            with their lines, and then nothing is changed; keys that no code can match are reported too, and kept. A list of
            the same name is replaced once the new one is complete; commands that run with --watch use the new one. What no
            option says is as in the list that is replaced: the column of the keys, their form, the types.

            --key-type isbn takes an ISBN in any form, gtin a GTIN of any length and with zeros that were lost. Of texts,
            trim takes blanks away, upper makes capitals, width makes full-width characters ASCII, and pad=8 puts zeros
            before digits. What is looked up becomes the same.

            Exit status: 0 it is kept; 2 wrong usage; 3 the file could not be read or has mistakes, a list would become
            empty, or nothing could be written.
            """,
        examples: [
            "beeline catalog import prices prices.csv": "the price list of a shop",
            "beeline catalog import --key ean --separator ';' prices prices.csv":
                "from a spreadsheet whose first column is something else",
            "beeline catalog import --key-type isbn --types price=money,until=date --many stock stock.csv":
                "books in any form of their number, several of a kind, with prices and dates that rules compare",
        ])

    static let catalogList = CommandDefinition(
        "catalog list", "", "List the catalogues that were imported, and their columns.",
        options: [.listFormat, .help],
        discussion: "Exit status: 0 they are listed; 3 one could not be read.",
        examples: ["beeline catalog list": "what rules may look into"])

    static let catalogShow = CommandDefinition(
        "catalog show", "NAME KEY…", "Show the rows of a catalogue that have these keys.",
        options: [.listFormat, .color, .help],
        discussion: """
            KEY may have any form that the keys of the list may have. Where these are plain text, it is compared byte for
            byte: 4006381333931 is not 04006381333931.

            Exit status: 0 each was found; 1 one was not; 2 wrong usage; 3 the catalogue could not be read.
            """,
        examples: ["beeline catalog show prices 4006381333931": "what the list has for this article"])

    static let catalogExport = CommandDefinition(
        "catalog export", "NAME", "Print a catalogue as CSV, in the order of its keys.",
        options: [.rawCSV, .help],
        discussion: """
            A cell that looks like a formula gets an apostrophe in front, and control characters are spelled out. With
            --raw-csv cells are unchanged, so that 'catalog import' reads the same list again.

            Exit status: 0 printed; 2 wrong usage; 3 the catalogue could not be read, or the output not written.
            """,
        examples: ["beeline catalog export --raw-csv prices > prices-old.csv": "a copy to keep"])

    static let catalogRemove = CommandDefinition(
        "catalog remove", "NAME", "Remove a catalogue.",
        options: [.yes, .help],
        discussion: """
            Rules that name it are an error from then on. Where rules of your configuration do, the command names them and
            asks on the terminal. Commands that are running keep what they have read.

            Exit status: 0 removed; 1 the answer was no; 2 wrong usage, or there is neither --yes nor a terminal; 3 there is
            none, or it could not be removed.
            """,
        examples: ["beeline catalog remove prices": "it is not needed any more"])
}
