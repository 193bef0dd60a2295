import Beeline
import BeelineRules
import BeelineSymbols

extension Option {
    static let limit = Option(
        "--limit", value: "NUMBER", "Show at most NUMBER entries. Default: 50; all in JSON and CSV.")
    static let since = Option(
        "--since", value: "WHEN", suggestions: ["today", "yesterday", "monday"],
        "Only scans at this time or later: DATE, DATETHH:MM, today, monday, '7 days', '2 hours'.")
    static let until = Option(
        "--until", value: "WHEN", suggestions: ["today", "yesterday", "monday"],
        "Only scans until this time; this day or minute is included.")
    static let after = Option(
        "--after", value: "NUMBER", "Only scans with a higher number, for what is new since then.")
    static let historyKind = Option("--kind", value: "KIND", "Only codes of this kind, as isbn or product.")
    static let ruleID = Option("--rule", value: "ID", "Only scans that this rule recorded.")
    static let historyFile = Option(
        "--file", value: "FILE|URL", "Use this history. Default: BEELINE_HISTORY, or history.db in the data folder.")
    static let doubles = Option(
        "--doubles", "Only scans taken without the server whose code other desks had recorded, too.")
    static let follow = Option("--follow", "Show each scan as it is recorded, by any desk, until interrupted.")
    static let historyColumns = Option(
        "--columns", value: "NAME[,NAME…]", suggestions: HistoryCSV.Fixed.allCases.map(\.rawValue),
        "The columns of CSV, or of a table: fixed ones and fields. Default: all.")
    static let everything = Option("--all", "Delete all recorded scans.")
    static let wholeOutbox = Option("--all", "Drop all kept actions.")
    static let yes = Option("--yes", "Do not ask for confirmation. Required without a terminal.")
    static let keyColumn = Option(
        "--key", value: "COLUMN", "The column of the keys. Default: the first one.")
    static let separator = Option(
        "--separator", value: "CHARACTER",
        "The character between cells: , ; | or tab. Default: detected from the rows.")
    static let listColumns = Option(
        "--columns", value: "NAME=COLUMN[,…]",
        "Name columns of the file, as price=Preis. With COLUMN alone, use the named columns only.")
    static let listCharset = Option(
        "--charset", value: "NAME", suggestions: Conversion.Charset.allCases.map(\.name),
        "The character set of a file that is not Unicode, as Windows-1252. Default: a guess.")
    static let keyType = Option(
        "--key-type", value: "FORM", suggestions: CatalogKeyForm.words,
        "The form of the keys: isbn, gtin, or text, as trim,upper,width,pad=8. Default: text.")
    static let columnTypes = Option(
        "--types", value: "COLUMN=TYPE[,…]", "The types of columns: number, money or date, as price=money,until=date.")
    static let worksheet = Option(
        "--worksheet", value: "NAME", "The sheet of an Excel workbook (.xlsx). Default: the first one.")
    static let decimalMark = Option(
        "--decimal", value: "CHARACTER", "The decimal separator: . or , Default: detected from the numbers.")
    static let manyRows = Option("--many", "Allow several rows for a key.")
    static let allowEmpty = Option("--allow-empty", "Replace the list even if the file has no rows.")
}

/// What is kept: the history of scans, and catalogues.
extension CommandDefinition {
    private static let historyFilter: [Option] = [.since, .until, .after, .historyKind, .ruleID, .doubles]
    private static let historyOutput: [Option] = [
        .limit, .format, .historyColumns, .outputSeparator, .rawCSV, .color, .historyFile, .help,
    ]

    static let history = CommandDefinition(
        "history", "", "List the recorded scans, newest first.",
        options: historyFilter + [.follow] + historyOutput,
        discussion: """
            The action 'record' saves scans. 'history search' finds some of them, 'history delete' deletes them. JSON
            (a line for each scan) and CSV are complete, so you can archive them; in CSV each recorded field is a
            column. Times are local, in CSV with their offset from UTC; in JSON they are in UTC. If there is no
            history, nothing is listed.

            WHEN is a day (2026-12-24), a minute (2026-12-24T21:30), today, yesterday, the last day of a name
            (monday), a number of days or weeks ago ('7 days', '2 weeks'), or the moment so long ago ('2 hours',
            '30 min').

            Each scan has a number, the first column, which is 'id' in JSON and CSV. --after with the highest number so
            far lists what was recorded since. --kind and --rule must be in the history or in your rules.

            On a PostgreSQL server, --doubles lists scans that a desk took while it could not reach the server, and
            whose code was recorded elsewhere, too ("missed" in JSON says how often).

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 the history could not be read.
            """,
        examples: [
            "beeline history": "what was recorded last",
            "beeline history --since today": "what was recorded today",
            "beeline history --after 120 --format csv":
                "what was recorded after the scan 120, for an export each night",
            "beeline history --since 2026-01-01 --kind isbn --format csv > books.csv":
                "the books of this year, for a spreadsheet",
        ])

