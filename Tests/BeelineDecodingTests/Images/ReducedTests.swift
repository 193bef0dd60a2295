import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Pictures that are too large are read at a reduced scale")
struct ReducedTests {
    /// Those whose rows come one after the other, or that their library scales.
    static let fixtures = Fixture.all.filter { fixture in
        let others = [
            "interlaced", "progressive", "plain", "animated", "blended", "still-first", "pages", "runs", "two",
        ]
        guard !others.contains(where: { fixture.name.contains($0) }), min(fixture.width, fixture.height) >= 8 else {
            return false
        }
        return [.png, .jpeg, .pnm, .tiff, .webp].contains(fixture.format)
    }

    @Test("each pixel is the mean of those that it stands for", arguments: fixtures)
    func averages(_ fixture: Fixture) throws {
        let limits = ImageLimits(maxPixels: fixture.width * fixture.height / 4, mostReduction: 4)
        var page: ImagePage?
        ImagePage.forEach(in: fixture.bytes, limits: limits) { first in
            page = first
            return false
        }
        let read = try #require(page)
        let image = try read.picture.get()
        #expect(read.reduction == 2)
        // libjpeg rounds up.
        #expect((fixture.width / 2...(fixture.width + 1) / 2).contains(image.width))
        #expect((fixture.height / 2...(fixture.height + 1) / 2).contains(image.height))
        func mean(_ grays: [UInt8]) -> Double { grays.reduce(0) { $0 + Double($1) } / Double(grays.count) }
        #expect(abs(mean(image.pixels) - mean(fixture.grays)) < 12 + Double(fixture.tolerance))
    }

    @Test("those that need all of their pixels at once are refused as before")
    func refusesOthers() throws {
        for name in ["gray8-interlaced.png", "gray-progressive.jpg", "plain.pgm", "animated.webp"] {
            let fixture = try Fixture.named(name)
            let limits = ImageLimits(maxPixels: fixture.width * fixture.height / 4, mostReduction: 4)
            #expect {
                try GrayImage(decoding: fixture.bytes, limits: limits)
            } throws: { error in
                guard case .tooManyPixels = error as? ImageError else { return false }
                return true
            }
        }
    }

    @Test("a code is read, and its place counts in the pixels of the file")
    func readsCode() async throws {
        let code = try await Drawing.image("EANX", "978487311904", ["--scale=6"])
        let page = GrayImage.white(width: 1600, height: 1203).with(code, x: 200, y: 300)
        let header = Array("P5 1600 1203 255 ".utf8)
        let png = try PNGWriter.png(of: page)
        for bytes in [header + page.pixels, png] {
            let limits = ImageLimits(maxPixels: 600_000, mostReduction: 4)
            let decoding = try LocalDecoder(limits: limits).decode(now: .bytes(bytes))
            #expect(decoding.symbols.map(\.text) == ["9784873119045"])
            #expect(decoding.pages.map(\.width) == [1600])
            let outline = try #require(decoding.symbols.first?.sighting?.outline)
            let bars = try #require(page.dark)
            #expect(abs(outline.columns.lowerBound - bars.columns.lowerBound) < 24)
            #expect(abs(outline.columns.upperBound - bars.columns.upperBound) < 24)
            var options = DecodeOptions()
            options.region = ImageRegion(
                x: .pixels(0), y: .pixels(0), width: .pixels(180), height: .pixels(1203))
            #expect(try LocalDecoder(limits: limits).decode(now: .bytes(bytes), options).symbols.isEmpty)
        }
    }

    @Test("a reduction has a limit, and uneven sides are uneven at any scale")
    func hasLimit() {
        let limits = ImageLimits(maxPixels: 1000, mostReduction: 4)
        #expect(throws: Never.self) { try limits.reduction(width: 120, height: 120, of: .png) }
        #expect(throws: ImageError.tooManyPixels(width: 130, height: 130, limit: 1000)) {
            try limits.reduction(width: 130, height: 130, of: .png)
        }
        #expect(throws: ImageError.self) { try ImageLimits.reduced.reduction(width: 2_000_000, height: 100, of: .png) }
        #expect(throws: ImageError.noPixels(.png)) { try limits.reduction(width: 0, height: 10, of: .png) }
    }
}
