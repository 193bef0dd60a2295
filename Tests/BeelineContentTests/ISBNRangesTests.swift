import BeelineContent
import BeelineSymbols
import Testing

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

    @Test("a number is divided where its range says, and not at all in ranges of nobody", arguments: numbers)
    func divides(isbn13: String, hyphenated: String?) throws {
        #expect(Book(try ISBN(isbn13)).hyphenated == hyphenated)
    }

    @Test("an ISBN-10 has hyphens too")
    func divides10() throws {
        #expect(Book(try ISBN("080442957X")).hyphenated10 == "0-8044-2957-X")
        #expect(Book(try ISBN("9791034300013")).hyphenated10 == nil)
    }

    @Test("a group that nobody divided yet has a name all the same")
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
        ("978-4\tJapan", "line 1: expected are group, agency and ranges with tabs between them"),
        ("978-4 Japan 00-19", "line 1: expected are group, agency and ranges with tabs between them"),
        ("978-4\tJapan\t00-19\tx", "line 1: expected are group, agency and ranges with tabs between them"),
        ("\n\n977-4\tJapan\t", "line 3: \"977-4\" is no group: 978- or 979- and one to five digits are expected"),
        ("978\tJapan\t", "line 1: \"978\" is no group: 978- or 979- and one to five digits are expected"),
        ("978-123456\tx\t", "line 1: \"978-123456\" is no group: 978- or 979- and one to five digits are expected"),
        ("979-0\tMusic\t0-9", "line 1: 979-0 is printed music and no group of ISBNs"),
        ("978-4\t\t00-19", "line 1: the name of the agency is empty, too long, or has control characters"),
        ("978-4\tJapan\t00-x9", "line 1: \"00-x9\" is no range such as 00-19, nor a single number"),
        ("978-4\tJapan\t00-190", "line 1: \"00-190\" is no range such as 00-19, nor a single number"),
        ("978-4\tJapan\t00-19-20", "line 1: \"00-19-20\" is no range such as 00-19, nor a single number"),
        ("978-4\tJapan\t19-00", "line 1: the range 19-0 of 2 digits ends before it begins"),
        (
            "978-4\tJapan\t00000000",
            "line 1: group and registrant have 9 digits, more than the 8 that they may have"
        ),
        ("978-99901\tBahrain\t0000", "line 1: group and registrant have 9 digits, more than the 8 that they may have"),
        ("978-4\tJapan\t00-19 190-200", "line 1: two ranges of the group 978-4 overlap"),
        ("978-99\tA\t0-1\n978-4\tB\t0\n978-990\tC\t0", "line 3: the group 978-990 overlaps 978-99"),
        ("978-4\tA\t0\n978-4\tB\t1", "line 2: the group 978-4 overlaps 978-4"),
        ("issued\n978-4\tA\t0", "line 1: after `issued` a day is expected"),
    ]

    @Test("what is wrong in a table is said, with its line", arguments: faults)
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

    @Test("bytes that are no text are refused")
    func refusesBytes() {
        #expect(throws: ISBNRangesError.self) {
            try ISBNRanges(table: Array("978-4\t".utf8) + [0xFF] + Array("\t0".utf8))
        }
        #expect(throws: ISBNRangesError.self) { try ISBNRanges(table: Array(repeating: 0x39, count: 1_000_000)) }
    }
}
