import Beeline
import BeelineSupport
import BeelineSymbols

/// `beeline manual`: a page for man, made from the definitions of the commands as help and completion are.
enum ManualCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let words = try arguments.operands(0...3)
        let page: String
        if words.isEmpty {
            page = ManualPage.program()
        } else {
            let name = words.joined(separator: " ")
            guard let command = CommandDefinition.all.first(where: { $0.name == name }) else {
                throw UsageError.unknownPage(name)
            }
            page = ManualPage.command(command)
        }
        try StandardOutput.write(data: page)
        return .success
    }
}

/// A manual page in mdoc, the language of mandoc and groff.
struct ManualPage {
    private(set) var text = ""

    /// The page `beeline(1)`: the commands, and the files that they use.
    static func program() -> String {
        var page = ManualPage()
        page.begin("beeline", "read barcodes, work out what they mean, and act by rules")
        page.macro("Nm beeline")
        page.macro("Ar COMMAND")
        page.macro("Op Ar OPTION ...")
        page.macro("Op Ar OPERAND ...")
        page.section("DESCRIPTION")
        page.paragraphs(HelpText.summary)
        page.section("COMMANDS")
        page.macro("Bl -tag -width Ds")
        for command in CommandDefinition.all {
            page.macro("It Xr \(fileName(of: command)) 1")
            page.sentences(command.summary)
        }
        page.macro("El")
        page.macro("Pp")
        page.macro("Nm beeline Cm help Ar COMMAND")
        page.sentences("shows the options of a command, and")
        page.macro("Nm beeline Fl -version")
        page.sentences("the versions of the program and of the decoders.")
        page.list("ENVIRONMENT", environment)
        page.list("FILES", files)
        page.section("EXAMPLES")
        page.examples(CommandDefinition.all.compactMap(\.examples.first).map { ($0.key, $0.value) })
        page.seeAlso([("beeline-rules", 5), ("beeline-plugin", 7)])
        return page.text
    }

    static func command(_ command: CommandDefinition) -> String {
        var page = ManualPage()
        page.begin(
            fileName(of: command), String(command.summary.first?.lowercased() ?? "") + command.summary.dropFirst())
        page.macro("Nm beeline \(command.name)")
        page.macro("Op Ar OPTION ...")
        if !command.operands.isEmpty { page.macro(operands(command.operands)) }
        page.section("DESCRIPTION")
        let (discussion, status) = ExitStatusText.split(command.discussion.string)
        page.paragraphs(discussion.isEmpty ? command.summary : discussion)
        page.section("OPTIONS")
        page.macro("Bl -tag -width Ds")
        for option in command.options {
            let short = option.short.map { "Fl \($0.dropFirst()) , " } ?? ""
            let value = option.value.map { " Ar \($0)" } ?? ""
            page.macro("It \(short)Fl \(option.name.dropFirst())\(value)")
            page.sentences(option.summary)
        }
        page.macro("El")
        if !status.isEmpty {
            page.section("EXIT STATUS")
            page.paragraphs(status)
        }
        page.section("EXAMPLES")
        page.examples(command.examples.map { ($0.key, $0.value) })
        let sameGroup = CommandDefinition.all.filter {
            $0 != command && $0.name.prefix { $0 != " " } == command.name.prefix { $0 != " " }
        }
        page.seeAlso(([("beeline", 1)] + sameGroup.map { (fileName(of: $0), 1) } + [("beeline-rules", 5)]))
        return page.text
    }

    /// `[FILE…]` as `Op Ar FILE ...`.
    private static func operands(_ text: String) -> String {
        let isOptional = text.hasPrefix("[") && text.hasSuffix("]")
        let words = (isOptional ? text.dropFirst().dropLast() : text[...]).split(separator: " ").map { word in
            word == "|" ? "|" : "Ar " + word.replacing("…", with: " ...")
        }
        return (isOptional ? "Op " : "") + words.joined(separator: " ")
    }

    /// The name of the page of a command: `beeline-rules-check`.
    static func fileName(of command: CommandDefinition) -> String {
        "beeline-" + command.name.replacing(" ", with: "-")
    }

    private static let environment: KeyValuePairs = [
        "XDG_CONFIG_HOME": "Where the folder beeline with rules, plugins and the policy is. Default: ~/.config.",
        "XDG_DATA_HOME":
            "Where the folder beeline with the history, catalogues and tables is. Default: ~/.local/share.",
        "BEELINE_HISTORY":
            "The history: a file, or the address of a PostgreSQL server. Default: history.db in XDG_DATA_HOME.",
        "PGPASSFILE": "The file with the passwords of PostgreSQL servers. Default: ~/.pgpass.",
        "BEELINE_DECODE": "The path of the program beeline-decode, which reads images.",
        "BEELINE_DRAW": "The path of the program beeline-draw, which draws codes.",
        "NO_COLOR": "Set to anything: no colour, unless --color always is given.",
    ]

