import BeelineContent
import Testing

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
        ("<a>", "line 1: the file is no ISBNRangeMessage"),
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
            "line 1: \"4\" is no group: 978- or 979- and one to five digits are expected"
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

    @Test("what is wrong in it is said, with its line", arguments: faults)
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
