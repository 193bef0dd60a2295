import BeelineSymbols

/// What can be read, for a terminal.
struct FormatText {
    private let style: Style

    init(_ style: Style) { self.style = style }

    func text(_ list: FormatList) -> TerminalText {
        let decoders = list.decoders.map { row($0.name, $0.version.isEmpty ? "part of Beeline" : $0.version) }
        let symbologies = list.symbologies.map { entry in
            row(entry.symbology.name, pad(entry.symbology.title, 22) + entry.decoders.joined(separator: ", "))
        }
        let missing = list.missing.map { row($0.name, pad($0.title, 22) + $0.reason) }
        var text: TerminalText = "\(head("Symbologies"))\(symbologies.joined())"
        text += "\(head("Images"))  \(list.images.joined(separator: ", "))\n"
        text += "\(head("Decoders"))\(decoders.joined())"
        text += "\(head("Sandbox"))  \(list.sandbox.meaning)\n"
        if list.pdfSandbox != nil { text += "  \(list.pdfSandbox.meaningForPDF)\n" }
        if !missing.isEmpty { text += "\(head("Not read here"))\(missing.joined())" }
        return text
    }

    private func head(_ text: TerminalText) -> TerminalText { style.paint(text, .input) + "\n" }

    private func row(_ label: String, _ value: String) -> TerminalText {
        let label = TerminalText(label)
        return "  \(style.paint(label, .label))\(TerminalText.blanks(max(2, 22 - label.width)))\(value)\n"
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(2, width - text.count))
    }
}
