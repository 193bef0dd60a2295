import Beeline
import BeelineSymbols

/// The reference of kinds, for a terminal.
struct KindText {
    let style: Style

    /// Kinds with their fields, an example of each.
    func list(_ kinds: [KindEntry]) -> TerminalText {
        kinds.map { kind in
            let example = kind.definition.examples.first.map { $0.exampleText } ?? ""
            let rows = kind.fields.map { field in
                row(field.name, short(field.example?.description ?? field.summary), field.isSecret ? .warning : nil)
            }
            return head(kind) + row("text", short(example)) + rows.joined()
        }.joined(separator: "\n")
    }

    /// Kinds with everything that there is to know of them.
    func explanation(_ kinds: [KindEntry]) -> TerminalText {
        kinds.map { kind in
            let examples = kind.definition.examples.map { example -> TerminalText in
                "  \(style.paint("\(example.symbology.title)", .label))  \(example.exampleText)\n"
            }
            let fields = kind.fields.map { field -> TerminalText in
                let presence = field.isAlways ? "always" : "sometimes"
                let secret = field.isSecret ? ", secret" : ""
                let example = field.example.map { row("", $0.description, .link) } ?? ""
                return row(field.name, "\(field.type.title), \(presence)\(secret)") + wrapped(field.summary, indent: 24)
                    + example
            }
            var text: TerminalText = "\(head(kind))\n\(wrapped(kind.definition.recognition, indent: 2))"
            text += "\nExamples\n\(examples.joined())"
            if !fields.isEmpty { text += "\nFields, beside text, compact, symbology and addOn\n\(fields.joined())" }
            return text
        }.joined(separator: "\n")
    }

    private func head(_ kind: KindEntry) -> TerminalText {
        "\(style.paint("\(kind.definition.kind.rawValue)", .input))  \(kind.definition.title)\n"
    }

    private func row(_ label: String, _ value: String, _ role: Style.Role? = nil) -> TerminalText {
        let gap = TerminalText.blanks(max(2, 22 - label.count))
        let value = TerminalText(value)
        return "  \(style.paint("\(label)", .label))\(gap)\(role.map { style.paint(value, $0) } ?? value)\n"
    }

    /// A value on one line of a list.
    private func short(_ text: String) -> String { text.withHiddenSpelledOut.shortened(to: 90) }

    /// A text in lines of at most 100 characters; its paragraphs and the items of its lists stay apart.
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
