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
        number = try NumberError.thirteen(text, beginsLikeOne: Self.begins)
    }

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

extension JapaneseBookRow: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .cCode: .text(cCode)
        case .price: price.map(FieldValue.number)
        case .currency: currency.map(FieldValue.text)
        case .taxIncluded: .boolean(isTaxIncluded)
        default: nil
        }
    }
}

/// An issue of a Japanese magazine.
///
///     let magazine = try JapaneseMagazine("4910077030151", addOn: "00500")
///     magazine.code    // "07703"
///     magazine.issue   // "01"
///     magazine.price   // 500
public struct JapaneseMagazine: Hashable, Sendable {
    /// The thirteen digits as a number.
    public let number: UInt64
    private let addOn: AddOn?

    /// Reads thirteen digits that begin with 4910.
    ///
    /// - Parameter addOn: the digits of the EAN-5 beside it.
    /// - Throws: `NumberError`.
    public init(_ text: String, addOn: String? = nil) throws(NumberError) {
        let value = try NumberError.thirteen(text, beginsLikeOne: Self.begins)
        self.init(checked: value, addOn: AddOn(addOn))
    }

    init(checked number: UInt64, addOn: AddOn?) { (self.number, self.addOn) = (number, addOn) }

    /// Whether thirteen digits begin like a magazine.
    static func begins(_ value: UInt64) -> Bool { value / 1_000_000_000 == 4910 }

    /// Five digits; the first is for monthlies (0, 1), weeklies (2, 3), comics and others.
    public var code: String { Digits.text(number / 10_000, count: 5) }

    /// Two digits: the month of a monthly, else a number.
    public var issue: String { Digits.text(number / 100, count: 2) }

    /// The last digit of the year.
    public var year: Int { Int(number / 10 % 10) }

    /// The price in yen, from the EAN-5: 1…9999; nil without one, and when it is higher than four digits can say.
    public var price: DecimalNumber? {
        // The first digit is kept for later use, and is 0 until then.
        guard let addOn, addOn.count == 5, (1...9999).contains(addOn.value) else { return nil }
        return DecimalNumber(Int32(addOn.value))
    }

    /// `JPY`, where there is a price.
    public var currency: String? { price == nil ? nil : "JPY" }
}

extension JapaneseMagazine: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { Digits.text(number, count: 13) }
}

extension JapaneseMagazine: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .gtin13: .text(description)
        case .magazineCode: .text(code)
        case .issue: .text(issue)
        case .issueYear: .text(Digits.text(UInt64(year), count: 1))
        case .price: price.map(FieldValue.number)
        case .currency: currency.map(FieldValue.text)
        default: nil
        }
    }
}
