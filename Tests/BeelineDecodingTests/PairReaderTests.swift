import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

/// Drawn codes are four pixels a module.
@Suite("Retail codes whose digits run into each other")
struct PairReaderTests {
    private static func reading(in image: GrayImage) -> PairReading? {
        BarBands(image).bands(atMost: 1).first.flatMap { PairReader(image, $0).reading() }
    }

    private static func text(in image: GrayImage) -> String? {
        reading(in: image).flatMap { $0.isCertain ? $0.symbol.text : nil }
    }

    private static func drawn(_ number: String = "978487311904") async throws -> GrayImage {
        try await Drawing.image("EANX", number).framed(20)
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (GrayImage) -> GrayImage
    }

    static let damages: [Damage] = [
        Damage(testDescription: "blurred by half a module") { $0.blurredSideways(2) },
        Damage(testDescription: "by three quarters") { $0.blurredSideways(3) },
        Damage(testDescription: "blurred and noisy") { $0.blurredSideways(2.4).noisy(4) },
        Damage(testDescription: "blurred and upside down") { $0.blurredSideways(2.4).turned(2) },
        Damage(testDescription: "blurred and standing") { $0.blurredSideways(2.4).turned(1) },
        Damage(testDescription: "blurred and turned") { $0.blurredSideways(2.4).framed(20).turned(degrees: 7) },
        Damage(testDescription: "blurred and unevenly lit") { $0.blurredSideways(1.6).unevenlyLit },
        Damage(testDescription: "blurred and bent by half a module") { $0.bent(by: 2).blurredSideways(2.4) },
        Damage(testDescription: "bent by one and a half modules") { $0.bent(by: -6).blurredSideways(1.4) },
        Damage(testDescription: "light on dark") { ($0.inverted() ?? $0).blurredSideways(2.4) },
    ]

    @Test(arguments: damages) func reads(_ damage: Damage) async throws {
        let text = Self.text(in: damage.apply(try await Self.drawn()))
        #expect(text == "9784873119045")
    }

    /// Each first digit has other sets on the left.
    @Test("numbers with several first digits are read", arguments: [0, 1, 4, 7])
    func readsFirstDigits(_ first: Int) async throws {
        let number = "\(first)71831007995"
        let text = Self.text(in: try await Self.drawn(number).blurredSideways(2))
        #expect(text?.hasPrefix(first == 0 ? String(number.dropFirst()) : number) == true)
    }

    @Test("a page with such a code is read")
    func readsAPage() async throws {
        let code = try await Self.drawn().blurredSideways(2.2).noisy(3)
        let page = GrayImage.white(width: code.width + 180, height: code.height + 240).with(code, x: 90, y: 120)
        let answer = try PageReader(options: DecodeOptions()).read(page) { _ in }
        #expect(answer.symbols.map(\.text) == ["9784873119045"])
        let outline = try #require(answer.symbols.first?.sighting?.outline)
        #expect((90..<(90 + code.width / 4)).contains(Int(outline.topLeft.x)))
        #expect((120..<(120 + code.height)).contains(Int(outline.center.y)))
    }

    static let spoilt: [Damage] = [
        Damage(testDescription: "a digit is white") { $0.overwritten(90..<118, gray: 255) },
        Damage(testDescription: "a digit is black") { $0.overwritten(90..<118, gray: 0) },
        Damage(testDescription: "a digit is gray") { $0.overwritten(150..<178, gray: 128) },
        Damage(testDescription: "blurred by one and a half modules") { $0.blurredSideways(6) },
        Damage(testDescription: "the last digits are cut off") { $0.cut(0..<180) },
        Damage(testDescription: "the first digits are cut off") { $0.cut(60..<$0.width) },
    ]

    @Test("no other number is guessed from what is left", arguments: spoilt)
    func guessesNothing(_ damage: Damage) async throws {
        let image = damage.apply(try await Self.drawn()).blurredSideways(1.6)
        let text = Self.text(in: image)
        #expect([nil, "9784873119045"].contains(text))
    }

    /// Modules of bars, between guards as those of an EAN-13.
    private static func bars(_ modules: [Bool]) -> GrayImage {
        let row = modules.flatMap { [UInt8](repeating: $0 ? 0 : 255, count: 2) }
        return GrayImage(width: row.count, height: 60, pixels: (0..<60).flatMap { _ in row }).framed(20)
    }

    @Test("bars that are as wide as an EAN-13 and no EAN-13 are not read", arguments: [1.2, 2.2, 3])
    func saysNothingOfOtherBars(_ blur: Double) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let (edge, center) = ([true, false, true], [false, true, false, true, false])
        for turn in 0..<4 {
            var halves: [[Bool]] = []
            for half in 0..<2 where turn % 2 == 0 {
                // Digits of sets that no first digit has.
                let sets: [RetailPatterns.NumberSet] =
                    half == 0 ? [.b, .a, .a, .b, .b, .b] : .init(repeating: .c, count: 6)
                halves.append(sets.flatMap { RetailPatterns.modules(next(10), $0) })
            }
            while halves.count < 2 {
                var modules: [Bool] = []
                while modules.count < 42 { modules += Array(repeating: modules.last != true, count: 1 + next(4)) }
                halves.append(Array(modules.prefix(42)))
            }
            let image = Self.bars(edge + halves[0] + center + halves[1] + edge).blurredSideways(blur)
            let text = Self.text(in: image)
            #expect(text == nil)
        }
    }

    @Test("pictures with nothing in them have no such code")
    func saysNothingOfNothing() {
        let slanted = GrayImage(
            width: 300, height: 100, pixels: (0..<30_000).map { ($0 % 300 + $0 / 300) % 10 < 4 ? 30 : 220 })
        for image in [slanted, GrayImage.white(width: 300, height: 100).noisy(60), .white(width: 49, height: 1)] {
            let symbols = RetailReader().symbols(in: image)
            #expect(symbols.isEmpty)
            // Whatever the band is, and however little there is of it.
            for side in [0.0, 0.5, 3, 60, 400] {
                let band = BarBand(angle: 0.1, across: 0...side, along: -side...(side / 2))
                let reading = PairReader(image, band).reading()
                #expect(reading?.isCertain != true)
            }
        }
    }
}
