internal import BeelineSupport
internal import BeelineSymbols
internal import CUnpack

/// A pass of a telephone's wallet, a `.pkpass` file: a ZIP archive whose `pass.json` has the message of a barcode. Nothing
/// of it is drawn, and no other file of it is looked at.
enum WalletPass {
    /// What is not such a file, in words for people.
    struct Problem: Error, Hashable {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The bytes with which a ZIP archive begins.
    static func mayBe(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The symbols that the pass would show, each once: `barcodes`, or `barcode` where there are none.
    static func symbols(in bytes: [UInt8]) throws(Problem) -> [Symbol] {
        let text = try ZIPArchive(bytes).content(of: "pass.json", atMost: 1 << 20)
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

    /// Nil where the message or a known format is missing: a pass shows none then.
    private static func symbol(_ code: JSONValue) -> Symbol? {
        guard let format = code["format"]?.string, let symbology = formats[format],
            let message = code["message"]?.string, !message.isEmpty
        else { return nil }
        let name = code["messageEncoding"]?.string ?? "iso-8859-1"
        let charset = Conversion.Charset(name: name)
        let bytes = charset.flatMap { Conversion.bytes(message, in: $0) } ?? Array(message.utf8)
        let symbol = Symbol(symbology, bytes: bytes, sighting: Sighting(outline: nil, decoder: "pkpass")) {
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

/// A ZIP archive in memory (APPNOTE 6.3). Names in it are only compared and nothing is written, so that it does not matter
/// where they lead.
private struct ZIPArchive {
    private typealias Problem = WalletPass.Problem

    private let bytes: [UInt8]
    /// The file headers of the central directory.
    private var entries: [Int] = []

    private static let mostEntries = 10_000
    private static let damaged = Problem(
        "a ZIP archive that is truncated or damaged; if it was copied or downloaded, do that again")

    init(_ bytes: [UInt8]) throws(WalletPass.Problem) {
        self.bytes = bytes
        // The end of the directory is at the end of the file, before a comment of 65,535 bytes at most.
        let first = max(0, bytes.count - 22 - 0xFFFF)
        guard bytes.count >= 22,
            let end = stride(from: bytes.count - 22, through: first, by: -1).first(where: {
                number(at: $0, 4) == 0x0605_4B50 && number(at: $0 + 20, 2) == bytes.count - $0 - 22
            })
        else { throw Self.damaged }
        let count = number(at: end + 10, 2)
        guard count <= Self.mostEntries, number(at: end + 8, 2) == count else {
            throw Problem("a ZIP archive of several parts, or of more than \(Self.mostEntries) files")
        }
        var place = number(at: end + 16, 4)
        for _ in 0..<count {
            guard place + 46 <= end, number(at: place, 4) == 0x0201_4B50 else { throw Self.damaged }
            entries.append(place)
            place += 46 + number(at: place + 28, 2) + number(at: place + 30, 2) + number(at: place + 32, 2)
        }
        guard place <= end else { throw Self.damaged }
    }

    /// The bytes of the one file of that name.
    ///
    /// - Parameter room: how long it may be, whatever the archive says.
    func content(of name: String, atMost room: Int) throws(WalletPass.Problem) -> [UInt8] {
        let named = entries.filter { entry in
            let length = number(at: entry + 28, 2)
            return bytes[(entry + 46)...].prefix(length).elementsEqual(name.utf8)
        }
        guard let entry = named.first else { throw Problem("a ZIP archive without \(name), so no pass of a wallet") }
        // Programs differ in which of two they read.
        guard named.count == 1 else { throw Problem("a pass with \(named.count) files named \(name)") }
        guard number(at: entry + 8, 2) & 1 == 0 else { throw Problem("a pass whose \(name) is encrypted") }
        let (packed, size) = (number(at: entry + 20, 4), number(at: entry + 24, 4))
        let header = number(at: entry + 42, 4)
        guard size <= room else { throw Problem("a pass whose \(name) is longer than \(room) bytes") }
        guard header + 30 <= bytes.count, number(at: header, 4) == 0x0403_4B50 else { throw Self.damaged }
        let start = header + 30 + number(at: header + 26, 2) + number(at: header + 28, 2)
        guard start + packed <= bytes.count else { throw Self.damaged }
        let content: [UInt8]
        switch number(at: entry + 10, 2) {
        case 0 where packed == size: content = Array(bytes[start..<start + size])
        case 8: content = try inflated(bytes[start..<start + packed], size)
        case 0: throw Self.damaged
        default: throw Problem("a pass whose \(name) is compressed by a method that is not read")
        }
        guard Int(Self.checksum(content)) == number(at: entry + 16, 4) else { throw Self.damaged }
        return content
    }

    private func inflated(_ packed: ArraySlice<UInt8>, _ size: Int) throws(WalletPass.Problem) -> [UInt8] {
        var status = Int32(BEELINE_UNPACK_BROKEN)
        let content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            buffer.initialize(repeating: 0)
            packed.withUnsafeBufferPointer { packed in
                guard let input = packed.baseAddress, let output = buffer.baseAddress else { return }
                status = beeline_unpack_deflate(input, packed.count, output, size, &count)
            }
        }
        if status == BEELINE_UNPACK_NO_LIBRARY { throw Problem("a pass, for which zlib is missing") }
        guard status == BEELINE_UNPACKED, content.count == size else { throw Self.damaged }
        return content
    }

    /// A number with its lowest byte first; 0 beyond the end.
    private func number(at place: Int, _ count: Int) -> Int {
        guard place >= 0, place + count <= bytes.count else { return 0 }
        return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~register
    }
}
