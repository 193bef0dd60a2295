import BeelineSymbols
import Foundation
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Retail symbols that ZXing alone has read")
struct RetailCheckTests {
    /// What `Fixtures/make_fixtures.py` draws, by the number that is in it.
    static let blurred = ["4001381208265", "4001741106828", "4007629651053", "5114495935800", "9787178128705"]

    private func fixture(_ number: String) throws -> GrayImage {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return try GrayImage(decoding: Array(try Data(contentsOf: folder.appendingPathComponent("\(number).png"))))
    }

    private static func symbol(
        _ symbology: Symbology, _ text: String, in rows: ClosedRange<Int>, of image: GrayImage, addOn: String? = nil
    ) throws -> Symbol {
        let dark = try #require(image.dark)
        let place = Sighting.at(
            x: dark.columns.lowerBound, y: rows.lowerBound, width: dark.columns.count, height: rows.count)
        return Symbol(
            symbology, text, addOn: addOn, sighting: Sighting(outline: place.outline, decoder: "zxing", quality: 2))
    }

    @Test("where two rows take the same bar for another, our reader finds out", arguments: blurred)
    func readsWhatStandsThere(number: String) throws {
        let answer = try PageReader(options: DecodeOptions()).read(fixture(number)) { _ in }
        #expect(answer.symbols.map(\.text) == [number])
    }

    @Test("a wrong number is corrected to the printed one, a right one is confirmed, and blank paper decides nothing")
    func tellsWhatStandsThere() async throws {
        let image = try await Drawing.image("EANX", "978487311904").framed(10).blurredSideways(1.5)
        let rows = try #require(image.dark).rows
        let wrong = RetailCheck.verdict(
            on: try Self.symbol(.ean13, "9784873110004", in: rows, of: image), page: image)
        guard case .other(let other) = wrong else { return #expect(Bool(false), "\(wrong)") }
        #expect(other.text == "9784873119045")
        let right = try Self.symbol(.ean13, "9784873119045", in: rows, of: image)
        guard case .confirmed = RetailCheck.verdict(on: right, page: image) else {
            return #expect(Bool(false), "not confirmed")
        }
        let blank = GrayImage.white(width: image.width, height: image.height)
        guard case .unknown = RetailCheck.verdict(on: right, page: blank) else {
            return #expect(Bool(false), "there is nothing")
        }
    }

    @Test("a UPC-E of either number system is found", arguments: ["0123456", "1038537", "1506496", "1999990"])
    func findsUPCE(digits: String) async throws {
        let image = try await Drawing.image("UPCE", digits).framed(10).blurredSideways(1.2)
        let answer = try PageReader(options: DecodeOptions()).read(image) { _ in }
        #expect(answer.symbols.map { $0.text?.prefix(7) } == [digits[...]])
    }

    @Test("a symbol right below or above another one says nothing about it", arguments: [0, 1])
    func looksAtNoNeighbours(place: Int) async throws {
        let numbers = ["9784873119045", "1923055018006"]
        let codes = [
            try await Drawing.image("EANX", "978487311904"), try await Drawing.image("EANX", "192305501800"),
        ]
        let height = codes[0].height
        let page = GrayImage.white(width: codes[0].width + 20, height: 2 * height + 20)
            .with(codes[0], x: 10, y: 10).with(codes[1], x: 10, y: 10 + height)
        let rows = (10 + place * height)...(10 + (place + 1) * height - 1)
        for (number, isThere) in [(numbers[place], true), (numbers[1 - place], false)] {
            let symbol = try Self.symbol(.ean13, number, in: rows, of: page)
            switch RetailCheck.verdict(on: symbol, page: page) {
            case .confirmed: #expect(isThere)
            case .other(let other):
                #expect(!isThere)
                #expect(other.text == numbers[place])
            case .unknown: #expect(Bool(false), "what stands there is plain")
            }
        }
    }

    @Test("both of two symbols, one below the other, are found, however blurred", arguments: [0.0, 1, 1.8])
    func findsNeighbours(blur: Double) async throws {
        let codes = [
            try await Drawing.image("EANX", "978487311904"), try await Drawing.image("EANX", "192305501800"),
        ]
        let page = GrayImage.white(width: codes[0].width + 40, height: 2 * codes[0].height + 50)
            .with(codes[0], x: 20, y: 20).with(codes[1], x: 20, y: 30 + codes[0].height).blurredSideways(max(blur, 0.1))
        let answer = try PageReader(options: DecodeOptions()).read(page) { _ in }
        #expect(Set(answer.symbols.compactMap(\.text)) == ["9784873119045", "1923055018006"])
    }

    /// What a decoder read in two passes, and the result after our reader's verdict.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let symbology: Symbology
        var secondDecoder = "zxing"
        let verdict: @Sendable (Symbol) -> Evidence.Verdict
        let believed: [String]
    }

