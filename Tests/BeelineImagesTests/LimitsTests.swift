import BeelineImages
import Foundation
import Testing

@Suite("Limits, and the errors that tell of them")
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
        return claims
    }()

    @Test("a header that claims too many pixels is refused before memory is taken", arguments: claims)
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
        #expect(Self.claims.count == 13)
    }

    @Test("sides whose product is no number are refused")
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
        Foreign("%PDF-1.7\n", "a PDF"), Foreign("GIF89a....", "a GIF"), Foreign("BM......", "a BMP"),
        Foreign("II*\0....", "a TIFF"), Foreign("MM\0*....", "a TIFF"), Foreign("\0\0\0\u{1C}ftypavif", "an AVIF"),
        Foreign("\0\0\0\u{1C}ftypheic", "a HEIC"), Foreign("<svg xmlns='", "an SVG"),
        Foreign("<?xml version='1.0'?>\n<!-- drawn -->\n<svg>", "an SVG"), Foreign("<html><body>", nil),
        Foreign("P8 1 1 255 .", nil), Foreign("RIFF....WAVE", nil), Foreign("hello", nil), Foreign("P5", nil),
    ]

    @Test("what cannot be read is named if it is common", arguments: foreign)
    func namesForeignFormats(_ foreign: Foreign) {
        #expect(throws: ImageError.unknownFormat(foreign.name)) { try GrayImage(decoding: foreign.start) }
    }

    @Test("an empty file is called empty")
    func refusesEmpty() {
        #expect(throws: ImageError.empty) { try GrayImage(decoding: []) }
    }

    static let sentences: [(ImageError, String)] = [
        (.unknownFormat("a PDF"), "a PDF, which cannot be read; convert it to one of JPEG, PNG, WebP and PNM"),
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
