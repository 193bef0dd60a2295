import Beeline
import BeelineDrawing
import BeelineSymbols

/// An option of a command: how it is written, what it is for.
struct Option: Hashable, Sendable {
    /// With its dashes: `--format`.
    let name: String
    /// A single letter that stands for it, with its dash.
    let short: String?
    /// What its value is called in help texts; nil for a flag.
    let value: String?
    /// The values that there are; empty where any will do.
    let choices: [String]
    /// The values that shells offer, also several with commas between them; others may do as well.
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
        "--rules", value: "FILE", repeats: true, "Ask the rules of FILE before all others. May be given several times.")
    static let plugins = Option(
        "--plugins", value: "DIR", repeats: true,
        "Also use the plugin in DIR, or those in the folders in it. May be given several times.")
    static let set = Option(
        "--set", value: "NAME=VALUE", repeats: true, "Set a constant of the rules, as amazon=www.amazon.co.jp.")
    static let noDefaults = Option(
        "--no-defaults", "Leave out the user's and the bundled rules, and the user's plugins; the policy stays.")
    static let catalog = Option(
        "--catalog", value: "NAME=FILE.csv", repeats: true,
        "A list for rules; its first column is the key. May be given several times."
    )
    static let at = Option(
        "--at", value: "DATE[THH:MM]", "Take this for the moment of the scan, as 2026-12-24T21:30. Default: now.")
    static let source = Option("--source", value: "NAME", "What scanned it, for rules that ask for 'scan.source'.")
    static let format = Option("--format", choices: ["text", "json", "csv"], "How to print. Default: text.")
    static let answerFormat = Option(
        "--format", choices: ["text", "line", "json", "csv"],
        "How to print; line is one short line for each code. Default: text.")
    static let columns = Option(
        "--columns", value: "NAME[,NAME…]",
        suggestions: AnswerColumns.Fixed.allCases.map(\.rawValue) + AnswerColumns.Prefix.allCases.map(\.rawValue)
            + [AnswerColumns.all],
        "The columns of CSV, as text,isbn13,emit.price. Default: see below.")
    static let summary = Option(
        "--summary", "Say at the end on standard error how many codes there were, and what came of them.")
    static let rawCSV = Option(
        "--raw-csv", "In CSV, write cells as they are, be it that a spreadsheet takes them for formulas.")
    static let color = Option(
        "--color", choices: ["auto", "always", "never"], "When to use colour. Default: on a terminal without NO_COLOR.")
    static let run = Option("--run", "Perform the actions; without it they are only shown.")
    static let allow = Option(
        "--allow", value: "NAME", repeats: true, "With --run: perform an action, or all of an effect, without asking.")
    static let ask = Option("--ask", value: "NAME", repeats: true, "With --run: ask before an action or effect.")
    static let deny = Option("--deny", value: "NAME", repeats: true, "With --run: never perform an action or effect.")
    static let recursive = Option("--recursive", short: "-r", "Scan the files in folders, and in folders in these.")
    static let filesFrom = Option(
        "--files0-from", value: "FILE",
        "Also scan the files whose names FILE holds, each ended by a NUL; - is standard input.")
    static let input = Option(
        "--input", choices: ["lines", "tsv", "json"], "What a code looks like: see below. Default: lines.")
    static let showSecrets = Option(
        "--show-secrets", "Show passwords and keys that codes hold; without it they are withheld.")
    static let pageFormat = Option(
        "--format", choices: ["text", "json", "markdown"], "How it is printed. Default: text.")
    static let schemaFormat = Option("--format", choices: ["json"], "How it is printed. Default: json.")
    static let listFormat = Option("--format", choices: ["text", "json"], "How to print. Default: text.")
    static let allRules = Option("--all", "List the rules that were not asked as well, each with the reason.")
    static let kind = Option("--kind", value: "KIND", "Only the rules that may take codes of this kind.")
    static let checkFormat = Option(
        "--format", choices: ["text", "json"], "How to print; json is a line for each mistake. Default: text.")
    static let testFormat = Option(
        "--format", choices: ["text", "json"], "How to print; json is a line for each test. Default: text.")
    static let watchRules = Option(
        "--watch", "Load the rules again when their files change; with mistakes in them, keep those before.")
    static let watch = Option("--watch", "Test again whenever a file changes, until Ctrl-C.")
    static let printOnly = Option("--print", "Print the table; change nothing.")
    static let onlyKind = Option(
        "--kind", value: "KIND", "Draw this kind only, be it of the program or of a rule file.")
    static let starterKind = Option(
        "--kind", value: "KIND", choices: Kind.allCases.map(\.rawValue), "Write a rule for this kind of code.")
    static let language = Option(
        "--language", choices: ["sh", "python"], "What it is written in. Default: sh.")
    static let drawAll = Option("--all", "Draw every rule; without it, the first 60 of a kind.")
    static let output = Option("--output", value: "FILE", "Write FILE, whole or not at all. Default: standard output.")
    static let strict = Option("--strict", "Take warnings for errors.")
}

