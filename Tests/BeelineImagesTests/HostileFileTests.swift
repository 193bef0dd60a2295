import BeelineImages
import Testing

@Suite("Reading files that are broken or mean harm")
struct HostileFileTests {
    /// Small, so that a damaged header does not make the tests slow.
    static let limits = ImageLimits(maxPixels: 1_000_000)

    @Test("a file cut at any sixteenth of its pixels is truncated", arguments: Fixture.all)
    func refusesTruncated(_ fixture: Fixture) throws {
        let format = try #require(fixture.format)
        let end = endOfPixels(fixture)
        for sixteenth in 1..<16 {
            let cut = Array(fixture.bytes.prefix(end * sixteenth / 16))
            let recognised = ImageFormat(recognising: cut)
            #expect(throws: recognised == nil ? .unknownFormat(nil) : ImageError.truncated(format)) {
                try GrayImage(decoding: cut, limits: Self.limits)
            }
        }
    }

    /// Without those of which no one can tell that a byte is missing: a number loses its last digit, a line end its
    /// second half to the pixels.
    static let telling = Fixture.all.filter { !$0.name.contains("plain") && $0.name != "line-ends-of-two.pgm" }

    @Test("a file cut anywhere is an error or has all its pixels", arguments: telling)
    func losesNoPixels(_ fixture: Fixture) {
        for count in stride(from: 1, to: fixture.bytes.count, by: max(1, fixture.bytes.count / 60)) {
            let image = try? GrayImage(decoding: Array(fixture.bytes.prefix(count)), limits: Self.limits)
            guard let image else { continue }
            #expect(count >= endOfPixels(fixture))
            // The orientation may be lost, the pixels not.
            let all = try? GrayImage(decoding: fixture.bytes)
            #expect(image.pixels.sorted() == all?.pixels.sorted(), "cut at \(count)")
        }
    }

    /// How many bytes it takes for all pixels to be there.
    private func endOfPixels(_ fixture: Fixture) -> Int {
        let bytes = fixture.bytes
        switch fixture.name {
        case "two-images.pgm": return bytes.count / 2
        case "animated.webp": return endOfChunk(bytes, bytes.indices.first { bytes[$0...].starts(with: "ANMF".utf8) })
        case let name where name.hasSuffix(".png"):
            // What is after the length and name of the last chunk of pixels, but for the checksum of zlib.
            guard let name = bytes.indices.last(where: { bytes[$0...].starts(with: "IDAT".utf8) }) else { return 0 }
            return name + 4 + Int(bytes[name - 2]) << 8 + Int(bytes[name - 1]) - 4
        default: return bytes.count
        }
    }

    /// The end of a RIFF chunk of less than 64 KiB by the place of its name.
    private func endOfChunk(_ bytes: [UInt8], _ name: Int?) -> Int {
        name.map { $0 + 8 + Int(bytes[$0 + 4]) + Int(bytes[$0 + 5]) << 8 } ?? 0
    }

    @Test("a PNG that lacks nothing but its last chunk is read")
    func readsPNGWithoutEnd() throws {
        let fixture = try Fixture.named("gray8.png")
        let image = try GrayImage(decoding: fixture.bytes.dropLast(12))
        #expect(image.pixels == fixture.grays)
    }

    @Test("a PNG that is cut behind its pixels keeps the orientation from before them")
    func keepsOrientation() throws {
        let fixture = try Fixture.named("exif6.png")
        #expect(try GrayImage(decoding: fixture.bytes.dropLast(12)).pixels == fixture.grays)
    }

    @Test("a JPEG of nothing but tables has no pixels")
    func refusesTables() {
        #expect(throws: ImageError.noPixels(.jpeg)) { try GrayImage(decoding: [0xFF, 0xD8, 0xFF, 0xD9]) }
    }

    @Test("a PNG whose last pixels fail their checksum is damaged")
    func checksLastPixels() throws {
        var bytes = try Fixture.named("gray8.png").bytes
        bytes[bytes.count - 13] ^= 1
        #expect(throws: ImageError.damaged(.png, "invalid chunk checksum")) { try GrayImage(decoding: bytes) }
    }

    @Test("a wrong byte anywhere gives an image of its size or an error", arguments: Fixture.all)
    func survivesWrongByte(_ fixture: Fixture) {
        for position in stride(from: 0, to: fixture.bytes.count, by: max(1, fixture.bytes.count / 40)) {
            for flip: UInt8 in [0x01, 0xFF] {
                var bytes = fixture.bytes
                bytes[position] ^= flip
                guard let image = try? GrayImage(decoding: bytes, limits: Self.limits) else { continue }
                #expect(image.pixels.count == image.width * image.height)
                #expect(image.pixels.count <= Self.limits.maxPixels)
            }
        }
    }

    @Test("random bytes behind any beginning are survived", arguments: Fixture.all)
    func survivesRandomBytes(_ fixture: Fixture) {
        var random = Generator(state: 42)
        for length in [3, 12, 30, 60, 200] {
            let noise = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
            let image = try? GrayImage(decoding: fixture.bytes.prefix(length) + noise, limits: Self.limits)
            #expect(image?.pixels.count ?? 0 <= Self.limits.maxPixels)
        }
    }

    @Test("random bytes are no image")
    func refusesRandomBytes() {
        var random = Generator(state: 7)
        for _ in 0..<200 {
            let noise = [0] + (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: ImageError.unknownFormat(nil)) { try GrayImage(decoding: noise) }
        }
    }

    @Test("a JPEG with a stray byte before a marker is read as if there were none")
    func toleratesWarnings() throws {
        let fixture = try Fixture.named("rgb-444.jpg")
        // Before the first marker after the first segment, where libjpeg skips it with a warning.
        let length = Int(fixture.bytes[4]) << 8 | Int(fixture.bytes[5])
        var bytes = fixture.bytes
        bytes.insert(0x55, at: 4 + length)
        #expect(try GrayImage(decoding: bytes) == GrayImage(decoding: fixture.bytes))
        #expect(throws: ImageError.truncated(.jpeg)) { try GrayImage(decoding: bytes.dropLast(40)) }
    }

    @Test("a JPEG that asks for thousands of passes is refused")
    func refusesManyScans() throws {
        let fixture = try Fixture.named("gray-progressive.jpg")
        let starts = fixture.bytes.indices.dropLast().filter { Array(fixture.bytes[$0...($0 + 1)]) == [0xFF, 0xDA] }
        let last = try #require(starts.last)
        let scan = fixture.bytes[last...].dropLast(2)
        let bytes = fixture.bytes[..<last] + (0..<2000).flatMap { _ in scan } + [0xFF, 0xD9]
        #expect { try GrayImage(decoding: Array(bytes)) } throws: { error in
            guard case .damaged(.jpeg, let words) = error as? ImageError else { return false }
            return words.contains("scans")
        }
    }
}

/// Random numbers that are the same in each run (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
