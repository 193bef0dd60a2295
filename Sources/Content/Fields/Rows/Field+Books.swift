/// Books, periodicals, and printed music.
extension Field {
    static let bookRows: [FieldDefinition] = [
        .row(.isbn13, form: .isbn13, always: [.isbn], "The ISBN, 13 digits."),
        .row(.isbn10, form: .isbn10, sometimes: [.isbn], "The ISBN, 10 characters; only 978 numbers have it."),
        .row(
            .hyphenated, always: [.ismn], sometimes: [.isbn],
            "The number with hyphens between its elements; absent in ranges that nobody was given."),
        .row(.group, part: true, sometimes: [.isbn], "The registration group, digits after the prefix: `4`."),
        .row(.agency, sometimes: [.isbn], "The country, region or language of the registration group: `Japan`."),
        .row(
            .registrant, part: true, always: [.ismn], sometimes: [.isbn], "The element of the publisher: `87311`."),
        .row(
            .publication, part: true, always: [.ismn], sometimes: [.isbn], "The element of the edition: `904`."),
        .row(.issn, form: .issn, always: [.issn], "The ISSN, with its hyphen: `0024-9319`."),
        .row(
            .variant, form: .digits(2, 2), part: true, sometimes: [.issn],
            "The two digits after the ISSN in the EAN-13; `00` unless the publisher uses them."),
        .row(
            .issue, always: [.japaneseMagazine], sometimes: [.issn, .product],
            "The issue, as the add-on has it: `05`; of a Japanese magazine month or number."),
        .row(.ismn, form: .ismn, always: [.ismn], "The ISMN, 13 digits."),
        .row(.ismn10, part: true, always: [.ismn], "The ISMN as it was written before 2008: `M` and 9 digits."),
        .row(
            .magazineCode, form: .digits(5, 5), always: [.japaneseMagazine],
            "The code of a Japanese magazine, 5 digits."),
        .row(
            .issueYear, form: .digits(1, 1), always: [.japaneseMagazine],
            "The last digit of the year of a Japanese magazine."),
        .row(
            .cCode, form: .digits(4, 4), always: [.japaneseBookRow], sometimes: [.isbn],
            "The C-code of a Japanese book: readers, form, subject."),
        .row(
            .price, type: .number, sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1],
            "The price, from the add-on, the second row or the Application Identifier."),
        .row(
            .currency, form: .currency,
            sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1, .payment],
            "The currency of the price or amount, three letters of ISO 4217."),
        .row(
            .priceNote, form: .oneOf(BookPrice.Note.allCases.map(\.rawValue)), sometimes: [.isbn],
            "What an EAN-5 says instead of a price: `none`, `used`, `complimentary`, `at-least-100`, `internal`."),
        .row(
            .taxIncluded, type: .boolean, always: [.japaneseBookRow], sometimes: [.isbn],
            "Whether tax is in the price of a Japanese book; of others the code does not tell."),
    ]
}