/// What images are looked for, how hard, and what is drawn and said of it.
extension Option {
    static let effort = Option(
        "--effort", choices: DecodeEffort.allCases.map(\.rawValue),
        "How long to go on where nothing was found. Default: normal.")
    static let only = Option(
        "--only", value: "NAME[,NAME…]", suggestions: Symbology.selectable.map(\.name), repeats: true,
        "Look for these symbologies alone, as ean_13,qr_code.")
    static let one = Option("--one", "Stop at the first code of an image.")
    static let region = Option(
        "--roi", value: "X,Y,W,H", "Look at this part of each image: 10,20,300,200 or 0.1,0.2,0.5,0.5 or 25%,0,50%,1.0."
    )
    static let jobs = Option("--jobs", value: "NUMBER", "Decode so many images at once. Default: one for each core.")
    static let annotate = Option(
        "--annotate", value: "OUT", "Draw what was found into OUT: a .svg or .html file, or a folder.")
    static let diagnose = Option("--diagnose", "Say what was tried, and why an image may have given nothing.")
}

/// What is drawn, how it looks, and where it goes.
extension Option {
    static let drawAs = Option(
        "--as", value: "FORMAT", suggestions: CodeFormat.allCases.map(\.rawValue),
        "What to draw, as qr or code-128. Default: what suits the content.")
    static let drawKind = Option(
        "--kind", value: "KIND", suggestions: CodeText.fields.map(\.kind.rawValue),
        "Make the content from fields: wifi, contact, event …, or a kind of a rule file.")
    static let drawBytes = Option("--bytes", "Draw standard input byte for byte, whatever it is.")
    static let drawDigitalLink = Option(
        "--digital-link", "Draw the GS1 Digital Link of the key TEXT, if a resolver answers for it.")
    static let drawResolver = Option(
        "--resolver", value: "FILE", "With --digital-link: look into this table of links, and do not ask a resolver.")
    static let drawAddOn = Option("--add-on", value: "DIGITS", "Two or five digits beside an EAN or UPC.")
    static let drawPrice = Option("--price", value: "AMOUNT", "The price of a book, as add-on: 24.95.")
    static let drawCurrency = Option(
        "--currency", choices: ["GBP", "AUD", "NZD", "USD", "CAD"], "The currency of --price.")

    static let drawOutput = Option(
        "--output", short: "-o", value: "FILE",
        "Write FILE, whole or not at all; - is standard output. Default: the terminal.")
    static let drawFormat = Option(
        "--format", choices: DrawnFile.allCases.map(\.rawValue), "The form of the output. Default: by the end of FILE.")

    static let drawLevel = Option(
        "--level", choices: ErrorCorrection.allCases.map(\.rawValue),
        "What part of a QR code may be lost: 7, 15, 25 or 30 %. Default: M.")
    static let drawModuleWidth = Option(
        "--module-width", value: "MM", "How wide a module is in print. Default: what its standard aims at.")
    static let drawScale = Option("--scale", value: "PIXELS", "How many pixels of a PNG a module has. Default: 8.")
    static let drawQuietZone = Option(
        "--quiet-zone", value: "MODULES", "The light space around it. Default: what its standard asks for.")
    static let drawBarHeight = Option("--bar-height", value: "MODULES", "How high the bars of linear codes are.")
    static let drawNoText = Option("--no-text", "Leave out the text below the bars.")
    static let drawDark = Option("--dark", value: "COLOUR", "The colour of the bars, as #1a5fb4. Default: black.")
    static let drawLight = Option("--light", value: "COLOUR", "The colour behind them. Default: white.")
    static let drawTransparent = Option("--transparent", "Leave out what is behind the bars.")
    static let drawLogo = Option("--logo", value: "FILE", "Put a PNG or JPEG into the middle of a QR code.")
    static let drawLogoShare = Option(
        "--logo-share", value: "PERCENT", "How much of the code the logo takes. Default: 10.")
    static let drawModuleShape = Option(
        "--module-shape", choices: ModuleShape.allCases.map(\.rawValue), "The modules of a QR code.")
    static let drawFinderShape = Option(
        "--finder-shape", choices: ModuleShape.allCases.map(\.rawValue), "The three large squares of a QR code.")
    static let drawForce = Option("--force", "Draw colours, logos and module widths that readers may not take.")
    static let drawNoVerify = Option(
        "--no-verify", "Write it without reading it back, and without asking a resolver.")

    static let drawSheet = Option(
        "--sheet", value: "NAME", suggestions: SheetLayout.names.map(\.name),
        "Draw labels: on the sheet NAME of Avery, or in COLUMNSxROWS of your own.")
    static let drawPage = Option(
        "--page", value: "A4|letter|WIDTHxHEIGHT", suggestions: ["A4", "letter"],
        "The page of COLUMNSxROWS, in mm. Default: A4.")
    static let drawLabel = Option(
        "--label", value: "WIDTHxHEIGHT", "A label of COLUMNSxROWS, in mm. Default: as large as the page lets it be.")
    static let drawGap = Option(
        "--gap", value: "ACROSSxDOWN", "What is between labels of COLUMNSxROWS, in mm. Default: 0x0.")
    static let drawMargin = Option(
        "--margin", value: "LEFTxTOP", "What is before the first label, in mm. Default: all labels in the middle.")
    static let drawList = Option("--list", "List the formats, the kinds with their fields, and the sheets.")
}
