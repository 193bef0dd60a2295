import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Frames of a video")
struct FrameTests {
    /// The passes over some frames that follow each other.
    private static func passes(_ frames: Range<Int>) -> [Pass] { frames.flatMap { FramePlan.passes(for: $0) } }

    @Test("three frames that follow each other get all passes of a fast search", arguments: 0..<7)
    func coversFast(_ first: Int) {
        let asked = Set(Self.passes(first..<(first + 3)).map(\.name))
        // Larger pictures are not frames; a code beside a code that was read is found in the next frame.
        let frame = GrayImage.white(width: 1280, height: 720)
        let fast = Passes.plan.filter { $0.effort == .fast && $0.begins && $0.fits.holds(for: frame) }
        #expect(asked.isSuperset(of: fast.map(\.name)))
    }

    @Test(
        "one of two frames is looked at in blocks, and every frame is asked about Data Matrix codes", arguments: 0..<7)
    func leavesNoMatrixOut(_ first: Int) {
        #expect(Self.passes(first..<(first + 2)).contains { $0.parts == .regions(.blocks) })
        #expect(FramePlan.passes(for: first).contains { $0.question.symbologies.contains(.dataMatrix) })
    }

    @Test("a frame gets a part of the plan, each pass once, and not all of it", arguments: 0..<4)
    func isShared(_ frame: Int) {
        let names = FramePlan.passes(for: frame).map(\.name)
        #expect(Set(names).count == names.count)
        #expect((4...8).contains(names.count))
        #expect(names[0] == "zxing.rows")
    }

