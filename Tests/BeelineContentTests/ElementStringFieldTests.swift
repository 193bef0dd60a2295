import BeelineContent
import BeelineSymbols
import Testing

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

    @Test("say what the elements say", arguments: cases)
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

    @Test("a date of four digits needs no century, and what is no date has none")
    func readsDates() throws {
        let text = "(8018)952123454321000003(7250)19370228"
        let elements = try ElementString(parsing: text, scannedOn: scanDate)
        #expect(elements.date(of: "7250") == CalendarDate(year: 1937, month: 2, day: 28))
        #expect(elements.date(of: "8018") == nil && elements.date(of: "17") == nil && elements.date(of: "x") == nil)
    }
}
