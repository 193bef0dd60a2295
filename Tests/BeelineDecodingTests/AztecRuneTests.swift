import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Aztec runes")
struct AztecRuneTests {
    private static func image(_ value: Int, _ options: [String] = []) async throws -> GrayImage {
        try await Drawing.image("AZRUNE", String(value), ["--scale=3"] + options).framed(24)
    }

    private static func read(_ image: GrayImage) throws -> [Symbol] {
        try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
    }

    private static func digits(_ value: Int) -> String { String("00\(value)".suffix(3)) }

    private static func runes(in image: GrayImage) -> [String?] {
        AztecGrids.runes(in: PictureScales(DerivedImage(image: image, mapping: .identity))).map(\.text)
    }

    @Test("numbers that zint draws are read, with their identifier and where they are")
    func readsAll() async throws {
        for value in [1, 2, 4, 8] + stride(from: 0, through: 255, by: 5) {
            let image = try await Self.image(value)
            let symbol = try #require(try Self.read(image).first, "\(value)")
            #expect(symbol.symbology == .aztec && symbol.text == Self.digits(value))
            #expect(symbol.aim?.description == "]zC")
            let outline = try #require(symbol.sighting?.outline)
            let dark = try #require(image.dark)
            // Rune 0 may end with light modules on a side.
            #expect(abs(outline.columns.lowerBound - dark.columns.lowerBound) <= 8, "\(value)")
            #expect(abs(outline.rows.upperBound - dark.rows.upperBound) <= 8, "\(value)")
        }
    }

    @Test("turned, tilted, light on dark, in gray and in a mirror", arguments: [1, 64, 137, 223, 255])
    func readsDisturbed(_ value: Int) async throws {
        let image = try await Self.image(value, ["--scale=5"])
        let text = [Self.digits(value)]
        for quarters in 1...3 { #expect(try Self.read(image.turned(quarters)).map(\.text) == text) }
        for degrees in [20.0, 45, -67] {
            let turned = try #require(image.framed(60).inverted()?.turned(degrees: degrees)?.image.inverted())
            #expect(try Self.read(turned).map(\.text) == text, "\(degrees)")
        }
        #expect(try Self.read(#require(image.tilted(by: 35, about: 20, turned: 10))).map(\.text) == text)
        #expect(try Self.read(#require(image.inverted())).map(\.text) == text)
        #expect(try Self.read(image.faded(to: 70).grained(4).blurred(1)).map(\.text) == text)
        let columns = image.width
        let mirror = (0..<image.height).flatMap { image.pixels[($0 * columns)..<(($0 + 1) * columns)].reversed() }
        #expect(
            try Self.read(GrayImage(width: columns, height: image.height, pixels: mirror)).map(\.text) == text)
    }

    @Test("several in a large picture are all read")
    func readsSeveral() async throws {
        var page = GrayImage.white(width: 1600, height: 1200)
        for (place, value) in [3, 30, 200].enumerated() {
            page = page.with(try await Self.image(value), x: 100 + 480 * place, y: 80 + 350 * place)
        }
        #expect(try Set(Self.read(page).compactMap(\.text)) == ["003", "030", "200"])
    }

    @Test("a wrong module is put right, and one with more is not a rune")
    func corrects() async throws {
        let image = try await Self.image(137, ["--scale=6"])
        let dark = try #require(image.dark)
        let module = (dark.columns.upperBound - dark.columns.lowerBound + 1) / 11
        /// With the first modules of the message, in the row at the top, inverted.
        func disturbed(_ count: Int) -> GrayImage {
            var pixels = image.pixels
            for y in 0..<module {
                for x in 0..<(count * module) {
                    let place = (dark.rows.lowerBound + y) * image.width + dark.columns.lowerBound + 2 * module + x
                    pixels[place] = 255 - pixels[place]
                }
            }
            return GrayImage(width: image.width, height: image.height, pixels: pixels)
        }
        #expect(Self.runes(in: disturbed(1)) == ["137"])
        #expect(Self.runes(in: disturbed(4)).isEmpty)
    }

    @Test("an Aztec code is not a rune, whatever its size", arguments: 1...12)
    func leavesCodes(_ length: Int) async throws {
        for letter in ["A", "b", "7", "!"] {
            let text = String(repeating: letter, count: length * length)
            let image = try await Drawing.image("AZTEC", text).framed(20)
            #expect(Self.runes(in: image).isEmpty, "\(text)")
            #expect(try Self.read(image).map(\.text) == [text])
        }
    }
}
