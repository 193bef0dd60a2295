import Beeline
import BeelineRuleTools
import BeelineSupport
import BeelineSymbols

/// `beeline kinds`: the kinds of content and their fields.
enum KindsCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let names = arguments.operands
        // The kinds of rule files are read only where they are needed.
        let areBuiltIn = !names.isEmpty && names.allSatisfy { Kind(rawValue: $0) != nil }
        let all = KindReference.builtIn + (areBuiltIn ? [] : try fileKinds(arguments))
        let entries = try names.map { name throws(UsageError) in
            guard let entry = all.first(where: { $0.name == name }) else {
                throw .unknownKind(name, known: all.map(\.name))
            }
            return entry
        }
        switch arguments[.format] {
        case "json": try StandardOutput.write(data: KindJSON.document(names.isEmpty ? all : entries))
        case "markdown": try StandardOutput.write(data: KindMarkdown.page(names.isEmpty ? all : entries))
        default:
            let text = KindText(style: arguments.style)
            try StandardOutput.write(names.isEmpty ? text.list(all) : text.explanation(entries))
        }
        return .success
    }

    /// The kinds of rule files: those named by options, those of the configuration folder, and the bundled ones.
    private static func fileKinds(_ arguments: Arguments) throws -> [KindReference] {
        let actions = try PluginOptions(arguments).registry.signatures
        let sources = try RuleOptions(arguments, files: arguments.all(.rules)).sources
        return try configured { try KindReference.all(of: sources, actions: actions) }
    }
}

extension Symbol {
    /// The text of an example, with its add-on.
    var exampleText: String {
        (text.map(\.withHiddenSpelledOut) ?? "\(bytes.count) bytes") + (addOn.map { " + \($0)" } ?? "")
    }
}

struct KindText {
    let style: Style

    /// Kinds with their fields, an example of each.
    func list(_ kinds: [KindReference]) -> TerminalText {
        kinds.map { kind in
            let example = kind.examples.first.map { $0.exampleText } ?? ""
            let rows = kind.fields.map { field in
                row(field.name, short(field.example?.description ?? field.summary), field.isSecret ? .warning : nil)
            }
            return head(kind) + row("text", short(example)) + rows.joined()
        }.joined(separator: "\n")
    }

    func explanation(_ kinds: [KindReference]) -> TerminalText {
        kinds.map { kind in
            let examples = kind.examples.map { example -> TerminalText in
                "  \(style.paint("\(example.symbology.title)", .label))  \(example.exampleText)\n"
            }
            let fields = kind.fields.map { field -> TerminalText in
                let presence = field.isAlways ? "always" : "sometimes"
                let secret = field.isSecret ? ", secret" : ""
                let example = field.example.map { row("", $0.description, .link) } ?? ""
                let summary = field.summary.isEmpty ? "" : wrapped(field.summary, indent: 24)
                return row(field.name, "\(field.type.title), \(presence)\(secret)") + summary + example
            }
            var text = head(kind)
            if !kind.recognition.isEmpty { text += "\n\(wrapped(kind.recognition, indent: 2))" }
            if !examples.isEmpty { text += "\nExamples\n\(examples.joined())" }
            if !fields.isEmpty {
                text += "\nFields, beside text, compact, symbology, copies and addOn\n\(fields.joined())"
            }
            return text
        }.joined(separator: "\n")
    }

    private func head(_ kind: KindReference) -> TerminalText {
        "\(style.paint("\(kind.name)", .input))  \(kind.title)\n"
    }

    private func row(_ label: String, _ value: String, _ role: Style.Role? = nil) -> TerminalText {
        let value = TerminalText(value)
        return style.row(label, role.map { style.paint(value, $0) } ?? value)
    }

    /// A value shortened to one line.
    private func short(_ text: String) -> String { text.withHiddenSpelledOut.shortened(to: 90) }

    /// A text in lines of at most 100 characters; paragraphs and list items stay separate.
    private func wrapped(_ text: String, indent: Int) -> TerminalText {
        let margin = TerminalText.blanks(indent)
        var lines: [String] = []
        var isNew = true
        for paragraph in text.replacing("**", with: "").split(separator: "\n", omittingEmptySubsequences: false) {
            if paragraph.isEmpty || paragraph.hasPrefix("- ") { isNew = true }
            if paragraph.isEmpty { lines.append("") }
            for word in paragraph.split(separator: " ") {
                if !isNew, let last = lines.last, last.count + word.count + 1 <= 100 - indent {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(String(word))
                    isNew = false
                }
            }
        }
        return lines.map { line -> TerminalText in line.isEmpty ? "\n" : "\(margin)\(line)\n" }.joined()
    }
}

/// The reference of kinds as a page of Markdown: `Docs/Kinds.md` is this.
enum KindMarkdown {
    static func page(_ kinds: [KindReference]) -> String {
        """
        # Kinds of content

        The kinds of content that codes can have, and their fields. Rules use these names in conditions and templates, and
        output uses them in `content`. `beeline kinds` prints this page from the tables of the program.

        Every code has `kind`, `symbology` and `copies`, which is 1 unless the code is in its image several times. All kinds
        but `binary` also have `text` and `compact` (the text without white space), and `addOn` if an EAN-2 or EAN-5 is beside
        the code. A field that is there *sometimes* may be absent; a rule that needs it must test for it. A *secret* is shown
        only with `--show-secrets`.

        \(kinds.map(section).joined(separator: "\n"))
        """
    }

    private static func section(_ kind: KindReference) -> String {
        let examples = kind.examples.map { "- \($0.symbology.title): \(code($0.exampleText))\n" }.joined()
        let rows = kind.fields.map { field in
            [
                code(field.name), field.type.rawValue,
                (field.isAlways ? "always" : "sometimes") + (field.isSecret ? ", secret" : ""), field.summary,
                field.example.map { code($0.description) } ?? "",
            ]
        }
        let head = ["field", "type", "present", "meaning", "example"]
        let table = rows.isEmpty ? "" : "\n" + RuleMarkdown.table(head, rows)
        return """
            ## `\(kind.name)`: \(kind.title)

            \(kind.recognition)

            \(examples)\(table)
            """
    }

    /// A span of code around any text.
    private static func code(_ text: String) -> String { RuleMarkdown.code(text.withHiddenSpelledOut) }
}
