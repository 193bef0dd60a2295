internal import BeelineSupport
package import BeelineSymbols

/// The formats that can be read, and those that other libraries would add.
package struct FormatList: Sendable {
    package let decoders: [DecoderCapabilities.Decoder]
    /// The symbologies that can be read, in the order of their table.
    package let symbologies: [Entry]
    package let images: [String]
    package let sandbox: DecoderCapabilities.Sandbox?
    /// Nil where no PDF is read.
    package let pdfSandbox: DecoderCapabilities.Sandbox?
    package let missing: [Missing]

    package struct Entry: Hashable, Sendable {
        package let symbology: Symbology
        /// The names of the decoders that read it.
        package let decoders: [String]
    }

    package struct Missing: Hashable, Sendable {
        /// The name for programs.
        package let name: String
        package let title: String
        package let isSymbology: Bool
        /// Why it cannot be read, and the remedy.
        package let reason: String
    }

    package init(_ capabilities: DecoderCapabilities) {
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

    /// Symbologies that newer versions of ZXing-C++ read, and the first such version (its header `BarcodeFormat.h`).
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
        ("pkpass", "is built in"),
        ("PDF", "needs pdftoppm and pdfinfo of poppler-utils"),
    ]
}

extension FormatList {
    /// As `beeline formats --format json` prints it.
    package var json: [UInt8] {
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
            json.member("sandbox", sandbox?.rawValue ?? "none")
            if pdfSandbox != nil { json.member("pdfSandbox", pdfSandbox?.rawValue ?? "none") }
            json.member("missing", missing) { json, format in
                json.member(format.isSymbology ? "symbology" : "image" as StaticString, format.name)
                json.member("title", format.title)
                json.member("reason", format.reason)
            }
        }
    }
}