    @Test("any number is one of a frame", arguments: [Int.min, -1, 0, .max])
    func survives(_ frame: Int) { #expect(!FramePlan.passes(for: frame).isEmpty) }

    private static func read(_ image: GrayImage, frame: Int) throws -> [Symbol] {
        var options = DecodeOptions()
        options.frame = frame
        return try LocalDecoder().decode(image, page: nil, options, nil) { _ in }.symbols
    }

    @Test("an effort does not matter, and excluded symbologies stay excluded")
    func ignoresEffort() throws {
        var options = DecodeOptions()
        options.frame = 0
        let tried = try DecodeEffort.allCases.map { effort in
            options.effort = effort
            return try PageReader(options: options).read(.white(width: 640, height: 480)) { _ in }.tried
        }
        #expect(Set(tried) == [FramePlan.passes(for: 0).map(\.name)])
        options.without = ["zxing.blocks"]
        let left = try PageReader(options: options).read(.white(width: 640, height: 480)) { _ in }.tried
        #expect(left == tried[0].filter { $0 != "zxing.blocks" })
    }

    static let labels: [(type: String, data: String, text: String, x: Int, y: Int)] = [
        ("EANX", "978487311904", "9784873119045", 60, 60), ("CODE128", "Beeline", "Beeline", 60, 440),
        ("DATAMATRIX", "first of two", "first of two", 720, 80),
        ("DATAMATRIX", "second of two", "second of two", 860, 500),
        ("QRCODE", "https://example.com/", "https://example.com/", 980, 120),
    ]

    @Test("all codes of a frame are found", arguments: [0, 2])
    func findsAll(_ frame: Int) async throws {
        var image = GrayImage.white(width: 1280, height: 720)
        for label in Self.labels {
            let square = label.type == "DATAMATRIX" ? ["--square"] : []
            image = image.with(
                try await Drawing.image(label.type, label.data, ["--scale=2.5"] + square), x: label.x, y: label.y)
        }
        #expect(try Set(Self.read(image.grained(4), frame: frame).map(\.text)) == Set(Self.labels.map(\.text)))
    }

    struct Scene: Sendable, CustomTestStringConvertible {
        let type: String
        let data: String
        /// Of zint: half the pixels of a module.
        var scale = 2.0
        /// Clockwise, in degrees.
        var turn = 0.0
        let x: Int
        let y: Int
        var contrast = 255
        var blur = 0
        var testDescription: String { "\(type), \(2 * scale) pixels a module, turned by \(Int(turn))°" }
    }

    static let scenes = [
        Scene(type: "EANX", data: "978487311904", x: 300, y: 200),
        Scene(type: "EANX", data: "978487311904", scale: 1.5, turn: 90, x: 700, y: 100, contrast: 120),
        Scene(type: "EANX", data: "978487311904", turn: 8, x: 300, y: 200),
        Scene(type: "CODE128", data: "Beeline", x: 200, y: 400, blur: 1),
        Scene(type: "CODE128", data: "Beeline", turn: 270, x: 900, y: 100),
        Scene(type: "QRCODE", data: "https://example.com/", scale: 1.5, turn: 33, x: 100, y: 450),
        Scene(type: "QRCODE", data: "https://example.com/", scale: 4, turn: 200, x: 500, y: 150, contrast: 90),
        Scene(type: "DATAMATRIX", data: "seen from afar", scale: 1.5, x: 90, y: 80),
        Scene(type: "DATAMATRIX", data: "a label", scale: 2, turn: 135, x: 150, y: 500, contrast: 110),
        Scene(type: "DATAMATRIX", data: "a large label close by", scale: 3, turn: 150, x: 700, y: 300),
        Scene(type: "PDF417", data: "a driving licence", scale: 1.5, x: 400, y: 300),
    ]

    /// Boxes of all grays, and what looks like lines of words.
    private static func clutter(_ seed: UInt64) -> GrayImage {
        var state = seed
        func random(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int(state >> 33) % range.count
        }
        let (width, height) = (1280, 720)
        var pixels = [UInt8](repeating: 190, count: width * height)
        func fill(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ gray: Int) {
            for row in y..<(y + rows) where (0..<height).contains(row) {
                for column in x..<(x + columns) where (0..<width).contains(column) {
                    pixels[row * width + column] = UInt8(gray)
                }
            }
        }
        for _ in 0..<40 {
            fill(random(-50...1250), random(-50...700), random(20...250), random(10...180), random(60...255))
        }
        for _ in 0..<20 {
            let (x, y, letters, gray) = (random(0...1200), random(0...700), random(5...40), random(0...140))
            for letter in 0..<letters where random(0...5) > 0 {
                for _ in 0..<3 {
                    let isUpright = random(0...1) == 0
                    fill(
                        x + letter * 11 + random(0...6), y + random(0...9), isUpright ? 2 : random(3...7),
                        isUpright ? random(4...12) : 2, gray)
                }
            }
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    @Test("codes on a busy background are read within three frames", arguments: Array(scenes.enumerated()))
    func readsScenes(_ number: Int, _ scene: Scene) async throws {
        let square = scene.type == "DATAMATRIX" ? ["--square"] : []
        let code = try await Drawing.image(scene.type, scene.data, ["--scale=\(scene.scale)"] + square)
            .framed(6).blurred(scene.blur).faded(to: scene.contrast * 145 / 255)
        let side = Int(Double(max(code.width, code.height)) * 1.5)
        let background = Self.clutter(UInt64(number))
        // The pixels of the label, turned about its middle; the background shows round it.
        let turned = try #require(code.turned(degrees: scene.turn))
        var pixels = background.pixels
        for y in 0..<min(turned.image.height, 720 - scene.y, side) {
            for x in 0..<min(turned.image.width, 1280 - scene.x, side) {
                let place = turned.mapping(Vector(Double(x), Double(y)))
                guard (1...Double(code.width - 2)).contains(place.x), (1...Double(code.height - 2)).contains(place.y)
                else { continue }
                pixels[(scene.y + y) * 1280 + scene.x + x] = turned.image.pixels[y * turned.image.width + x]
            }
        }
        let frame = GrayImage(width: 1280, height: 720, pixels: pixels).grained(6)
        let expected = scene.type == "EANX" ? "9784873119045" : scene.data
        // Whichever comes first.
        let found = try (0..<FramePlan.turns).map { try Self.read(frame, frame: $0).map(\.text) }
        #expect(Set(found.joined()) == [expected])
        // Two frames of thirty in a second take 67 ms.
        if scene.type == "DATAMATRIX" { #expect(found.count { !$0.isEmpty } >= 2) }
    }

    static let empty: [(name: String, image: GrayImage)] = [
        ("gray", .white(width: 1280, height: 720).faded(to: 20).grained(8)),
        ("noise", .white(width: 1280, height: 720).faded(to: 20).grained(120)),
        (
            "stripes",
            GrayImage(
                width: 1280, height: 720, pixels: (0..<(1280 * 720)).map { $0 % 1280 / 3 % 2 == 0 ? 30 : 220 })
        ),
        (
            "squares",
            GrayImage(
                width: 1280, height: 720,
                pixels: (0..<(1280 * 720)).map { ($0 % 1280 / 4 + $0 / 1280 / 4) % 2 == 0 ? 30 : 220 })
        ),
        ("words", clutter(100)), ("words and noise", clutter(101).grained(40)),
    ]

    @Test("a frame without a code gives nothing", arguments: empty.map(\.name), 0..<3)
    func findsNothing(_ name: String, _ frame: Int) throws {
        let image = try #require(Self.empty.first { $0.name == name }?.image)
        #expect(try Self.read(image, frame: frame).isEmpty)
    }
}
