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

/// The formats that can be read, and those that other libraries would add.
struct FormatList {
    let decoders: [DecoderCapabilities.Decoder]
    /// The symbologies that can be read, in the order of their table.
    let symbologies: [Entry]
    /// The names of image formats.
    let images: [String]
    let sandbox: DecoderCapabilities.Sandbox?
    /// Nil where no PDF is read.
    let pdfSandbox: DecoderCapabilities.Sandbox?
    let missing: [Missing]

    struct Entry: Hashable, Sendable {
        let symbology: Symbology
        /// The names of the decoders that read it.
        let decoders: [String]
    }

    struct Missing: Hashable, Sendable {
        /// The name for programs.
        let name: String
        let title: String
        let isSymbology: Bool
        /// Why it cannot be read, and the remedy.
        let reason: String
    }

    init(_ capabilities: DecoderCapabilities) {
        decoders = capabilities.decoders
        images = capabilities.imageFormats
        sandbox = capabilities.sandbox
        pdfSandbox = capabilities.pdfSandbox
        let entries = Symbology.all.filter { $0 != .unknown }.map { symbology in
            Entry(
                symbology: symbology,
                decoders: capabilities.decoders.filter { $0.symbologies.contains(symbology) }.map(\.name))
        }
        symbologies = entries.filter { !$0.decoders.isEmpty }
        // EAN-2 and EAN-5 are read with the symbols that they are beside.
        let unread = entries.filter { $0.decoders.isEmpty && !$0.symbology.isAddOn }.map(\.symbology)
        let zxing = capabilities.decoders.first { $0.name == "zxing" }?.version
        missing =
            unread.map { symbology in
                Missing(
                    name: symbology.name, title: symbology.title, isSymbology: true,
                    reason: Self.reason(symbology, zxing: zxing))
            }
            + Self.knownImages.filter { known in
                !capabilities.imageFormats.contains { $0.lowercased() == known.name.lowercased() }
            }
            .map { Missing(name: $0.name.lowercased(), title: $0.name, isSymbology: false, reason: $0.needs) }
    }

    /// Symbologies that newer versions of ZXing-C++ read, and the first version that does (its header
    /// `BarcodeFormat.h`).
    private static let newerZXing: [(symbology: Symbology, version: String)] = [
        (.databarLimited, "2.3"), (.rectangularMicroQR, "2.3"), (.dxFilmEdge, "2.3"),
        (.microPDF417, "3.1"), (.telepen, "3.1"),
    ]

    /// Symbologies that every version of ZXing-C++ reads and ZBar does not.
    private static let ofZXing: Set<Symbology> = [.aztec, .dataMatrix, .pdf417, .maxiCode, .microQR]

    private static func reason(_ symbology: Symbology, zxing: String?) -> String {
        if let needed = newerZXing.first(where: { $0.symbology == symbology })?.version {
            return "needs ZXing-C++ \(needed)" + (zxing.map { ", this is \($0)" } ?? ", but it is not installed")
        }
        if ofZXing.contains(symbology) {
            return "needs ZXing-C++" + (zxing.map { ", this is \($0)" } ?? ", but it is not installed")
        }
        return "no decoder of Beeline reads it"
    }

    /// The image formats, and the libraries that read them.
    private static let knownImages: [(name: String, needs: String)] = [
        ("JPEG", "needs libjpeg-turbo"), ("PNG", "needs libspng"), ("WebP", "needs libwebp"), ("PNM", "is built in"),
        ("TIFF", "needs libtiff"), ("GIF", "needs giflib"), ("BMP", "is built in"),
        ("HEIC", "needs libheif with a decoder for HEVC"), ("AVIF", "needs libheif with a decoder for AV1"),
        ("PDF", "needs pdftoppm and pdfinfo of poppler-utils"),
    ]
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

    /// The name for programs.
    var name: String { self?.rawValue ?? "none" }
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

    var json: [UInt8] {
        JSONWriter.line { json in
            json.member("version", 1)
            json.member("symbologies", symbologies) { json, entry in
                json.member("symbology", entry.symbology.name)
                json.member("title", entry.symbology.title)
                json.member("decoders", entry.decoders)
            }
            json.member("images", images)
            json.member("decoders", decoders) { json, decoder in
                json.member("decoder", decoder.name)
                if !decoder.version.isEmpty { json.member("version", decoder.version) }
            }
            json.member("sandbox", sandbox.name)
            if pdfSandbox != nil { json.member("pdfSandbox", pdfSandbox.name) }
            json.member("missing", missing) { json, format in
                json.member(format.isSymbology ? "symbology" : "image" as StaticString, format.name)
                json.member("title", format.title)
                json.member("reason", format.reason)
            }
        }
    }
}
