import Beeline
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline formats`: what can be read here, and by what.
struct FormatsCommand {
    private let isJSON: Bool
    private let style: Style

    init(_ arguments: Arguments) throws(UsageError) {
        if let operand = arguments.operands.first { throw .tooManyOperands(arguments.command, operand) }
        isJSON = arguments[.listFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
    }

    /// - Throws: `ConfigurationError`, `OutputError`.
    func run() throws -> ExitStatus {
        let answer: Result<DecoderCapabilities, DecodeError> = runBlocking {
            do throws(DecodeError) {
                let pool = try DecodingPool(size: 1)
                let capabilities = try await pool.capabilities()
                await pool.close()
                return .success(capabilities)
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .success(let capabilities):
            let formats = FormatList(capabilities)
            if isJSON {
                try StandardOutput.write(data: FormatJSON.document(formats))
            } else {
                try StandardOutput.write(FormatText(style).text(formats))
            }
            return .success
        case .failure(let error): throw ConfigurationError.decoder(error)
        }
    }
}

/// What can be read, and what could be with other libraries.
struct FormatList {
    let decoders: [DecoderCapabilities.Decoder]
    /// Those that are read, in the order of their table.
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
        /// As programs call it.
        let name: String
        let title: String
        let isSymbology: Bool
        /// Why, and what would help.
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
        // EAN-2 and EAN-5 come with the symbols that they stand beside.
        let unread = entries.filter { $0.decoders.isEmpty && !$0.symbology.isAddOn }.map(\.symbology)
        let zxing = capabilities.decoders.first { $0.name == "zxing" }?.version
        missing =
            unread.map { symbology in
                Missing(
                    name: symbology.name, title: symbology.title, isSymbology: true,
                    reason: Self.reason(symbology, zxing: zxing))
            }
            + Self.knownImages.filter { known in !capabilities.imageFormats.contains { $0.matches(known.name) } }
            .map { Missing(name: $0.name.lowercased(), title: $0.name, isSymbology: false, reason: $0.needs) }
    }

    /// What newer versions of ZXing-C++ read, and from which on (its headers, `BarcodeFormat.h`).
    private static let newerZXing: [(symbology: Symbology, version: String)] = [
        (.databarLimited, "2.3"), (.rectangularMicroQR, "2.3"), (.dxFilmEdge, "2.3"),
    ]

    /// What ZXing-C++ of every version reads and ZBar does not.
    private static let ofZXing: Set<Symbology> = [.aztec, .dataMatrix, .pdf417, .maxiCode, .microQR]

    private static func reason(_ symbology: Symbology, zxing: String?) -> String {
        if let needed = newerZXing.first(where: { $0.symbology == symbology })?.version {
            return "needs ZXing-C++ \(needed)" + (zxing.map { ", this is \($0)" } ?? ", and there is none")
        }
        if ofZXing.contains(symbology) {
            return "needs ZXing-C++" + (zxing.map { ", this is \($0)" } ?? ", and there is none")
        }
        return "no decoder that Beeline uses reads it"
    }

    /// What may be read, and what the libraries for it are.
    private static let knownImages: [(name: String, needs: String)] = [
        ("JPEG", "needs libjpeg-turbo"), ("PNG", "needs libspng"), ("WebP", "needs libwebp"), ("PNM", "is built in"),
        ("TIFF", "needs libtiff"), ("GIF", "needs giflib"), ("BMP", "is built in"),
        ("HEIC", "needs libheif with a decoder for HEVC"), ("AVIF", "needs libheif with a decoder for AV1"),
        ("PDF", "needs pdftoppm and pdfinfo of poppler-utils"),
    ]
}

extension String {
    /// Whether two names are the same but for case.
    fileprivate func matches(_ other: String) -> Bool { lowercased() == other.lowercased() }
}

extension DecoderCapabilities.Sandbox? {
    /// What it means for whoever scans what others have made.
    var meaning: String {
        switch self {
        case .filter, .filterAndPaths:
            "decoders run shut in: limits on memory and time, no files, no network, no programs"
        case .limits: "decoders run with limits on memory and time; this system has no filter of system calls"
        case nil: "decoders are not shut in"
        }
    }

    /// The same for the programs that draw the pages of PDF files.
    var meaningForPDF: String {
        switch self {
        case .filterAndPaths:
            "PDF files are read shut in: limits on memory and time, no network, no programs, nothing written, no files but "
                + "libraries, fonts and the document"
        case .filter:
            "PDF files are read shut in: limits on memory and time, no network, no programs, nothing written; this system has "
                + "no Landlock, and so other files could be read"
        case .limits: "PDF files are read with limits on memory and time; this system has no filter of system calls"
        case nil: "PDF files are not read"
        }
    }

    /// As programs call it.
    var name: String { self?.rawValue ?? "none" }
}

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

/// What can be read, for programs.
enum FormatJSON {
    static func document(_ list: FormatList) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.name("symbologies")
            json.array { json in
                for entry in list.symbologies {
                    json.object { json in
                        json.member("symbology", entry.symbology.name)
                        json.member("title", entry.symbology.title)
                        json.name("decoders")
                        json.array { json in for name in entry.decoders { json.value(name) } }
                    }
                }
            }
            json.name("images")
            json.array { json in for name in list.images { json.value(name) } }
            json.name("decoders")
            json.array { json in
                for decoder in list.decoders {
                    json.object { json in
                        json.member("decoder", decoder.name)
                        if !decoder.version.isEmpty { json.member("version", decoder.version) }
                    }
                }
            }
            json.member("sandbox", list.sandbox.name)
            if list.pdfSandbox != nil { json.member("pdfSandbox", list.pdfSandbox.name) }
            json.name("missing")
            json.array { json in
                for missing in list.missing {
                    json.object { json in
                        if missing.isSymbology {
                            json.member("symbology", missing.name)
                        } else {
                            json.member("image", missing.name)
                        }
                        json.member("title", missing.title)
                        json.member("reason", missing.reason)
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}