    static let historySearch = CommandDefinition(
        "history search", "TEXT…", "Search the recorded scans by code, number, image, source or fields.",
        options: historyFilter + historyOutput,
        discussion: """
            Lists the scans that contain every TEXT in the code, its number, the path of its image, its source, or the
            values of the rule's fields. TEXT can be a part of a word; the case of a to z is ignored.

            The exit status is that of history.
            """,
        examples: [
            "beeline history search 97848731": "every book of this publisher",
            "beeline history search --limit 5 linux kernel": "the last five with both words",
        ])

    static let historyCreate = CommandDefinition(
        "history create", "[ROLE…]", "Make the tables of a history on a PostgreSQL server, or upgrade them.",
        options: [.historyFile, .help],
        discussion: """
            The server is that of --file or of BEELINE_HISTORY: postgresql://USER@HOST/DATABASE, or service=NAME of
            pg_service.conf. USER must be allowed to make a schema in the database; it is named beeline. Each ROLE
            gets what a desk needs: it records and looks up, and deletes nothing. What is there stays.

            A password is in ~/.pgpass or in the file that PGPASSFILE names, never in an address.

            Exit status: 0 made, or there already; 2 wrong usage; 3 the server could not be used.
            """,
        examples: [
            "beeline history create --file postgresql://owner@db.example/festival gate":
                "the tables, for desks that connect as gate"
        ])

    static let historyImport = CommandDefinition(
        "history import", "FILE|URL", "Copy all scans of another history into this one.",
        options: [.historyFile, .help],
        discussion: """
            The other history is not changed. Each of its scans is copied once, however often this is done, so an
            import that was interrupted is done again. Rules then know the scans of both. Session values are not
            copied. With the two histories exchanged, it exports.

            Exit status: 0 copied; 2 wrong usage; 3 a history could not be read or written.
            """,
        examples: [
            "beeline history import --file postgresql://gate@db.example/festival history.db":
                "from a file to a server",
            "beeline history import --file copy.db postgresql://gate@db.example/festival":
                "from a server to a file",
        ])

    static let historyDelete = CommandDefinition(
        "history delete", "[NUMBER…]", "Delete recorded scans permanently.",
        options: historyFilter + [.everything, .yes, .historyFile, .help],
        discussion: """
            NUMBER is the first column of 'beeline history'. With several restrictions, only scans that meet all of
            them are deleted. The command first shows how many scans these are, and asks on the terminal. Deleted data
            is overwritten in the file.

            Exit status: 0 deleted, or nothing to delete; 1 you answered no, or no scan has the number; 2 wrong usage, or
            neither --yes nor a terminal; 3 the history could not be read or written.
            """,
        examples: ["beeline history delete --yes --until 2025-12-31": "everything before this year"])

    static let outbox = CommandDefinition(
        "history outbox", "", "List the actions that could not be sent, and wait.",
        options: [.listFormat, .color, .help],
        discussion: """
            An action with "retry": "1 d" that could not be sent waits here for that time: no connection, no answer in
            time, or the server was busy or had an error. Commands with --run that perform actions send what waits,
            'serve' and 'live' do so while they run, and 'beeline history send' does nothing else. What a server has
            refused, or what could not be sent in time, is given up and stays in the list until it is dropped.

            Exit status: 0 listed, even if there is none; 2 wrong usage; 3 the outbox could not be read.
            """,
        examples: [
            "beeline history outbox": "what waits and why",
            "beeline history outbox --format json": "the same for programs, a line for each action",
        ])

    static let outboxSend = CommandDefinition(
        "history send", "[NUMBER…]", "Send the actions that wait, now.",
        options: [.plugins, .noDefaults, .color, .help],
        discussion: """
            Sends the actions of 'beeline history outbox' in their order, those of each destination one after the
            other until one fails. With NUMBER, the first column of the list, only these and the ones before them to
            the same destination. They were allowed when they were kept; what your policy denies by now is not sent.

            Exit status: 0 nothing waits any more; 1 some still wait; 2 wrong usage; 3 the outbox could not be read; 4
            some were given up.
            """,
        examples: ["beeline history send": "every ten minutes by cron, on a machine that scans rarely"])

    static let outboxDrop = CommandDefinition(
        "history drop", "[NUMBER…]", "Remove actions that wait or were given up, unsent.",
        options: [.wholeOutbox, .yes, .help],
        discussion: """
            NUMBER is the first column of 'beeline history outbox'. The command asks on the terminal. Deleted data is
            overwritten in the file.

            Exit status: 0 dropped, or nothing to drop; 1 you answered no; 2 wrong usage, or neither --yes nor a
            terminal; 3 the outbox could not be read or written.
            """,
        examples: ["beeline history drop --all --yes": "all that waits or was given up"])

