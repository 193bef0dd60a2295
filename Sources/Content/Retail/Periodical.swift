internal import BeelineSymbols

/// A periodical and one of its issues: an International Standard Serial Number (ISO 3297), and what is beside it.
///
///     let periodical = try Periodical("9770264359053", addOn: "12")
///     periodical.issn      // "0264-3596"
///     periodical.variant   // "05"
///     periodical.issue     // "12"
public struct Periodical: Hashable, Sendable {
    /// The seven digits of the ISSN without its check digit.
    private let body: UInt32
    /// The two digits after it in an EAN-13; nil when the ISSN was written without.
    private let variantNumber: UInt8?
    private let addOn: AddOn?

    /// Reads an ISSN as people write it, `0024-9319`, with a label such as `ISSN` or `eISSN`; or thirteen digits that
    /// begin with 977.
    ///
    /// - Parameter addOn: the digits of the EAN-2 or EAN-5 beside it.
    /// - Throws: `NumberError`.
    public init(_ text: String, addOn: String? = nil) throws(NumberError) {
        let digits = try WrittenDigits(text[Self.labelEnd(text)...], most: 13, countsBeforeX: 1...12)
        switch (digits.count, digits.endsInX) {
        case (7, true): try self.init(body: digits.value, check: UInt8(ascii: "X"))
        case (8, false): try self.init(body: digits.value / 10, check: UInt8(ascii: "0") + UInt8(digits.value % 10))
        case (13, false):
            guard digits.value / 10_000_000_000 == 977 else { throw .wrongPrefix }
            try NumberError.checkGS1(digits.value)
            self.init(checked: digits.value, addOn: AddOn(addOn))
        default: throw .wrongLength(digits.count + (digits.endsInX ? 1 : 0))
        }
    }

    private init(body: UInt64, check: UInt8) throws(NumberError) {
        let expected = CheckDigit.isbn10(body)
        guard check == expected else { throw .wrongCheckDigit(found: check, expected: expected) }
        (self.body, variantNumber, addOn) = (UInt32(body), nil, nil)
    }

    /// - Parameter number: thirteen digits that begin with 977 and have the right check digit.
    init(checked number: UInt64, addOn: AddOn?) {
        body = UInt32(number / 1_000 % 10_000_000)
        variantNumber = UInt8(number / 10 % 100)
        self.addOn = addOn
    }

    /// The ISSN with its hyphen: `2434-561X`.
    public var issn: String {
        let check = Unicode.Scalar(CheckDigit.isbn10(UInt64(body)))
        return "\(Digits.text(UInt64(body / 1_000), count: 4))-\(Digits.text(UInt64(body), count: 3))\(check)"
    }

    /// The thirteen digits as an EAN-13 shows them; with the variant 00 when the ISSN was written without.
    public var gtin13: String {
        let twelve = 977_000_000_000 + UInt64(body) * 100 + UInt64(variantNumber ?? 0)
        return Digits.text(twelve * 10 + UInt64(CheckDigit.gs1(twelve)), count: 13)
    }

    /// The two digits after the ISSN in an EAN-13: `00` unless the publisher marks editions or prices with them.
    public var variant: String? { variantNumber.map { Digits.text(UInt64($0), count: 2) } }

    /// The issue: the digits beside the EAN-13, as they are.
    public var issue: String? { addOn?.text }

    /// Where the number begins after a label; the start of a text without one.
    static func labelEnd(_ text: String) -> String.Index {
        let utf8 = text.utf8
        for label in ["issn-l", "issn", "e-issn", "eissn", "p-issn", "pissn"] where utf8.count > label.utf8.count {
            guard utf8.starts(with: label.utf8, by: { $0.asciiLowercased == $1 }) else { continue }
            let end = utf8.index(utf8.startIndex, offsetBy: label.utf8.count)
            return utf8[end] == UInt8(ascii: ":") ? utf8.index(after: end) : end
        }
        return text.startIndex
    }
}

extension Periodical: CustomStringConvertible {
    /// The ISSN with its hyphen.
    public var description: String { issn }
}

extension Periodical: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .issn: .text(issn)
        case .gtin13: .text(gtin13)
        case .variant: variant.map(FieldValue.text)
        case .issue: issue.map(FieldValue.text)
        default: nil
        }
    }
}
