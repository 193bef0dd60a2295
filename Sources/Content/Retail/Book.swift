internal import BeelineSymbols

/// A book, with what is beside its number: the price of an EAN-5, or the second row of a Japanese book.
///
///     let book = Book(try ISBN("9784004160045"))
///     book.hyphenated   // "978-4-00-416004-5"
///     book.agency       // "Japan"
public struct Book: Hashable, Sendable {
    /// The number.
    public let isbn: ISBN
    let ranges: ISBNRanges
    private let beside: Beside

    private enum Beside: Hashable {
        case nothing
        case addOn(AddOn)
        case row(JapaneseBookRow)
    }

    /// - Parameter addOn: the digits of the EAN-5 beside it; what is not five digits says nothing about a book.
    public init(_ isbn: ISBN, addOn: String? = nil) { self.init(isbn, addOn: addOn, ranges: .bundled) }

    /// - Parameter ranges: where its number is divided.
    package init(_ isbn: ISBN, addOn: String? = nil, ranges: ISBNRanges) {
        self.isbn = isbn
        self.ranges = ranges
        beside = AddOn(addOn).map { $0.count == 5 ? .addOn($0) : .nothing } ?? .nothing
    }

    private init(_ book: Book, row: JapaneseBookRow) {
        isbn = book.isbn
        ranges = book.ranges
        beside = .row(row)
    }

    /// How the number is divided; nil when its group was given to no one.
    package var division: ISBNRanges.Division? { ranges.division(of: isbn) }

    /// The same book with its second row, whose price replaces an add-on's.
    public func joined(to row: JapaneseBookRow) -> Book { Book(self, row: row) }

    /// The second row of a Japanese book, where it was seen.
    public var row: JapaneseBookRow? { if case .row(let row) = beside { row } else { nil } }
    private var label: BookPrice? { if case .addOn(let addOn) = beside { BookPrice(addOn, isbn) } else { nil } }

    /// The thirteen digits.
    public var isbn13: String { isbn.isbn13 }

    /// The ten characters of old; nil for 979 numbers.
    public var isbn10: String? { isbn.isbn10 }

    /// The price, in units of the currency: `24.95`. Nil where nothing says it.
    public var price: DecimalNumber? { row?.price ?? label?.price }

    /// Three letters of ISO 4217; nil where there is no price, or only that it is a hundred or more.
    public var currency: String? { row?.currency ?? label?.currency }

    /// What an EAN-5 says instead of a price: `none`, `used`, `complimentary` (with a price of 0), `at-least-100`,
    /// `internal` (only the seller knows). Nil for an ordinary price, and without an EAN-5.
    public var priceNote: String? { label?.note?.rawValue }
}

extension Book {
    /// Compares the number and what is beside it, but not the table that divides it.
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
    public var group: String? { division.map { digits(from: 3, $0.groupLength) } }

    /// The publisher. Nil in ranges that no one was given.
    public var registrant: String? { assigned.map { digits(from: 3 + $0.groupLength, $0.registrantLength) } }

    /// The edition of the publisher. Nil in ranges that no one was given.
    public var publication: String? {
        assigned.map { digits(from: 3 + $0.groupLength + $0.registrantLength, $0.publicationLength) }
    }

    /// All five elements: `978-4-00-416004-5`. Nil in ranges that no one was given.
    public var hyphenated: String? {
        assigned.map { division in
            let registrant = 3 + division.groupLength
            let publication = registrant + division.registrantLength
            var text: [UInt8] = []
            text.reserveCapacity(17)
            for (place, digit) in isbn13.utf8.enumerated() {
                if place == 3 || place == registrant || place == publication || place == 12 {
                    text.append(UInt8(ascii: "-"))
                }
                text.append(digit)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// The ISBN-10 with hyphens: `4-00-416004-8`. Nil in ranges that no one was given, and for 979 numbers.
    public var hyphenated10: String? {
        guard let hyphenated, let check = isbn10?.last else { return nil }
        return "\(hyphenated.dropFirst(4).dropLast())\(check)"
    }

    private var assigned: ISBNRanges.Division? { division.flatMap { $0.registrantLength > 0 ? $0 : nil } }

    private func digits(from start: Int, _ count: Int) -> String {
        Digits.text(isbn.number / ISBNRanges.powerOfTen(13 - start - count), count: count)
    }
}

extension Book: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { isbn.description }
}

extension Book: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .isbn13: .text(isbn13)
        case .isbn10: isbn10.map(FieldValue.text)
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
}

/// What the EAN-5 beside an ISBN says (Book Industry Study Group): currency and price, or why there is none. The first
/// digit is the currency, the other four are the price in hundredths of it.
struct BookPrice: Hashable, Sendable {
    let price: DecimalNumber?
    let currency: String?
    /// What it says instead of a price, or about it.
    let note: Note?

    /// The values of the field `priceNote`.
    enum Note: String, Hashable, Sendable, CaseIterable {
        case none, used, complimentary
        case atLeast100 = "at-least-100"
        case `internal`
    }

