import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Thin bars, large dots and odd finder patterns")
struct ThinBarsTests {
    private static func read(_ image: GrayImage) throws -> [String?] {
        try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols.map(\.text)
    }

    // MARK: Bars

    static let codes = [
        PrintedCode.industry[1], .industry[2],
        .init(
            "Code 39 of a vehicle", "CODE39", "JTDKB20U887718156", is: .code39, "CODE-39", saying: "JTDKB20U887718156",
            aim: "]A0"),
        .industry[4],
        .init(
            "Code 128 of a part", "CODE128", "PART-4711/0815", is: .code128, "", saying: "PART-4711/0815", aim: "]C0"),
        .industry[6],
    ]

    /// Of three pixels a module, with bars that are thinner by six tenths of one, as if too much light fell on them.
    private static func overexposed(_ code: PrintedCode) async throws -> GrayImage {
        let data = String(decoding: code.zint.data, as: UTF8.self)
        let whole = try await Drawing.image(code.zint.type, data, ["--scale=6"])
        let thin = whole.worn(4).shrunk(by: 0.25)
        let blurred = try #require(thin.averaged(radius: 1))
        let light = blurred.pixels.map { UInt8(min(250, 120 + Int($0) * 132 / 255)) }
        return GrayImage(width: blurred.width, height: blurred.height, pixels: light).framed(20).grained(2)
    }

    @Test("bars that are too thin are read", arguments: codes)
    func readsThin(_ code: PrintedCode) async throws {
        #expect(try Self.read(await Self.overexposed(code)) == [code.text])
    }

    @Test("light bars and thin bars are recognized in strips")
    func tones() async throws {
        let code = try await Drawing.image("CODE128", "PART-4711/0815", ["--scale=3"]).framed(40)
        func tones(_ page: GrayImage) throws -> BarTones {
            let strips = BarPlaces.parts(of: PictureScales(DerivedImage(image: page, mapping: .identity)))
            return BarTones(try #require(strips.first).image)
        }
        #expect(try !tones(code).areLight && !tones(code).areThin)
        #expect(try tones(#require(code.inverted())).areLight)
        #expect(try await tones(Self.overexposed(Self.codes[4])).areThin)
        for side in [1, 2, 3] { #expect(!BarTones(.white(width: side, height: side)).areLight) }
    }

    // MARK: Dots

    /// A Data Matrix of round dots on a ground.
    private static func dots(_ text: String, pitch: Int, dot: GrayImage, ground: UInt8) async throws -> GrayImage {
        let code = try await Drawing.image("DATAMATRIX", text, ["--square", "--scale=0.5"])
        let side = (code.width + 8) * pitch
        var page = GrayImage(width: side, height: side, pixels: Array(repeating: ground, count: side * side))
        for row in 0..<code.height {
            for column in 0..<code.width where code.pixels[row * code.width + column] < 128 {
                page = page.with(dot, x: (column + 4) * pitch, y: (row + 4) * pitch)
            }
        }
        return page
    }

    @Test("Data Matrix codes of dots of any size are read, light ones too", arguments: [6, 10, 16, 24])
    func readsDots(_ pitch: Int) async throws {
        for (ink, ground) in [(UInt8(40), UInt8(230)), (230, 40)] {
            let radius = 0.4 * Double(pitch)
            let pixels = (0..<(pitch * pitch)).map { place -> UInt8 in
                let (x, y) = (Double(place % pitch) + 0.5, Double(place / pitch) + 0.5)
                let middle = Double(pitch) / 2
                return (Vector(x, y) - Vector(middle, middle)).length < radius ? ink : ground
            }
            let dot = GrayImage(width: pitch, height: pitch, pixels: pixels)
            let page = try await Self.dots("DOT-\(pitch)", pitch: pitch, dot: dot, ground: ground)
            #expect(try Self.read(page.grained(4)) == ["DOT-\(pitch)"], "\(ink) on \(ground)")
        }
    }
}
