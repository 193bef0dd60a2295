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
    let repeats: Bool
    let summary: String

    init(
        _ name: String, short: String? = nil, value: String? = nil, choices: [String] = [], repeats: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.repeats = repeats
        self.summary = summary
    }
}

extension Option {
    static let help = Option("--help", short: "-h", "Show this help.")
    static let version = Option("--version", "Show the version.")
    static let rules = Option(
        "--rules", value: "FILE", repeats: true, "Ask the rules of FILE before all others. May be given several times.")
    static let set = Option(
        "--set", value: "NAME=VALUE", repeats: true, "Set a constant of the rules, as amazon=www.amazon.co.jp.")
    static let noDefaults = Option("--no-defaults", "Leave out the configuration folder and the bundled rules.")
    static let format = Option("--format", choices: ["text", "json", "csv"], "How to print. Default: text.")
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
    static let printOnly = Option("--print", "Print the table; change nothing.")
    static let strict = Option("--strict", "Take warnings for errors.")
}
