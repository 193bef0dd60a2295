import BeelineSymbols
import Glibc
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("QR codes on paper that is not flat")
struct QRMeshTests {
    /// How paper is bent across one direction; lengths in widths of the picture of the code.
    enum Paper: Sendable {
        /// A radius.
        case cylinder(Double)
        /// Angles to the left and to the right of a fold in the middle, in degrees.
        case fold(Double, Double)
        /// Height and number of waves.
        case waves(Double, Double)
        case flat

        /// Where on the paper is what is seen at `x`, and how far away it is.
        func place(_ x: Double) -> (along: Double, depth: Double) {
            switch self {
            case .cylinder(let radius):
                guard abs(x) < radius else { return (10, 0) }
                let angle = asin(x / radius)
                return (radius * angle, radius * (1 - cos(angle)))
            case .fold(let left, let right):
                let angle = (x < 0 ? left : right) * .pi / 180
                return (x / cos(angle), abs(x) * tan(angle))
            case .waves(let height, let count): return (x, height * sin(2 * .pi * count * x))
            case .flat: return (x, 0)
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let version: Int
        let paper: Paper
        /// Clockwise, in degrees: how the code lies on the paper.
        var turn = 0.0
        /// Pixels a module.
        var module = 6.0
        /// Which pass reads it first.
        var pass = "zxing.qr.mesh"
    }

    static let cases = [
        Case(testDescription: "version 10 on a can", version: 10, paper: .cylinder(0.6)),
        Case(testDescription: "version 7 on a can, turned", version: 7, paper: .cylinder(0.75), turn: 35),
        Case(testDescription: "version 25 on a bottle", version: 25, paper: .cylinder(0.8), turn: 90, module: 4),
        Case(testDescription: "version 5 on a bottle", version: 5, paper: .cylinder(0.6), turn: 20, module: 5),
        Case(testDescription: "version 14, folded", version: 14, paper: .fold(35, 25), turn: 15, module: 5),
        Case(testDescription: "version 20, folded away", version: 20, paper: .fold(-30, 40), turn: 75, module: 4),
        Case(testDescription: "version 17 with waves", version: 17, paper: .waves(0.02, 2), turn: 10, module: 5),
        Case(testDescription: "version 40 with waves", version: 40, paper: .waves(0.012, 3), module: 4),
    ]

    /// A code on a paper, seen a little from above.
    private static func seen(_ case: Case, _ text: String) async throws -> GrayImage {
        let options = ["--vers=\(`case`.version)", "--scale=\(`case`.module / 2)"]
        let code = try await Drawing.image("QRCODE", text, options).framed(12)
        let turned = try #require(code.turned(degrees: `case`.turn)).image
        return turned.seen(on: `case`.paper).grained(6)
    }

    private static func read(_ image: GrayImage) throws -> PageReader.Answer {
        try PageReader(options: DecodeOptions()).read(image) { _ in }
    }

    /// What the search by itself reads.
    private static func texts(in image: GrayImage, _ effort: QRReader.Effort = .little) throws -> [String?] {
        try QRReader(effort: effort).symbols(in: image).map(\.text)
    }

    /// What the likeliest mesh in a picture shows.
    private static func reading(of image: GrayImage) -> QRReading? {
        let scales = PictureScales(DerivedImage(image: image, mapping: .identity))
        let squares = FinderSearch.squares(in: scales, levels: 0..<3, radii: [9, 24])
        var left = 1_000_000
        return FinderTriple.triples(of: squares, mostMisfit: 3).first.flatMap { QRReading.best($0, in: image, &left) }
    }

    @Test("they are read", arguments: cases)
    func reads(_ case: Case) async throws {
        let text = "bent in version \(`case`.version)"
        let answer = try Self.read(try await Self.seen(`case`, text))
        #expect(answer.symbols.map(\.text) == [text])
        // Later versions of ZXing follow alignment patterns themselves, and read some of them.
        #expect(answer.tried.last == `case`.pass || ZXingLibrary.givesAll && answer.tried.last == "zxing.matrix")
    }

    @Test("each is drawn flat, with every module in its place", arguments: cases)
    func flattens(_ case: Case) async throws {
        let text = "bent in version \(`case`.version)"
        let drawn = try await Drawing.image("QRCODE", text, ["--vers=\(`case`.version)", "--scale=0.5"])
        let place = try #require(drawn.dark)
        let reading = try #require(Self.reading(of: try await Self.seen(`case`, text)))
        let modules = reading.grays.modules(.sharp, samples: nil)
        let size = 17 + 4 * `case`.version
        var wrong = 0
        for row in 0..<size {
            for column in 0..<size {
                let x = place.columns.lowerBound + column
                let original = drawn.pixels[(place.rows.lowerBound + row) * drawn.width + x]
                if modules[row * size + column] != (original == 0) { wrong += 1 }
            }
        }
        // Each may spoil a codeword of eight. The weakest correction corrects 7 in 100 of them.
        #expect(wrong < size * size / 150)
    }

    @Test("light codes on dark and mirrored ones are found as well", arguments: [false, true])
    func others(_ isMirrored: Bool) async throws {
        var image = try await Self.seen(Self.cases[0], "the other way")
        if isMirrored {
            let rows = (0..<image.height).map { image.pixels[($0 * image.width)..<(($0 + 1) * image.width)] }
            image = GrayImage(width: image.width, height: image.height, pixels: rows.flatMap { $0.reversed() })
        } else {
            image = try #require(image.inverted())
        }
        #expect(try Self.texts(in: image) == ["the other way"])
    }

    @Test("several codes of a page are found, each once")
    func several() async throws {
        var page = GrayImage.white(width: 1200, height: 700)
        for (index, paper) in [Paper.cylinder(0.7), .fold(20, 30), .flat].enumerated() {
            let code = try await Self.seen(
                Case(testDescription: "", version: 7 + index, paper: paper, module: 5), "number \(index)")
            page = page.with(code, x: 20 + 390 * index, y: 40 + 80 * index)
        }
        let texts = try Self.texts(in: page, .some)
        #expect(Set(texts) == ["number 0", "number 1", "number 2"])
        #expect(texts.count == 3)
    }

    @Test("the outline has the corners of the code on the page")
    func outline() async throws {
        let code = try await Drawing.image("QRCODE", "here", ["--vers=8", "--scale=3"]).framed(30)
        let place = try #require(code.dark)
        let symbol = try #require(try Self.read(code.seen(on: .cylinder(0.55)).grained(4)).symbols.first)
        let outline = try #require(symbol.sighting?.outline)
        let (width, radius) = (Double(code.width), 0.55)
        func seen(_ column: Int) -> Double {
            width / 2 + radius * width * sin((Double(column) - width / 2) / (radius * width))
        }
        let (left, right) = (seen(place.columns.lowerBound), seen(place.columns.upperBound))
        let depth = radius * width * (1 - cos((Double(place.columns.lowerBound) - width / 2) / (radius * width)))
        // The code is seen from above, so what is further away is higher up in the picture.
        let rows = [place.rows.lowerBound, place.rows.upperBound].map {
            Double($0) + Double(code.height) / 4 - depth * GrayImage.slant
        }
        let corners = [(left, rows[0]), (right, rows[0]), (right, rows[1]), (left, rows[1])]
        for (corner, expected) in zip(outline.corners, corners) {
            #expect(abs(Double(corner.x) - expected.0) < 8 && abs(Double(corner.y) - expected.1) < 8)
        }
    }

    @Test("a page full of finder patterns has no code")
    func bounded() throws {
        let finder = GrayImage(
            width: 21, height: 21,
            pixels: (0..<441).map { (index: Int) -> UInt8 in
                let ring = max(abs(index % 21 / 3 - 3), abs(index / 21 / 3 - 3))
                return ring == 2 ? 255 : 0
            })
        var page = GrayImage.white(width: 1000, height: 1000)
        for place in 0..<400 { page = page.with(finder, x: place % 20 * 50 + 10, y: place / 20 * 50 + 10) }
        #expect(try Self.texts(in: page).isEmpty)
    }

    @Test("there is no mesh in pictures without codes")
    func nothing() throws {
        for image in [
            GrayImage.white(width: 3, height: 3), .white(width: 300, height: 200).grained(100),
            GrayImage(width: 60, height: 60, pixels: Array(repeating: 0, count: 3600)),
        ] {
            for effort in [QRReader.Effort.little, .some, .fit] {
                #expect(try Self.texts(in: image, effort).isEmpty)
            }
        }
    }
}

@Suite("What is the same in QR codes of a version")
struct QRLayoutTests {
    /// ISO/IEC 18004, table E.1.
    static let rows: [(version: Int, alignment: [Int])] = [
        (1, []), (2, [6, 18]), (6, [6, 34]), (7, [6, 22, 38]), (14, [6, 26, 46, 66]), (15, [6, 26, 48, 70]),
        (22, [6, 26, 50, 74, 98]), (32, [6, 34, 60, 86, 112, 138]), (36, [6, 24, 50, 76, 102, 128, 154]),
        (39, [6, 26, 54, 82, 110, 138, 166]), (40, [6, 30, 58, 86, 114, 142, 170]),
    ]

