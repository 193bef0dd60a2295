internal import BeelineSymbols

extension Book: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .isbn13, .isbn10: isbn.digits(of: field).map { .text($0.text) }
        case .hyphenated: hyphenated.map(FieldValue.text)
        case .group: group.map(FieldValue.text)
        case .agency: agency.map(FieldValue.text)
        case .registrant: registrant.map(FieldValue.text)
        case .publication: publication.map(FieldValue.text)
        case .price: price.map(FieldValue.number)
        case .currency: currency.map(FieldValue.text)
        case .priceNote: priceNote.map(FieldValue.text)
        case .cCode: row.map { .text($0.cCode) }
        case .taxIncluded: row.map { .boolean($0.isTaxIncluded) }
        default: nil
        }
    }

    func has(_ field: Field) -> Bool {
        switch field {
        case .isbn10: isbn.hasISBN10
        default: value(of: field) != nil
        }
    }
}

extension KindDefinition {
    static let isbn = KindDefinition(
        .isbn, "a book",
        """
        An EAN-13 that begins with 978 or 979, but not with 979-0, which is printed music; its check digit must be right. \
        Thirteen digits that were typed in are the same. A typed code may also be an ISBN of ten characters, with hyphens \
        or blanks, or one of nine whose leading zero was lost, which gives a warning. Hyphens and blanks must stand between \
        the elements of the number (`0-306-40615-2`, also `978-0306406157` and `9 780306 406157`), for telephone numbers \
        have them elsewhere. After the letters `ISBN` or `urn:isbn:` it is taken from every symbol, however it is written: \
        `ISBN 978-4-87311-904-5`, `ISBN-10: 4873119049`. Fourteen digits that begin with 0978 or 0979 in an ITF-14 or GS1 \
        DataBar, or typed in, are the same as the thirteen.

        Five digits beside it, which in a typed code follow after a blank, `+` or ` + `, are its price: `52495` is 24.95 \
        USD. The first is the currency (0 and 1 GBP, 3 AUD, 4 NZD, \
        5 USD, 6 CAD); 90000 says that there is no price, 99990 that the book is used, 99991 that it is given away, 59999 \
        that it costs 100 or more. The second row of a Japanese book in the same image gives its C-code and price.

        Group, publisher and edition come from the ranges of the International ISBN Agency; in ranges that nobody was \
        given, the number has no hyphens.
        """,
        examples: [
            Symbol(.ean13, "9784873119045"), Symbol(.ean13, "9780306406157", addOn: "52495"),
            Symbol(.ean13, "9780306406157", addOn: "90000"), Symbol(.ean13, "9791034300013"),
            Symbol(.unknown, "0-8044-2957-X"), Symbol(.qr, "ISBN 978-3-16-148410-0"),
            Symbol(.ean13, "9799999999990"),
        ])
}
