import BeelineContent
import BeelineSymbols
import Testing

@Suite("GS1 element strings")
struct ElementStringTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        /// With brackets; nil where it is none.
        let bracketed: String?
        /// The warning, where it is none; nil where nothing is to be said of it.
        let problem: String?
        let why: String
        var testDescription: String { why }

        init(
            _ text: String, in symbology: Symbology = .unknown, aim: AIMIdentifier? = nil, is bracketed: String,
            _ why: String
        ) {
            symbol = Symbol(symbology, text, aim: aim)
            (self.bracketed, problem, self.why) = (bracketed, nil, why)
        }

        init(
            _ text: String, in symbology: Symbology = .unknown, aim: AIMIdentifier? = nil, breaks problem: String?,
            _ why: String
        ) {
            symbol = Symbol(symbology, text, aim: aim)
            (bracketed, self.problem, self.why) = (nil, problem, why)
        }
    }

    static let gtin = "(01)09521234543213"

    /// What the GS1 Barcode Syntax Engine says of the same texts.
    static let facts = [
        Case(gtin, is: gtin, "a GTIN"),
        Case(
            "(01)09521234543214", breaks: "AI (01) at character 1: the check digit is 4, expected 3",
            "a wrong check digit"),
        Case(
            "(01)9521234543213",
            breaks: "AI (01) at character 1: its value is too short, it has 14 characters at least", "13 digits"),
        Case("(17)251301", breaks: "AI (17) at character 1: there is no month 13", "month 13"),
        Case(gtin + "(17)250230", breaks: "AI (17) at character 19: there is no day 30 in month 02", "30 February"),
        Case(gtin + "(17)251200", is: gtin + "(17)251200", "day 00"),
        Case(
            "(10)ABC123", breaks: "AI (10) at character 1: it needs (01), (02), (03), (8006) or (8026) beside it",
            "a lot without an item"),
        Case(
            "(02)09521234543213(37)12",
            breaks: "AI (37) at character 19: it needs (00) and (02) or (00) and (8026) beside it",
            "contents of nothing"),
        Case("(01)12345678901231(3103)000123", is: "(01)12345678901231(3103)000123", "a weight"),
        Case(
            "(01)12345678901231(3103)000123(3103)000124",
            breaks: "AI (3103) at character 31: it is there twice, with different values", "two weights"),
        Case("(8110)106141416543213150110120", is: "(8110)106141416543213150110120", "a coupon"),
        Case("]C1010952123454321310ABC", is: gtin + "(10)ABC", "a symbol with its AIM identifier"),
    ]

    static let raw = [
        Case(
            "010952123454321310ABC\u{1D}17271231", in: .code128, aim: "]C1", is: gtin + "(10)ABC(17)271231",
            "a separator"),
        Case(
            "\u{1D}010952123454321310ABC", in: .dataMatrix, aim: "]d2", is: gtin + "(10)ABC",
            "FNC1 passed on at the start"),
        Case("010952123454321310ABC\u{1D}", in: .qr, aim: "]Q3", is: gtin + "(10)ABC", "a separator at the end"),
        Case(
            "0109521234543213\u{1D}17271231\u{1D}10A", in: .dotCode, aim: "]J1", is: gtin + "(17)271231(10)A",
            "separators where none is needed"),
        Case("0109521234543213", in: .aztec, aim: "]z1", is: gtin, "a GTIN alone"),
        Case("0109521234543213310300012310A", in: .databarExpanded, is: gtin + "(3103)000123(10)A", "DataBar Expanded"),
        Case(gtin + "(10)A", in: .databarExpanded, is: gtin + "(10)A", "brackets from the decoder"),
        Case(
            "01095212345432131710\u{1D}123110A", in: .code128, aim: "]C1",
            breaks: "AI (17) at character 17: its value is too short, it has 6 characters at least",
            "a separator too early"),
        Case("0109521234543213", in: .pdf417, breaks: nil, "no GS1 symbol"),
        Case("", in: .code128, aim: "]C1", breaks: "an AI is missing at character 1", "nothing"),
        Case(
            "0109521234543213\u{1D}\u{1D}10A", in: .code128, aim: "]C1", breaks: "an AI is missing at character 18",
            "nothing between separators"),
        Case(
            "0509521234543213", in: .code128, aim: "]C1",
            breaks: "AI (0509) at character 1: there is no such Application Identifier", "an AI that nobody assigned"),
        Case(
            "0109521234543213XY", in: .code128, aim: "]C1",
            breaks: "AI (XY) at character 17: there is no such Application Identifier", "no digits"),
        Case(
            "01095212345432134021234567890123456710A", in: .code128, aim: "]C1",
            breaks: "AI (402) at character 17: its value is too long, it has 17 characters at most",
            "no separator after a length that is not predefined"),
        Case(
            "010952123454321310AB C", in: .code128, aim: "]C1",
            breaks: "AI (10) at character 17: it has an invalid character there", "a blank"),
        Case(
            "010952123454321310AB^C", in: .code128, aim: "]C1",
            breaks: "AI (10) at character 17: it has an invalid character there", "a caret is no separator"),
        Case(
            "010952123454321310Ä\u{1D}17271301", in: .code128, aim: "]C1",
            breaks: "AI (10) at character 17: it has an invalid character there", "a letter beyond ASCII"),
        Case(
            "0112345678901230", in: .databar, breaks: nil,
            "DataBar with a wrong check digit: the parser of retail symbols says so"),
    ]

    static let brackets = [
        Case(gtin + "(10)ABC(21)7", is: gtin + "(10)ABC(21)7", "three elements"),
        Case(gtin + "(10)A(B)C", is: gtin + "(10)A(B)C", "brackets in a value"),
        Case(gtin + "(10)A(05)C", is: gtin + "(10)A(05)C", "no identifier in the brackets of a value"),
        Case(gtin + "(10)A\\(21)7", is: gtin + "(10)A\\(21)7", "a backslash that says that a bracket is a value's"),
        Case(gtin + "(10)A(21)7", in: .qr, is: gtin + "(10)A(21)7", "in a QR code"),
        Case(" " + gtin + "\n", in: .qr, is: gtin, "blanks around it"),
        Case(
            gtin + "(17)271301(10)A", breaks: "AI (17) at character 19: there is no month 13",
            "the first problem, not one of what follows"),
        Case(gtin + "(10)\\(21)7", is: gtin + "(10)\\(21)7", "a backslash at the start of a value"),
        Case(
            "(01)(10)", breaks: "AI (01) at character 1: its value is too short, it has 14 characters at least",
            "empty values alone"),
        Case(
            "(01)0952123454321", in: .qr,
            breaks: "AI (01) at character 1: its value is too short, it has 14 characters at least", "cut off"),
        Case(
            gtin + "(10)ABCDEFGHIJKLMNOPQRSTU",
            breaks: "AI (10) at character 19: its value is too long, it has 20 characters at most", "21 characters"),
        Case(gtin + " (10)ABC", is: gtin + "(10)ABC", "a blank between elements"),
        Case("(01) 09521234543213 (17) 271231", in: .qr, is: gtin + "(17)271231", "blanks as labels print them"),
        Case("(01)09521234543213\r\n(10)ABC\n(21)7\n", in: .qr, is: gtin + "(10)ABC(21)7", "an element in each line"),
        Case(gtin + "(10)ABCDEFGHIJKLMNOPQRST   (21)7", is: gtin + "(10)ABCDEFGHIJKLMNOPQRST(21)7", "the longest lot"),
        Case(
            "(01) 09521234543214", breaks: "AI (01) at character 1: the check digit is 4, expected 3",
            "a wrong check digit after a blank"),
        Case("(10) A (21) B", breaks: nil, "a list with numbers in brackets"),
        Case("(01) Introduction", breaks: nil, "a heading"),
        Case("(99)x", breaks: nil, "a remark"), Case("(91)Note", breaks: nil, "a remark of several letters"),
        Case("(90)foo", breaks: nil, "a remark that anything may be"),
        Case("(400)12345", breaks: nil, "an order alone"),
        Case("(420)12345", breaks: nil, "a postcode alone"), Case("(20)16", breaks: nil, "a footnote"),
        Case("(37)5", breaks: nil, "a short footnote"), Case("(91)Note(92)x", is: "(91)Note(92)x", "two elements"),
        Case("(91)Note", in: .code128, aim: "]C1", is: "(91)Note", "one element in a GS1 symbol"),
        Case("(05)123", breaks: nil, "no identifier at the start"),
        Case("(415)555-1234", breaks: nil, "a telephone number"),
        Case("(240)5551234", breaks: nil, "a telephone number whose area code is an identifier"),
        Case("(02) 9876 5432", breaks: nil, "an Australian telephone number"),
        Case("(10) ways to save", in: .qr, breaks: nil, "prose"),
        Case("(01", breaks: nil, "cut off in the identifier"),
        Case("(", breaks: nil, "a bracket"),
    ]

    @Test("each form, and texts of no form", arguments: facts + raw + brackets)
    func reads(_ example: Case) throws {
        let reading = ContentParser.reading(of: example.symbol)
        if let bracketed = example.bracketed {
            #expect(reading.content.description == "gs1 \(bracketed)")
            #expect(reading.text(of: .bracketed) == bracketed)
            #expect(reading.warnings.isEmpty)
        } else {
            #expect(reading.content.kind == .text)
            let problems = reading.warnings.filter { $0.code.hasPrefix("gs1-") }
            #expect(problems.map(\.description) == (example.problem.map { [$0] } ?? []))
        }
    }

    @Test("other AIM identifiers mean that the data is not an element string")
    func heedsAIM() throws {
        #expect(ContentParser.reading(of: Symbol(.unknown, "]C0abc")).content == .text("abc"))
        let retail = ContentParser.reading(of: Symbol(.unknown, "]E09521234543213"))
        #expect(retail.content == .product(Product(try GTIN("9521234543213"))))
        #expect(ContentParser.reading(of: Symbol(.code128, "10ABC\u{1D}", aim: "]C0")).content.kind == .text)
    }

    @Test("the warning names the element, its place and the rule")
    func hasReason() {
        let reading = ContentParser.reading(of: Symbol(.unknown, Self.gtin + "(3103)000123(3109)1"))
        #expect(
            reading.warnings == [
                .elementString(
                    "AI (3103) at character 19: its value is too long, it has 6 characters at most", isIncomplete: false
                )
            ])
    }

    @Test("the three forms lead to one value")
    func agrees() throws {
        let forms = [
            Self.gtin + "(10)ABC", "010952123454321310ABC", "]d2010952123454321310ABC", "\u{1D}010952123454321310ABC",
        ]
        let values = try forms.map { try ElementString(parsing: $0, scannedOn: scanDate) }
        #expect(Set(values).count == 1)
        let link = try ElementString(parsing: "HTTPS://Example.com/01/09521234543213/10/ABC", scannedOn: scanDate)
        #expect(link.elements == values[0].elements)
        #expect(link.address?.url == "https://example.com/01/09521234543213/10/ABC")
        #expect(link.digitalLink == values[0].digitalLink)
    }

    @Test("separators stand where a symbol needs them")
    func separates() throws {
        let text = Self.gtin + "(10)A(17)271231(422)276(21)7"
        let elements = try ElementString(parsing: text, scannedOn: scanDate)
        #expect(elements.elementString == "010952123454321310A\u{1D}17271231422276\u{1D}217")
        #expect(elements["422"] == "276")
        #expect(elements["0422"] == nil && elements["4"] == nil && elements["11"] == nil && elements[""] == nil)
    }

    @Test("an element that comes again is kept once")
    func keepsOnce() throws {
        let elements = try ElementString(parsing: Self.gtin + "(10)A" + Self.gtin, scannedOn: scanDate)
        #expect(elements.bracketed == Self.gtin + "(10)A")
    }
}

