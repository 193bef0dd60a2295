import Beeline
import BeelineDrawing
import BeelineSymbols

/// An option of a command: its name, its value, and its help text.
struct Option: Hashable, Sendable {
    /// With its dashes: `--format`.
    let name: String
    /// The short form, with its dash: `-h`.
    let short: String?
    /// The name of its value in help texts; nil for a flag.
    let value: String?
    /// The allowed values; empty where any value is.
    let choices: [String]
    /// Values that shells offer, also several with commas between them; others are allowed too.
    let suggestions: [String]
    let repeats: Bool
    let summary: String

    init(
        _ name: String, short: String? = nil, value: String? = nil, choices: [String] = [],
        suggestions: [String] = [], repeats: Bool = false, _ summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.suggestions = suggestions
        self.repeats = repeats
        self.summary = summary
    }
}

extension Option {
    static let help = Option("--help", short: "-h", "Show this help.")
    static let version = Option("--version", "Show the version.")
    static let rules = Option(
        "--rules", value: "FILE", repeats: true, "Try the rules of FILE before all others. Can be given several times.")
    static let plugins = Option(
        "--plugins", value: "DIR", repeats: true,
        "Also use the plugin in DIR, or all plugins in its folders. Can be given several times.")
    static let set = Option(
        "--set", value: "NAME=VALUE", repeats: true, "Set a constant of the rules, as amazon=www.amazon.co.jp.")
    static let charset = Option(
        "--charset", value: "NAME", suggestions: Conversion.Charset.allCases.map(\.name),
        "Read codes that are not UTF-8 in this character set, as GBK. Default: a guess.")
    static let fullASCII = Option("--full-ascii", "Read Code 39 as full ASCII, in which +A is a.")
    static let noDefaults = Option(
        "--no-defaults", "Use neither bundled rules nor the user's rules and plugins. The policy still applies.")
    static let catalog = Option(
        "--catalog", value: "NAME=FILE.csv", repeats: true,
        "A list for rules; its first column is the key. Can be given several times."
    )
    static let at = Option("--at", value: "DATE[THH:MM]", "The time of the scan, as 2026-12-24T21:30. Default: now.")
    static let source = Option("--source", value: "NAME", "The source of the scan, for rules that test 'scan.source'.")
    static let format = Option("--format", choices: ["text", "json", "csv"], "The output format. Default: text.")
    static let answerFormat = Option(
        "--format", choices: ["text", "line", "code", "json", "csv"],
        "The output format; line is a short line per code, code its text. Default: text.")
    static let copies = Option(
        "--copies", "With --format code: print a code as many times as it is in the image.")
    static let columns = Option(
        "--columns", value: "NAME[,NAME…]",
        suggestions: ColumnName.Fixed.allCases.map(\.rawValue) + ColumnName.Prefix.allCases.map(\.rawValue)
            + [ColumnName.all],
        "The CSV columns, as text,isbn13,emit.price. Default: see below.")
    static let summary = Option(
        "--summary", "Print a summary on standard error at the end: the number of codes, and their outcomes.")
    static let rawCSV = Option("--raw-csv", "Do not escape CSV cells that a spreadsheet would evaluate as formulas.")
    static let outputSeparator = Option(
        "--separator", value: "CHARACTER",
        "Write CSV for a spreadsheet: , ; | or tab between cells, after a byte order mark.")
    static let color = Option(
        "--color", choices: ["auto", "always", "never"], "When to use colour. Default: on a terminal without NO_COLOR.")
    static let run = Option("--run", "Perform the actions. Without --run they are only shown.")
    static let allow = Option(
        "--allow", value: "NAME", repeats: true,
        "With --run: perform this action, or all actions with this effect, without asking.")
    static let ask = Option(
        "--ask", value: "NAME", repeats: true, "With --run: ask for confirmation of this action or effect.")
    static let deny = Option("--deny", value: "NAME", repeats: true, "With --run: never perform this action or effect.")
    static let historyAt = Option(
        "--history", value: "FILE|URL",
        "The history: a file, or postgresql://USER@HOST/DATABASE. Default: BEELINE_HISTORY.")
    static let recursive = Option("--recursive", short: "-r", "Scan the files in folders and all their subfolders.")
    static let filesFrom = Option(
        "--files0-from", value: "FILE",
        "Also scan the files that FILE lists, each name ended by a NUL; - is standard input.")
    static let input = Option(
        "--input", choices: ["lines", "tsv", "json"], "The format of a code: see below. Default: lines.")
    static let showSecrets = Option("--show-secrets", "Show passwords and keys in codes. By default they are withheld.")
    static let pageFormat = Option(
        "--format", choices: ["text", "json", "markdown"], "The output format. Default: text.")
    static let schemaFormat = Option("--format", choices: ["json"], "The output format. Default: json.")
    static let listFormat = Option("--format", choices: ["text", "json"], "The output format. Default: text.")
    static let allRules = Option("--all", "Also list the rules that were not tried, each with the reason.")
    static let kind = Option("--kind", value: "KIND", "Only the rules that can match codes of this kind.")
    static let checkFormat = Option(
        "--format", choices: ["text", "json"], "The output format; json is a line for each error. Default: text.")
    static let testFormat = Option(
        "--format", choices: ["text", "json"], "The output format; json is a line for each test. Default: text.")
    static let watchRules = Option(
        "--watch", "Load the rules again when their files change; if they have errors, keep the old ones.")
    static let watch = Option("--watch", "Run the tests again when a file changes, until Ctrl-C.")
    static let printOnly = Option("--print", "Print the table instead of installing it.")
    static let onlyKind = Option("--kind", value: "KIND", "Draw only this kind, built in or of a rule file.")
    static let starterKind = Option(
        "--kind", value: "KIND", suggestions: Kind.allCases.map(\.rawValue),
        "Write a rule for this kind of code: built in, or of a bundled rule file.")
    static let starterDesk = Option(
        "--desk", choices: StarterDesk.names, "Write the files of this desk into a new folder.")
    static let language = Option("--language", choices: ["sh", "python"], "The language of the plugin. Default: sh.")
    static let graphFormat = Option(
        "--format", choices: GraphFile.allCases.map(\.rawValue),
        "The output format. Default: by the extension of FILE, else dot.")
    static let drawAll = Option("--all", "Draw every rule. By default, the first 60 of a kind.")
    static let output = Option(
        "--output", value: "FILE", "Write to FILE. If this fails, FILE is unchanged. Default: standard output.")
    static let strict = Option("--strict", "Treat warnings as errors.")
}