    static let catalogImport = CommandDefinition(
        "catalog import", "NAME FILE", "Import a list (.csv, .xlsx), so that rules can look codes up in it.",
        options: [
            .keyColumn, .keyType, .listColumns, .columnTypes, .decimalMark, .manyRows, .separator, .listCharset,
            .worksheet, .allowEmpty, .help,
        ],
        discussion: """
            Rules test with {"catalog": "NAME"} whether a code is in the list, and use its row as
            {catalog.NAME.COLUMN}. NAME consists of letters, digits and '_'. The first line of the file names the
            columns; - is standard input. Errors are reported with their lines, and then nothing is changed. Keys that
            no code can match are reported, and imported. A list with the same name is replaced when the new one is
            complete; commands that run with --watch switch to it. Without options, the key column, the form of the
            keys and the types stay those of the list that is replaced.

            --columns renames columns: 'title=Titel,price=Preis' keeps all others under their own names. With a COLUMN
            alone, as 'ISBN,title=Titel', only the named columns are imported, in this order; --key and --types use the
            new names. A file that is not UTF-8 is converted, with a warning, and a sheet of an Excel workbook (.xlsx) is
            read as if it were CSV.

            --key-type isbn accepts an ISBN in any form. gtin accepts a GTIN of any length, also without its leading
            zeros. For text keys, trim removes blanks at the ends, upper converts to capitals, width converts
            full-width characters to ASCII, and pad=8 adds leading zeros to digits. Codes that are looked up are
            converted in the same way.

            Exit status: 0 imported; 2 wrong usage; 3 the file could not be read or has errors, a list would become
            empty, or nothing could be written.
            """,
        examples: [
            "beeline catalog import prices prices.csv": "the price list of a shop",
            "beeline catalog import --key ean --separator ';' prices prices.csv":
                "from a spreadsheet with the keys in another column",
            "beeline catalog import --key-type isbn --types price=money,until=date --many stock stock.csv":
                "books with ISBNs in any form, several rows for an ISBN, prices and dates that rules can compare",
        ])

    static let catalogList = CommandDefinition(
        "catalog list", "", "List the catalogues that were imported, and their columns.",
        options: [.listFormat, .help],
        discussion: "Exit status: 0 listed; 3 one could not be read.",
        examples: ["beeline catalog list": "the lists that rules can use"])

    static let catalogShow = CommandDefinition(
        "catalog show", "NAME KEY…", "Show the rows of a catalogue that have these keys.",
        options: [.listFormat, .color, .help],
        discussion: """
            KEY can have any form that the keys of the list can have. Plain text keys are compared byte for byte:
            4006381333931 is not 04006381333931.

            Exit status: 0 every key was found; 1 a key was not found; 2 wrong usage; 3 the catalogue could not be
            read.
            """,
        examples: ["beeline catalog show prices 4006381333931": "the row of this article"])

    static let catalogSearch = CommandDefinition(
        "catalog search", "NAME TEXT…", "Show the rows of a catalogue that contain every TEXT.",
        options: [.listFormat, .color, .help],
        discussion: """
            TEXT can be a part of the key or of any cell; capitals do not matter. The key of a row is its first line,
            which 'beeline resolve' takes as a code. At most 1,000 rows are shown.

            Exit status: 0 found; 1 nothing was found; 2 wrong usage; 3 the catalogue could not be read.
            """,
        examples: ["beeline catalog search prices pen": "the articles with this word, and so their keys"])

    static let catalogExport = CommandDefinition(
        "catalog export", "NAME", "Print a catalogue as CSV, in the order of its keys.",
        options: [.outputSeparator, .rawCSV, .help],
        discussion: """
            A cell that looks like a formula gets an apostrophe in front, and control characters are escaped. With
            --raw-csv cells are unchanged, so that 'catalog import' reads the same list again.

            Exit status: 0 printed; 2 wrong usage; 3 the catalogue could not be read, or the output could not be
            written.
            """,
        examples: ["beeline catalog export --raw-csv prices > prices-old.csv": "a copy to keep"])

    static let catalogRemove = CommandDefinition(
        "catalog remove", "NAME", "Remove a catalogue.",
        options: [.yes, .help],
        discussion: """
            Rules that use the list become an error. If rules of your configuration use it, the command names them and
            asks on the terminal. Running commands keep the list that they have loaded.

            Exit status: 0 removed; 1 you answered no; 2 wrong usage, or neither --yes nor a terminal; 3 there is no
            such catalogue, or it could not be removed.
            """,
        examples: ["beeline catalog remove prices": "the list is no longer needed"])
}
