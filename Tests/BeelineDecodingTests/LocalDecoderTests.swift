import BeelineDecoding
import BeelineSymbols
import Foundation
import TestPictures
import TestPrograms
import Testing

@Suite("Decoding in this process")
struct LocalDecoderTests {
    @Test("the pictures in Examples read as expected.tsv says", arguments: ExamplePicture.all)
    func examples(_ picture: ExamplePicture) async throws {
        let symbols = try await LocalDecoder().symbols(in: .file(Project.file("Examples/\(picture.file)")))
        #expect(symbols.map(\.symbology.name) == [picture.symbology])
        #expect(symbols.map(\.text) == [picture.text])
        #expect(symbols.map(\.addOn) == [picture.addOn])
    }

    @Test("there are four pictures")
    func thereAreFour() { #expect(ExamplePicture.all.count == 4) }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: ImageSource
        let code: String
    }

    static let bad = [
        Bad(testDescription: "a missing file", source: .file("/nonexistent/a.png"), code: "cannot-open"),
        Bad(testDescription: "a path with a NUL", source: .file("a\0.png"), code: "cannot-open"),
        Bad(testDescription: "an empty path", source: .file(""), code: "cannot-open"),
        Bad(testDescription: "a folder", source: .file("/"), code: "cannot-open"),
        Bad(testDescription: "a closed descriptor", source: .descriptor(-1), code: "cannot-open"),
        Bad(testDescription: "an empty file", source: .file("/dev/null"), code: "unreadable-image"),
        Bad(testDescription: "no bytes", source: .bytes([]), code: "unreadable-image"),
        Bad(testDescription: "text", source: .bytes(Array("hello".utf8)), code: "unreadable-image"),
    ]

    @Test("bad input is an error with its code", arguments: bad)
    func refuses(_ bad: Bad) async {
        await #expect { try await LocalDecoder().symbols(in: bad.source) } throws: {
            ($0 as? DecodeError)?.code == bad.code
        }
    }

    @Test("an image beyond the limits is too large, whichever way it comes")
    func keepsLimits() async throws {
        let png = try await Drawing.png("EANX", Array("978487311904".utf8))
        let folder = try TemporaryFolder()
        let path = try folder.write("code.png", png)
        for limits in [ImageLimits(maxPixels: 1000), ImageLimits(maxBytes: 100)] {
            for source in [ImageSource.bytes(png), .file(path), .file("/dev/zero")] {
                if source == .file("/dev/zero"), limits.maxBytes > 1000 { continue }
                await #expect { try await LocalDecoder(limits: limits).symbols(in: source) } throws: {
                    ($0 as? DecodeError)?.code == "image-too-large"
                }
            }
        }
    }

    @Test("a descriptor is read from its position, and stays open")
    func lendsDescriptor() async throws {
        let png = try await Drawing.png("EANX", Array("978487311904".utf8))
        let folder = try TemporaryFolder()
        let path = try folder.write("code.png", Array("junk".utf8) + png)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try file.seek(toOffset: 4)
        let symbols = try await LocalDecoder().symbols(in: .descriptor(file.fileDescriptor))
        #expect(symbols.map(\.text) == ["9784873119045"])
        #expect(try file.offset() == UInt64(png.count + 4))
    }

    static let blank: [GrayImage] = [
        .white(width: 1, height: 1), .white(width: 1, height: 5000), .white(width: 5000, height: 1),
        GrayImage(width: 100, height: 100, pixels: Array(repeating: 0, count: 10_000)),
        GrayImage(width: 0, height: 0, pixels: []),
        GrayImage(width: 300, height: 300, pixels: (0..<90_000).map { $0 % 2 == 0 ? 0 : 255 }),
    ]

    @Test("a picture without a code has no symbol", arguments: blank.indices)
    func findsNothing(_ index: Int) throws {
        #expect(try ZBarDecoder().symbols(in: Self.blank[index]).isEmpty)
    }

    @Test("noise of any grain is survived", arguments: [1, 2, 3, 7])
    func survivesNoise(_ grain: Int) throws {
        var state: UInt64 = 42
        let side = 400
        let cells = (side / grain + 1)
        let dots = (0..<(cells * cells)).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 63 == 0 ? 0 : 255
        }
        let pixels = (0..<(side * side)).map { dots[($0 / side / grain) * cells + $0 % side / grain] }
        let symbols = try ZBarDecoder().symbols(in: GrayImage(width: side, height: side, pixels: pixels))
        #expect(symbols.allSatisfy { $0.symbology != .qr })
    }
}
