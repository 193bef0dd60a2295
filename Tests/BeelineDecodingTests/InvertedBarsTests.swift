import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("White bars on black")
struct InvertedBarsTests {
    static let codes = PrintedCode.retail + PrintedCode.industry + PrintedCode.databar

    private static func sheet(_ code: PrintedCode) async throws -> GrayImage {
        let data = String(decoding: code.zint.data, as: UTF8.self)
        let image = try await Drawing.image(code.zint.type, data, code.zint.options).framed(30)
        return try #require(image.inverted())
    }

    private static func read(_ image: GrayImage, _ options: DecodeOptions = DecodeOptions()) throws -> [Symbol] {
        try PageReader(options: options).read(image) { _ in }.symbols
    }

    @Test("linear codes of every symbology are read, with their add-ons", arguments: codes)
    func reads(_ code: PrintedCode) async throws {
        let symbols = try Self.read(await Self.sheet(code))
        #expect(symbols.map(\.text) == [code.text])
        #expect(symbols.map(\.symbology) == [code.symbology])
        #expect(symbols.first?.addOn == code.addOn)
        #expect(symbols.first?.aim?.description == code.aim)
    }

    @Test("they are read at any angle, and in gray", arguments: [90.0, -12, 30, 135])
    func readsTurned(_ degrees: Double) async throws {
        let sheet = try await Self.sheet(Self.codes[0]).framed(200)
        let page = try #require(sheet.inverted()?.turned(degrees: degrees)?.image.inverted())
        #expect(try Self.read(page.faded(to: 80).grained(4)).map(\.text) == [Self.codes[0].text])
    }

    @Test("a label that is black is found beside one that is white")
    func readsBoth() async throws {
        let black = try await Self.sheet(Self.codes[0])
        let white = try await Drawing.image("EANX", "400638133393")
        let page = GrayImage.white(width: 900, height: 700).with(black, x: 40, y: 30).with(white, x: 60, y: 400)
        #expect(try Set(Self.read(page).compactMap(\.text)) == ["9784873119045", "4006381333931"])
    }

    @Test("a camera sees one within three frames")
    func readsFrames() async throws {
        for code in [Self.codes[0], PrintedCode.industry[0], PrintedCode.industry[5]] {
            let sheet = try await Self.sheet(code)
            let image = GrayImage.white(width: 1280, height: 720).with(sheet, x: 300, y: 200).grained(4)
            let seen = try (0..<3).flatMap { frame in
                var options = DecodeOptions()
                options.frame = frame
                return try LocalDecoder().decode(image, page: nil, options, nil) { _ in }.symbols
            }
            #expect(Set(seen.map(\.text)) == [code.text])
        }
    }

    @Test("where no pass looks for them, the diagnosis says so")
    func diagnoses() async throws {
        let sheet = try await Self.sheet(PrintedCode.industry[5])
        #expect(Diagnoser().findings(in: sheet).map(\.kind) == [.inverted])
        let upright = try #require(sheet.inverted())
        #expect(!Diagnoser().findings(in: upright).map(\.kind).contains(.inverted))
    }

    @Test("an easy code costs no look at light bars")
    func easyIsCheap() async throws {
        let image = try await Drawing.image("EANX", "978487311904").framed(20)
        let tried = try PageReader(options: DecodeOptions()).read(image) { _ in }.tried
        #expect(!tried.contains { $0.contains("inverted") })
    }
}
