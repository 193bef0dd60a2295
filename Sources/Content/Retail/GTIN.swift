internal import BeelineSymbols

/// A Global Trade Item Number: one number, whatever the symbol that carried it.
///
/// UPC-A and an EAN-13 that begins with 0 are the same bars and the same number; which digits a service wants is its
/// own affair, so every form is there.
///
///     let gtin = try GTIN("036000291452")
///     gtin.gtin12   // "036000291452"
///     gtin.gtin13   // "0036000291452"
///     gtin.gtin14   // "00036000291452"
public struct GTIN: Hashable, Sendable {
    /// The fourteen digits as a number.
    public let number: UInt64

    /// Whether it is a GTIN-8, the number of an EAN-8: eight digits, or fourteen of which the first six are zeros (GS1
    /// General Specifications, section 1.4.2). A UPC-A or EAN-13 keeps its digits, however many zeros it begins with.
    public let isGTIN8: Bool

    /// Reads 8, 12, 13 or 14 digits, the last of which is the check digit.
    ///
    /// Eight digits are a GTIN-8; for UPC-E see ``init(upcE:)``.
    ///
    /// - Throws: `NumberError`.
    public init(_ text: String) throws(NumberError) {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        try self.init(value, digits: count)
    }

    /// A number whose check digit was found right before.
    ///
    /// - Parameter count: with how many digits it was written.
    init(checked value: UInt64, digits count: Int) {
        number = value
        isGTIN8 = count == 8 || (count == 14 && value < 100_000_000)
    }

    init(_ value: UInt64, digits count: Int) throws(NumberError) {
        guard count == 8 || (12...14).contains(count) else { throw .wrongLength(count) }
        try NumberError.checkGS1(value)
        self.init(checked: value, digits: count)
    }

    /// Fourteen digits. Always there.
    public var gtin14: String { FixedDigits(number, count: 14).text }

    var hasGTIN13: Bool { !isGTIN8 && number < 10_000_000_000_000 }

    var hasGTIN12: Bool { !isGTIN8 && number < 1_000_000_000_000 }

    /// Thirteen digits, as an EAN-13 shows them; nil for a GTIN-8, and for a GTIN-14 with an indicator of 1…9.
    public var gtin13: String? { digits(of: .gtin13)?.text }

    /// Twelve digits, as a UPC-A shows them; nil for a number that no UPC-A can hold.
    public var gtin12: String? { digits(of: .gtin12)?.text }

    /// Eight digits, as an EAN-8 shows them; nil for other numbers.
    public var gtin8: String? { digits(of: .gtin8)?.text }
}

extension GTIN: CustomStringConvertible {
    /// The shortest form: 8, 12, 13 or 14 digits.
    public var description: String { gtin8 ?? gtin12 ?? gtin13 ?? gtin14 }
}
