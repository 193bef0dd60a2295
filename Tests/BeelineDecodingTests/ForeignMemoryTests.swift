import BeelineSymbols
import Testing

@testable import BeelineDecoding

@Suite("A symbol has data of the picture only, not of other memory")
struct ForeignMemoryTests {
    private static func decode(_ image: GrayImage) throws -> [Symbol] {
        try LocalDecoder().decode(now: .bytes(image.pnm)).symbols
    }

    struct Claim: Sendable, CustomTestStringConvertible {
        let length: Int
        let bytes: [UInt8]
        var testDescription: String { "\(bytes.count) of \(length) bytes" }
    }

    static let claims = [
        Claim(length: 3, bytes: Array("xyz".utf8)), Claim(length: 31, bytes: Array("xyz".utf8)),
        Claim(length: 2078, bytes: Array("xyz".utf8)), Claim(length: 31, bytes: []),
        Claim(length: 31, bytes: [0, 0, 0]), Claim(length: 31, bytes: [0xFF, 0xFF, 0xFF]),
    ]

    /// A run of bytes ends with the data, however long it says that it is. After it there may be up to one byte of
    /// padding.
    @Test("an Aztec code whose bytes are fewer than it claims ends where they end", arguments: claims)
    func cutsRuns(_ claim: Claim) throws {
        let image = RawAztec.run(of: claim.bytes, claiming: claim.length).image()
        var answers: Set<[[UInt8]]> = []
        for round in 0..<12 {
            // What is in memory differs from time to time.
            let other = GrayImage(
                width: 120, height: 80,
                pixels: (0..<9600).map { UInt8(truncatingIfNeeded: ($0 * ($0 + round)) >> 7) })
            _ = try Self.decode(other)
            answers.insert(try Self.decode(image).map(\.bytes))
        }
        let expected = [Array("A".utf8) + claim.bytes]
        // Later versions believe no code that has a part of what it claims.
        let isBelieved =
            ZXingLibrary.version < 20_300 || claim.bytes.isEmpty || claim.length == claim.bytes.count
        #expect(answers == [isBelieved ? expected : []])
    }
}

extension GrayImage {
    /// The image as a file.
    var pnm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }
}