/// Options of decoding, and of annotated pictures.
extension Option {
    static let effort = Option(
        "--effort", choices: DecodeEffort.allCases.map(\.rawValue),
        "How hard to try to find a code: the number of passes. Default: normal.")
    static let only = Option(
        "--only", value: "NAME[,NAME…]", suggestions: Symbology.selectable.map(\.name), repeats: true,
        "Look for these symbologies only, as ean_13,qr_code.")
    static let one = Option("--one", "Stop at the first code of an image.")
    static let region = Option(
        "--roi", value: "X,Y,W,H",
        "Scan only this part of each image: 10,20,300,200 or 0.1,0.2,0.5,0.5 or 25%,0,50%,1.0."
    )
    static let jobs = Option(
        "--jobs", value: "NUMBER", "The number of images decoded in parallel. Default: one for each core.")
    static let annotate = Option(
        "--annotate", value: "OUT", "Draw the images with their codes to OUT: a .svg or .html file, or a folder.")
    static let diagnose = Option(
        "--diagnose", "Report the passes that were tried, and why no code may have been found.")
}

/// Options of drawing.
extension Option {
    static let drawAs = Option(
        "--as", value: "FORMAT", suggestions: CodeFormat.allCases.map(\.rawValue),
        "The format to draw, as qr or code-128. Default: chosen by the content.")
    static let drawKind = Option(
        "--kind", value: "KIND", suggestions: CodeText.fields.map(\.kind.rawValue),
        "Make the content from fields: wifi, contact, event …, or a kind of a rule file.")
    static let drawBytes = Option("--bytes", "Encode standard input as bytes, without interpreting it.")
    static let drawDigitalLink = Option(
        "--digital-link", "Draw the GS1 Digital Link of the key TEXT, if a resolver answers for it.")
    static let drawResolver = Option(
        "--resolver", value: "FILE", "With --digital-link: look into this table of links, and do not ask a resolver.")
    static let drawAddOn = Option("--add-on", value: "DIGITS", "An add-on of two or five digits beside an EAN or UPC.")
    static let drawPrice = Option("--price", value: "AMOUNT", "The price of a book, encoded as add-on: 24.95.")
    static let drawCurrency = Option(
        "--currency", choices: ["GBP", "AUD", "NZD", "USD", "CAD"], "The currency of --price.")

    static let drawOutput = Option(
        "--output", short: "-o", value: "FILE",
        "Write to FILE, unchanged if this fails; - is standard output. Default: the terminal.")
    static let drawFormat = Option(
        "--format", choices: DrawnFile.allCases.map(\.rawValue), "The output format. Default: by the extension of FILE."
    )

