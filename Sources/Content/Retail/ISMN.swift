internal import BeelineSymbols

/// An International Standard Music Number (ISO 10957): printed music.
///
///     let ismn = try ISMN("M-2306-7118-7")
///     ismn.ismn         // "9790230671187"
///     ismn.hyphenated   // "979-0-2306-7118-7"
public struct ISMN: Hashable, Sendable {
    /// The thirteen digits as a number.
    public let number: UInt64

    /// Reads thirteen digits that begin with 9790, or `M` and nine digits, as people write them: with hyphens, blanks,
    /// and a label `ISMN`.
    ///
    /// - Throws: `NumberError`.
    public init(_ text: String) throws(NumberError) {
        let rest = Self.withoutLabel(text).drop { $0 == " " }
        let isOld = rest.utf8.first.map { $0 | 0x20 == UInt8(ascii: "m") } ?? false
        let digits = try WrittenDigits(isOld ? rest.dropFirst() : rest, most: 13)
        guard digits.count == (isOld ? 9 : 13) else { throw .wrongLength(digits.count) }
        let value = isOld ? 9_790_000_000_000 + digits.value : digits.value
        guard value / 1_000_000_000 == 9790 else { throw .wrongPrefix }
        // The M of old counts as 3 in the check digit, so that it is the same in both forms.
        try NumberError.checkGS1(value)
        number = value
    }

    init(checked number: UInt64) { self.number = number }

    /// The thirteen digits.
    public var ismn: String { Digits.text(number, count: 13) }

    /// As it was written before 2008: `M230671187`.
    public var ismn10: String { "M" + Digits.text(number, count: 9) }

    /// The publisher: three to seven digits, by how they begin.
    public var registrant: String {
        Digits.text(eight / ISBNRanges.powerOfTen(8 - registrantLength), count: registrantLength)
    }

    /// The edition of the publisher.
    public var publication: String { Digits.text(eight, count: 8 - registrantLength) }

    /// All elements: `979-0-2306-7118-7`.
    public var hyphenated: String { "979-0-\(registrant)-\(publication)-\(number % 10)" }
    private var eight: UInt64 { number / 10 % 100_000_000 }

    /// ISMN Users' Manual, section 5: 0…099 have three digits, 1000…3999 four, and so on.
    private var registrantLength: Int {
        switch eight / 10_000_000 {
        case 0: 3
        case 1...3: 4
        case 4...6: 5
        case 7...8: 6
        default: 7
        }
    }

    private static func withoutLabel(_ text: String) -> Substring {
        guard startsWithLabel(text) else { return text[...] }
        let rest = text.dropFirst(4)
        return rest.hasPrefix(":") ? rest.dropFirst() : rest
    }

    static func startsWithLabel(_ text: String) -> Bool {
        text.utf8.prefix(4).elementsEqual("ismn".utf8) { $0 | 0x20 == $1 }
    }
}

extension ISMN: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { ismn }
}

extension ISMN: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .ismn, .gtin13: .text(ismn)
        case .ismn10: .text(ismn10)
        case .hyphenated: .text(hyphenated)
        case .registrant: .text(registrant)
        case .publication: .text(publication)
        default: nil
        }
    }
}
