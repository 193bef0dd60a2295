import Beeline
import BeelineSupport
import BeelineSymbols
import BeelineWorkers

/// `beeline formats`: the symbologies and image formats that can be read here, and the decoders.
enum FormatsCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let formats = try configured {
            let pool = try DecodingPool(size: 1)
            return FormatList(try runBlocking(closing: pool) { try await pool.capabilities() })
        }
        try arguments.isJSON
            ? StandardOutput.write(data: formats.json) : StandardOutput.write(formats.text(arguments.style))
        return .success
    }
}

extension DecoderCapabilities.Sandbox? {
    /// What the sandbox restricts, in words.
    var meaning: String {
        switch self {
        case .filter, .filterAndPaths:
            "decoders run in a sandbox: limits on memory and time, no files, no network, no programs"
        case .limits: "decoders run with limits on memory and time; this system has no filter of system calls"
        case nil: "decoders run without a sandbox"
        }
    }

    /// The same for the programs that draw the pages of PDF files.
    var meaningForPDF: String {
        switch self {
        case .filterAndPaths:
            "PDF files are read in a sandbox: limits on memory and time, no network, no programs, nothing written, "
                + "no files but libraries, fonts and the document"
        case .filter:
            "PDF files are read in a sandbox: limits on memory and time, no network, no programs, nothing written; "
                + "this system has no Landlock, and so other files could be read"
        case .limits: "PDF files are read with limits on memory and time; this system has no filter of system calls"
        case nil: "PDF files are not read"
        }
    }
}

extension FormatList {
    func text(_ style: Style) -> TerminalText {
        func head(_ text: TerminalText) -> TerminalText { style.paint(text, .input) + "\n" }
        func row(_ label: String, _ title: String, _ rest: String) -> TerminalText {
            style.row(label, "\(title)\(TerminalText.blanks(max(2, 22 - title.count)))\(rest)")
        }
        var text = head("Symbologies")
        for entry in symbologies {
            text += row(entry.symbology.name, entry.symbology.title, entry.decoders.joined(separator: ", "))
        }
        text += "\(head("Images"))  \(images.joined(separator: ", "))\n\(head("Decoders"))"
        for decoder in decoders {
            text += style.row(decoder.name, "\(decoder.version.isEmpty ? "part of Beeline" : decoder.version)")
        }
        text += "\(head("Sandbox"))  \(sandbox.meaning)\n"
        if pdfSandbox != nil { text += "  \(pdfSandbox.meaningForPDF)\n" }
        if !missing.isEmpty { text += head("Not read here") }
        for format in missing { text += row(format.name, format.title, format.reason) }
        return text
    }
}