    private static let files: KeyValuePairs = [
        "~/.config/beeline/rules/": "Rule files; they are tried in the order of their names, before the bundled rules.",
        "~/.config/beeline/policy.json": "Which actions are allowed, need confirmation, or are denied.",
        "~/.config/beeline/plugins/": "Plugins, each in its own folder.",
        "~/.local/share/beeline/history.db": "The scans that the action record has written.",
        "~/.local/share/beeline/links.sqlite": "The links of GS1 keys that were imported.",
    ]

    private mutating func begin(_ name: String, _ description: String) {
        macro("Dd \(Version.date)")
        macro("Dt \(name.uppercased()) 1")
        macro("Os")
        section("NAME")
        macro("Nm \(name)")
        macro("Nd \(description.hasSuffix(".") ? String(description.dropLast()) : description)")
        section("SYNOPSIS")
    }

    private mutating func section(_ title: String) { macro("Sh \(title)") }

    private mutating func macro(_ line: String) { text += ".\(Self.escaped(line))\n" }

    /// Writes paragraphs, which blank lines separate. Indented lines stay unchanged.
    private mutating func paragraphs(_ discussion: String) {
        var isFirst = true
        for paragraph in discussion.split(separator: "\n\n") {
            var lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)[...]
            if !isFirst { macro("Pp") }
            isFirst = false
            while let line = lines.first {
                let isIndented = line.hasPrefix(" ")
                let block = lines.prefix { $0.hasPrefix(" ") == isIndented }
                lines = lines.dropFirst(block.count)
                if isIndented {
                    literal(block.map { String($0.drop { $0 == " " }) })
                } else {
                    sentences(block.joined(separator: " "))
                }
            }
        }
    }

    /// Writes sentences. Each begins a line, as mdoc requires, and no line is longer than 80 bytes.
    private mutating func sentences(_ prose: String) {
        var line = ""
        func begins(_ word: Substring) -> Bool { word.first.map { $0.isUppercase || $0 == "'" } ?? false }
        let words = prose.split(separator: " ")
        for (index, word) in words.enumerated() {
            if !line.isEmpty, Self.width(line) + Self.width(word) >= 78 { flush(&line) }
            line += line.isEmpty ? String(word) : " \(word)"
            let ends = word.hasSuffix(".") || word.hasSuffix("?") || word.hasSuffix(".)")
            if ends, index + 1 < words.count, begins(words[index + 1]) { flush(&line) }
        }
        flush(&line)
    }

    /// The length of a text with escaped hyphens; mandoc writes characters beyond ASCII as `\[u2026]`.
    private static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + ($1 == "-" || $1 == "\\" ? 2 : $1.isASCII ? 1 : 8) }
    }

    private mutating func flush(_ line: inout String) {
        if !line.isEmpty { text += Self.textLine(line) + "\n" }
        line = ""
    }

    private mutating func literal(_ lines: [String]) {
        macro("Bd -literal -offset indent")
        for line in lines { text += Self.textLine(line) + "\n" }
        macro("Ed")
    }

    private mutating func examples(_ examples: [(command: String, purpose: String)]) {
        for (index, example) in examples.enumerated() {
            if index > 0 { macro("Pp") }
            sentences(example.purpose.prefix(1).uppercased() + example.purpose.dropFirst() + ":")
            literal([example.command])
        }
    }

    private mutating func list(_ title: String, _ rows: KeyValuePairs<String, String>) {
        section(title)
        macro("Bl -tag -width Ds")
        for (name, meaning) in rows {
            macro("It \(title == "FILES" ? "Pa" : "Ev") \(name)")
            sentences(meaning)
        }
        macro("El")
    }

    private mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        section("SEE ALSO")
        let sorted = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        for (index, page) in sorted.enumerated() {
            macro("Xr \(page.name) \(page.section)\(index + 1 < sorted.count ? " ," : "")")
        }
    }

    /// A text with escaped backslashes and without `…`, for terminals without UTF-8.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("…", with: "...")
    }

    /// A line of text, with hyphens that can be copied.
    private static func textLine(_ line: String) -> String {
        let plain = escaped(line).replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
    }
}

/// Splits a discussion into the paragraphs about the exit status, which are a section of a manual page, and the rest.
private enum ExitStatusText {
    static func split(_ discussion: String) -> (rest: String, status: String) {
        let paragraphs = discussion.split(separator: "\n\n")
        func isStatus(_ paragraph: Substring) -> Bool {
            paragraph.hasPrefix("Exit status") || paragraph.hasPrefix("The exit status")
        }
        return (
            paragraphs.filter { !isStatus($0) }.joined(separator: "\n\n"),
            paragraphs.filter(isStatus).joined(separator: "\n\n").replacing("Exit status: ", with: "")
        )
    }
}
