internal import BeelineSymbols
internal import CZXing

/// Finds symbols with ZXing-C++. It is best at matrix codes and DataBar; it also reads the common linear codes.
struct ZXingDecoder: Sendable {
    static let name = "zxing"

    /// The symbols in an image for a query. An error when the library has no memory.
    func symbols(in image: GrayImage, asking question: ZXingQuery) throws(DecodeError) -> [Symbol] {
        // Sides beyond 32 bits are not of an image that was read; without pixels there is nothing to search.
        guard !image.pixels.isEmpty, let width = Int32(exactly: image.width), let height = Int32(exactly: image.height)
        else { return [] }
        let found = image.pixels.withUnsafeBufferPointer { pixels -> [Symbol]? in
            guard let start = pixels.baseAddress else { return [] }
            var options = question.options
            guard let list = beeline_zxing_read(start, width, height, width, &options) else { return nil }
            defer { beeline_zxing_free(list) }
            return (0..<beeline_zxing_count(list)).compactMap {
                Symbol(zxing: beeline_zxing_symbol(list, $0))
            }
        }
        guard let found else { throw .decoderDied("ZXing could not read the image") }
        return found
    }
}

extension Symbol {
    /// Copies a symbol of ZXing's; nil for one of a format that the table does not have, or without data.
    fileprivate init?(zxing found: BeelineZXingSymbol) {
        self.init(content: found)
        // A size of 0 says that it is not known.
        let size = Int(found.sequence_size)
        guard size >= 0 else { return }
        let id = String(
            decoding: UnsafeBufferPointer(
                start: UnsafeRawPointer(found.sequence_id)?.assumingMemoryBound(to: UInt8.self),
                count: found.sequence_id_length), as: UTF8.self)
        let part = StructuredAppend(
            index: Int(found.sequence_index), count: size > 0 ? size : nil, id: id.isEmpty ? nil : id)
        if part != nil { structuredAppend = part }
    }

    /// The same, whatever it may be a part of.
    private init?(content found: BeelineZXingSymbol) {
        guard let symbology = ZXingFormats.symbology(of: found.format) else { return nil }
        let bytes = Array(UnsafeBufferPointer(start: found.bytes, count: found.byte_count))
        guard !bytes.isEmpty else { return nil }
        let text = found.text.flatMap { start in
            String(validating: UnsafeRawBufferPointer(start: start, count: found.text_length), as: UTF8.self)
        }
        let corner = found.corners
        let sighting = Sighting(
            outline: Outline(
                topLeft: Point(x: Int(corner.0), y: Int(corner.1)),
                topRight: Point(x: Int(corner.2), y: Int(corner.3)),
                bottomRight: Point(x: Int(corner.4), y: Int(corner.5)),
                bottomLeft: Point(x: Int(corner.6), y: Int(corner.7))),
            decoder: ZXingDecoder.name,
            quality: found.line_count > 0 ? Int(found.line_count) : nil)
        let identifier = withUnsafeBytes(of: found.aim) { String(decoding: $0.prefix(3), as: UTF8.self) }

        if symbology.isRetail {
            // An add-on comes behind a blank, and makes the identifier `]E3`.
            let parts = (text ?? "").split(separator: " ", maxSplits: 1).map(String.init)
            guard let digits = parts.first else { return nil }
            let addOn = parts.dropFirst().first.flatMap { Symbol.isAddOn($0) ? $0 : nil }
            self.init(symbology, digits, addOn: addOn, sighting: sighting)
            return
        }
        // In a QR code of GS1 elements `%%` stands for a percent sign, and ZXing 1.4 loses all that comes behind one.
        if symbology == .qr, identifier == "]Q3", bytes.contains(UInt8(ascii: "%")) { return nil }
        // Whether ITF has a check digit only the reader believes to know: by the length.
        let aim = symbology == .itf ? nil : AIMIdentifier(identifier)
        if symbology == .databar || symbology == .databarLimited, bytes.count == 14 {
            // The GTIN alone; the data of the symbol are an element string (ISO/IEC 24724).
            self.init(symbology, bytes: Array("01".utf8) + bytes, aim: aim, sighting: sighting)
        } else if symbology == .databarExpanded, let plain = BracketedElements.plain(bytes) {
            self.init(symbology, bytes: plain, aim: aim, sighting: sighting)
        } else if found.has_eci, let text, !text.isEmpty || bytes.isEmpty, !Self.isOnlySpelling(text, of: bytes) {
            self.init(symbology, text, aim: aim, sighting: sighting)
        } else {
            self.init(symbology, bytes: bytes, aim: aim, sighting: sighting) { CharacterSets.guess($0, like: text) }
        }
    }

    /// Whether a text represents binary bytes, a character for each: by ECI 899, or by accident.
    private static func isOnlySpelling(_ text: String, of bytes: [UInt8]) -> Bool {
        bytes.contains { CharacterSets.isControl($0) } && bytes.contains { $0 >= 0x80 }
            && text.unicodeScalars.map(\.value).elementsEqual(bytes.map(UInt32.init))
    }
}

/// What depends on the version of the linked library. Docs/Decoding.md has the figures.
enum ZXingLibrary {
    /// 10400 is 1.4.0.
    static let version = Int(beeline_zxing_version())

