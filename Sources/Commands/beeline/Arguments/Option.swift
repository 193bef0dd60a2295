import Beeline

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
        "A list that rules may look into; the first column is the key. May be given several times."
    )
    static let at = Option(
        "--at", value: "DATE[THH:MM]", "Take this for the moment of the scan, as 2026-12-24T21:30. Default: now.")
    static let source = Option("--source", value: "NAME", "What scanned it, for rules that ask for 'scan.source'.")
    static let format = Option("--format", choices: ["text", "json", "csv"], "How to print. Default: text.")
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
        "--watch", "Load the rules again when their files change; when they have mistakes, keep those before.")
    static let watch = Option("--watch", "Test again whenever a file changes, until Ctrl-C.")
    static let printOnly = Option("--print", "Print the table; change nothing.")
    static let onlyKind = Option(
        "--kind", value: "KIND", "Draw this kind only, be it of the program or of a rule file.")
    static let starterKind = Option(
        "--kind", value: "KIND", choices: Kind.allCases.map(\.rawValue), "Write a rule for this kind of code.")
    static let language = Option(
        "--language", choices: PluginLanguage.allCases.map(\.rawValue), "What it is written in. Default: sh.")
    static let drawAll = Option("--all", "Draw every rule; without it, the first 60 of a kind.")
    static let output = Option("--output", value: "FILE", "Write FILE, whole or not at all. Default: standard output.")
    static let strict = Option("--strict", "Take warnings for errors.")
}
