internal import BeelineSymbols

/// The second row of bars on a Japanese book: its C-code and its price.
///
/// It looks like an EAN-13, but is the number of no article: all books of that kind and price have the same.
///
///     let row = try JapaneseBookRow("1920241008209")
///     row.cCode   // "0241"
///     row.price   // 820
public struct JapaneseBookRow: Hashable, Sendable {
    /// The thirteen digits as a number.
    public let number: UInt64

    /// Reads thirteen digits that begin with 192 or 191.
    ///
    /// - Throws: `NumberError`.
    public init(_ text: String) throws(NumberError) {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        guard count == 13 else { throw .wrongLength(count) }
        guard Self.begins(value) else { throw .wrongPrefix }
        try NumberError.checkGS1(value)
        number = value
    }

    /// A number of thirteen digits that was checked before.
    init(checked number: UInt64) { self.number = number }

    /// Whether thirteen digits begin like a second row.
    static func begins(_ value: UInt64) -> Bool { [191, 192].contains(value / 10_000_000_000) }

    /// Four digits: for whom the book is, in which form, about what.
    public var cCode: String { Digits.text(number / 1_000_000, count: 4) }

    /// The price in yen: 1…99999; nil when it is higher than the five digits can say.
    public var price: DecimalNumber? {
        let yen = Int32(truncatingIfNeeded: number / 10 % 100_000)
        return yen > 0 ? DecimalNumber(yen) : nil
    }

    /// `JPY`, where there is a price.
    public var currency: String? { price == nil ? nil : "JPY" }

    /// Whether tax is in the price, as in old rows, which begin with 191.
    public var isTaxIncluded: Bool { number / 10_000_000_000 == 191 }
}

extension JapaneseBookRow: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { Digits.text(number, count: 13) }
}
