import BeelineSymbols
import CZint

/// What a symbol is made of, and what a reader will read from it.
struct Payload {
    /// For libzint, in its notation.
    var input: [UInt8]
    var kind = beeline_zint_bytes
    /// The Extended Channel Interpretation (AIM ECI), where one is declared; 26 is UTF-8.
    var eci: Int32 = 0
    /// What a reader reads.
    var content: [UInt8]
    /// What stands below the bars, or above them; nil: nothing.
    var text: String?
    var title: String?
    var addOn: String?
    var warnings: [DrawingWarning] = []

    /// Plain text or bytes that a symbol holds as they are.
    init(_ content: [UInt8], text: String? = nil) {
        input = content
        self.content = content
        self.text = text
    }

    /// What the format makes of a text.
    ///
    /// - Throws: `.content` with the place in the text and what may stand there.
    init(_ text: String, as format: CodeFormat, addOn: String?) throws(DrawingError) {
        switch format {
        case .qr, .dataMatrix, .aztec, .pdf417, .microPDF417, .rectangularMicroQR:
            self.init(Array(text.utf8))
            // What is beyond ASCII would be Latin 1 to a reader that keeps to the letter of the standard.
            if content.contains(where: { $0 >= 0x80 }) { eci = 26 }
        case .microQR: self.init(Array(text.utf8))
        case .gs1QR, .gs1DataMatrix, .gs1128, .databarExpanded, .databarExpandedStacked:
            self = try .elementString(text, for: format)
        case .ean13, .ean8, .upcA, .upcE: self = try .retail(text, as: format)
        case .isbn: self = try .book(text)
        case .itf14: self = try .itf14(text)
        case .databar, .databarStacked, .databarStackedOmni, .databarLimited:
            self = try .databar(text, as: format)
        case .code128: self = try .plain(text, format, "ASCII", remedy: "draw a QR code or a Data Matrix") { $0 < 0x80 }
        case .code93: self = try .plain(text, format, "ASCII", remedy: "draw a QR code or a Data Matrix") { $0 < 0x80 }
        case .code39:
            self = try .plain(
                text, format, "capitals, digits, blanks and -.$/+%", remedy: "draw a Code 128, which holds all of ASCII"
            ) { $0.isASCIIDigit || $0.isASCIICapital || " -.$/+%".utf8.contains($0) }
        case .codabar: self = try .codabar(text)
        case .itf: self = try .itf(text)
        }
        if let addOn { try add(addOn, to: format) }
        guard !content.isEmpty else {
            throw DrawingError(.content, "the text", "it is empty", remedy: "say what the code is to hold")
        }
    }

    private mutating func add(_ addOn: String, to format: CodeFormat) throws(DrawingError) {
        guard format.isRetail, format != .ean8 else {
            throw DrawingError(
                .content, "the add-on", "\(format.title) has none",
                remedy: "leave it out, or draw an EAN-13, UPC-A or UPC-E")
        }
        guard addOn.utf8.allSatisfy(\.isASCIIDigit), [2, 5].contains(addOn.utf8.count) else {
            throw DrawingError(
                .content, "the add-on", "it is '\(String(addOn.prefix(20)).withHiddenSpelledOut)'",
                remedy: "two or five digits are possible")
        }
        self.addOn = addOn
    }
}

extension Payload {
    /// A text all of whose characters are of an alphabet.
    fileprivate static func plain(
        _ text: String, _ format: CodeFormat, _ alphabet: String, remedy: String, _ isAllowed: (UInt8) -> Bool
    ) throws(DrawingError) -> Payload {
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard scalar.isASCII, let byte = UInt8(exactly: scalar.value), isAllowed(byte) else {
                throw DrawingError(
                    .content, "character \(index + 1)",
                    "\(format.title) cannot hold '\(String(scalar).withHiddenSpelledOut)', only \(alphabet)",
                    remedy: remedy)
            }
        }
        return Payload(Array(text.utf8), text: text.withHiddenSpelledOut)
    }

    /// Interleaved 2 of 5 holds pairs of digits.
    private static func itf(_ text: String) throws(DrawingError) -> Payload {
        let payload = try plain(text, .itf, "digits", remedy: "draw a Code 128") { $0.isASCIIDigit }
        // Shorter ones are read from parts of longer ones and from other bars.
        guard payload.content.count >= 6 else {
            throw DrawingError(
                .content, "the digits", "readers take no Interleaved 2 of 5 of less than six digits",
                remedy: "put zeros before them, or draw a Code 128")
        }
        guard payload.content.count.isMultiple(of: 2) else {
            throw DrawingError(
                .content, "the digits", "\(payload.content.count) are an odd number of them",
                remedy: "put a zero before them")
        }
        return payload
    }

    /// Codabar: a letter of A–D at each end, digits and -$:/.+ between.
    private static func codabar(_ text: String) throws(DrawingError) -> Payload {
        let bytes = Array(text.utf8)
        func isEnd(_ byte: UInt8?) -> Bool { byte.map { (0x41...0x44).contains($0) } ?? false }
        guard bytes.count >= 3, isEnd(bytes.first), isEnd(bytes.last) else {
            let isSmall = [bytes.first, bytes.last].allSatisfy { isEnd($0.map { $0 & 0xDF }) }
            let whole = isSmall ? text.uppercased() : "A\(text)A"
            let inGeneral = isSmall ? "write its ends as capitals" : "write A before it and behind it"
            throw DrawingError(
                .content, "the ends", "a Codabar begins and ends with a letter of A, B, C or D",
                remedy: bytes.count <= 40 ? "write \(whole.withHiddenSpelledOut)" : inGeneral)
        }
        let inner = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        _ = try plain(inner, .codabar, "digits and -$:/.+ between its ends", remedy: "draw a Code 128") {
            $0.isASCIIDigit || "-$:/.+".utf8.contains($0)
        }
        return Payload(bytes, text: text)
    }
}
