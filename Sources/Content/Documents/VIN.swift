internal import BeelineSymbols

/// A Vehicle Identification Number (ISO 3779) with the check digit of North America (49 CFR 565).
///
///     let vin = VIN("1M8GDM9AXKP042788")
///     vin?.manufacturer   // "1M8"
///     vin?.serial         // "042788"
public struct VIN: Hashable, Sendable {
    /// The 17 characters, in capitals.
    public let text: String

    /// Reads a VIN; nil when the text is not one. Small letters do not matter.
    public init?(_ text: String) {
        guard text.utf8.count == 17 else { return nil }
        let bytes = text.utf8.map { $0.asciiUppercased }
        guard VINParser.check(bytes[...]) == .right else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter checked: 17 characters that were found right.
    init(checked: ArraySlice<UInt8>) { text = String(decoding: checked, as: UTF8.self) }

    /// The World Manufacturer Identifier (ISO 3780): the first 3 characters.
    ///
    /// A third character of 9 says that the maker is a small one, whom the twelfth to fourteenth character name.
    public var manufacturer: String { part(0, 3) }

    /// The Vehicle Descriptor Section: the next 6, with the check digit.
    public var modelCode: String { part(3, 9) }

    /// The letter or digit for the model year, which comes again after 30 years.
    public var modelYearCode: String { part(9, 10) }

    /// The letter or digit that the maker gave the plant.
    public var plantCode: String { part(10, 11) }

    /// The last 6 characters.
    public var serial: String { part(11, 17) }
    private func part(_ start: Int, _ end: Int) -> String { String(text.prefix(end).dropFirst(start)) }
}

extension VIN: CustomStringConvertible {
    /// The 17 characters.
    public var description: String { text }
}

extension VIN: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .vin: .text(text)
        case .manufacturer: .text(manufacturer)
        case .modelCode: .text(modelCode)
        default: nil
        }
    }
}

/// Vehicle Identification Numbers, as labels and papers of cars show them.
enum VINParser {
    /// How many characters a text with a VIN has: 17, and those that are put before them.
    static let lengths = 17...22

    /// - Parameter doubts: gets which letters were read as digits.
    static func read(_ text: String, in symbology: Symbology, doubts: inout [String]) throws(Refusal) -> VIN {
        guard lengths.contains(text.utf8.count), holdsVINs(symbology), let last = text.utf8.last,
            last.isASCIIDigit || digit(for: last.asciiUppercased) != nil
        else { throw .otherKind }
        var bytes = Array(text.utf8)[...]
        if symbology == .unknown { bytes = bytes.map { $0.asciiUppercased }[...] }
        if bytes.count > 17 { bytes = withoutLabel(bytes, symbology) }
        switch check(bytes) {
        case .right: return VIN(checked: bytes)
        case .wrongCheckDigit(let found, let expected) where symbology == .code39 || isOfMaker(bytes):
            throw .wrongCheckDigit(of: "a VIN", found: found, expected: expected)
        case .wrongCheckDigit, .other: break
        }
        guard let (corrected, letters) = corrected(bytes), check(corrected) == .right else { throw .otherKind }
        doubts.append(LookalikeLetters.doubt(letters, read: digit))
        return VIN(checked: corrected)
    }

    /// A VIN without the word before it, and without the letter for import that Code 39 has on labels.
    private static func withoutLabel(_ bytes: ArraySlice<UInt8>, _ symbology: Symbology) -> ArraySlice<UInt8> {
        if symbology == .code39, bytes.count == 18, bytes.first == UInt8(ascii: "I") { return bytes.dropFirst() }
        guard let rest = bytes.dropping(keyword: "VIN"), let mark = rest.first,
            mark == UInt8(ascii: ":") || mark == UInt8(ascii: " ")
        else { return bytes }
        return rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    }

    /// The same with digits for I, O and Q, which no VIN has (ISO 3779, section 5.2); nil for none, or too many.
    private static func corrected(_ vin: ArraySlice<UInt8>) -> (vin: ArraySlice<UInt8>, letters: [Unicode.Scalar])? {
        var letters: [Unicode.Scalar] = []
        var count = 0
        let corrected = vin.map { byte in
            guard let digit = digit(for: byte) else { return byte }
            count += 1
            if !letters.contains(Unicode.Scalar(byte)) { letters.append(Unicode.Scalar(byte)) }
            return digit
        }
        return 1...LookalikeLetters.most ~= count ? (corrected[...], letters) : nil
    }

    /// The digit that a capital of no VIN looks like.
    private static func digit(for letter: UInt8) -> UInt8? {
        letter == UInt8(ascii: "Q") ? UInt8(ascii: "0") : LookalikeLetters.digit(for: letter)
    }

    /// Whether the first three characters are rather those of a maker (ISO 3780) than of a lot or of a serial number:
    /// two letters at least. Those that begin with a digit are mostly of North America, and have check digits.
    private static func isOfMaker(_ vin: ArraySlice<UInt8>) -> Bool {
        vin.prefix(3).count(where: \.isASCIICapital) >= 2
    }

    private static func holdsVINs(_ symbology: Symbology) -> Bool {
        switch symbology {
        case .code39, .code128, .qr, .dataMatrix, .pdf417, .aztec, .unknown: true
        default: false
        }
    }

    enum Check: Equatable {
        case right
        /// Everything else is right; both are ASCII.
        case wrongCheckDigit(found: UInt8, expected: UInt8)
        case other
    }

    static func check(_ vin: ArraySlice<UInt8>) -> Check {
        guard vin.count == 17 else { return .other }
        var sum = 0
        var hasLetter = false
        for (byte, weight) in zip(vin, weights) {
            let value = values[Int(byte)]
            guard value != none else { return .other }
            sum += Int(value) * weight
            hasLetter = hasLetter || byte.isASCIILetter
        }
        let start = vin.startIndex
        let year = vin[start + 9]
        guard hasLetter, vin.suffix(4).allSatisfy(\.isASCIIDigit), vin[start] != UInt8(ascii: "0"),
            year != UInt8(ascii: "U"), year != UInt8(ascii: "Z"), year != UInt8(ascii: "0")
        else { return .other }
        let expected = sum % 11 == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(sum % 11)
        let found = vin[start + 8]
        return found == expected ? .right : .wrongCheckDigit(found: found, expected: expected)
    }

    private static let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

    /// For bytes that no VIN has.
    private static let none: UInt8 = 0xFF

    /// The value of each character (49 CFR 565.15, table III).
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        for (value, byte) in "0123456789".utf8.enumerated() { values[Int(byte)] = UInt8(value) }
        for (letters, first) in [("ABCDEFGH", 1), ("JKLMN", 1), ("STUVWXYZ", 2)] {
            for (offset, byte) in letters.utf8.enumerated() { values[Int(byte)] = UInt8(first + offset) }
        }
        values[Int(UInt8(ascii: "P"))] = 7
        values[Int(UInt8(ascii: "R"))] = 9
        return values
    }()
}
