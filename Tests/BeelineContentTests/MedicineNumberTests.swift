import BeelineContent
import BeelineSymbols
import Testing

@Suite("National numbers of medicines")
struct MedicineNumberTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let symbol: Symbol
        let pzn: String?
        let number: String?

        init(_ what: String, _ symbol: Symbol, pzn: String?, number: String?) {
            (testDescription, self.symbol, self.pzn, self.number) = (what, symbol, pzn, number)
        }
    }

    private static func elements(_ text: String) -> Symbol { Symbol(.dataMatrix, text) }

    static let cases = [
        Case("an NTIN of Germany", elements("(01)04150123456782(10)A"), pzn: "12345678", number: "12345678"),
        Case("the same in EAN-13", Symbol(.ean13, "4150123456782"), pzn: "12345678", number: "12345678"),
        Case(
            "the same under a data identifier", elements("[)>\u{1E}06\u{1D}8P04150123456782\u{1E}\u{4}"),
            pzn: "12345678", number: "12345678"),
        Case("a PZN whose check digit is wrong", elements("(01)04150123456799"), pzn: nil, number: nil),
        Case("a CIP13 of France", elements("(01)03400931234562(17)271231"), pzn: nil, number: "3400931234562"),
        Case("the same in EAN-13", Symbol(.ean13, "3400931234562"), pzn: nil, number: "3400931234562"),
        Case("(710)", elements("(01)09521234543213(710)03752864"), pzn: "03752864", number: "03752864"),
        Case("(712) of Spain", elements("(01)09521234543213(712)7654321"), pzn: nil, number: "7654321"),
        Case("(716) goes before the GTIN", elements("(01)03400931234562(716)012345678"), pzn: nil, number: "012345678"),
        Case(
            "a PPN", elements("[)>\u{1E}06\u{1D}9N110375286414\u{1E}\u{4}"), pzn: "03752864", number: "03752864"),
        Case("another article", Symbol(.ean13, "4006381333931"), pzn: nil, number: nil),
        Case("a case of medicines", elements("(01)14150123456789"), pzn: nil, number: nil),
    ]

    @Test("are read from GTINs, and from elements beside them", arguments: cases)
    func reads(_ case: Case) {
        let reading = ContentParser.reading(of: `case`.symbol)
        #expect([.gs1, .product, .industrialLabel].contains(reading.kind), "\(reading.warnings)")
        #expect(reading.text(of: .pzn) == `case`.pzn && reading.text(of: .healthcareNumber) == `case`.number)
    }
}
