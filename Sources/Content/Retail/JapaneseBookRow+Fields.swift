internal import BeelineSymbols

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

extension KindDefinition {
    static let japaneseBookRow = KindDefinition(
        .japaneseBookRow, "the second row of a Japanese book",
        """
        An EAN-13 that begins with 192 or 191, with the right check digit, or the same thirteen digits typed in: four digits \
        of the C-code and five of the price in yen, before tax in rows that begin with 192. Five zeros stand for 100,000 yen \
        or more. It is the number of no article.

        Where the ISBN of a Japanese book is in the same image, the row is joined to it, and the book has its C-code and \
        price: to the nearest book that stands above or beside it, and where nothing says where the codes stand, to the one \
        that was read next to it.
        """,
        examples: [
            Symbol(.ean13, "1920241008209"), Symbol(.ean13, "1910193004008"), Symbol(.unknown, "1923073000007"),
        ])
}
