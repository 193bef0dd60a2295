import BeelineContent
import Testing

@Suite("ISBN")
struct ISBNTests {
    /// Agreed by python-stdnum 2.2 and isbnlib 3.10.14, save that isbnlib refuses the one that is all zeros. Nothing in
    /// ISO 2108 does.
    static let pairs = [
        ("9780306406157", "0306406152"), ("9780804429573", "080442957X"), ("9780439420891", "043942089X"),
        ("9781857982183", "1857982185"), ("9780471117094", "0471117099"), ("9789024538270", "9024538270"),
        ("9783161484100", "316148410X"), ("9780000000002", "0000000000"),
    ]

    @Test("a 978 number has both forms, with leading zeros and the X", arguments: pairs)
    func converts(isbn13: String, isbn10: String) throws {
        for isbn in [try ISBN(isbn13), try ISBN(isbn10)] {
            #expect(isbn.isbn13 == isbn13)
            #expect(isbn.isbn10 == isbn10)
            #expect(isbn.description == isbn13)
        }
    }

    @Test(
        "a 979 number is a book without an ISBN-10",
        arguments: ["9791034300013", "9798886451740", "9791220000000", "9791150000002"])
    func has979(text: String) throws {
        let isbn = try ISBN(text)
        #expect(isbn.isbn13 == text)
        #expect(isbn.isbn10 == nil)
    }

    @Test("979-0 is music and no book", arguments: ["9790060115615", "9790345246805", "979-0-2306-7118-7"])
    func refusesMusic(text: String) {
        // python-stdnum and isbnlib take them for ISBNs; ISO 10957 gives 979-0 to printed music.
        #expect(throws: NumberError.wrongPrefix) { try ISBN(text) }
    }

    struct Spelling: Sendable, CustomTestStringConvertible {
        let text: String
        let isbn13: String
        var testDescription: String { text }
    }

    static let spellings = [
        Spelling(text: "080442957x", isbn13: "9780804429573"),
        Spelling(text: "0-8044-2957-X", isbn13: "9780804429573"),
        Spelling(text: "0-8044-2957-x", isbn13: "9780804429573"),
        Spelling(text: "978\u{2010}0\u{2010}306\u{2010}40615\u{2010}7", isbn13: "9780306406157"),
        Spelling(text: "978\u{2011}0\u{2012}306\u{2013}40615\u{2014}7", isbn13: "9780306406157"),
        Spelling(text: "978\u{A0}0 306\u{AD}40615\u{2212}7", isbn13: "9780306406157"),
        Spelling(text: "ISBN 978-0-306-40615-7", isbn13: "9780306406157"),
        Spelling(text: "isbn:9780306406157", isbn13: "9780306406157"),
        Spelling(text: "ISBN-13: 978-0-306-40615-7", isbn13: "9780306406157"),
        Spelling(text: "ISBN-10 0-306-40615-2", isbn13: "9780306406157"),
        Spelling(text: "ISBN10:0306406152", isbn13: "9780306406157"),
        Spelling(text: "ISBN1034300016", isbn13: "9781034300014"),
        Spelling(text: "306406152", isbn13: "9780306406157"),
        Spelling(text: "306-40615-2", isbn13: "9780306406157"),
    ]

    @Test("people write it in many ways", arguments: spellings)
    func reads(_ spelling: Spelling) throws {
        #expect(try ISBN(spelling.text).isbn13 == spelling.isbn13)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let error: NumberError
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ error: NumberError) { (self.text, self.error) = (text, error) }
    }

    private static func wrong(_ found: Unicode.Scalar, not expected: Unicode.Scalar) -> NumberError {
        .wrongCheckDigit(found: UInt8(ascii: found), expected: UInt8(ascii: expected))
    }

    static let faults = [
        Fault("9780306406158", wrong("8", not: "7")),
        Fault("9784567890123", wrong("3", not: "0")),
        Fault("0306406153", wrong("3", not: "2")),
        Fault("0804429570", wrong("0", not: "X")),
        Fault("030640615X", wrong("X", not: "2")),
        Fault("080442957", wrong("7", not: "1")),
        Fault("08044X9570", .notDigits),
        Fault("978080442957X", .notDigits),
        Fault("080442957X0", .notDigits),
        Fault("080442957XX", .notDigits),
        Fault("97803064061570", .wrongLength(14)),
        Fault("03064061520", .wrongLength(11)),
        Fault("", .wrongLength(0)),
        Fault("ISBN", .wrongLength(0)),
        Fault("9770024931935", .wrongPrefix),
        Fault("4006381333931", .wrongPrefix),
        Fault("9780306406157 52495", .wrongLength(14)),
        Fault("９７８０３０６４０６１５７", .notDigits),
        Fault("978030640615\0", .notDigits),
        Fault("978030640615７", .notDigits),
    ]

    @Test("what is no ISBN is refused, and the reason is told", arguments: faults)
    func refuses(_ fault: Fault) {
        #expect(throws: fault.error) { try ISBN(fault.text) }
    }

    @Test("a swap that the thirteen digits do not see is seen by the ten")
    func hasBlindSpot() throws {
        // 6 and 1 of 9780306406157 are swapped; they differ by five, which weights of 3 and 1 do not show.
        #expect(try ISBN("9780306401657").isbn10 != "0306401652")
        #expect(throws: NumberError.self) { try ISBN("0306401652") }
    }

    @Test("a text of a million digits is refused")
    func refusesHuge() {
        #expect(throws: NumberError.wrongLength(14)) { try ISBN(String(repeating: "9", count: 1_000_000)) }
        #expect(throws: NumberError.wrongLength(0)) { try ISBN(String(repeating: "-", count: 1_000_000)) }
    }
}
