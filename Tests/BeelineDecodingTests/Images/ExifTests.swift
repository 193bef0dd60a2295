import BeelineDecoding
import Testing

@Suite("EXIF that is broken or hostile")
struct ExifTests {
    struct Block: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let turns: Bool
        let why: String
        var testDescription: String { why }

        init(_ bytes: [UInt8], turns: Bool = false, _ why: String) {
            (self.bytes, self.turns, self.why) = (bytes, turns, why)
        }
    }

    private static let big: [UInt8] = [0x4D, 0x4D, 0, 42]
    private static let little: [UInt8] = [0x49, 0x49, 42, 0]

    static let blocks = [
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], turns: true, "sound, big-endian"),
        Block(little + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0], turns: true, "sound, little-endian"),
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6], turns: true, "cut behind the number"),
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0], "cut in the number"),
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0], "an orientation that is none"),
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0], "orientation 0"),
        Block(big + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 2, 0, 0, 0, 1, 0, 6, 0, 0], "an orientation of text"),
        Block(big + [0xFF, 0xFF, 0xFF, 0xFF, 0, 1], "a directory far beyond the end"),
        Block(big + [0, 0, 0, 8, 0xFF, 0xFF, 0, 0], "more entries than bytes"),
        Block(big + [0, 0, 0, 0], "a directory in the header"),
        Block(big, "nothing but a byte order"),
        Block([], "nothing"),
        Block(Array("XX*\0....".utf8), "no byte order"),
    ]

    /// A gray picture of 29 × 19 pixels with the blocks in segments before everything else.
    private func jpeg(_ blocks: [[UInt8]]) throws -> [UInt8] {
        let segments = blocks.flatMap { block in
            let content = "Exif\0\0".utf8 + block
            let length = content.count + 2
            return [0xFF, 0xE1, UInt8(length / 256), UInt8(length % 256)] + content
        }
        let bytes = try Fixture.named("gray.jpg").bytes
        return Array(bytes[..<2]) + segments + Array(bytes[2...])
    }

    @Test("a broken block is not an error and rotates nothing", arguments: blocks)
    func ignoresBroken(_ block: Block) throws {
        let image = try GrayImage(decoding: jpeg([block.bytes]))
        let plain = try GrayImage(decoding: Fixture.named("gray.jpg").bytes)
        #expect((image.width == plain.height) == block.turns)
        #expect((image == plain) == !block.turns)
    }

    @Test("of two blocks in a JPEG the first counts")
    func takesTheFirst() throws {
        let turning = Self.blocks[0].bytes
        let upright = turning.dropLast(3) + [1, 0, 0]
        #expect(try GrayImage(decoding: jpeg([turning, Array(upright)])).width == 19)
        #expect(try GrayImage(decoding: jpeg([Array(upright), turning])).width == 29)
    }
}
