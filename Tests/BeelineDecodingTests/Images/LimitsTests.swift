import BeelineDecoding
import Foundation
import Testing

@Suite("Limits, and the errors that report them")
struct LimitsTests {
    struct Claim: Sendable, CustomTestStringConvertible {
        let name: String
        let width: Int
        let height: Int
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    /// Headers of pictures that are not there, of more pixels than are read.
    static let claims: [Claim] = {
        // A PNG is believed only with the right checksum, so this header is recorded whole.
        let png =
            [0x89] + "PNG\r\n\u{1A}\n".utf8 + [0, 0, 0, 13] + "IHDR".utf8
            + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0, 0x08, 0x94, 0x97, 0x3B]
        var claims = [Claim(name: "PNG", width: 60000, height: 60000, bytes: png)]
        for kind in 1...6 {
            let header = Array("P\(kind) 60000 60000 \(kind % 3 == 1 ? "" : "255 ")1 1 1".utf8)
            claims.append(Claim(name: "PNM P\(kind)", width: 60000, height: 60000, bytes: header))
        }
        for name in ["rgb-420.jpg", "gray-progressive.jpg", "cmyk.jpg"] {
            guard var bytes = try? Fixture.named(name).bytes else { continue }
            // The frame header: a marker of two bytes, a length of two, the precision, height and width.
            for index in bytes.indices.dropLast(9)
            where bytes[index] == 0xFF && [0xC0, 0xC2].contains(bytes[index + 1]) && bytes[index + 4] == 8 {
                bytes.replaceSubrange((index + 5)..<(index + 9), with: [0xEA, 0x60, 0xEA, 0x60])
            }
            claims.append(Claim(name: name, width: 60000, height: 60000, bytes: bytes))
        }
        // The widest WebP is of 16383 pixels. Without loss there are two numbers of 14 bits, stored less one.
        let webps: [(name: String, place: Int, sides: [UInt8])] = [
            ("lossy.webp", 26, [0xFF, 0x3F, 0xFF, 0x3F]),
            ("lossless.webp", 21, [0xFE, 0xBF, 0xFF, 0x0F]),
            ("animated.webp", 24, [0xFE, 0x3F, 0, 0xFE, 0x3F, 0]),
        ]
        for webp in webps {
            guard var bytes = try? Fixture.named(webp.name).bytes else { continue }
            bytes.replaceSubrange(webp.place..<(webp.place + webp.sides.count), with: webp.sides)
            claims.append(Claim(name: webp.name, width: 16383, height: 16383, bytes: bytes))
        }
        for claim in [tiffClaim(tiled: false), tiffClaim(tiled: true), gifClaim, bmpClaim] { claims.append(claim) }
        for name in ["even.heic", "rgb.avif"] {
            guard var bytes = try? Fixture.named(name).bytes else { continue }
            // The property that gives the size: a length of 4, the name, 4 of version, width and height.
            for index in bytes.indices.dropLast(16) where bytes[index...].starts(with: "ispe".utf8) {
                bytes.replaceSubrange((index + 8)..<(index + 16), with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
            }
            claims.append(Claim(name: name, width: 30000, height: 30000, bytes: bytes))
        }
        return claims
    }()

    /// A directory of an image of 60000 × 60000 in a strip or tile of as much.
    private static func tiffClaim(tiled: Bool) -> Claim {
        let entries: [(tag: UInt8, kind: UInt8, value: [UInt8])] = [
            (0, 4, [0x60, 0xEA, 0, 0]), (1, 4, [0x60, 0xEA, 0, 0]), (2, 3, [8, 0, 0, 0]), (3, 3, [1, 0, 0, 0]),
            (6, 3, [1, 0, 0, 0]),
        ]
        let place: [UInt8] = [8, 0, 0, 0]
        let pieces: [(UInt8, UInt8, [UInt8])] =
            tiled
            ? [(0x42, 4, [0x60, 0xEA, 0, 0]), (0x43, 4, [0x60, 0xEA, 0, 0]), (0x44, 4, place), (0x45, 4, place)]
            : [(0x11, 4, place), (0x17, 4, place)]
        var directory: [UInt8] = []
        for (tag, kind, value) in entries + pieces { directory += [tag, 1, kind, 0, 1, 0, 0, 0] + value }
        let bytes =
            Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(entries.count + pieces.count), 0] + directory + [0, 0, 0, 0]
        return Claim(name: tiled ? "TIFF, a tile" : "TIFF, a strip", width: 60000, height: 60000, bytes: bytes)
    }

    private static let gifClaim = Claim(
        name: "GIF", width: 60000, height: 60000,
        bytes: Array("GIF89a".utf8) + [0x60, 0xEA, 0x60, 0xEA, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])

