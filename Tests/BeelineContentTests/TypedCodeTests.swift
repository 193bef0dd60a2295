import BeelineContent
import BeelineSymbols
import Testing

@Suite("Codes as people type them")
struct TypedCodeTests {
    static let blanks = ["9784873119045 ", " 9784873119045", "\t9784873119045\r\n", " 4-87311-904-9 "]

    @Test("blanks around a typed code are no part of it, and stay in its text", arguments: blanks)
    func trims(_ text: String) throws {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.content == .isbn(Book(try ISBN("9784873119045"))))
        #expect(reading.symbol.text == text)
        #expect(reading.warnings.isEmpty)
    }

    @Test("in a code that was scanned they are part of it")
    func keepsBlanksOfSymbols() {
        #expect(ContentParser.reading(of: Symbol(.code128, " 9784873119045")).content == .text(" 9784873119045"))
    }

    @Test("a GTIN-8 is one number, filled up with zeros or not")
    func knowsGTIN8() throws {
        let short = try GTIN("96385074")
        let long = try GTIN("00000096385074")
        #expect(short == long)
        #expect(long.gtin8 == "96385074")
        #expect(long.gtin13 == nil && long.gtin12 == nil)
        #expect(short.gtin14 == "00000096385074")
    }

    @Test("a UPC-A that begins with zeros has the digits of a UPC-A")
    func keepsZeros() throws {
        let gtin = try GTIN("000055112628")
        #expect(gtin.gtin12 == "000055112628")
        #expect(gtin.gtin13 == "0000055112628")
        #expect(gtin.gtin8 == nil)
    }

    @Test("a host has no empty label", arguments: ["http://...", "http://a..b/", "http://.a/", "http://./"])
    func refusesEmptyLabels(_ text: String) {
        #expect(WebAddress(text) == nil)
    }
}
