import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Linear codes at their own angle")
struct BarPlaceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let data: String
        var text: String?
        var addOn: String?
        var options: [String] = []
        /// Clockwise, in degrees.
        let turn: Double
        var testDescription: String { "\(type) \(data) turned by \(Int(turn))°" }
    }

    static let cases = [
        Case(type: "EANX", data: "978487311904", text: "9784873119045", turn: 33),
        Case(type: "EANX", data: "978487311904", text: "9784873119045", turn: -48),
        Case(type: "EANX", data: "9638507", text: "96385074", turn: 125),
        Case(type: "UPCA", data: "03600029145", text: "036000291452", turn: 62),
        Case(type: "CODE128", data: "AT ITS ANGLE", turn: 27),
        Case(type: "CODE39", data: "TURNED", turn: 210),
        Case(type: "C25INTER", data: "0123456789", options: ["--height=40"], turn: 40),
        Case(type: "EANX", data: "978487311904+52495", text: "9784873119045", addOn: "52495", turn: 38),
        Case(type: "EANX", data: "977147396801+03", text: "9771473968012", addOn: "03", turn: -55),
    ]

    private static func read(_ image: GrayImage) throws -> [Symbol] {
        try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
    }

    /// A page with an approximation of words, and a rotated code.
    private static func page(_ case: Case) async throws -> GrayImage {
        let code = try await Drawing.image(`case`.type, `case`.data, ["--scale=1.5"] + `case`.options).framed(24)
        let turned = try #require(code.turned(degrees: `case`.turn)).image
        return words().with(turned, x: 150, y: 60).grained(8)
    }

    private static func words() -> GrayImage {
        var page = GrayImage.white(width: 760, height: 640)
        let word = GrayImage.white(width: 30, height: 12).grained(120)
        for place in 0..<240 { page = page.with(word, x: place % 15 * 50 + 8, y: place / 15 * 40 + 8) }
        return page
    }

    @Test("they are read among words", arguments: cases)
    func readsTurned(_ case: Case) async throws {
        let symbols = try Self.read(try await Self.page(`case`))
        #expect(symbols.map(\.text) == [`case`.text ?? `case`.data])
        #expect(symbols.first?.addOn == `case`.addOn)
    }

    @Test("an outline in a strip is mapped back to the code's place on the page")
    func outline() async throws {
        let code = try await Drawing.image("CODE128", "PLACED", ["--scale=1.5", "--height=40"]).framed(24)
        let turned = try #require(code.turned(degrees: 30)).image
        let page = Self.words().with(turned, x: 200, y: 150).grained(2)
        let pass = try #require(Passes.plan.first { $0.name == "zxing.bars" })
        let symbol = try #require(try PageReader(options: DecodeOptions()).answers(of: pass, on: page)?.first)
        let outline = try #require(symbol.sighting?.outline)
        let along = Vector(outline.topRight) - Vector(outline.topLeft)
        // The same way up as it was printed, and as long.
        #expect(abs(along.y / along.x - 0.577) < 0.06 && along.x > 0)
        let bars = try #require(code.dark).columns
        #expect(abs(along.length - Double(bars.count)) < 20)
        let middle = Vector(200 + Double(turned.width) / 2, 150 + Double(turned.height) / 2)
        #expect((Vector(outline.center) - middle).length < 30)
    }

    @Test("each of several codes is a part, whichever way it is turned")
    func several() async throws {
        var page = GrayImage.white(width: 1200, height: 900)
        let numbers = ["978487311904", "400638133393", "590123412345", "473513537026", "761318912345", "301234567890"]
        for (index, number) in numbers.enumerated() {
            let code = try await Drawing.image("EANX", number, ["--scale=1"]).framed(12)
            let turned = try #require(code.turned(degrees: Double(index * 29 + 17))).image
            page = page.with(turned, x: index % 3 * 390 + 20, y: index / 3 * 440 + 20)
        }
        let parts = BarPlaces.parts(of: PictureScales(DerivedImage(image: page.grained(6), mapping: .identity)))
        #expect((6...24).contains(parts.count))
        #expect(try Set(Self.read(page.grained(6)).compactMap { $0.text?.dropLast() }) == Set(numbers.map { $0[...] }))
    }

    @Test("a page full of stripes has a bounded number of parts with a bounded number of pixels")
    func bounded() throws {
        let (width, height) = (1600, 1200)
        // Stripes of 24 lines each, every other one leaning to the other side.
        let pixels = (0..<(width * height)).map { place -> UInt8 in
            let (row, column) = (place / width, place % width)
            let lean = row / 24 % 2 == 0 ? row : -row
            return (column * 2 + lean + 4000) / 7 % 2 == 0 ? 20 : 230
        }
        let page = GrayImage(width: width, height: height, pixels: pixels)
        let parts = BarPlaces.parts(of: PictureScales(DerivedImage(image: page, mapping: .identity)))
        #expect(parts.count <= 48)
        #expect(parts.reduce(0) { $0 + $1.image.pixels.count } <= page.pixels.count)
    }

    @Test("there is no place in pictures that are too small, blank or dark, or have only a few edges")
    func nothing() {
        for image in [
            GrayImage.white(width: 3, height: 3), .white(width: 200, height: 100),
            GrayImage(width: 60, height: 60, pixels: Array(repeating: 0, count: 3600)),
            GrayImage.white(width: 300, height: 200)
                .with(GrayImage(width: 80, height: 120, pixels: Array(repeating: 10, count: 9600)), x: 90, y: 40),
            .white(width: 300, height: 1), .white(width: 1, height: 300),
        ] {
            #expect(BarPlaces.parts(of: PictureScales(DerivedImage(image: image, mapping: .identity))).isEmpty)
        }
    }

    @Test("of two readings of one ITF the longer one is believed")
    func cutITF() throws {
        let outline = Outline(
            topLeft: Point(x: 10, y: 10), topRight: Point(x: 200, y: 10), bottomRight: Point(x: 200, y: 60),
            bottomLeft: Point(x: 10, y: 60))
        func symbol(_ text: String, _ decoder: String, _ quality: Int) -> Symbol {
            Symbol(.itf, text, sighting: Sighting(outline: outline, decoder: decoder, quality: quality))
        }
        var evidence = Evidence()
        evidence.add([symbol("570740", ZXingDecoder.name, 2)], trust: .direct, by: "zxing.bars")
        evidence.add([symbol("57074054625977", ZBarDecoder.name, 12)], trust: .derived, by: "zbar.bars")
        #expect(evidence.accepted.map(\.text) == ["57074054625977"])
    }
}