    private static let bmpClaim = Claim(
        name: "BMP", width: 60000, height: 60000,
        bytes: Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
            + [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0, 1, 0, 24, 0] + Array(repeating: 0, count: 24) + [1, 2, 3])

    @Test("a header that claims too many pixels is refused before memory is allocated", arguments: claims)
    func refusesClaims(_ claim: Claim) throws {
        let before = try peakMemory()
        #expect(throws: ImageError.tooManyPixels(width: claim.width, height: claim.height, limit: 128_000_000)) {
            try GrayImage(decoding: claim.bytes)
        }
        // Other tests run at the same time, and all of them together do not take this much.
        #expect(try peakMemory() - before < 100_000)
    }

    @Test("all formats take part in that test")
    func claimsAreComplete() {
        #expect(Self.claims.count == 19)
    }

    @Test("sides whose product overflows are refused")
    func refusesOverflow() {
        #expect(throws: ImageError.tooManyPixels(width: 999_999_999_999, height: 999_999_999_999, limit: .max)) {
            try GrayImage(
                decoding: Array("P5 999999999999 999999999999 255 ".utf8), limits: ImageLimits(maxPixels: .max))
        }
    }

    @Test("the limits themselves are within the limits", arguments: Fixture.all)
    func limitsAreInclusive(_ fixture: Fixture) throws {
        let count = fixture.width * fixture.height
        let exact = ImageLimits(maxPixels: count, maxBytes: fixture.bytes.count)
        #expect(throws: Never.self) { try GrayImage(decoding: fixture.bytes, limits: exact) }
        #expect(throws: ImageError.tooManyBytes(limit: fixture.bytes.count - 1)) {
            try GrayImage(decoding: fixture.bytes, limits: ImageLimits(maxBytes: fixture.bytes.count - 1))
        }
        #expect { try GrayImage(decoding: fixture.bytes, limits: ImageLimits(maxPixels: count - 1)) } throws: { error in
            guard case .tooManyPixels(_, _, limit: count - 1) = error as? ImageError else { return false }
            return true
        }
    }

    @Test("pixels that a PNM file is too short for are not waited for with memory")
    func refusesShortFiles() {
        let header = Array("P4 1000000 1099511 ".utf8)
        #expect(throws: ImageError.truncated(.pnm)) {
            try GrayImage(decoding: header, limits: ImageLimits(maxPixels: .max))
        }
    }

    struct Foreign: Sendable, CustomTestStringConvertible {
        let start: [UInt8]
        let name: String?
        var testDescription: String { name ?? "unknown" }

        init(_ start: String, _ name: String?) {
            (self.start, self.name) = (Array(start.utf8), name)
        }
    }

    static let foreign = [
        Foreign("%PDF-1.7\n", "a PDF"), Foreign("%!PS-Adobe-3.0", "a PostScript file"),
        Foreign("\0\0\0\u{0C}JXL \r\n", "a JPEG XL"), Foreign("<svg xmlns='", "an SVG"),
        Foreign("BM is how this text begins", nil), Foreign("\0\0\0\u{1C}ftypisom", nil),
        Foreign("<?xml version='1.0'?>\n<!-- drawn -->\n<svg>", "an SVG"), Foreign("<html><body>", nil),
        Foreign("P8 1 1 255 .", nil), Foreign("RIFF....WAVE", nil), Foreign("hello", nil), Foreign("P5", nil),
    ]

    @Test("a format that cannot be read is named if it is common", arguments: foreign)
    func namesForeignFormats(_ foreign: Foreign) {
        #expect(throws: ImageError.unknownFormat(foreign.name)) { try GrayImage(decoding: foreign.start) }
    }

    @Test("an empty file is called empty")
    func refusesEmpty() {
        #expect(throws: ImageError.empty) { try GrayImage(decoding: []) }
    }

    static let sentences: [(ImageError, String)] = [
        (
            .unknownFormat("an SVG"),
            "an SVG, which cannot be read; convert it to one of JPEG, PNG, WebP, TIFF, GIF, BMP,"
        ),
        (.unknownFormat("a PDF"), "`beeline scan`"),
        (.tooManyPages(limit: 1000), "only the first 1000 pages are"),
        (.truncated(.webp), "the WebP ends in the midst of its pixels"),
        (.damaged(.png, "invalid chunk checksum"), "the PNG is damaged: invalid chunk checksum"),
        (.tooManyPixels(width: 9, height: 8, limit: 50), "9 × 8 pixels, and at most 50"),
    ]

    @Test("errors speak plainly", arguments: sentences)
    func speaksPlainly(_ error: ImageError, _ part: String) {
        #expect(error.description.contains(part))
        #expect(!error.description.hasSuffix("."))
    }

    /// The most memory that the process ever had, in kilobytes.
    private func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}
