import BeelineDecoding
import Testing

@Suite("Reading whole files")
struct DecodingTests {
    @Test("every format has fixtures, and no fixture is missing")
    func fixturesAreThere() {
        #expect(Fixture.all.count == 159)
        for format in ImageFormat.allCases {
            #expect(Fixture.all.contains { $0.format == format })
        }
    }

    @Test("every kind of file gives the grays that Pillow reads", arguments: Fixture.all)
    func givesGrays(_ fixture: Fixture) throws {
        let image = try GrayImage(decoding: fixture.bytes)
        #expect(image.width == fixture.width)
        #expect(image.height == fixture.height)
        try #require(image.pixels.count == fixture.grays.count)
        let differences = zip(image.pixels, fixture.grays).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= fixture.tolerance)
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) <= 1)
    }

    @Test("the content determines the format", arguments: Fixture.all)
    func recognises(_ fixture: Fixture) {
        #expect(ImageFormat(recognising: fixture.bytes) == fixture.format)
    }

    @Test("each EXIF orientation shows the same picture", arguments: 2...8)
    func orientsUpright(_ number: Int) throws {
        let upright = try GrayImage(decoding: Fixture.named("exif1.jpg").bytes)
        let turned = try GrayImage(decoding: Fixture.named("exif\(number).jpg").bytes)
        try #require(turned.width == upright.width && turned.height == upright.height)
        let differences = zip(turned.pixels, upright.pixels).map { abs(Int($0) - Int($1)) }
        // They are compressed apart, in blocks that begin at other sides.
        #expect(differences.max() ?? 0 <= 16)
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 3)
    }

    @Test("bytes after the image do not matter", arguments: Fixture.all)
    func ignoresWhatFollows(_ fixture: Fixture) throws {
        let trailing: [UInt8] = Array("\nand more\n".utf8)
        #expect(try GrayImage(decoding: fixture.bytes + trailing) == GrayImage(decoding: fixture.bytes))
    }

    @Test("an image of the program's own keeps its pixels")
    func keepsPixels() {
        let image = GrayImage(width: 3, height: 2, pixels: [0, 1, 2, 3, 4, 5])
        #expect(image.pixels == [0, 1, 2, 3, 4, 5])
        #expect(image != GrayImage(width: 2, height: 3, pixels: [0, 1, 2, 3, 4, 5]))
    }
}
