import BeelineContent
import BeelineSymbols
import Testing

@Suite("Elements that need others, and elements that exclude others")
struct CompanionTests {
    static let gtin = "(01)09521234543213"

    static let alone: [(String, String)] = [
        (gtin + "(37)5", "AI (37) at character 19: it needs (00) and (02) or (00) and (8026) beside it"),
        ("(02)09521234543213", "AI (02) at character 1: it needs (37) beside it"),
        (
            gtin + "(250)A",
            "AI (250) at character 19: it needs (01) and (21), (03) and (21) or (8006) and (21) beside it"
        ),
        (gtin + "(3932)978100", "AI (3932) at character 19: it needs (30), (31nn), (32nn), (35nn) or (36nn) beside it"),
        (gtin + "(255)9521234543213", "AI (01) at character 1: it must not stand beside (255)"),
        (gtin + "(03)09521234543213", "AI (03) at character 19: it must not stand beside (01)"),
        (gtin + "(3102)000100(3103)001000", "AI (3102) at character 19: it must not stand beside (3103)"),
        (gtin + "(235)A(21)B", "AI (21) at character 25: it must not stand beside (235)"),
        (
            "(00)395201234567890505(4330)000000(4331)000000",
            "AI (4330) at character 23: it must not stand beside (4331)"
        ),
    ]

    @Test("are text, with the first that is wrong", arguments: alone)
    func refuses(text: String, problem: String) {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.content.kind == .text)
        #expect(reading.warnings.map(\.description) == [problem])
    }

    @Test(
        "are right when what they need is there",
        arguments: [
            gtin + "(21)7(250)A", gtin + "(3932)978100(3103)001000", gtin + "(30)5(3922)100", "(10)A" + gtin,
            "(8010)1234AB(8011)7(8030)Ab9", "(8018)952123454321000003(7259)A(7258)1/2", "(253)9521234543213",
        ])
    func accepts(text: String) {
        #expect(ContentParser.reading(of: Symbol(.unknown, text)).content.kind == .gs1)
    }

    @Test("need them on the item, so they may be in another symbol of the image")
    func joins() throws {
        let lot = Symbol(.code128, "10ABC", aim: "]C1")
        let item = Symbol(.dataMatrix, "0109521234543213", aim: "]d2")
        let readings = ContentParser.readings(of: [lot, Symbol(.qr, "(10)X (sic)"), item])
        #expect(readings.map(\.content.kind) == [.gs1, .text, .gs1])
        #expect(readings[0].text(of: .lot) == "ABC")
        #expect(readings.flatMap(\.warnings).isEmpty)
        #expect(
            ContentParser.readings(of: [lot, Symbol(.ean13, "9521234543213")]).map(\.content.kind) == [.gs1, .product])
        #expect(ContentParser.readings(of: [lot, Symbol(.qr, "hello")]).map(\.content.kind) == [.text, .text])
    }

    @Test("need them on the same page, and of one article only")
    func joinsWithinPage() {
        func symbol(_ symbology: Symbology, _ text: String, aim: AIMIdentifier? = nil, page: Int?) -> Symbol {
            Symbol(symbology, text, aim: aim, sighting: Sighting(outline: nil, decoder: "", page: page))
        }
        let lot = symbol(.code128, "10ABC", aim: "]C1", page: 1)
        let tea = symbol(.ean13, "9521234543213", page: 1)
        let other = symbol(.ean13, "4006381333931", page: 1)
        let kinds = { (symbols: [Symbol]) in ContentParser.readings(of: symbols).map(\.content.kind) }
        #expect(kinds([lot, tea]) == [.gs1, .product])
        #expect(kinds([lot, tea, tea]) == [.gs1, .product, .product])
        #expect(kinds([lot, tea, other]) == [.text, .product, .product])
        #expect(kinds([lot, symbol(.ean13, "9521234543213", page: 2)]) == [.text, .product])
        #expect(kinds([lot, tea, symbol(.ean13, "4006381333931", page: 2)]) == [.gs1, .product, .product])
    }

    @Test("may complete each other, but not when nothing completes them")
    func joinsIncomplete() {
        let contents = Symbol(.code128, "0209521234543213", aim: "]C1")
        let count = Symbol(.code128, "3712", aim: "]C1")
        let unit = Symbol(.code128, "00395201234567890505", aim: "]C1")
        #expect(ContentParser.readings(of: [contents, count, unit]).map(\.content.kind) == [.gs1, .gs1, .gs1])
        let rest = ContentParser.readings(of: [contents, count])
        #expect(rest.map(\.content.kind) == [.text, .text], "neither is complete without the unit")
        #expect(rest.allSatisfy { $0.warnings.map(\.code) == ["gs1-invalid"] })
    }

    @Test("do not make up for any other fault")
    func keepsFaults() {
        let item = Symbol(.dataMatrix, "0109521234543213", aim: "]d2")
        let readings = ContentParser.readings(of: [Symbol(.code128, "17271301", aim: "]C1"), item])
        #expect(readings.map(\.content.kind) == [.text, .gs1])
        #expect(readings[0].warnings.map(\.description) == ["AI (17) at character 1: there is no month 13"])
    }

    @Test("can be left out of account")
    func isLenient() throws {
        #expect(throws: GS1Problem.self) { try ElementString(parsing: "(10)ABC", scannedOn: scanDate) }
        let elements = try ElementString(parsing: "(10)ABC", scannedOn: scanDate, requiresCompanions: false)
        #expect(elements.lot == "ABC")
        #expect(throws: GS1Problem.self) {
            try ElementString(parsing: Self.gtin + "(37)5", scannedOn: scanDate, requiresCompanions: false)
        }
    }
}
