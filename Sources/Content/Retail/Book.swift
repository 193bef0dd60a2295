internal import BeelineSymbols

/// A book, with what stands beside its number: the price of an EAN-5, or the second row of a Japanese book.
///
///     let book = Book(try ISBN("9784004160045"))
///     book.hyphenated   // "978-4-00-416004-5"
///     book.agency       // "Japan"
public struct Book: Hashable, Sendable {
    package let isbn: ISBN
    let ranges: ISBNRanges
    private let beside: Beside

    private enum Beside: Hashable {
        case nothing
        case addOn(AddOn)
        case row(JapaneseBookRow)
    }

    /// - Parameters:
    ///   - addOn: the digits of the EAN-5 beside it; what is not five digits says nothing about a book.
    ///   - ranges: where its number is divided.
    package init(_ isbn: ISBN, addOn: String? = nil, ranges: ISBNRanges = .bundled) {
        self.isbn = isbn
        self.ranges = ranges
        beside = AddOn(addOn).map { $0.count == 5 ? .addOn($0) : .nothing } ?? .nothing
    }

    private init(_ book: Book, row: JapaneseBookRow) {
        isbn = book.isbn
        ranges = book.ranges
        beside = .row(row)
    }

    /// How the number is divided; nil when its group was given to nobody.
    package var division: ISBNRanges.Division? { ranges.division(of: isbn) }

    /// The same book with its second row, whose price takes the place of an add-on's.
    public func joined(to row: JapaneseBookRow) -> Book { Book(self, row: row) }

    /// The second row of a Japanese book, where it was seen.
    public var row: JapaneseBookRow? { if case .row(let row) = beside { row } else { nil } }

    private var label: BookPrice? { if case .addOn(let addOn) = beside { BookPrice(addOn) } else { nil } }

    /// The thirteen digits.
    public var isbn13: String { isbn.isbn13 }

    /// The ten characters of old; nil for 979 numbers.
    public var isbn10: String? { isbn.isbn10 }

    /// The price, in units of the currency: `24.95`. Nil where nothing says it.
    public var price: DecimalNumber? { row?.price ?? label?.price }

    /// Three letters of ISO 4217; nil where no price is told, save that it is a hundred or more.
    public var currency: String? { row?.currency ?? label?.currency }

    /// What an EAN-5 says instead of a price: `none`, `used`, `complimentary` (with a price of 0), `at-least-100`,
    /// `internal` (only the seller knows). Nil for an ordinary price, and without an EAN-5.
    public var priceNote: String? { label?.note?.rawValue }
}

extension Book {
    /// Whether the number is the same, and what stands beside it; by whose table it is divided does not matter.
    public static func == (left: Book, right: Book) -> Bool { left.isbn == right.isbn && left.beside == right.beside }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isbn)
        hasher.combine(beside)
    }
}

/// The elements of the number (ISO 2108, section 4).
extension Book {
    /// The country, region or language of the registration group: `Japan`.
    public var agency: String? { division?.agency }

    /// The registration group: the digits after the prefix. `4`.
    public var group: String? { division.map { element(from: 0, to: $0.groupLength) } }

    /// The publisher. Nil in ranges that nobody was given.
    public var registrant: String? {
        whole.map { element(from: $0.groupLength, to: $0.groupLength + $0.registrantLength) }
    }

    /// The edition of the publisher. Nil in ranges that nobody was given.
    public var publication: String? { whole.map { element(from: $0.groupLength + $0.registrantLength, to: 9) } }

    /// All five elements: `978-4-00-416004-5`. Nil in ranges that nobody was given.
    public var hyphenated: String? {
        middle.map { "\(isbn.number / 10_000_000_000)-\($0)-\(isbn.number % 10)" }
    }

    /// The ISBN-10 with hyphens: `4-00-416004-8`. Nil in ranges that nobody was given, and for 979 numbers.
    public var hyphenated10: String? {
        guard let middle, let check = isbn10?.last else { return nil }
        return "\(middle)-\(check)"
    }

    private var middle: String? {
        guard let group, let registrant, let publication else { return nil }
        return "\(group)-\(registrant)-\(publication)"
    }

    /// The division, where a registrant is known.
    private var whole: ISBNRanges.Division? { division.flatMap { $0.registrantLength > 0 ? $0 : nil } }

    /// Some of the nine digits between prefix and check digit.
    private func element(from start: Int, to end: Int) -> String {
        let nine = isbn.number / 10 % 1_000_000_000
        return Digits.text(nine / UInt64(ISBNRanges.powerOfTen(9 - end)), count: end - start)
    }
}

extension Book: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { isbn.description }
}

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
        ],
        parsers: [RetailParser.parser, WrittenNumberParser.parser], number: .isbn13, family: .numbers)
}

/// What the EAN-5 beside an ISBN says (Book Industry Study Group): currency and price, or why there is none.
///
/// The first digit is the currency, the other four are the price in hundredths of it.
struct BookPrice: Hashable, Sendable {
    let price: DecimalNumber?
    /// Three letters of ISO 4217.
    let currency: String?
    /// What it says instead of a price, or about it.
    let note: Note?

    /// The values of the field `priceNote`.
    enum Note: String, Hashable, Sendable, CaseIterable {
        case none, used, complimentary
        case atLeast100 = "at-least-100"
        case `internal`
    }

    /// An EAN-2 says nothing about a price.
    init(_ addOn: AddOn) {
        let currency = addOn.count == 5 ? Self.currency(addOn.value / 10_000) : nil
        switch (addOn.count, addOn.value) {
        case (5, 90_000): self.init(note: Note.none)
        case (5, 99_990): self.init(note: .used)
        case (5, 99_991): self.init(price: DecimalNumber(0, decimals: 2), note: .complimentary)
        case (5, 90_001...99_999): self.init(note: .internal)
        // For dollars, four nines stand for a price that four digits cannot say.
        case (5, 39_999), (5, 49_999), (5, 59_999), (5, 69_999): self.init(currency: currency, note: .atLeast100)
        default:
            let price = currency == nil ? nil : DecimalNumber(Int64(addOn.value % 10_000), decimals: 2)
            self.init(price: price, currency: currency)
        }
    }

    private init(price: DecimalNumber? = nil, currency: String? = nil, note: Note? = nil) {
        (self.price, self.currency, self.note) = (price, currency, note)
    }

    /// 2, 7 and 8 were given to none.
    private static func currency(_ digit: UInt32) -> String? {
        switch digit {
        case 0, 1: "GBP"
        case 3: "AUD"
        case 4: "NZD"
        case 5: "USD"
        case 6: "CAD"
        default: nil
        }
    }
}
