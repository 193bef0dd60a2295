import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Codes beside a code that is read")
struct FurtherCodesTests {
    private static func read(_ image: GrayImage, _ effort: DecodeEffort = .normal) throws -> [String?] {
        var options = DecodeOptions()
        options.effort = effort
        return try PageReader(options: options).read(image) { _ in }.symbols.map(\.text)
    }

    /// A tray of codes, each turned by another angle.
    private static func tray(
        _ type: String, columns: Int, rows: Int, scale: Int, turn: Double, isLight: Bool = false
    ) async throws -> (image: GrayImage, texts: Set<String>) {
        var codes: [GrayImage] = []
        var texts: Set<String> = []
        for number in 0..<(columns * rows) {
            let text = "part \(1000 + number)"
            texts.insert(text)
            let code = try await Drawing.image(type, text, ["--scale=\(Double(scale) / 2)"]).framed(2 * scale)
            codes.append(try #require(code.turned(degrees: Double(number) * turn)).image)
        }
        let side = (codes.map { max($0.width, $0.height) }.max() ?? 0) + 2 * scale
        var tray = GrayImage.white(width: columns * side + 20, height: rows * side + 20)
        for (number, code) in codes.enumerated() {
            tray = tray.with(code, x: 10 + number % columns * side, y: 10 + number / columns * side)
        }
        let grained = tray.grained(4)
        return (isLight ? try #require(grained.inverted()) : grained, texts)
    }

    @Test("all codes of a tray are read, however each is turned", arguments: ["DATAMATRIX", "QRCODE"], [false, true])
    func readsTray(_ type: String, _ isLight: Bool) async throws {
        let (image, texts) = try await Self.tray(type, columns: 6, rows: 5, scale: 4, turn: 23, isLight: isLight)
        let found = try Self.read(image)
        #expect(Set(found) == texts)
        #expect(found.count == texts.count)
    }

    @Test("the cheap effort reads a tray as well")
    func readsTrayFast() async throws {
        let (image, texts) = try await Self.tray("DATAMATRIX", columns: 6, rows: 5, scale: 4, turn: 0)
        #expect(Set(try Self.read(image, .fast)) == texts)
    }

    @Test("whatever pass read first, the others of its kind are read too", arguments: [Step.gamma(0.1), .invert])
    func goesOn(_ step: Step) async throws {
        var sheet = GrayImage.white(width: 700, height: 500)
        for number in 0..<6 {
            let code = try await Drawing.image("QRCODE", "code \(number)", ["--scale=3"])
            sheet = sheet.with(code, x: 20 + number % 3 * 220, y: 20 + number / 3 * 230)
        }
        let made = try #require(DerivedImage(image: sheet, mapping: .identity).after(step))
        #expect(Set(try Self.read(made.image)) == Set((0..<6).map { "code \($0)" }))
    }

    @Test("a code beside the corner of a turned one is read as well")
    func looksBesideCorners() async throws {
        let code = try await Drawing.image("QRCODE", String(repeating: "Beeline ", count: 14))
        let large = try #require(code.turned(degrees: 45)).image
        let small = try await Drawing.image("DATAMATRIX", "small", ["--scale=1.5"])
        let page = GrayImage.white(width: large.width + 80, height: large.height + 80)
            .with(large, x: 40, y: 40).with(small, x: 60, y: 60)
        #expect(try Self.read(page).contains("small"))
    }

    @Test("where one Aztec code is read, others are looked for by their grids")
    func looksForGrids() async throws {
        let upright = try await Drawing.image("AZTEC", "upright").framed(10)
        let code = try await Drawing.image("AZTEC", "tilted", ["--scale=3", "--vers=4"]).framed(10)
        let tilted = try #require(code.tilted(by: 42, about: 60, turned: 130))
        let page = GrayImage.white(width: upright.width + tilted.width + 60, height: tilted.height + 60)
            .with(upright, x: 20, y: 20).with(tilted, x: upright.width + 40, y: 30)
        #expect(Set(try Self.read(page)) == ["upright", "tilted"])
    }

    @Test("a page of one label is left after few looks at the page")
    func copiesAreCheap() async throws {
        let code = try await Drawing.image("EANX", "400638133001")
        var sheet = GrayImage.white(width: 4 * code.width + 100, height: 6 * (code.height + 12) + 40)
        for number in 0..<24 {
            sheet = sheet.with(
                code, x: 20 + number % 4 * (code.width + 20), y: 20 + number / 4 * (code.height + 12))
        }
        var looks: [String: Int] = [:]
        let answer = try PageReader(options: DecodeOptions()).read(sheet) { looks[$0, default: 0] += 1 }
        #expect(answer.symbols.map(\.text) == ["4006381330015"])
        #expect(looks.values.allSatisfy { $0 <= 4 }, "\(looks)")
    }

    @Test("a page with a single code is not decoded again", arguments: ["QRCODE", "EANX"])
    func leavesBlankPages(_ type: String) async throws {
        let code = try await Drawing.image(type, "400638133001", ["--scale=2"])
        let page = GrayImage.white(width: 1000, height: 800).with(code, x: 300, y: 200)
        var noted: [String] = []
        let answer = try PageReader(options: DecodeOptions()).read(page) { noted.append($0) }
        #expect(answer.symbols.count == 1)
        #expect(Set(noted).count == noted.count && !noted.contains("zxing.places"))
    }

    @Test("the code is covered, and nothing beside it")
    func coversQuadrilateral() {
        let page = GrayImage(width: 100, height: 100, pixels: Array(repeating: 90, count: 10_000))
        let square = GrayImage(width: 60, height: 60, pixels: Array(repeating: 0, count: 3600))
        let picture = DerivedImage(image: page.with(square, x: 20, y: 20), mapping: .identity)
        // A square on its corner within the black one.
        let diamond = Outline(
            topLeft: Point(x: 50, y: 25), topRight: Point(x: 75, y: 50), bottomRight: Point(x: 50, y: 75),
            bottomLeft: Point(x: 25, y: 50))
        let dark = CoveredPicture(picture, covering: [diamond]).picture.image
        #expect(dark == picture.image)
        // A light spot in it takes the color of what is round it.
        let spot = GrayImage(width: 10, height: 10, pixels: Array(repeating: 255, count: 100))
        let spotted = DerivedImage(image: picture.image.with(spot, x: 45, y: 45), mapping: .identity)
        #expect(CoveredPicture(spotted, covering: [diamond]).picture.image == picture.image)
        // What is outside of the picture, a line, or crossed, does no harm.
        let places = [(-500, -500), (Int(Int32.max), 7), (99, 99), (0, 0)].map { x, y in Point(x: x, y: y) }
        for corners in [[0, 0, 0, 0], [0, 1, 2, 3], [2, 3, 2, 3], [3, 2, 1, 0]] {
            let outline = Outline(
                topLeft: places[corners[0]], topRight: places[corners[1]], bottomRight: places[corners[2]],
                bottomLeft: places[corners[3]])
            #expect(CoveredPicture(picture, covering: [outline]).picture.image.pixels.count == 10_000)
        }
    }

    @Test(
        "a covered code is covered in a picture made of the page, too",
        arguments: [
            [Step.scale(x: 1, y: 0.25)], [.quarterTurn], [.turn(degrees: 30)], [.scale(x: 2, y: 2)],
        ])
    func coversInDerived(_ steps: [Step]) async throws {
        let code = try await Drawing.image("CODE128", "Beeline").framed(60)
        let whole = DerivedImage(image: code, mapping: .identity)
        let outline = try #require(
            try PageReader(options: DecodeOptions()).read(code) { _ in }.symbols[0].sighting?.outline)
        let made = try #require(steps.reduce(whole as DerivedImage?) { $0?.after($1) })
        let covered = CoveredPicture(made, covering: [outline]).picture.image
        #expect(made.image.pixels.contains { $0 < 64 })
        #expect(covered.pixels.count { $0 < 64 } < covered.pixels.count / 200)
    }
}
