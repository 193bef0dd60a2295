import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Matrix codes away from the middle")
struct RegionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        var options: [String] = []
        /// Clockwise, in degrees.
        let turn: Double
        let x: Int
        let y: Int
        var testDescription: String { "\(type) turned by \(Int(turn))° at \(x), \(y)" }
    }

    static let cases = [
        Case(type: "DATAMATRIX", options: ["--square"], turn: 0, x: 60, y: 520),
        Case(type: "DATAMATRIX", options: ["--square"], turn: 30, x: 800, y: 60),
        Case(type: "DATAMATRIX", options: ["--vers=28"], turn: 70, x: 760, y: 440),
        Case(type: "AZTEC", turn: 0, x: 60, y: 520),
        Case(type: "AZTEC", turn: 25, x: 760, y: 440),
        Case(type: "AZTEC", turn: 160, x: 800, y: 60),
    ]

    private static func read(_ image: GrayImage, _ effort: DecodeEffort = .normal) throws -> [String?] {
        var options = DecodeOptions()
        options.effort = effort
        return try PageReader(options: options).read(image) { _ in }.symbols.map(\.text)
    }

    @Test("a part that lies outside of the image is an error, and no image without a code")
    func outside() throws {
        var options = DecodeOptions()
        options.region = ImageRegion(x: .pixels(99_999), y: .pixels(0), width: .pixels(10), height: .pixels(10))
        let image = GrayImage.white(width: 60, height: 40)
        #expect(throws: DecodeError.unreadableImage("the part to look at lies outside of it: it has 60 × 40 pixels")) {
            try LocalDecoder().decode(image, page: nil, options, nil) { _ in }
        }
        #expect(try LocalDecoder().decode(image, page: 2, options, nil) { _ in }.symbols.isEmpty)
    }

    @Test("they are read beside a QR code and an EAN", arguments: cases)
    func beside(_ case: Case) async throws {
        let code = try await Drawing.image(`case`.type, "off the middle", ["--scale=2.5"] + `case`.options).framed(12)
        let turned = try #require(code.turned(degrees: `case`.turn)).image
        let sheet = GrayImage.white(width: 1100, height: 760)
            .with(try await Drawing.image("QRCODE", "beside", ["--scale=2"]), x: 500, y: 300)
            .with(try await Drawing.image("EANX", "978487311904"), x: 300, y: 60)
            .with(turned, x: `case`.x, y: `case`.y).grained(3)
        #expect(try Set(Self.read(sheet)) == ["off the middle", "beside", "9784873119045"])
    }

    @Test("a tiny Data Matrix is read in a picture of six megapixels")
    func tiny() async throws {
        let code = try await Drawing.image("DATAMATRIX", "tiny", ["--scale=1.5"])
        let sheet = GrayImage.white(width: 3000, height: 2000).with(code, x: 2500, y: 300).grained(3)
        #expect(try Self.read(sheet) == ["tiny"])
    }

    @Test("a page full of words has few parts, of no more pixels than it has")
    func bounded() throws {
        var page = GrayImage.white(width: 1200, height: 1200)
        let word = GrayImage.white(width: 24, height: 24).grained(120)
        for place in 0..<600 { page = page.with(word, x: place % 25 * 48 + 8, y: place / 25 * 48 + 8) }
        for form in [Regions.Form.boxes, .squares, .blocks, .aztecGrids, .dataMatrixGrids] {
            let parts = Regions.parts(of: PictureScales(DerivedImage(image: page, mapping: .identity)), as: form)
            #expect(parts.count <= 40)
            #expect(parts.reduce(0) { $0 + $1.image.pixels.count } < 2 * page.pixels.count)
        }
    }

    @Test("there is no region in pictures that are too small, blank or dark")
    func nothing() {
        for image in [
            GrayImage.white(width: 3, height: 3), .white(width: 200, height: 100),
            GrayImage(width: 60, height: 60, pixels: Array(repeating: 0, count: 3600)),
        ] {
            for form in [Regions.Form.boxes, .blocks, .aztecGrids, .dataMatrixGrids] {
                #expect(
                    Regions.parts(of: PictureScales(DerivedImage(image: image, mapping: .identity)), as: form).isEmpty)
            }
        }
    }

    @Test("a square's corners come to those of the figure, and its middle to where the diagonals meet")
    func squareMapping() throws {
        let corners = [Vector(10, 20), Vector(110, 40), Vector(90, 140), Vector(0, 100)]
        let figure = try #require(Quadrilateral(corners))
        let mapping = try #require(Mapping(square: 50, to: figure))
        for (place, corner) in zip([Vector(0, 0), Vector(50, 0), Vector(50, 50), Vector(0, 50)], corners) {
            let there = mapping(place)
            #expect(abs(there.x - corner.x) < 1e-6 && abs(there.y - corner.y) < 1e-6)
        }
        let middle = mapping(Vector(25, 25))
        #expect(abs((corners[2] - corners[0]).cross(middle - corners[0])) < 1e-6)
        #expect(abs((corners[3] - corners[1]).cross(middle - corners[1])) < 1e-6)
    }

    @Test("of a hull the four corners with the largest area are used")
    func largest() throws {
        let corners = [Vector(0, 0), Vector(50, -2), Vector(100, 0), Vector(103, 50), Vector(100, 100), Vector(0, 100)]
        let figure = try #require(Quadrilateral(largestIn: corners))
        #expect(figure.area == 10_000)
        #expect(Quadrilateral(largestIn: Array(corners.prefix(3))) == nil)
        #expect(Quadrilateral(largestIn: Array(repeating: Vector(1, 1), count: 9)) == nil)
    }
}