    @Test("alignment patterns are where the standard has them", arguments: rows)
    func alignment(_ row: (version: Int, alignment: [Int])) {
        #expect(QRLayout(version: row.version)?.alignment == row.alignment)
    }

    @Test("there are forty versions")
    func versions() {
        #expect(QRLayout(version: 0) == nil)
        #expect(QRLayout(version: 41) == nil)
    }

    /// ISO/IEC 18004, table D.1.
    @Test("the version is written as in the standard", arguments: [(7, 0x07C94), (8, 0x085BC), (40, 0x28C69)])
    func words(_ version: Int, _ word: Int) {
        #expect(VersionInformation.word(of: version) == word)
    }

    @Test("three wrong bits of the version are put right", arguments: 7...40)
    func corrects(_ version: Int) throws {
        let nearest = try #require(
            VersionInformation.nearest(to: VersionInformation.word(of: version) ^ 0b10_0000_1000_0001))
        #expect(nearest == (version, 3))
    }

    @Test("codes as zint draws them have all of it", arguments: [1, 2, 6, 7, 14, 23, 32, 40])
    func drawn(_ version: Int) async throws {
        let code = try await Drawing.image("QRCODE", "layout", ["--vers=\(version)", "--scale=0.5"])
        let place = try #require(code.dark)
        let layout = try #require(QRLayout(version: version))
        #expect(place.columns.count == layout.size)
        for row in 0..<layout.size {
            for column in 0..<layout.size {
                guard let isDark = layout.isDark(column: column, row: row) else { continue }
                let x = place.columns.lowerBound + column
                let gray = code.pixels[(place.rows.lowerBound + row) * code.width + x]
                #expect((gray == 0) == isDark, "column \(column), row \(row)")
            }
        }
    }
}

extension GrayImage {
    /// How much higher up is what is further away, by its distance.
    static let slant = 0.35

    /// The picture as it looks printed on bent paper.
    fileprivate func seen(on paper: QRMeshTests.Paper) -> GrayImage {
        let (wide, high) = (Double(width), Double(height))
        let rows = height * 3 / 2
        var seen = [UInt8](repeating: 255, count: width * rows)
        for x in 0..<width {
            let (along, depth) = paper.place((Double(x) - wide / 2) / wide)
            for y in 0..<rows {
                let column = along * wide + wide / 2
                let row = Double(y) - high / 4 + depth * wide * Self.slant
                guard column >= 0, row >= 0, column < wide - 1, row < high - 1 else { continue }
                let (left, top) = (Int(column), Int(row))
                let (across, down) = (column - Double(left), row - Double(top))
                func gray(_ x: Int, _ y: Int) -> Double { Double(pixels[(top + y) * width + left + x]) }
                let upper = gray(0, 0) * (1 - across) + gray(1, 0) * across
                let lower = gray(0, 1) * (1 - across) + gray(1, 1) * across
                seen[y * width + x] = UInt8((upper * (1 - down) + lower * down).rounded())
            }
        }
        return GrayImage(width: width, height: rows, pixels: seen)
    }
}
