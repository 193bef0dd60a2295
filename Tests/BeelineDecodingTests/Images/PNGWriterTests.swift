import BeelineDecoding
import TestPrograms
import Testing

@Suite("Writing PNG")
struct PNGWriterTests {
    static let sizes = [(1, 1), (1, 5000), (5000, 1), (2, 3), (255, 257), (640, 480)]

    /// Every gray somewhere, and no two rows alike.
    static func picture(_ width: Int, _ height: Int) -> GrayImage {
        let pixels = (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 % width * 3 + $0 / width * 7) }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    @Test("a written image reads back unchanged", arguments: sizes)
    func readsBack(_ width: Int, _ height: Int) throws {
        let picture = Self.picture(width, height)
        let file = try PNGWriter.png(of: picture)
        #expect(try GrayImage(decoding: file) == picture)
    }

    @Test("Python sees the same pixels, and every checksum right", arguments: sizes)
    func readsBackInPython(_ width: Int, _ height: Int) async throws {
        let picture = Self.picture(width, height)
        let seen = try await run("python3", ["-c", Self.reader], input: try PNGWriter.png(of: picture))
        try #require(seen.status == 0, "\(seen.errors)")
        #expect(seen.bytes == Array("\(width) \(height) 8 0\n".utf8) + picture.pixels)
    }

    /// Reads a gray PNG as the specification says (PNG, 9.2), and writes its size and its pixels.
    static let reader = """
        import struct, sys, zlib
        file = sys.stdin.buffer.read()
        assert file[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
        at, data, names = 8, b"", []
        while at < len(file):
            length, = struct.unpack(">I", file[at:at + 4])
            name, body = file[at + 4:at + 8], file[at + 8:at + 8 + length]
            assert struct.unpack(">I", file[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
            names.append(name)
            if name == b"IHDR": width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            if name == b"IDAT": data += body
            at += 12 + length
        assert names[0] == b"IHDR" and names[-1] == b"IEND" and interlace == 0
        rows, before, pixels = zlib.decompress(data), bytearray(width), bytearray()
        for y in range(height):
            kind, row = rows[y * (width + 1)], bytearray(rows[y * (width + 1) + 1:(y + 1) * (width + 1)])
            for x in range(width):
                a, b, c = (row[x - 1] if x else 0), before[x], (before[x - 1] if x else 0)
                p = a + b - c
                paeth = min((abs(p - v), i, v) for i, v in enumerate((a, b, c)))[2]
                row[x] = (row[x] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
            before = row
            pixels += row
        assert len(rows) == height * (width + 1)
        sys.stdout.buffer.write(b"%d %d %d %d\\n" % (width, height, depth, color) + pixels)
        """

    @Test("a picture without pixels cannot be written", arguments: [(0, 0), (0, 5), (5, 0)])
    func refusesNothing(_ width: Int, _ height: Int) {
        #expect(throws: ImageError.noPixels(.png)) {
            try PNGWriter.png(of: GrayImage(width: width, height: height, pixels: []))
        }
    }

    struct Shrinking: Sendable, CustomTestStringConvertible {
        let from: (width: Int, height: Int)
        let side: Int
        let to: (width: Int, height: Int)
        var testDescription: String { "\(from.width) × \(from.height) to \(side)" }
    }

    static let shrinkings = [
        Shrinking(from: (1000, 500), side: 100, to: (100, 50)),
        Shrinking(from: (500, 1000), side: 100, to: (50, 100)),
        Shrinking(from: (99, 100), side: 100, to: (99, 100)),
        Shrinking(from: (101, 100), side: 100, to: (100, 99)),
        Shrinking(from: (20_000, 2), side: 50, to: (50, 1)),
        Shrinking(from: (1, 20_000), side: 50, to: (1, 50)),
        Shrinking(from: (1, 1), side: 1, to: (1, 1)),
        Shrinking(from: (7, 5), side: 1, to: (1, 1)),
        Shrinking(from: (0, 0), side: 1, to: (0, 0)),
    ]

    @Test("a shrunk picture keeps its shape and no side is lost", arguments: shrinkings)
    func shrinks(_ shrinking: Shrinking) {
        let (width, height) = shrinking.from
        let picture = GrayImage(width: width, height: height, pixels: Array(repeating: 77, count: width * height))
        let shrunk = picture.shrunk(toSide: shrinking.side)
        #expect((shrunk.width, shrunk.height) == shrinking.to)
        #expect(shrunk.pixels.allSatisfy { $0 == 77 })
    }

    @Test("a shrunk pixel is the average of those it stands for")
    func averages() {
        let picture = GrayImage(width: 4, height: 2, pixels: [0, 10, 200, 0, 20, 30, 0, 0])
        #expect(picture.shrunk(toSide: 2).pixels == [15, 50])
        // Bars of a pixel become gray, whatever the factor.
        let bars = GrayImage(width: 3000, height: 3, pixels: (0..<9000).map { $0 % 2 == 0 ? 0 : 255 })
        #expect(bars.shrunk(toSide: 150).pixels.allSatisfy { abs(Int($0) - 128) <= 8 })
    }
}
