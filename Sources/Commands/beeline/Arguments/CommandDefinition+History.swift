import BeelineSymbols

extension Option {
    static let limit = Option(
        "--limit", value: "NUMBER", "Show so many at most. Default: 50; as JSON and CSV, all.")
    static let since = Option("--since", value: "DATE[THH:MM]", "Only what was recorded then or later.")
    static let until = Option(
        "--until", value: "DATE[THH:MM]", "Only what was recorded until then; that day or minute is part of it.")
    static let historyKind = Option("--kind", value: "KIND", "Only codes of this kind, as isbn or product.")
    static let ruleID = Option("--rule", value: "ID", "Only what this rule had recorded.")
    static let historyFile = Option(
        "--file", value: "FILE", "Use this history. Default: history.db where Beeline keeps its data.")
    static let everything = Option("--all", "Delete all that was recorded.")
    static let yes = Option("--yes", "Do not ask; to be given where there is no terminal to ask on.")
    static let keyColumn = Option(
        "--key", value: "COLUMN", "The column whose cells are the keys. Default: the first one.")
    static let separator = Option(
        "--separator", value: "CHARACTER",
        "What stands between cells: , or ; or tab. Default: what the first line has.")
}

/// What is kept: the history of scans, and catalogues.
extension CommandDefinition {
    private static let historyFilter: [Option] = [.since, .until, .historyKind, .ruleID]
    private static let historyOutput: [Option] = [.limit, .format, .rawCSV, .color, .historyFile, .help]

    static let history = CommandDefinition(
        name: "history",
        operands: "",
        summary: "List what was recorded, the newest first.",
        options: historyFilter + historyOutput,
        discussion: """
            The action 'record' keeps scans: 'history search' looks for some of them, 'history delete' deletes them. As JSON
            (a line for each) and CSV they come whole, to be kept elsewhere. Times are those of the local time zone; in JSON
            and CSV they are in UTC. Without a history nothing is listed.

            Exit status: 0 they are listed, be there any or not; 2 wrong usage; 3 the history could not be read.
            """,
        examples: [
            Example(command: "beeline history", summary: "what was recorded last"),
            Example(
                command: "beeline history --since 2026-01-01 --kind isbn --format csv > books.csv",
                summary: "the books of this year, for a spreadsheet"),
        ])

    static let historySearch = CommandDefinition(
        name: "history search",
        operands: "TEXT…",
        summary: "Look for what was recorded: by the code, its number, its image, or its fields.",
        options: historyFilter + historyOutput,
        discussion: """
            Lists what has every TEXT somewhere in the code, its number, the path of its image, its source, or the values
            of the rule's fields. It need not be a whole word; a to z are equal to A to Z.

            The exit status is that of history.
            """,
        examples: [
            Example(command: "beeline history search 97848731", summary: "every book of this publisher"),
            Example(command: "beeline history search --limit 5 linux kernel", summary: "the last five with both words"),
        ])

    static let historyDelete = CommandDefinition(
        name: "history delete",
        operands: "[NUMBER…]",
        summary: "Delete what was recorded, for good.",
        options: historyFilter + [.everything, .yes, .historyFile, .help],
        discussion: """
            NUMBER is what stands before each in 'beeline history'. Several restrictions together delete what meets all of
            them. It says how many there are and asks on the terminal first. What is deleted is overwritten in the file.

            Exit status: 0 deleted, or there was nothing; 1 the answer was no; 2 wrong usage, or --yes is missing and there is
            no terminal; 3 the history could not be read or written.
            """,
        examples: [
            Example(
                command: "beeline history delete --yes --until 2025-12-31", summary: "all that is older than this year")
        ])

    static let catalogImport = CommandDefinition(
        name: "catalog import",
        operands: "NAME FILE.csv",
        summary: "Take a list in CSV, for every rule to look into.",
        options: [.keyColumn, .separator, .help],
        discussion: """
            Rules ask {"catalog": "NAME"} whether a code is in the list, and know its row as {catalog.NAME.COLUMN}. NAME is
            letters, digits and '_'. The first line of the file names the columns; each row has a key of its own; - is
            standard input. What is wrong is told by line, and then nothing is changed. A list of that name is replaced once
            the new one is whole; programs that run with --watch take the new one.

            Exit status: 0 it is kept; 2 wrong usage; 3 the file could not be read or has mistakes, or nothing could be
            written.
            """,
        examples: [
            Example(command: "beeline catalog import prices prices.csv", summary: "the price list of a shop"),
            Example(
                command: "beeline catalog import --key ean --separator ';' prices prices.csv",
                summary: "from a spreadsheet whose first column is something else"),
        ])

    static let catalogList = CommandDefinition(
        name: "catalog list",
        operands: "",
        summary: "List the catalogues that were imported, and their columns.",
        options: [.listFormat, .help],
        discussion: "Exit status: 0 they are listed; 3 one could not be read.",
        examples: [Example(command: "beeline catalog list", summary: "what rules may look into")])

    static let catalogShow = CommandDefinition(
        name: "catalog show",
        operands: "NAME KEY…",
        summary: "Show the rows of a catalogue that have these keys.",
        options: [.listFormat, .color, .help],
        discussion: """
            A key is found when it is the same byte for byte: 4006381333931 is not 04006381333931.

            Exit status: 0 each was found; 1 one was not; 2 wrong usage; 3 the catalogue could not be read.
            """,
        examples: [
            Example(command: "beeline catalog show prices 4006381333931", summary: "what the list has for this article")
        ])

    static let catalogExport = CommandDefinition(
        name: "catalog export",
        operands: "NAME",
        summary: "Print a catalogue as CSV, in the order of its keys.",
        options: [.rawCSV, .help],
        discussion: """
            A cell that a spreadsheet takes for a formula gets an apostrophe in front, and control characters are spelled
            out. With --raw-csv cells are as they were, so that 'catalog import' takes the same list again.

            Exit status: 0 printed; 2 wrong usage; 3 the catalogue could not be read, or the output not written.
            """,
        examples: [
            Example(command: "beeline catalog export --raw-csv prices > prices-old.csv", summary: "a copy to keep")
        ])

    static let catalogRemove = CommandDefinition(
        name: "catalog remove",
        operands: "NAME",
        summary: "Remove a catalogue.",
        options: [.help],
        discussion: """
            Rules that name it have a mistake from then on. Programs that are running keep what they have.

            Exit status: 0 removed; 2 wrong usage; 3 there is none, or it could not be removed.
            """,
        examples: [Example(command: "beeline catalog remove prices", summary: "it is not needed any more")])
}
