/// A book, with what stands beside its number: the price of an EAN-5, or the second row of a Japanese book.
///
///     let book = Book(try ISBN("9784004160045"))
///     book.hyphenated   // "978-4-00-416004-5"
///     book.agency       // "Japan"
public struct Book: Hashable, Sendable {
    public let isbn: ISBN
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
    public init(_ isbn: ISBN, addOn: String? = nil, ranges: ISBNRanges = .bundled) {
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
    public var division: ISBNRanges.Division? { ranges.division(of: isbn) }

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
