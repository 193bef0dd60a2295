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
    static let claims = claims(60_000, 60_000)

    /// Headers of pictures that are not there, of few pixels and one long side.
    static let unevenClaims = [(60_000, 1), (1, 60_000), (60_000, 19), (200, 60_000)].flatMap(claims)

    /// In each format; with the longest sides that it can have, where these are shorter.
    private static func claims(_ width: Int, _ height: Int) -> [Claim] {
        var claims: [Claim] = []
        func add(_ name: String, most: Int = .max, _ bytes: (_ width: Int, _ height: Int) throws -> [UInt8]) {
            let (width, height) = (min(width, most), min(height, most))
            guard let bytes = try? bytes(width, height) else { return }
            claims.append(Claim(name: "\(name) \(width) × \(height)", width: width, height: height, bytes: bytes))
        }
        add("PNG") { width, height in
            let header = "IHDR".utf8 + number(width, 4).reversed() + number(height, 4).reversed() + [8, 6, 0, 0, 0]
            // It is believed only with the right checksum.
            return [0x89] + "PNG\r\n\u{1A}\n".utf8 + [0, 0, 0, 13] + header + number(checksum(header), 4).reversed()
        }
        for kind in 1...6 {
            add("PNM P\(kind)") { Array("P\(kind) \($0) \($1) \(kind % 3 == 1 ? "" : "255 ")1 1 1".utf8) }
        }
        for name in ["rgb-420.jpg", "gray-progressive.jpg", "cmyk.jpg"] {
            add(name) { width, height in
                var bytes = try Fixture.named(name).bytes
                // The frame header: a marker of two bytes, a length of two, the precision, height and width.
                for index in bytes.indices.dropLast(9)
                where bytes[index] == 0xFF && [0xC0, 0xC2].contains(bytes[index + 1]) && bytes[index + 4] == 8 {
                    bytes.replaceSubrange(
                        (index + 5)..<(index + 9), with: number(height, 2).reversed() + number(width, 2).reversed())
                }
                return bytes
            }
        }
        // Without loss there are two numbers of 14 bits, stored less one.
        let webps: [(name: String, place: Int, sides: (Int, Int) -> [UInt8])] = [
            ("lossy.webp", 26, { number($0, 2) + number($1, 2) }),
            ("lossless.webp", 21, { number(($0 - 1) | ($1 - 1) << 14, 4) }),
            ("animated.webp", 24, { number($0 - 1, 3) + number($1 - 1, 3) }),
        ]
        for webp in webps {
            add(webp.name, most: 16383) { width, height in
                var bytes = try Fixture.named(webp.name).bytes
                let sides = webp.sides(width, height)
                bytes.replaceSubrange(webp.place..<(webp.place + sides.count), with: sides)
                return bytes
            }
        }
        add("TIFF, a strip") { tiff($0, $1, isTiled: false) }
        add("TIFF, a tile") { tiff($0, $1, isTiled: true) }
        add("GIF") { width, height in
            Array("GIF89a".utf8) + number(width, 2) + number(height, 2) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        }
        add("BMP") { width, height in
            Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0] + number(width, 4)
                + number(height, 4) + [1, 0, 24, 0] + Array(repeating: 0, count: 24) + [1, 2, 3]
        }
        for name in ["even.heic", "rgb.avif"] {
            add(name, most: 30_000) { width, height in
                var bytes = try Fixture.named(name).bytes
                // The property that gives the size: a length of 4, the name, 4 of version, width and height.
                for index in bytes.indices.dropLast(16) where bytes[index...].starts(with: "ispe".utf8) {
                    bytes.replaceSubrange(
                        (index + 8)..<(index + 16), with: number(width, 4).reversed() + number(height, 4).reversed())
                }
                return bytes
            }
        }
        return claims
    }

    /// A number in bytes, the lowest first.
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// That of a chunk of PNG (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> Int {
        let all: UInt32 = bytes.reduce(.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        return Int(~all)
    }

    /// A directory of an image in a strip or tile of the same sides.
    private static func tiff(_ width: Int, _ height: Int, isTiled: Bool) -> [UInt8] {
        let sides = [number(width, 4), number(height, 4)]
        let entries: [(tag: UInt8, kind: UInt8, value: [UInt8])] = [
            (0, 4, sides[0]), (1, 4, sides[1]), (2, 3, [8, 0, 0, 0]), (3, 3, [1, 0, 0, 0]), (6, 3, [1, 0, 0, 0]),
        ]
        let place: [UInt8] = [8, 0, 0, 0]
        let pieces: [(UInt8, UInt8, [UInt8])] =
            isTiled
            ? [(0x42, 4, sides[0]), (0x43, 4, sides[1]), (0x44, 4, place), (0x45, 4, place)]
            : [(0x11, 4, place), (0x17, 4, place)]
        var directory: [UInt8] = []
        for (tag, kind, value) in entries + pieces { directory += [tag, 1, kind, 0, 1, 0, 0, 0] + value }
        return Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(entries.count + pieces.count), 0] + directory + [0, 0, 0, 0]
    }

    @Test("a picture that is too long for its width is refused before memory is allocated", arguments: unevenClaims)
    func refusesUnevenClaims(_ claim: Claim) {
        #expect(throws: ImageError.tooUneven(width: claim.width, height: claim.height)) {
            try GrayImage(decoding: claim.bytes)
        }
        #expect(throws: DecodeError.self) { try LocalDecoder().decode(now: .bytes(claim.bytes)) }
    }

    @Test(
        "strips of labels, lines of a scanner and small pictures are read",
        arguments: [(1, 1), (19, 8), (10_000, 1), (1, 10_000), (20_000, 400), (400, 20_000), (30_000, 600)])
    func readsStrips(_ width: Int, _ height: Int) throws {
        let image = try GrayImage(
            decoding: Array("P5 \(width) \(height) 255 ".utf8) + Array(repeating: 255, count: width * height))
        #expect((image.width, image.height) == (width, height))
    }

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
        #expect(Self.unevenClaims.count == 4 * 19)
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
        (
            .tooUneven(width: 1, height: 1_000_000),
            "1 × 1000000 pixels: the longer side may have 10000 pixels, or 50 times"
        ),
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
