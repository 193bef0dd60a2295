internal import BeelineSymbols

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
        examples: [Symbol(.ean13, "4910077030151", addOn: "00500"), Symbol(.ean13, "4910324330393")])
}
