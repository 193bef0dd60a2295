import BeelineContent
import BeelineSymbols

/// The data of a symbol, and the content that a reader will read.
struct Payload {
    /// The data in the notation of libzint.
    var input: [UInt8]
    /// Whether that is GS1 element strings in square brackets.
    var isGS1 = false
    /// The Extended Channel Interpretation (AIM ECI), where one is declared; 26 is UTF-8.
    var eci = 0
    var content: [UInt8]
    /// The text below or above the bars.
    var text: String?
    var title: String?
    var addOn: String?
    var warnings: [DrawingWarning] = []

    /// Plain text or bytes that a symbol contains as they are.
    init(_ content: [UInt8], text: String? = nil) {
        input = content
        self.content = content
        self.text = text
    }

    /// Encodes a text in the format. `.content` has the place in the text and what may be there.
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
        case .databar, .databarStacked, .databarStackedOmni, .databarLimited: self = try .databar(text, as: format)
        case .code128: self = try .plain(text, format, "ASCII", remedy: "draw a QR code or a Data Matrix") { $0 < 0x80 }
        case .code93: self = try .plain(text, format, "ASCII", remedy: "draw a QR code or a Data Matrix") { $0 < 0x80 }
        case .code39:
            self = try .plain(
                text, format, "capitals, digits, blanks and -.$/+%",
                remedy: "draw a Code 128, which encodes all of ASCII"
            ) { $0.isASCIIDigit || $0.isASCIICapital || " -.$/+%".utf8.contains($0) }
        case .code11:
            self = try .plain(text, format, "digits and hyphens", remedy: "draw a Code 128") {
                $0.isASCIIDigit || $0 == UInt8(ascii: "-")
            }
        case .telepen: self = try .plain(text, format, "ASCII", remedy: "draw a QR code or a Data Matrix") { $0 < 0x80 }
        case .codabar: self = try .codabar(text)
        case .itf: self = try .itf(text)
        }
        if let addOn { try add(addOn, to: format) }
        try require(!content.isEmpty, .content, "the text", "it is empty", remedy: "give the content of the code")
    }

    private mutating func add(_ addOn: String, to format: CodeFormat) throws(DrawingError) {
        try require(
            format.isRetail && format != .ean8, .content, "the add-on", "\(format.title) has none",
            remedy: "leave it out, or draw an EAN-13, UPC-A or UPC-E")
        try require(
            addOn.utf8.allSatisfy(\.isASCIIDigit) && [2, 5].contains(addOn.utf8.count),
            .content, "the add-on", "it is '\(addOn.shortened(to: 20).withHiddenSpelledOut)'",
            remedy: "two or five digits are possible")
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
                    "\(format.title) cannot encode '\(String(scalar).withHiddenSpelledOut)', only \(alphabet)",
                    remedy: remedy)
            }
        }
        return Payload(Array(text.utf8), text: text.withHiddenSpelledOut)
    }

    /// Interleaved 2 of 5 encodes pairs of digits.
    private static func itf(_ text: String) throws(DrawingError) -> Payload {
        let payload = try plain(text, .itf, "digits", remedy: "draw a Code 128") { $0.isASCIIDigit }
        // Shorter ones are read from parts of longer ones and from other bars.
        try require(
            payload.content.count >= 6, .content, "the digits",
            "readers do not accept an Interleaved 2 of 5 of less than six digits",
            remedy: "add leading zeros, or draw a Code 128")
        try require(
            payload.content.count.isMultiple(of: 2), .content, "the digits",
            "\(payload.content.count) are an odd number of them", remedy: "add a leading zero")
        return payload
    }

    /// Codabar: a letter of A–D at each end, digits and -$:/.+ between.
    private static func codabar(_ text: String) throws(DrawingError) -> Payload {
        let bytes = Array(text.utf8)
        func isEnd(_ byte: UInt8?) -> Bool { byte.map { (0x41...0x44).contains($0) } ?? false }
        guard bytes.count >= 3, isEnd(bytes.first), isEnd(bytes.last) else {
            let isSmall = [bytes.first, bytes.last].allSatisfy { isEnd($0.map { $0 & 0xDF }) }
            let whole = isSmall ? text.uppercased() : "A\(text)A"
            let inGeneral = isSmall ? "write its ends as capitals" : "write A before and after it"
            throw DrawingError(
                .content, "the ends", "a Codabar must begin and end with A, B, C or D",
                remedy: bytes.count <= 40 ? "write \(whole.withHiddenSpelledOut)" : inGeneral)
        }
        let inner = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        _ = try plain(inner, .codabar, "digits and -$:/.+ between its ends", remedy: "draw a Code 128") {
            $0.isASCIIDigit || "-$:/.+".utf8.contains($0)
        }
        return Payload(bytes, text: text)
    }
}

