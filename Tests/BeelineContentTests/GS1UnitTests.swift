import BeelineContent
import BeelineSymbols
import Testing

@Suite("The GS1 symbols of an image")
struct GS1UnitTests {
    static func symbol(_ text: String, page: Int? = nil) -> Symbol {
        Symbol(.code128, text, aim: "]C1", sighting: Sighting(outline: nil, decoder: "", page: page))
    }

    static let contents = symbol("02095212345432133724")
    static let batch = symbol("1726013110LOT7")
    static let number = symbol("00395201234567890505")
    static let pallet = [contents, batch, number]
    static let whole = "(00)395201234567890505(02)09521234543213(10)LOT7(17)260131(37)24"

    static func readings(_ symbols: [Symbol]) -> [Reading] { ContentParser.readings(of: symbols) }

    @Test(
        "are one unit, of which each sees all fields, in whatever order they were read",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 1, 0, 2, 2]])
    func joins(order: [Int]) {
        let readings = Self.readings(order.map { Self.pallet[$0] })
        for (reading, place) in zip(readings, order) {
            #expect(reading.text(of: .gs1Unit) == Self.whole)
            #expect(reading.value(of: .expiry)?.description == "2026-01-31")
            #expect(reading.text(of: .lot) == "LOT7" && reading.text(of: .sscc) == "395201234567890505")
            #expect(reading.text(of: .gtin14) == "09521234543213")
            #expect(reading.value(of: .count)?.description == "24")
            #expect(reading.value(named: "ai.17")?.description == "260131")
            #expect(reading.has(.expiry))
            #expect(reading.warnings.isEmpty)
            // Each keeps what is its own.
            #expect(reading.symbol == Self.pallet[place])
            let own = ["(02)09521234543213(37)24", "(17)260131(10)LOT7", "(00)395201234567890505"][place]
            #expect(reading.text(of: .bracketed) == own)
        }
        let leader = order.firstIndex(of: 2)
        #expect(readings.map(\.joinedTo) == order.indices.map { $0 == leader ? nil : leader })
        #expect(readings.map { $0.value(named: "joinedTo") == nil } == order.indices.map { $0 == leader })
    }

    @Test("a single symbol is unchanged, and so are several if one contains all elements")
    func alone() {
        for symbols in [[Self.number], [Self.number, Self.number], [Self.number, Symbol(.qr, "hello")]] {
            for reading in Self.readings(symbols) {
                #expect(reading.value(of: .gs1Unit) == nil && reading.joinedTo == nil && reading.warnings.isEmpty)
            }
        }
        let all = Self.symbol("003952012345678905050209521234543213172601313724\u{1D}10LOT7")
        let readings = Self.readings([all, Self.number])
        #expect(readings.map { $0.text(of: .gs1Unit) } == [Self.whole, Self.whole])
        #expect(readings.map(\.joinedTo) == [nil, 0])
        #expect(readings[1].value(of: .expiry)?.description == "2026-01-31")
    }

    @Test("a symbol's own field overrides that of another symbol")
    func keepsOwn() {
        let item = Symbol(.dataMatrix, "0109521234543213", aim: "]d2")
        let readings = Self.readings([item, Self.symbol("3103001000"), Self.symbol("3922150")])
        #expect(readings.map { $0.value(of: .netWeight)?.description } == ["1.000", "1.000", "1.000"])
        #expect(readings.map { $0.text(of: .digitalLink) } == ["https://id.gs1.org/01/09521234543213", nil, nil])
    }

    @Test("the GTIN of a retail symbol completes the elements of another symbol")
    func takesArticle() {
        let readings = Self.readings([Symbol(.ean13, "9521234543213"), Self.batch])
        #expect(readings.map(\.kind) == [.product, .gs1])
        #expect(readings[1].text(of: .gtin13) == "9521234543213")
        #expect(readings[1].text(of: .gs1Unit) == "(01)09521234543213(10)LOT7(17)260131")
        #expect(readings[1].joinedTo == nil)
        let two = Self.readings([Symbol(.ean13, "9521234543213"), Symbol(.ean13, "4006381333931"), Self.batch])
        #expect(two[2].value(of: .gtin13) == nil && two[2].value(of: .gs1Unit) == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let symbols: [Symbol]
        /// What the warning of each ends with; nil where there is none.
        let warning: String?
    }

    static let contradictions = [
        Case(
            testDescription: "two numbers of pallets", symbols: pallet + [symbol("00395201234567890512")],
            warning: "AI (00): it is there twice, with different values"),
        Case(
            testDescription: "two lots", symbols: pallet + [symbol("10LOT8")],
            warning: "AI (10): it is there twice, with different values"),
        Case(
            testDescription: "two GTINs", symbols: pallet + [symbol("0200000096385074")],
            warning: "AI (02): it is there twice, with different values"),
        Case(
            testDescription: "an item and what a unit contains", symbols: pallet + [symbol("0109521234543213")],
            warning: "AI (02): it must not be combined with (01)"),
        Case(
            testDescription: "packs, each with all that belongs to it",
            symbols: [symbol("010952123454321310A"), symbol("010952123454321310B")], warning: nil),
        Case(
            testDescription: "numbers of pallets and nothing else",
            symbols: [number, symbol("00395201234567890512")], warning: nil),
    ]

    @Test("that contradict each other are not joined", arguments: contradictions)
    func refuses(_ case: Case) {
        for (reading, symbol) in zip(Self.readings(`case`.symbols), `case`.symbols) {
            #expect(reading.value(of: .gs1Unit) == nil && reading.joinedTo == nil)
            #expect(reading.symbol == symbol && reading.kind == .gs1)
            #expect((reading.value(of: .expiry) != nil) == (symbol == Self.batch))
            let warnings = reading.warnings.filter { $0.code == "gs1-several-units" }.map(\.description)
            let start = "the GS1 symbols of this image are not of one unit: "
            #expect(warnings == (`case`.warning.map { [start + $0] } ?? []))
        }
    }

    @Test("are of the same page")
    func keepsPages() {
        let readings = Self.readings([
            Self.symbol("02095212345432133724", page: 1), Self.symbol("1726013110LOT7", page: 1),
            Self.symbol("00395201234567890505", page: 1), Self.symbol("00395201234567890512", page: 2),
        ])
        #expect(readings.map { $0.value(of: .expiry) != nil } == [true, true, true, false])
        #expect(readings.map(\.joinedTo) == [2, 2, nil, nil])
    }

    @Test("ten thousand symbols are joined quickly")
    func isFast() {
        let symbols = (0..<10_000).map { Self.symbol("10LOT\($0 % 2)") }
        #expect(Self.readings(symbols).allSatisfy { $0.value(of: .gs1Unit) == nil })
        let same = Self.readings((0..<10_000).map { Self.pallet[$0 % 3] })
        #expect(same.count { $0.joinedTo == nil } == 1)
    }
}
