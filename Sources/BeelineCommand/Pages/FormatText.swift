import BeelineSymbols

/// What can be read, for a terminal.
struct FormatText {
    private let style: Style

    init(_ style: Style) { self.style = style }

    func text(_ list: FormatList) -> String {
        let decoders = list.decoders.map { row($0.name, $0.version.isEmpty ? "part of Beeline" : $0.version) }
        let symbologies = list.symbologies.map { entry in
            row(entry.symbology.name, pad(entry.symbology.title, 22) + entry.decoders.joined(separator: ", "))
        }
        let missing = list.missing.map { row($0.name, pad($0.title, 22) + visible($0.reason)) }
        return head("Symbologies") + symbologies.joined() + head("Images") + "  "
            + visible(list.images.joined(separator: ", ")) + "\n" + head("Decoders") + decoders.joined()
            + head("Sandbox") + "  \(list.sandbox.meaning)\n"
            + (list.pdfSandbox == nil ? "" : "  \(list.pdfSandbox.meaningForPDF)\n")
            + (missing.isEmpty ? "" : head("Not read here") + missing.joined())
    }

    private func head(_ text: String) -> String { style.paint(text, .input) + "\n" }

    private func row(_ label: String, _ value: String) -> String {
        let label = visible(label)
        let gap = String(repeating: " ", count: max(2, 22 - label.count))
        return "  " + style.paint(label, .label) + gap + visible(value) + "\n"
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(2, width - text.count))
    }
}
