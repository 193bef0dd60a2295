import BeelineContent
import BeelineSymbols
import Testing

@Suite("ISBN")
struct ISBNTests {
    /// Confirmed by python-stdnum 2.2 and isbnlib 3.10.14, except that isbnlib refuses the one that is all zeros. ISO
    /// 2108 does not refuse it.
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

    @Test("an invalid ISBN is refused, and the reason is given", arguments: faults)
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

@Suite("Ranges of ISBNs")
struct ISBNRangesTests {
    @Test("the bundled table is right, and as the program would write it")
    func readsBundled() throws {
        let text = ISBNRanges.bundled.text
        #expect(ISBNRanges.bundled.groupCount > 250)
        #expect(ISBNRanges.bundled.issued == "2026-08-01")
        let again = try ISBNRanges(table: Array(text.utf8))
        #expect(again == .bundled)
        #expect(again.text == text)
    }

    /// python-stdnum 2.2 and isbnlib 3.10.14; of 978-989-1 each says something else, and the ranges say nothing.
    static let numbers: [(String, String?)] = [
        ("9780306406157", "978-0-306-40615-7"), ("9783161484100", "978-3-16-148410-0"),
        ("9791034300013", "979-10-343-0001-3"), ("9780804429573", "978-0-8044-2957-3"),
        ("9789891904284", nil), ("9784873119045", "978-4-87311-904-5"), ("9786110000000", nil),
        ("9799999999990", nil), ("9786690000001", nil),
    ]

    @Test("a number is divided where its range says, and not at all in unassigned ranges", arguments: numbers)
    func divides(isbn13: String, hyphenated: String?) throws {
        #expect(Book(try ISBN(isbn13)).hyphenated == hyphenated)
    }

    @Test("an ISBN-10 has hyphens too")
    func divides10() throws {
        #expect(Book(try ISBN("080442957X")).hyphenated10 == "0-8044-2957-X")
        #expect(Book(try ISBN("9791034300013")).hyphenated10 == nil)
    }

    @Test("a group without assigned ranges still has a name")
    func knowsGroup() throws {
        let book = Book(try ISBN("9786110000000"))
        #expect(book.group == "611")
        #expect(book.agency == "Thailand")
        #expect(book.registrant == nil && book.publication == nil)
    }

    @Test("a parser takes the table that it is given")
    func takesOther() throws {
        let ranges = try ISBNRanges(table: Array("978-4\tNippon\t8-9\n".utf8))
        let parser = ContentParser(isbnRanges: ranges)
        for symbol in [Symbol(.ean13, "9784873119045"), Symbol(.unknown, "4-8-7311904-9")] {
            let reading = parser.reading(of: symbol, on: scanDate)
            #expect(reading.text(of: .hyphenated) == "978-4-8-7311904-5")
            #expect(reading.text(of: .agency) == "Nippon")
        }
        let other = parser.reading(of: Symbol(.ean13, "9780306406157"), on: scanDate)
        #expect(other.text(of: .group) == nil)
    }

    static let faults = [
        ("", "there is no group in it"), ("# only a comment\n", "there is no group in it"),
        ("978-4\tJapan", "line 1: expected group, agency and ranges with tabs between them"),
        ("978-4 Japan 00-19", "line 1: expected group, agency and ranges with tabs between them"),
        ("978-4\tJapan\t00-19\tx", "line 1: expected group, agency and ranges with tabs between them"),
        ("\n\n977-4\tJapan\t", "line 3: \"977-4\" is not a group; it must be 978- or 979- and one to five digits"),
        ("978\tJapan\t", "line 1: \"978\" is not a group; it must be 978- or 979- and one to five digits"),
        ("978-123456\tx\t", "line 1: \"978-123456\" is not a group; it must be 978- or 979- and one to five digits"),
        ("979-0\tMusic\t0-9", "line 1: 979-0 is printed music and no group of ISBNs"),
        ("978-4\t\t00-19", "line 1: the name of the agency is empty, too long, or has control characters"),
        ("978-4\tJapan\t00-x9", "line 1: \"00-x9\" is neither a range such as 00-19 nor a single number"),
        ("978-4\tJapan\t00-190", "line 1: \"00-190\" is neither a range such as 00-19 nor a single number"),
        ("978-4\tJapan\t00-19-20", "line 1: \"00-19-20\" is neither a range such as 00-19 nor a single number"),
        ("978-4\tJapan\t19-00", "line 1: the range 19-0 of 2 digits ends before it begins"),
        (
            "978-4\tJapan\t00000000",
            "line 1: group and registrant have 9 digits, more than the 8 that they may have"
        ),
        ("978-99901\tBahrain\t0000", "line 1: group and registrant have 9 digits, more than the 8 that they may have"),
        ("978-4\tJapan\t00-19 190-200", "line 1: two ranges of the group 978-4 overlap"),
        ("978-99\tA\t0-1\n978-4\tB\t0\n978-990\tC\t0", "line 3: the group 978-990 overlaps 978-99"),
        ("978-4\tA\t0\n978-4\tB\t1", "line 2: the group 978-4 overlaps 978-4"),
        ("issued\n978-4\tA\t0", "line 1: after `issued` there must be a day"),
    ]