    static let drawLevel = Option(
        "--level", choices: ErrorCorrection.allCases.map(\.rawValue),
        "The error correction of a QR code: 7, 15, 25 or 30 % can be lost. Default: M.")
    static let drawModuleWidth = Option(
        "--module-width", value: "MM", "The width of a module in print. Default: the target of its standard.")
    static let drawScale = Option("--scale", value: "PIXELS", "The size of a module in a PNG. Default: 8.")
    static let drawSize = Option(
        "--size", value: "PIXELS|WIDTHxHEIGHT", "The exact size of a PNG, as 300. The quiet zone takes what remains.")
    static let drawQuietZone = Option(
        "--quiet-zone", value: "MODULES", "The quiet zone around the code. Default: the minimum of its standard.")
    static let drawBarHeight = Option("--bar-height", value: "MODULES", "The height of the bars of linear codes.")
    static let drawNoText = Option("--no-text", "Leave out the text below the bars.")
    static let drawDark = Option(
        "--dark", value: "COLOUR", "The colour of the bars, as #1a5fb4 or navy. Default: black.")
    static let drawLight = Option("--light", value: "COLOUR", "The colour of the background. Default: white.")
    static let drawTransparent = Option("--transparent", "Leave out the background.")
    static let drawLogo = Option("--logo", value: "FILE", "Put a PNG or JPEG into the middle of a QR code.")
    static let drawLogoShare = Option(
        "--logo-share", value: "PERCENT", "The share of the code that the logo covers. Default: 10.")
    static let drawModuleShape = Option(
        "--module-shape", choices: ModuleShape.allCases.map(\.rawValue), "The shape of the modules of a QR code.")
    static let drawFinderShape = Option(
        "--finder-shape", choices: ModuleShape.allCases.map(\.rawValue),
        "The shape of the three finder patterns of a QR code.")
    static let drawForce = Option("--force", "Draw even colours, logos and module widths that scanners might not read.")
    static let drawNoVerify = Option(
        "--no-verify", "Write the code without reading it back, and without asking a resolver.")

    static let drawSheet = Option(
        "--sheet", value: "NAME", suggestions: SheetLayout.names.map(\.name),
        "Draw labels on the Avery sheet NAME, or on your own sheet of COLUMNSxROWS.")
    static let drawPage = Option(
        "--page", value: "NAME|WIDTHxHEIGHT", suggestions: SheetLayout.pages.map(\.name),
        "The page size of COLUMNSxROWS: A3 to A7, letter, legal, or in mm. Default: A4."
    )
    static let drawLabel = Option(
        "--label", value: "WIDTHxHEIGHT",
        "The size of a label of COLUMNSxROWS, in mm. Default: as large as the page allows.")
    static let drawGap = Option(
        "--gap", value: "ACROSSxDOWN", "The gap between labels of COLUMNSxROWS, in mm. Default: 0x0.")
    static let drawMargin = Option(
        "--margin", value: "LEFTxTOP", "The margin before the first label, in mm. Default: the labels are centred.")
    static let drawStart = Option(
        "--start", value: "NUMBER", "The first free label of a half-used sheet, row after row from 1. Default: 1.")
    static let drawColumns = Option(
        "--columns", value: "NAME=COLUMN[,…]",
        "What columns are, as text=ISBN,copies=Stock; with COLUMN alone: only these lines.")
    static let ticketPrefix = Option(
        "--prefix", value: "EVENT", "Begin each number with EVENT: 1 to 12 capitals and digits. Default: TICKET.")
    static let ticketNames = Option(
        "--names", value: "FILE", "Make a ticket for each name in FILE, one a line, instead of COUNT.")
    static let ticketOutput = Option(
        "--output", short: "-o", value: "NAME",
        "Write NAME.csv and NAME.pdf; - prints the list alone. Default: tickets.")
    static let drawList = Option(
        "--list", "List the formats, the kinds with their fields, and the sheets. Draws nothing.")
}

/// The names of CSV columns that do not depend on the rules.
enum ColumnName {
    /// The columns of every code, in their order: some before the fields, and some after them.
    enum Fixed: String, CaseIterable {
        case input, page, symbology, text, addOn, copies, bytes, kind
        case rule, actions, status, url, verdict, ask, error, warnings
        /// What a person reads of it. They are columns only where they are chosen.
        case state, headline

        static let beforeFields = Array(allCases.prefix { $0 != .rule })
        static let behindFields = Array(allCases.drop { $0 != .rule }.prefix { $0 != .state })
    }

    /// The part before the dot of a column. Alone it names the columns of this sort that there are without a choice.
    enum Prefix: String, CaseIterable {
        /// Fields of the code.
        case content
        case emit
        case record
    }

    /// The name for the columns of all kinds.
    static let all = "all"
}