    /// Whether it can return all symbols at once. It then reads all rows, and counts how many agree on a linear symbol.
    /// Debian builds 1.4 with assertions, and one of them ends the process when several linear symbols are compared.
    static let givesAll = version >= 20_200

    /// The passes that are omitted, because only version 1.4 needs them.
    static let needless: Set<String> =
        givesAll ? ["zxing.matrix.border", "zxing.datamatrix.double"] : []
}

/// The symbologies that ZXing reads, as it and as we call them.
enum ZXingFormats {
    /// The symbologies that the linked library reads.
    static let readable: Set<Symbology> = {
        let known = beeline_zxing_formats()
        return Set(table.filter { known & $0.format.rawValue != 0 }.map(\.symbology))
    }()

    /// The bits of those symbologies that the library reads.
    static func bits(of symbologies: Set<Symbology>) -> UInt32 {
        table.reduce(0) { symbologies.contains($1.symbology) ? $0 | $1.format.rawValue : $0 }
    }

    /// The symbology of one bit; nil for one that is not in the table.
    static func symbology(of format: UInt32) -> Symbology? {
        table.first { $0.format.rawValue == format }?.symbology
    }

    private static let table: [(symbology: Symbology, format: BeelineZXingFormat)] = [
        (.aztec, .aztec), (.codabar, .codabar), (.code39, .code39),
        (.code93, .code93), (.code128, .code128), (.databar, .dataBar),
        (.databarExpanded, .dataBarExpanded), (.databarLimited, .dataBarLimited),
        (.dataMatrix, .dataMatrix), (.ean8, .EAN8), (.ean13, .EAN13),
        (.itf, .ITF), (.maxiCode, .maxiCode), (.pdf417, .PDF417),
        (.qr, .QR), (.microQR, .microQR),
        (.rectangularMicroQR, .rectangularMicroQR), (.upcA, .UPCA), (.upcE, .UPCE),
        (.dxFilmEdge, .dxFilmEdge), (.microPDF417, .microPDF417), (.telepen, .telepen),
    ]
}

/// A query for ZXing: symbologies and effort.
struct ZXingQuery: Hashable, Sendable {
    /// The requested symbologies, without those that the library does not read.
    var symbologies: Set<Symbology>
    var binarizer = Binarizer.localAverage
    /// Whether rows are read at quarter turns, too.
    var rotates = true
    /// Whether more rows are read, and more candidates tried.
    var isHarder = true
    /// Whether large images are also read at a half and a third of their size.
    var downscales = true
    /// The number of rows that have to agree on a linear symbol.
    var leastLines = 2
    /// Whether EAN-2 and EAN-5 beside a retail symbol are read.
    var readsAddOns = false

    /// How grays become black and white.
    enum Binarizer: Hashable, Sendable {
        /// By the average of the neighbourhood for matrix codes, by the histogram of each row for linear ones.
        case localAverage
        /// By the valley of the histogram.
        case globalHistogram
        /// Less than 128 is black: for pictures that are already black and white.
        case fixedThreshold
    }

    /// The query for the library: for all symbols if it supports that, otherwise for one.
    var options: BeelineZXingOptions {
        BeelineZXingOptions(
            formats: ZXingFormats.bits(of: symbologies), binarizer: binarizer.theirs, try_harder: isHarder,
            try_rotate: rotates, try_downscale: downscales, least_lines: UInt8(clamping: leastLines),
            most: ZXingLibrary.givesAll ? 0 : 1, reads_add_ons: readsAddOns)
    }
}

extension ZXingQuery.Binarizer {
    fileprivate var theirs: BeelineZXingBinarizer {
        switch self {
        case .localAverage: .localAverage
        case .globalHistogram: .globalHistogram
        case .fixedThreshold: .fixedThreshold
        }
    }
}

/// GS1 element strings as people write them, `(01)09501101530003(10)ABC`, in the form that symbols carry. ZXing 1.4
/// reports DataBar Expanded only so.
enum BracketedElements {
    /// The elements one after another, each of variable length but the last followed by GS (0x1D); nil when the text
    /// does not begin like bracketed elements.
    ///
    ///     BracketedElements.plain("(10)ABC(21)5")   // "10ABC\u{1D}215"
    static func plain(_ bytes: [UInt8]) -> [UInt8]? {
        guard identifier(in: bytes, at: 0) != nil else { return nil }
        var plain: [UInt8] = []
        var isOpen = false
        var index = 0
        while index < bytes.count {
            if let digits = identifier(in: bytes, at: index) {
                if isOpen { plain.append(0x1D) }
                plain += digits
                isOpen = !isPredefined(digits)
                index += digits.count + 2
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain
    }

    /// The application identifier in brackets that begins at an index: two to four digits.
    private static func identifier(in bytes: [UInt8], at start: Int) -> ArraySlice<UInt8>? {
        guard bytes[start...].first == UInt8(ascii: "(") else { return nil }
        let digits = bytes[(start + 1)...].prefix { (0x30...0x39).contains($0) }
        guard (2...4).contains(digits.count), digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: ")")
        else { return nil }
        return digits
    }

    /// Whether the first two digits give the length (GS1 General Specifications, figure 7.8.5-2): nothing ends it.
    private static func isPredefined(_ digits: ArraySlice<UInt8>) -> Bool {
        let start = digits.prefix(2).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        return (0...4).contains(start) || (11...20).contains(start) || (31...36).contains(start) || start == 41
    }
}
