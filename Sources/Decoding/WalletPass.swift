internal import BeelineSupport
internal import BeelineSymbols

/// A pass of a telephone's wallet, a `.pkpass` file: a ZIP archive whose `pass.json` has the message of a barcode. Nothing
/// of it is drawn, and no other file of it is looked at.
enum WalletPass {
    /// Its name in lists of formats, and the decoder of its symbols.
    static let format = "pkpass"

    /// What is not such a file, in words for people.
    struct Problem: Error, Hashable {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The bytes with which a ZIP archive begins.
    static func mayBe(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The symbols that the pass would show, each once: `barcodes`, or `barcode` where there are none.
    static func symbols(in bytes: [UInt8]) throws(Problem) -> [Symbol] {
        let text = try content(of: "pass.json", in: bytes)
        guard let pass = try? JSONValue(parsing: text.span), case .object = pass else {
            throw Problem("its pass.json is not JSON with an object")
        }
        var codes = pass["barcodes"]?.array ?? []
        if codes.isEmpty, let code = pass["barcode"] { codes = [code] }
        guard codes.count <= 100 else { throw Problem("its pass.json has more than 100 barcodes") }
        var symbols: [Symbol] = []
        for symbol in codes.compactMap(symbol) where !symbols.contains(where: { $0.bytes == symbol.bytes }) {
            symbols.append(symbol)
        }
        return symbols
    }

    private static func content(of name: String, in bytes: [UInt8]) throws(Problem) -> [UInt8] {
        do throws(ZipArchive.Problem) {
            if let content = try ZipArchive(bytes).file(name, atMost: mostBytes) { return content }
        } catch {
            switch error {
            case .damaged:
                throw Problem(
                    "a ZIP archive that is truncated or damaged; if it was copied or downloaded, do that again")
            case .tooLarge:
                throw Problem("a pass with too many files, or whose \(name) is longer than \(mostBytes) bytes")
            case .unsupported:
                throw Problem("a pass whose \(name) is encrypted, or compressed by a method that is not read")
            case .noLibrary: throw Problem("a pass, for which zlib is missing")
            }
        }
        throw Problem("a ZIP archive without \(name), so no pass of a wallet")
    }

    /// How long `pass.json` may be, whatever the archive says.
    private static let mostBytes = 1 << 20

    /// Nil where the message or a known format is missing: a pass shows none then.
    private static func symbol(_ code: JSONValue) -> Symbol? {
        guard let format = code["format"]?.string, let symbology = formats[format],
            let message = code["message"]?.string, !message.isEmpty
        else { return nil }
        let name = code["messageEncoding"]?.string ?? "iso-8859-1"
        let charset = Conversion.Charset(name: name)
        let bytes = charset.flatMap { Conversion.bytes(message, in: $0) } ?? Array(message.utf8)
        let symbol = Symbol(symbology, bytes: bytes, sighting: Sighting(outline: nil, decoder: format)) {
            CharacterSets.guess($0)
        }
        // Of bytes that are not text, such as those of rail tickets, the name of a character set says nothing.
        guard let charset, symbol.hasRawBytes, !bytes.contains(where: CharacterSets.isControl) else { return symbol }
        return symbol.decoded(as: message, charset: charset.name, isTold: true)
    }

    private static let formats: [String: Symbology] = [
        "PKBarcodeFormatQR": .qr, "PKBarcodeFormatPDF417": .pdf417, "PKBarcodeFormatAztec": .aztec,
        "PKBarcodeFormatCode128": .code128,
    ]
}