    @Test("an error in a table is reported with its line", arguments: faults)
    func refuses(text: String, message: String) {
        let error = #expect(throws: ISBNRangesError.self) { try ISBNRanges(table: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("neither order nor the ends of lines matter, and neighbours of one length are one range")
    func isForgiving() throws {
        let ranges = try ISBNRanges(table: Array("979-8\tUS\t\r\n978-4\tJapan\t20-29 30 00-19\r\n".utf8))
        #expect(ranges.text.hasSuffix("\n978-4\tJapan\t00-30\n979-8\tUS\t\n"))
        #expect(ranges.issued == nil)
    }

    @Test("bytes that are not text are refused")
    func refusesBytes() {
        #expect(throws: ISBNRangesError.self) {
            try ISBNRanges(table: Array("978-4\t".utf8) + [0xFF] + Array("\t0".utf8))
        }
        #expect(throws: ISBNRangesError.self) { try ISBNRanges(table: Array(repeating: 0x39, count: 1_000_000)) }
    }
}

@Suite("The file of the ISBN agency")
struct RangeMessageTests {
    @Test("is read as groups and ranges, and written as a table")
    func reads() throws {
        let ranges = try ISBNRanges(rangeMessage: try Fixture.bytes(of: "RangeMessage.xml"))
        let lines = ranges.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                "issued\tSat, 1 Aug 2026 12:00:00 GMT",
                "978-4\tJapan & friends\t00-19 85000-89999 9500000-9999999",
                "978-99901\tBahrain\t00-49 500-799",
                "979-10\tFrance\t00-19 200-699",
            ])
        #expect(Book(try ISBN("9784873119045"), ranges: ranges).hyphenated == "978-4-87311-904-5")
        #expect(Book(try ISBN("9791034300013"), ranges: ranges).hyphenated == "979-10-343-0001-3")
        #expect(try ISBNRanges(table: Array(ranges.text.utf8)) == ranges)
    }

    static let groups = "<ISBNRangeMessage><RegistrationGroups><Group>"
    static let end = "</Group></RegistrationGroups></ISBNRangeMessage>"

    private static func group(_ range: String, _ length: String, prefix: String = "978-4") -> String {
        groups + "<Prefix>\(prefix)</Prefix><Agency>Japan</Agency><Rules>"
            + "<Rule><Range>\(range)</Range><Length>\(length)</Length></Rule></Rules>" + end
    }

    static let faults: [(String, String)] = [
        ("", "line 1: not well-formed XML: no element found"),
        ("978-4\tJapan\t00-19", "line 1: not well-formed XML: syntax error"),
        ("<a>", "line 1: the file is not an ISBNRangeMessage"),
        ("<ISBNRangeMessage/>", "there is no group in it"),
        ("<ISBNRangeMessage>\n</a>", "line 2: not well-formed XML: mismatched tag"),
        (group("0000000-1999999", "8"), "line 1: the length \"8\" is not one of 0 to 7"),
        (group("0000000-1999999", ""), "line 1: the length \"\" is not one of 0 to 7"),
        (group("00-19", "2"), "line 1: the range \"00-19\" is not of the form 0000000-1999999"),
        (
            group("0000000-1999998", "2"),
            "line 1: the range \"0000000-1999998\" does not begin and end with registrants of that length"
        ),
        (
            group("0000000-1999999", "4", prefix: "978-99901"),
            "line 1: group and registrant have 9 digits, more than the 8 that they may have"
        ),
        (
            group("0000000-1999999", "2", prefix: "4"),
            "line 1: \"4\" is not a group; it must be 978- or 979- and one to five digits"
        ),
        (
            "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<ISBNRangeMessage/>",
            "line 1: an entity is declared, which no RangeMessage needs"
        ),
        (
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><ISBNRangeMessage>&b;</ISBNRangeMessage>",
            "line 1: an entity is declared, which no RangeMessage needs"
        ),
        (
            "<!DOCTYPE a SYSTEM \"a.dtd\"><ISBNRangeMessage>&b;</ISBNRangeMessage>",
            "line 1: an entity that is not declared"
        ),
        (
            "<ISBNRangeMessage>" + String(repeating: "<a>", count: 100), "line 1: elements are nested too deeply"
        ),
        (
            "<ISBNRangeMessage><MessageDate>" + String(repeating: "x", count: 20_000),
            "line 1: a text of more than 10,000 bytes"
        ),
    ]

    @Test("an error in it is reported with its line", arguments: faults)
    func refuses(text: String, message: String) {
        let error = #expect(throws: ISBNRangesError.self) { try ISBNRanges(rangeMessage: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("a billion laughs are refused at the first one")
    func refusesLaughs() {
        var text = "<!DOCTYPE a [<!ENTITY l0 \"ha\">"
        for level in 1...30 { text += "<!ENTITY l\(level) \"&l\(level - 1);&l\(level - 1);\">" }
        text += "]><ISBNRangeMessage>&l30;</ISBNRangeMessage>"
        #expect(throws: ISBNRangesError.self) { try ISBNRanges(rangeMessage: Array(text.utf8)) }
    }

    @Test("cut or changed anywhere, it is read or refused, and never crashes")
    func survives() throws {
        let bytes = try Fixture.bytes(of: "RangeMessage.xml")
        for end in stride(from: 0, to: bytes.count - 1, by: 37) {
            #expect(throws: ISBNRangesError.self) { try ISBNRanges(rangeMessage: Array(bytes[..<end])) }
        }
        for place in stride(from: 0, to: bytes.count, by: 11) {
            for byte: UInt8 in [0, 0x30, 0x3C, 0x26, 0xFF] {
                var changed = bytes
                changed[place] = byte
                _ = try? ISBNRanges(rangeMessage: changed)
            }
        }
    }

    @Test("a file of more than 64 MiB is not even looked at")
    func refusesHuge() {
        let error = #expect(throws: ISBNRangesError.self) {
            try ISBNRanges(rangeMessage: Array(repeating: 0x20, count: (64 << 20) + 1))
        }
        #expect(error?.description == "the file has more than 64 MiB")
    }
}
