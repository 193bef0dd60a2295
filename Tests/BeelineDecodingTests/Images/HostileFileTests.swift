import BeelineDecoding
import Foundation
import Testing

@Suite("Reading files that are broken or mean harm")
struct HostileFileTests {
    /// Small, so that a damaged header does not make the tests slow.
    static let limits = ImageLimits(maxPixels: 1_000_000)

    @Test("a file cut at any sixteenth of its pixels is truncated", arguments: Fixture.all)
    func refusesTruncated(_ fixture: Fixture) throws {
        let format = try #require(fixture.format)
        // Of these the first picture is in another place than in the first bytes.
        if PageTests.files.contains(fixture.name), fixture.name != "animated.webp" { return }
        let end = endOfPixels(fixture)
        for sixteenth in 1..<16 {
            let cut = Array(fixture.bytes.prefix(end * sixteenth / 16))
            let recognised = ImageFormat(recognising: cut)
            #expect(throws: recognised == nil ? .unknownFormat(nil) : ImageError.truncated(format)) {
                try GrayImage(decoding: cut, limits: Self.limits)
            }
        }
    }

    /// A TIFF of 24 pixels whose one strip unpacks to 16, which libtiff does not mind.
    static let shortStrip = """
        SUkqAHABAAB4nGNggABJGQVlNU0dA2MzQBuH/1AAlWNQUhuH/1AAlWNQUtXQ0TcytbC2c3L1QJfU1jM0Mbe2c3Rx9/ILRJc0NrN7\
        9h/ygYLuPqATgBYtXbF63UYhKIBJAi0COgFk0Zbtu9AlIRZt2LxtWbRj9/5DR0+cRpdct3HLjt37DgC2KDYhOT0rt6C4rKq2oZmt\
        s3fC5Gkgy4LDIoEWpWXm5BeVVtbUN7V19vRPmjpjznyQE6LjklI0svOKSiuqgcZ1dPdNnDJj9ryFS1aER4EtygVZVAuyqHfClOmz\
        5i5YvHzV2g0JyWmZIIsqa0AW9QAtmjlnweJlK9es37RtZ2YOWAZqEVBm/iKwzNade/Yf8oGC7j6gE4AWLV2xet1GISiASQItAjoB\
        ZNGW7bvQJSEWbdi8beeeA4fRJZeuAFm0Y/f+Q0dPnEaXXLdxy44e3fsONH7q3MUr6JLbd4Flzl68cn7WXZgkACdU7gwJAAABAwAB\
        AAAAGAAAAAEBAwABAAAAAQAAAAAAADEBAAAACAAAAAMBAwABAAAACAAAAAYBAwABAAAAAQAAABEBBAABAAAACAAAABYBAwABAAAA\
        EwAAABcBBAABAAAAaAEAABwBAwABAAAAAQAAAAAAAAC4
        """

    @Test("pixels that a strip leaves out are not those of earlier memory")
    func leavesNoMemory() throws {
        // Blocks of the row's size, for the reader to get one of them.
        let blocks = (0..<64).compactMap { _ in malloc(24) }
        for block in blocks {
            memset(block, 0xA5, 24)
            free(block)
        }
        let bytes = try #require(Data(base64Encoded: Self.shortStrip))
        let image = try GrayImage(decoding: Array(bytes), limits: Self.limits)
        #expect(image.width == 24 && image.pixels[16...].allSatisfy { $0 == 0 }, "\(image.pixels)")
    }

    /// Without those in which a missing byte cannot be detected: a number loses its last digit, or the second half of a
    /// line end becomes a pixel.
    static let telling = Fixture.all.filter { !$0.name.contains("plain") && $0.name != "line-ends-of-two.pgm" }

    @Test("a file cut anywhere is an error or has all its pixels", arguments: telling)
    func losesNoPixels(_ fixture: Fixture) {
        for count in stride(from: 1, to: fixture.bytes.count, by: max(1, fixture.bytes.count / 60)) {
            let image = try? GrayImage(decoding: Array(fixture.bytes.prefix(count)), limits: Self.limits)
            guard let image else { continue }
            #expect(count >= endOfPixels(fixture) || isTailed(fixture))
            // The orientation may be lost, the pixels not.
            let all = try? GrayImage(decoding: fixture.bytes)
            #expect(image.pixels.sorted() == all?.pixels.sorted(), "cut at \(count)")
        }
    }

    /// How many bytes are needed for all pixels.
    private func endOfPixels(_ fixture: Fixture) -> Int {
        let bytes = fixture.bytes
        switch fixture.name {
        case "two-images.pgm": return bytes.count / 2
        case "animated.webp", "blended.webp":
            return endOfChunk(bytes, bytes.indices.first { bytes[$0...].starts(with: "ANMF".utf8) })
        case let name where name.hasSuffix(".png"):
            // What is after the length and name of the last chunk of pixels, but for the checksum of zlib.
            guard let name = bytes.indices.last(where: { bytes[$0...].starts(with: "IDAT".utf8) }) else { return 0 }
            return name + 4 + Int(bytes[name - 2]) << 8 + Int(bytes[name - 1]) - 4
        default: return bytes.count
        }
    }

    /// Whether something that is not missed may come last: a resolution, a mark of the end, other pages.
    private func isTailed(_ fixture: Fixture) -> Bool {
        [.tiff, .bmp].contains(fixture.format) || PageTests.files.contains(fixture.name)
    }

    /// The end of a RIFF chunk of less than 64 KiB by the place of its name.
    private func endOfChunk(_ bytes: [UInt8], _ name: Int?) -> Int {
        name.map { $0 + 8 + Int(bytes[$0 + 4]) + Int(bytes[$0 + 5]) << 8 } ?? 0
    }

    @Test("the pages before the cut of a truncated file are read, and the cut is reported", arguments: PageTests.files)
    func keepsPagesBefore(_ file: String) throws {
        let bytes = try Fixture.named(file).bytes
        let whole = PageTests.pages(bytes)
        var kept: Set<Int> = []
        for count in stride(from: bytes.count / 20, to: bytes.count, by: max(1, bytes.count / 50)) {
            let pages = PageTests.pages(Array(bytes.prefix(count)), limits: Self.limits)
            let sound = pages.prefix { (try? $0.picture.get()) != nil }
            kept.insert(sound.count)
            // The page that is cut, and that what follows is not there.
            #expect(pages.count - sound.count <= 2)
            for (page, original) in zip(sound, whole) { #expect(try page.picture.get() == original.picture.get()) }
        }
        // A HEIC has its pixels, of whichever page, behind what describes them.
        #expect(kept.isSuperset(of: file.hasSuffix(".heic") ? [0] : [0, 1]))
    }

    @Test("directories that form a cycle are reported, and reading ends")
    func survivesCircle() throws {
        var bytes = try Fixture.named("big.tif").bytes
        // The last 8 bytes of the directory: to itself.
        let directory = Int(bytes[8])
        let next = directory + 8 + Int(bytes[directory]) * 20
        bytes[next] = UInt8(directory)
        let pages = PageTests.pages(bytes)
        #expect(pages.map(\.number) == [1, 2])
        #expect(try pages.first?.picture.get() == GrayImage(decoding: Fixture.named("big.tif").bytes))
        #expect(throws: ImageError.damaged(.tiff, "its directories lead round in a circle")) {
            try pages.last?.picture.get()
        }
    }

    struct Frame: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let left: UInt8
        let top: UInt8
    }

    @Test(
        "a frame that lies outside of the canvas is cut to it",
        arguments: [
            Frame(testDescription: "to the right", left: 200, top: 0),
            Frame(testDescription: "below", left: 0, top: 200),
            Frame(testDescription: "in part", left: 20, top: 10),
        ])
    func cutsFrames(_ frame: Frame) throws {
        var bytes = try Fixture.named("disposal1.gif").bytes
        let starts = bytes.indices.filter { bytes[$0] == 0x2C && $0 > 3 && bytes[$0 - 1] == 0 && bytes[$0 - 8] == 0x21 }
        let second = try #require(starts.dropFirst().first)
        bytes[second + 1] = frame.left
        bytes[second + 3] = frame.top
        let pages = PageTests.pages(bytes)
        #expect(pages.count > 1)
        for page in pages {
            let image = try page.picture.get()
            #expect(image.width == 29 && image.height == 19)
        }
    }

    @Test("runs that lead beyond their row or the picture are cut to it")
    func cutsRuns() throws {
        let fixture = try Fixture.named("runs8-jump.bmp")
        let start = fixture.bytes.count - 10
        for runs: [UInt8] in [[255, 1, 0, 1], [0, 2, 255, 255, 5, 1, 0, 1], [0, 2, 0, 18, 5, 1, 0, 0, 9, 9, 9, 9]] {
            let image = try GrayImage(decoding: Array(fixture.bytes[..<start]) + runs)
            #expect(image.width == 29 && image.height == 19)
        }
        let single = Array(fixture.bytes[..<start]) + [0, 200, 1, 1]
        #expect(throws: ImageError.truncated(.bmp)) { try GrayImage(decoding: single) }
    }

    static let sides = ["gray.bmp", "palette.gif", "gray-None.tif"]

    @Test("sides of 0 are not pixels", arguments: sides)
    func refusesZeroSides(_ name: String) throws {
        var bytes = try Fixture.named(name).bytes
        switch name {
        case "gray.bmp": bytes[18] = 0
        case "palette.gif":
            // The canvas, and the frame by which it would be made larger.
            bytes[6] = 0
            let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x2C, 0, 0, 0, 0, 29, 0]) })
            bytes[frame + 5] = 0
        default:
            let width = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 1, 4, 0, 1, 0, 0, 0, 29]) })
            bytes[width + 8] = 0
        }
        #expect {
            try GrayImage(decoding: bytes)
        } throws: { error in
            // libtiff refuses a directory without width in its own words.
            if case .damaged(.tiff, _) = error as? ImageError { return true }
            return [.noPixels(.bmp), .noPixels(.gif), .noPixels(.tiff)].contains(error as? ImageError)
        }
    }

    @Test("a PNG that lacks only its last chunk is read")
    func readsPNGWithoutEnd() throws {
        let fixture = try Fixture.named("gray8.png")
        let image = try GrayImage(decoding: fixture.bytes.dropLast(12))
        #expect(image.pixels == fixture.grays)
    }

    @Test func `an animated PNG whose frames make no sense is an error of those frames, and its first picture is read`()
        throws
    {
        let fixture = try Fixture.named("still-first.png")
        let first = try #require(fixture.bytes.indices.first { fixture.bytes[$0...].starts(with: "fcTL".utf8) })
        /// By the place of a byte in the control of the first frame.
        let changes: [(place: Int, byte: UInt8, error: ImageError)] = [
            (first + 4 + 7, 0, .noPixels(.png)),
            (first + 4 + 7, 200, .damaged(.png, "a frame outside of the picture")),
            (first + 4 + 12, 255, .damaged(.png, "a frame outside of the picture")),
            (first + 4 + 4, 127, .tooManyPixels(width: 0x7F00_001D, height: 19, limit: 1_000_000)),
        ]
        for change in changes {
            var bytes = fixture.bytes
            bytes[change.place] = change.byte
            let end = first + 4 + 26
            bytes.replaceSubrange(end..<(end + 4), with: Self.checksum(bytes[first..<end]))
            let pages = PageTests.pages(bytes, limits: Self.limits)
            #expect(pages.map(\.number) == [1, 2, 3])
            #expect(try pages.first?.picture.get().pixels == fixture.grays)
            #expect(throws: change.error) { try pages[1].picture.get() }
            #expect(throws: Never.self) { try pages[2].picture.get() }
        }
    }

    /// Of the kind and the bytes of a PNG chunk (PNG, annex D).
    private static func checksum(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in chunk {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> $0) }
    }

    @Test func `a PNG that says to be animated and has no frames is the picture that it is`() throws {
        let fixture = try Fixture.named("still-first.png")
        let first = try #require(fixture.bytes.indices.first { fixture.bytes[$0...].starts(with: "fcTL".utf8) })
        let bytes = fixture.bytes[..<(first - 4)] + fixture.bytes.suffix(12)
        let pages = PageTests.pages(Array(bytes))
        #expect(pages.map(\.number) == [nil])
        #expect(try pages.first?.picture.get().pixels == fixture.grays)
    }

    @Test func `a sequence of frames without a still picture is called so`() throws {
        let fixture = try Fixture.named("sequence.avif")
        var bytes = fixture.bytes
        let still = try #require(bytes.indices.first { bytes[$0...].starts(with: "meta".utf8) })
        bytes.replaceSubrange(still..<(still + 4), with: "free".utf8)
        #expect(throws: ImageError.unsupported(.avif, "it is a sequence of frames without a still picture")) {
            try GrayImage(decoding: bytes)
        }
    }

    @Test("a PNG that is truncated after its pixels keeps the orientation from before them")
    func keepsOrientation() throws {
        let fixture = try Fixture.named("exif6.png")
        #expect(try GrayImage(decoding: fixture.bytes.dropLast(12)).pixels == fixture.grays)
    }

    @Test("a JPEG that has only tables has no pixels")
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

    @Test("random bytes after any beginning are survived", arguments: Fixture.all)
    func survivesRandomBytes(_ fixture: Fixture) {
        var random = Generator(state: 42)
        for length in [3, 12, 30, 60, 200] {
            let noise = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
            let image = try? GrayImage(decoding: fixture.bytes.prefix(length) + noise, limits: Self.limits)
            #expect(image?.pixels.count ?? 0 <= Self.limits.maxPixels)
        }
    }

    @Test("random bytes are not an image")
    func refusesRandomBytes() {
        var random = Generator(state: 7)
        for _ in 0..<200 {
            let noise = [0] + (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: ImageError.unknownFormat(nil)) { try GrayImage(decoding: noise) }
        }
    }

    @Test("a JPEG with a stray byte before a marker is read as one without it")
    func toleratesWarnings() throws {
        let fixture = try Fixture.named("rgb-444.jpg")
        // Before the first marker after the first segment, where libjpeg skips it with a warning.
        let length = Int(fixture.bytes[4]) << 8 | Int(fixture.bytes[5])
        var bytes = fixture.bytes
        bytes.insert(0x55, at: 4 + length)
        #expect(try GrayImage(decoding: bytes) == GrayImage(decoding: fixture.bytes))
        #expect(throws: ImageError.truncated(.jpeg)) { try GrayImage(decoding: bytes.dropLast(40)) }
    }

    @Test("a JPEG with an error after a warning is damaged, for its pixels may never have been written")
    func tellsErrorsFromWarnings() throws {
        let bytes = try Fixture.named("gray-progressive.jpg").bytes
        func places(of marker: UInt8) -> [Int] {
            bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == marker }
        }
        let frame = try #require(places(of: 0xC2).first)
        let scan = try #require(places(of: 0xDA).last)
        let length = 2 + Int(bytes[frame + 2]) << 8 + Int(bytes[frame + 3])
        // A stray byte, and a second frame header before the last scan.
        var damaged = bytes
        damaged.insert(contentsOf: bytes[frame..<(frame + length)], at: scan)
        damaged.insert(0x55, at: frame)
        #expect { try GrayImage(decoding: damaged) } throws: { error in
            guard case .damaged(.jpeg, let words) = error as? ImageError else { return false }
            return words.contains("two SOF markers")
        }
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
