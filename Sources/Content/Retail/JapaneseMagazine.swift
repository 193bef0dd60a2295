internal import BeelineSymbols

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
    package init(_ text: String, addOn: String? = nil) throws(NumberError) {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        guard count == 13 else { throw .wrongLength(count) }
        guard Self.begins(value) else { throw .wrongPrefix }
        try NumberError.checkGS1(value)
        self.init(checked: value, addOn: AddOn(addOn))
    }

    /// A number of thirteen digits that was checked before.
    init(checked number: UInt64, addOn: AddOn?) { (self.number, self.addOn) = (number, addOn) }

    /// Whether thirteen digits begin like a magazine.
    static func begins(_ value: UInt64) -> Bool { value / 1_000_000_000 == 4910 }

    /// Five digits; the first tells monthlies (0, 1), weeklies (2, 3), comics and others.
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

extension KindDefinition {
    static let japaneseMagazine = KindDefinition(
        .japaneseMagazine, "a Japanese magazine",
        """
        An EAN-13 that begins with 4910, with the right check digit, or the same thirteen digits typed in: five digits of \
        the magazine, two of the issue, the last one of the year. Five digits beside it are 0 and the price in yen; four \
        zeros stand for 10,000 yen or more. What begins with 491 and another digit is an ordinary article.
        """,
        examples: [Symbol(.ean13, "4910077030151", addOn: "00500"), Symbol(.ean13, "4910324330393")],
        parsers: [RetailParser.parser], number: .magazineCode, family: .numbers)
}