extension Payload {
    /// GS1 element strings, from brackets, from a Digital Link, or as a symbol contains them.
    static func elementString(_ text: String, for format: CodeFormat) throws(DrawingError) -> Payload {
        let elements: ElementString
        do throws(GS1Problem) {
            // The year says only what century the dates in it are of, which does not matter here. What an element needs
            // beside it may be in another symbol.
            elements = try ElementString(
                parsing: text, scannedOn: CalendarDate(year: 2000, dayOfYear: 1), requiresCompanions: false)
        } catch {
            throw DrawingError(
                .content, "character \(error.position)", "\(error)",
                remedy: text.hasPrefix("(")
                    ? "look for a typing error there"
                    : "write it as (01)09521234543213(10)ABC, or as a GS1 Digital Link")
        }
        if format == .gs1128, elements.elementString.utf8.count > 48 {
            throw DrawingError(
                .tooLong, "the elements",
                "\(elements.elementString.utf8.count) characters; a GS1-128 can encode 48 (GS1 General Specifications, "
                    + "section 5.4)",
                remedy: "draw a GS1 DataMatrix, or two symbols")
        }
        var payload = Payload(Array(elements.elementString.utf8), text: elements.bracketed)
        payload.isGS1 = true
        // Values have no square brackets (GS1 General Specifications, section 7.11), so nothing needs an escape.
        payload.input = Array(elements.elements.map { "[\($0.identifier.code)]\($0.value)" }.joined().utf8)
        return payload
    }
}

/// Chooses the format when only the text is given.
struct FormatChoice {
    let format: CodeFormat
    /// The data for the format: a number without surrounding characters, or the text as it is.
    let text: String
    let addOn: String?
    /// Why it is not the number that it resembles.
    private(set) var warning: DrawingWarning?

    /// A URL becomes a QR code, an ISBN an EAN-13 with its add-on, a GTIN the symbol that has so many digits, GS1
    /// element strings a GS1 DataMatrix, and everything else a QR code.
    init(for text: String) {
        let reading = ContentParser().reading(of: Symbol(.unknown, text), on: CalendarDate(year: 2000, dayOfYear: 1))
        let addOn = reading.symbol.addOn
        switch reading.content {
        case .isbn(let book): self.init(.isbn, book.isbn13, addOn)
        case .product(let product): self.init(Self.format(product.gtin), product.gtin.description, addOn)
        case .issn, .ismn, .japaneseMagazine, .japaneseBookRow:
            let digits = (reading.symbol.text ?? text).filter { $0 != "-" && $0 != " " }
            // ISSN and ISMN in their short forms are not the data of a symbol yet.
            if let gtin = try? GTIN(digits), let digits = gtin.gtin13 {
                self.init(.ean13, digits, addOn)
            } else {
                self.init(.qr, text, nil)
            }
        case .gs1(let elements): self.init(elements.address == nil ? .gs1DataMatrix : .qr, text, nil)
        default:
            self.init(.qr, text, nil)
            warning = reading.warnings.lazy.compactMap(Self.warning).first ?? Self.doubt(text)
        }
    }

    private static func warning(_ warning: ContentWarning) -> DrawingWarning? {
        switch warning {
        case .wrongCheckDigit: .doubtfulNumber("\(warning)")
        case .elementString: .drawnAsText("\(warning)")
        default: nil
        }
    }

    /// What is wrong with a number that the parser reads as a text without a warning.
    private static func doubt(_ text: String) -> DrawingWarning? {
        guard ListHeader.isScientific(Array(text.utf8)[...]) else { return nil }
        return .doubtfulNumber(
            "\(text.withHiddenSpelledOut) is a number in scientific notation, as spreadsheets shorten long ones, and digits "
                + "are lost")
    }

    private init(_ format: CodeFormat, _ text: String, _ addOn: String?) {
        (self.format, self.text, self.addOn) = (format, text, addOn)
    }

    private static func format(_ gtin: GTIN) -> CodeFormat {
        switch gtin.description.utf8.count {
        case 8: .ean8
        case 12: .upcA
        case 13: .ean13
        default: .itf14
        }
    }
}
