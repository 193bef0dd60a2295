import BeelineDrawing

/// Random content of the alphabet of each format, the same in every run.
struct RandomContent: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// What to draw, and the bytes that are to be read from it.
    struct Payload: Sendable {
        /// Nil: it is drawn as bytes.
        let text: String?
        let bytes: [UInt8]

        init(_ text: String, read: String? = nil) {
            self.text = text
            bytes = Array((read ?? text).utf8)
        }

        init(bytes: [UInt8]) { (text, self.bytes) = (nil, bytes) }

        func drawing(_ format: CodeFormat, _ options: DrawingOptions = DrawingOptions()) throws -> Drawing {
            guard let text else { return try Drawing(bytes: bytes, as: format, options: options) }
            return try Drawing(text, as: format, options: options)
        }
    }

    mutating func text(_ alphabet: String, _ count: ClosedRange<Int>) -> String {
        let scalars = Array(alphabet.unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: count, using: &self) { text.append(scalars.randomElement(using: &self) ?? "0") }
        return String(text)
    }

    mutating func digits(_ count: Int) -> String { text("0123456789", count...count) }

    /// Digits with their check digit, which is computed here independently.
    mutating func number(_ count: Int, prefix: String = "") -> String {
        let body = prefix + digits(count - 1 - prefix.count)
        return body + Self.checkDigit(body)
    }

    private static func checkDigit(_ body: String) -> String {
        let sum = body.reversed().enumerated().reduce(0) { sum, place in
            sum + (place.element.wholeNumberValue ?? 0) * (place.offset.isMultiple(of: 2) ? 3 : 1)
        }
        return String((10 - sum % 10) % 10)
    }

    private static func scalars(_ range: ClosedRange<UInt32>) -> String {
        String(String.UnicodeScalarView(range.compactMap(Unicode.Scalar.init)))
    }

    static let ascii = scalars(0x00...0x7F)
    static let printable = scalars(0x20...0x7E)
    /// What values of GS1 may have (GS1 General Specifications, section 7.11).
    static let gs1 = "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

    mutating func payload(_ format: CodeFormat) -> Payload {
        switch format {
        case .qr, .dataMatrix, .pdf417: return anything(1...60)
        case .aztec:
            // ZXing-C++ 1.4 takes a separator that comes first, or behind a letter or two digits, for the sign of GS1 or of
            // another application.
            var payload = anything(1...60)
            while payload.bytes.prefix(3).contains(0x1D) { payload = anything(1...60) }
            return payload
        case .microPDF417, .rectangularMicroQR: return Payload(text(Self.printable, 1...30))
        case .microQR: return Payload(text(Bool.random(using: &self) ? Self.ascii : "0123456789", 1...13))
        case .gs1QR, .gs1DataMatrix, .gs1128, .databarExpanded, .databarExpandedStacked: return elements(format)
        case .ean13: return Payload(number(13))
        case .isbn: return Payload(number(13, prefix: Bool.random(using: &self) ? "9784" : "9798"))
        case .ean8: return Payload(number(8))
        case .upcA: return Payload(number(12))
        case .upcE: return upcE()
        case .code128: return Payload(text(Bool.random(using: &self) ? Self.ascii : Self.printable, 3...24))
        case .code39: return Payload(text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.$/+% ", 1...16))
        case .code93: return Payload(text(Bool.random(using: &self) ? Self.ascii : Self.printable, 3...16))
        case .code11: return Payload(text("0123456789-", 1...20))
        case .telepen: return Payload(text(Self.ascii, 1...20))
        case .codabar: return Payload(text("ABCD", 1...1) + text("0123456789-$:/.+", 4...14) + text("ABCD", 1...1))
        case .itf: return Payload(digits(2 * Int.random(in: 3...9, using: &self)))
        case .itf14: return Payload(number(14))
        case .databar, .databarStacked, .databarStackedOmni:
            let number = number(14)
            return Payload(number, read: "01" + number)
        case .databarLimited:
            let number = number(14, prefix: Bool.random(using: &self) ? "0" : "1")
            return Payload(number, read: "01" + number)
        }
    }

    /// Digits, capitals, ASCII with its controls, texts of several scripts, or bytes that are not text.
    private mutating func anything(_ count: ClosedRange<Int>) -> Payload {
        switch Int.random(in: 0...5, using: &self) {
        case 0: return Payload(text("0123456789", count))
        case 1: return Payload(text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:", count))
        case 2: return Payload(text(Self.ascii, count))
        case 3: return Payload(text("aeiou äöüß€ÀÿĀ Жий λόγος 漢字かなカナ ภาษา עברית 😀🐝", count))
        case 4:
            let count = Int.random(in: count, using: &self)
            // 0xFF is never part of UTF-8.
            return Payload(bytes: [0xFF] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) })
        default: return Payload(text(Self.printable, count))
        }
    }

    /// A UPC-E in its shortest form, from the rules by which a reader fills in its zeros (GS1 General Specifications,
    /// section 5.2.2.4.2): its last digit says where they stand.
    private mutating func upcE() -> Payload {
        let system = text("01", 1...1)
        let d = (0..<6).map { _ in digits(1) }
        let last = text("0123456789", 1...1)
        let (short, long): ([String], [String])
        switch last {
        case "0", "1", "2": (short, long) = (d[0..<5] + [last], [d[0], d[1], last, "0000", d[2], d[3], d[4]])
        case "3":
            let third = text("3456789", 1...1)
            (short, long) = ([d[0], d[1], third, d[3], d[4], last], [d[0], d[1], third, "00000", d[3], d[4]])
        case "4":
            let fourth = text("123456789", 1...1)
            (short, long) = ([d[0], d[1], d[2], fourth, d[4], last], [d[0], d[1], d[2], fourth, "00000", d[4]])
        default:
            let fifth = text("123456789", 1...1)
            (short, long) = ([d[0], d[1], d[2], d[3], fifth, last], [d[0], d[1], d[2], d[3], fifth, "0000", last])
        }
        return Payload(system + short.joined() + Self.checkDigit(system + long.joined()))
    }

    private mutating func elements(_ format: CodeFormat) -> Payload {
        let gtin = number(14)
        // A GS1-128 has room for 48 characters.
        let lot = text(Self.gs1, format == .gs1128 ? 1...10 : 1...12)
        let serial = text("0123456789ABCDEFG", 1...8)
        return Payload(
            "(01)\(gtin)(17)271231(10)\(escaped(lot))(21)\(serial)",
            read: "01\(gtin)1727123110\(lot)\u{1D}21\(serial)")
    }

    /// A bracket in a value would else read as the beginning of an element.
    private func escaped(_ value: String) -> String { value.replacing("(", with: "\\(") }
}