@Suite("Fields of GS1 element strings")
struct ElementStringFieldTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let field: Field
        let value: String?
        var testDescription: String { "\(field) of \(text)" }

        init(_ text: String, _ field: Field, _ value: String?) {
            (self.text, self.field, self.value) = (text, field, value)
        }
    }

    static let gtin = "(01)09521234543213"

    static let cases = [
        Case(gtin, .gtin14, "09521234543213"), Case(gtin, .gtin13, "9521234543213"), Case(gtin, .gtin12, nil),
        Case("(01)19521234543210", .gtin13, nil), Case("(01)00036000291452", .gtin12, "036000291452"),
        Case("(01)00000096385074", .gtin8, "96385074"), Case("(00)395201234567890505", .gtin14, nil),
        Case("(8006)095212345432130102", .gtin14, "09521234543213"),
        Case("(03)09521234543213", .gtin14, "09521234543213"),
        Case("(00)395201234567890505(02)09521234543213(37)12", .gtin14, "09521234543213"),
        Case("(00)395201234567890505(02)09521234543213(37)12", .sscc, "395201234567890505"),
        Case("(00)395201234567890505(02)09521234543213(37)0012", .count, "12"),
        Case(gtin + "(30)7", .count, "7"), Case(gtin, .count, nil), Case(gtin, .sscc, nil), Case(gtin, .gln, nil),
        Case("(410)9521234543213", .gln, "9521234543213"),
        Case("(410)9521234543213(414)4012345000009", .gln, "4012345000009"),
        Case(gtin + "(10)L1(21)S1", .lot, "L1"), Case(gtin + "(10)L1(21)S1", .serial, "S1"),
        Case(gtin + "(17)270200", .expiry, "2027-02-28"), Case(gtin + "(17)280200", .expiry, "2028-02-29"),
        Case(gtin + "(7003)2702031200", .expiry, "2027-02-03"), Case(gtin + "(11)260102", .produced, "2026-01-02"),
        Case(gtin + "(13)260102", .packed, "2026-01-02"), Case(gtin + "(15)260102", .bestBefore, "2026-01-02"),
        Case(gtin + "(16)260102", .sellBy, "2026-01-02"), Case(gtin, .expiry, nil),
        Case(gtin + "(3103)001250", .netWeight, "1.250"), Case(gtin + "(3100)001250", .netWeight, "1250"),
        Case(gtin + "(3201)001250", .netWeight, nil),
        Case(gtin + "(3103)001250(3922)1999", .price, "19.99"), Case(gtin + "(3103)001250(3922)1999", .currency, nil),
        Case(gtin + "(3103)001250(3932)9781999", .price, "19.99"),
        Case(gtin + "(3103)001250(3932)9781999", .currency, "EUR"),
        Case("(415)9521234543213(8020)A(3902)1999", .amount, "19.99"),
        Case("(415)9521234543213(8020)A(3902)1999", .currency, nil),
        Case("(415)9521234543213(8020)A(3910)3921999", .amount, "1999"),
        Case("(415)9521234543213(8020)A(3910)3921999", .currency, "JPY"),
        Case(gtin + "(3103)001250(3925)123456789012345", .price, "1234567890.12345"),
        Case(gtin, .url, nil), Case(gtin, .host, nil), Case("(03)09521234543213", .digitalLink, nil),
        Case(gtin, .elementString, "0109521234543213"),
        Case(gtin, .digitalLink, "https://id.gs1.org/01/09521234543213"),
    ]

    @Test("give the fields of the elements", arguments: cases)
    func tells(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(.unknown, example.text))
        #expect(reading.content.kind == .gs1, "\(reading.warnings)")
        #expect(reading.value(of: example.field)?.description == example.value)
    }

    @Test("each element is a field by its identifier")
    func hasOpenFields() throws {
        let reading = ContentParser.reading(of: Symbol(.unknown, Self.gtin + "(10)L1"))
        for (name, value) in [("ai.01", "09521234543213"), ("ai.10", "L1"), ("ai.11", nil)] {
            let field = try #require(FieldName(name))
            #expect(reading.value(of: field)?.description == value, "\(name)")
        }
    }

    @Test(
        "what is no Application Identifier is no field",
        arguments: ["ai.", "ai.1", "ai.010", "ai.04", "ai.310", "ai.3106x", "ai.31060", "ai.x", "ai.01.02"])
    func hasNoOthers(_ name: String) {
        #expect(FieldName(name) == nil)
    }

    /// GS1 General Specifications, section 7.12.
    static let centuries = [
        (2026, "75", 2075), (2026, "76", 2076), (2026, "77", 1977), (2026, "99", 1999), (2026, "00", 2000),
        (2026, "26", 2026),
        (2049, "00", 2000), (2050, "00", 2100), (2051, "00", 2100), (2051, "01", 2101), (2051, "02", 2002),
        (1999, "49", 2049), (1999, "50", 1950),
        (2000, "50", 2050), (2000, "51", 1951), (2099, "49", 2149), (2099, "50", 2050),
    ]

    @Test("two digits of a year stand for one that is near to the scan", arguments: centuries)
    func findsCentury(scanned: Int, digits: String, year: Int) throws {
        let date = CalendarDate(year: scanned, dayOfYear: 1)
        let elements = try ElementString(parsing: Self.gtin + "(17)\(digits)0115", scannedOn: date)
        #expect(elements.expiry == CalendarDate(year: year, month: 1, day: 15))
    }

    @Test("a date of four digits needs no century, and an invalid date has none")
    func readsDates() throws {
        let text = "(8018)952123454321000003(7250)19370228"
        let elements = try ElementString(parsing: text, scannedOn: scanDate)
        #expect(elements.date(of: "7250") == CalendarDate(year: 1937, month: 2, day: 28))
        #expect(elements.date(of: "8018") == nil && elements.date(of: "17") == nil && elements.date(of: "x") == nil)
    }
}