    /// An EAN-2 says nothing about a price, nor do four zeros.
    init(_ addOn: AddOn, _ isbn: ISBN) {
        let told = addOn.count == 5 && addOn.value % 10_000 > 0 ? Self.currency(addOn.value / 10_000) : nil
        let currency = told.flatMap { Self.mayHavePrice(isbn, in: $0) ? $0 : nil }
        switch (addOn.count, addOn.value) {
        case (5, 90_000): self.init(note: Note.none)
        case (5, 90_001...) where Self.isEastAsian(isbn): self.init()
        case (5, 99_990): self.init(note: .used)
        case (5, 99_991): self.init(price: DecimalNumber(0, decimals: 2), note: .complimentary)
        case (5, 90_001...99_999): self.init(note: .internal)
        // For dollars, four nines stand for a price that four digits cannot say.
        case (5, 39_999), (5, 49_999), (5, 59_999), (5, 69_999):
            self.init(currency: currency, note: currency.map { _ in .atLeast100 })
        default:
            let price = currency == nil ? nil : DecimalNumber(Int64(addOn.value % 10_000), decimals: 2)
            self.init(price: price, currency: currency)
        }
    }

    private init(price: DecimalNumber? = nil, currency: String? = nil, note: Note? = nil) {
        (self.price, self.currency, self.note) = (price, currency, note)
    }

    /// Whether books of a group are sold with prices in a currency: pounds and the dollars of Australia and New Zealand
    /// are of the English language, and in East Asia the five digits say what the book is about.
    private static func mayHavePrice(_ isbn: ISBN, in currency: String) -> Bool {
        let group = isbn.number / 1_000_000_000
        let isEnglish = group == 9780 || group == 9781
        switch currency {
        case "USD": return !isEastAsian(isbn)
        case "CAD": return isEnglish || group == 9782 || group == 9798
        default: return isEnglish
        }
    }

    private static func isEastAsian(_ isbn: ISBN) -> Bool { eastAsian.contains { isbn.isbn13.hasPrefix($0) } }

    /// Japan, China, Korea, Taiwan, Thailand, India and Brazil.
    private static let eastAsian = [
        "9784", "9787", "97889", "97911", "978957", "978986", "978626", "978974", "978616", "97881", "97893", "97885",
        "97865",
    ]

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

/// An International Standard Book Number (ISO 2108), in both of its forms.
///
///     let isbn = try ISBN("4-87311-904-9")
///     isbn.isbn13   // "9784873119045"
///     isbn.isbn10   // "4873119049"
public struct ISBN: Hashable, Sendable {
    /// The thirteen digits as a number.
    public let number: UInt64

    /// Reads an ISBN-13 or ISBN-10 as people write it: hyphens and blanks, a label `ISBN`, a small `x`.
    ///
    /// Nine digits are an SBN, or an ISBN-10 whose leading zero was lost; they get it (back).
    ///
    /// - Throws: `NumberError`; 979-0 is music (ISMN) and so `.wrongPrefix`.
    public init(_ text: String) throws(NumberError) {
        let digits = try WrittenDigits(Self.withoutLabel(text), most: 13, countsBeforeX: 8...9)
        let (value, count, endsInX) = (digits.value, digits.count, digits.endsInX)
        switch (count, endsInX) {
        case (8...9, true): try self.init(isbn10: value, check: UInt8(ascii: "X"))
        case (9, false): try self.init(isbn10: value / 10, check: UInt8(ascii: "0") + UInt8(value % 10))
        case (10, false): try self.init(isbn10: value / 10, check: UInt8(ascii: "0") + UInt8(value % 10))
        case (13, false): try self.init(isbn13: value)
        default: throw .wrongLength(count + (endsInX ? 1 : 0))
        }
    }

    /// A number of thirteen digits that was checked before.
    init(checked number: UInt64) { self.number = number }

    /// - Parameter value: thirteen digits as a number.
    init(isbn13 value: UInt64) throws(NumberError) {
        guard Self.isBook(value) else { throw .wrongPrefix }
        try NumberError.checkGS1(value)
        number = value
    }

    /// The first nine digits and the tenth character, an ASCII digit or `X`.
    private init(isbn10 digits: UInt64, check: UInt8) throws(NumberError) {
        let expected = CheckDigit.isbn10(digits)
        guard check == expected else { throw .wrongCheckDigit(found: check, expected: expected) }
        let body = 978_000_000_000 + digits
        number = body * 10 + UInt64(CheckDigit.gs1(body))
    }

    /// Whether thirteen digits begin like a book: 978, or 979 but not 979-0, which is printed music.
    static func isBook(_ value: UInt64) -> Bool {
        switch value / 1_000_000_000 {
        case 9780...9789, 9791...9799: true
        default: false
        }
    }

    /// The thirteen digits.
    public var isbn13: String { Digits.text(number, count: 13) }

    /// The ten characters of old; nil for 979 numbers, which have none.
    public var isbn10: String? {
        guard number / 10_000_000_000 == 978 else { return nil }
        let nine = number / 10 % 1_000_000_000
        return "\(Digits.text(nine, count: 9))\(Unicode.Scalar(CheckDigit.isbn10(nine)))"
    }

    /// The text after a label such as `ISBN`, `ISBN-13:` or `isbn10 `.
    static func withoutLabel(_ text: String) -> Substring {
        guard startsWithLabel(text) else { return text[...] }
        var rest = text.dropFirst(4)
        for variant in ["-13", "-10", "13", "10"] where rest.hasPrefix(variant) {
            let after = rest.dropFirst(variant.count)
            // "ISBN10…" is a label only where something other than a further digit of the number follows.
            guard let next = after.first, next == ":" || next == " " else { continue }
            rest = after
            break
        }
        return rest.hasPrefix(":") ? rest.dropFirst() : rest
    }

    /// Whether a text begins with the four letters ISBN.
    static func startsWithLabel(_ text: String) -> Bool {
        text.utf8.prefix(4).elementsEqual("isbn".utf8) { $0 | 0x20 == $1 }
    }
}

extension ISBN: CustomStringConvertible {
    /// The thirteen digits.
    public var description: String { isbn13 }
}