    static let cases = [
        Case(
            testDescription: "another number takes its place", symbology: .ean13,
            verdict: { symbol in
                let place = symbol.sighting?.outline
                return .other(
                    Symbol(.ean13, "other", sighting: Sighting(outline: place, decoder: RetailReader.name, quality: 4)))
            }, believed: ["other"]),
        Case(testDescription: "the same stays", symbology: .ean13, verdict: { _ in .confirmed }, believed: ["read"]),
        Case(
            testDescription: "an EAN-13 that our reader cannot see stays", symbology: .ean13,
            verdict: { _ in .unknown }, believed: ["read"]),
        Case(
            testDescription: "a UPC-E that it cannot see does not", symbology: .upcE, verdict: { _ in .unknown },
            believed: []),
        Case(
            testDescription: "but where two decoders have", symbology: .upcE, secondDecoder: "zbar",
            verdict: { _ in .unknown }, believed: ["read"]),
    ]

    @Test("its verdict decides", arguments: cases)
    func settles(_ case: Case) throws {
        var evidence = Evidence()
        let place = Sighting.at(x: 0, y: 0, width: 100, height: 50).outline
        for (number, decoder) in ["zxing", "zxing", `case`.secondDecoder].enumerated() {
            let sighting = Sighting(outline: place, decoder: decoder, quality: 4)
            evidence.add(
                [Symbol(`case`.symbology, "read", addOn: "05", sighting: sighting)], trust: .direct, by: "\(number)")
        }
        let symbol = try #require(evidence.doubtful.first)
        evidence.settle(symbol, `case`.verdict(symbol))
        #expect(evidence.accepted.map(\.text) == `case`.believed)
        #expect(evidence.accepted.allSatisfy { $0.addOn == "05" })
        // It is overruled permanently.
        evidence.add([symbol], trust: .direct, by: "last")
        #expect(evidence.accepted.map(\.text) == `case`.believed)
    }

    @Test("where one pass alone of ZXing's has read something, our reader looks before the page is given up")
    func looksWhereBarsMayBe() async throws {
        let image = try await Drawing.image("EANX", "978487311904").framed(10)
        var options = DecodeOptions()
        // ZBar would be asked about the strip.
        options.without = ["zbar"]
        for (effort, texts) in [(DecodeEffort.fast, []), (.normal, ["9784873119045"])] {
            options.effort = effort
            var reader = PageReader(options: options)
            reader.plan = reader.plan.filter { $0.name == "zxing.rows" }
            #expect(try reader.read(image) { _ in }.symbols.map(\.text) == texts, "\(effort)")
        }
    }

    @Test("what ZXing has read and is not accepted is suspected, once for each place, the likeliest first")
    func suspectsPlaces() {
        var evidence = Evidence()
        func add(_ symbology: Symbology, _ text: String, _ decoder: String, y: Int, trust: Evidence.Trust) {
            let sighting = Sighting.at(x: 0, y: y, width: 100, height: 50)
            let symbol = Symbol(
                symbology, text, sighting: Sighting(outline: sighting.outline, decoder: decoder, quality: 4))
            evidence.add([symbol], trust: trust, by: text)
        }
        add(.ean8, "unlikely", "zxing", y: 0, trust: .derived)
        add(.ean13, "likely", "zxing", y: 200, trust: .direct)
        add(.ean13, "less likely, there as well", "zxing", y: 201, trust: .derived)
        add(.ean13, "of another decoder", "zbar", y: 400, trust: .direct)
        add(.code39, "no retail code", "zxing", y: 600, trust: .derived)
        add(.ean13, "believed", RetailReader.name, y: 800, trust: .direct)
        #expect(evidence.suspected.map(\.text) == ["likely", "unlikely"])
    }

    @Test("two decoders need no third, but for a UPC-E")
    func asksAboutFew() {
        func isDoubtful(_ symbology: Symbology, _ decoders: [String]) -> Bool {
            var evidence = Evidence()
            for (number, decoder) in decoders.enumerated() {
                let place = Sighting.at(x: 0, y: 0, width: 100, height: 50).outline
                let sighting = Sighting(outline: place, decoder: decoder, quality: 40)
                evidence.add([Symbol(symbology, "read", sighting: sighting)], trust: .direct, by: "\(number)")
            }
            return !evidence.doubtful.isEmpty
        }
        #expect(isDoubtful(.ean13, ["zxing", "zxing"]))
        #expect(!isDoubtful(.ean13, ["zbar"]))
        #expect(!isDoubtful(.ean13, ["zbar", "zxing"]))
        #expect(!isDoubtful(.ean13, ["zxing", "zxing", RetailReader.name]))
        #expect(isDoubtful(.upcE, ["zbar", "zxing"]))
        #expect(!isDoubtful(.upcE, ["zbar", "zxing", RetailReader.name]))
        #expect(!isDoubtful(.code128, ["zxing"]))
    }
}
