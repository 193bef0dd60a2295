import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("The plan of passes")
struct PlanTests {
    @Test("each name stands for one pass, in small letters and dots")
    func namesAreUnique() {
        #expect(Set(Passes.names).count == Passes.names.count)
        #expect(Passes.names.allSatisfy { $0.allSatisfy { $0.isASCII && !$0.isUppercase && !$0.isWhitespace } })
        #expect(!Passes.names.contains("read"))
    }

    @Test("passes that a version of ZXing does not need exist, and are left out of the plan")
    func leavesOutPasses() {
        #expect(ZXingLibrary.needless.isSubset(of: Passes.all.map(\.name)))
        #expect(Passes.plan.count == Passes.all.count - ZXingLibrary.needless.count)
        let ofFrames = (0..<FramePlan.turns).map { FramePlan.passes(for: $0).count }
        #expect(ofFrames == [5, 8, 6])
    }

    @Test(
        "what a pass is asked about grows with the pixels of a picture, not with the square of a side",
        arguments: [(2_000, 2_000), (500, 8_000), (8_000, 500), (10_000, 200), (200, 10_000), (10_000, 1), (1, 10_000)])
    func growsWithPixels(_ width: Int, _ height: Int) {
        let page = GrayImage.white(width: width, height: height)
        for pass in Passes.all where pass.fits.holds(for: page) {
            var derived: DerivedImage? = DerivedImage(image: page, mapping: .identity)
            for step in pass.steps { derived = derived?.after(step) }
            let count = derived?.image.pixels.count ?? 0
            #expect(count <= max(4_000_000, 8 * page.pixels.count), "\(pass.name): \(count)")
        }
    }

    @Test("every pass can be named to be left out, and then it is", arguments: ["zxing.matrix", "zxing.databar.rows"])
    func leavesOut(_ name: String) throws {
        var options = DecodeOptions()
        options.without = [name]
        var noted: [String] = []
        _ = try PageReader(options: options).read(.white(width: 60, height: 60)) { noted.append($0) }
        #expect(!noted.contains(name))
        #expect(!noted.isEmpty)
    }

    @Test("more effort tries all that less tries, and more")
    func effortsGrow() throws {
        let tried = try DecodeEffort.allCases.map { effort in
            var options = DecodeOptions()
            options.effort = effort
            return try PageReader(options: options).read(.white(width: 60, height: 60)) { _ in }.tried
        }
        #expect(Set(tried[0]).isStrictSubset(of: tried[1]) && Set(tried[1]).isStrictSubset(of: tried[2]))
        #expect(tried[2].filter(Set(tried[0]).contains) == tried[0])
    }

    static let easy: [(type: String, passes: [String])] = [
        ("CODE128", ["zxing.databar.rows", "zxing.rows"]), ("PDF417", ["zxing.databar.rows", "zxing.rows"]),
        ("QRCODE", ["zxing.databar.rows", "zxing.rows", "zxing.matrix"]),
    ]

    @Test("an easy picture takes few passes", arguments: easy)
    func easyIsCheap(_ type: String, _ passes: [String]) async throws {
        let image = try await Drawing.image(type, "0950110153001", ["--scale=4"])
        var noted: [String] = []
        let answer = try PageReader(options: DecodeOptions()).read(image) { noted.append($0) }
        #expect(answer.symbols.count == 1)
        #expect(noted == passes)
        #expect(answer.tried == noted)
    }

    @Test("a pass that saw nothing is not run again when something is found")
    func asksNobodyTwice() async throws {
        let code = try await Drawing.image("QRCODE", "https://example.com/")
        var noted: [String] = []
        _ = try PageReader(options: DecodeOptions()).read(
            GrayImage.white(width: 900, height: 700).with(code, x: 50, y: 60)
                .with(GrayImage.white(width: 60, height: 60).grained(120), x: 600, y: 500)
        ) {
            noted.append($0)
        }
        #expect(noted.count { $0 == "zxing.matrix" } == 2)
        #expect(noted.count { $0 == "zxing.rows" } == 1)
        #expect(noted.count { $0 == "zxing.turned" } == 1)
    }

    static let labels: [(type: String, data: String, symbology: Symbology)] = [
        ("EANX", "978487311904", .ean13), ("QRCODE", "https://example.com/", .qr), ("CODE128", "Beeline", .code128),
        ("DBAR_OMN", "0950110153001", .databar), ("EANX", "192007900240", .ean13), ("PDF417", "Bee", .pdf417),
    ]

    /// Codes of six kinds, in three rows.
    private static func page() async throws -> GrayImage {
        var page = GrayImage.white(width: 1300, height: 1000)
        for (index, label) in labels.enumerated() {
            let isMatrix = label.type == "QRCODE"
            let code = try await Drawing.image(label.type, label.data, isMatrix ? ["--scale=4"] : [])
            page = page.with(code, x: index % 2 * 650 + 30, y: index / 2 * 320 + 30)
        }
        return page
    }

    @Test("all codes of a page of labels are found, in reading order")
    func findsAll() async throws {
        let symbols = try PageReader(options: DecodeOptions()).read(await Self.page()) { _ in }.symbols
        #expect(symbols.map(\.symbology) == Self.labels.map(\.symbology))
    }

    @Test(
        "of what is asked for, that and nothing else", arguments: [Symbology.ean13, .qr, .code128, .databar, .pdf417])
    func findsOnly(_ symbology: Symbology) async throws {
        var options = DecodeOptions()
        options.only = [symbology]
        let symbols = try PageReader(options: options).read(await Self.page()) { _ in }.symbols
        #expect(symbols.map(\.symbology) == Self.labels.map(\.symbology).filter { $0 == symbology })
    }

    @Test("the first symbol is enough where that was said")
    func stopsAtFirst() async throws {
        var options = DecodeOptions()
        options.stopsAtFirst = true
        #expect(try PageReader(options: options).read(await Self.page()) { _ in }.symbols.count == 1)
    }

    @Test("a region contains what is in it, by the page's pixels")
    func looksInRegion() async throws {
        var options = DecodeOptions()
        options.region = ImageRegion(x: .fraction(0.5), y: .pixels(0), width: .fraction(0.5), height: .pixels(320))
        let symbols = try PageReader(options: options).read(await Self.page()) { _ in }.symbols
        #expect(symbols.map(\.symbology) == [.qr])
        #expect(symbols.allSatisfy { ($0.sighting?.outline?.columns.lowerBound ?? 0) >= 640 })
    }

    static let regions = [
        ImageRegion(x: .pixels(0), y: .pixels(0), width: .pixels(0), height: .pixels(0)),
        ImageRegion(x: .pixels(.max), y: .pixels(.min), width: .pixels(.max), height: .pixels(.max)),
        ImageRegion(x: .fraction(.nan), y: .fraction(-3), width: .fraction(.infinity), height: .fraction(2)),
        ImageRegion(x: .fraction(1), y: .fraction(1), width: .fraction(1), height: .fraction(1)),
    ]

    @Test("a region that is nowhere is empty", arguments: regions)
    func survivesRegions(_ region: ImageRegion) throws {
        var options = DecodeOptions()
        options.region = region
        #expect(try PageReader(options: options).read(.white(width: 50, height: 40)) { _ in }.symbols.isEmpty)
    }

    struct Hard: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: String
        let data: String
        let steps: [Step]
        var text: String?
        var effort = DecodeEffort.normal
    }

    static let hard = [
        Hard(testDescription: "an inverted QR code", type: "QRCODE", data: "dark mode", steps: [.invert]),
        Hard(testDescription: "an inverted Data Matrix", type: "DATAMATRIX", data: "dark mode", steps: [.invert]),
        Hard(
            testDescription: "a blurred EAN-13", type: "EANX", data: "978487311904", steps: [.blur(radius: 1)],
            text: "9784873119045"),
        Hard(
            testDescription: "an EAN-13 turned by 10°", type: "EANX", data: "978487311904", steps: [.turn(degrees: 10)],
            text: "9784873119045"),
        Hard(testDescription: "a QR code turned by 33°", type: "QRCODE", data: "turned", steps: [.turn(degrees: 33)]),
        Hard(
            testDescription: "a Data Matrix turned by 45°", type: "DATAMATRIX", data: "turned",
            steps: [.turn(degrees: 45)]),
        Hard(
            testDescription: "a Code 128 turned by 45°", type: "CODE128", data: "turned", steps: [.turn(degrees: 45)],
            effort: .max),
        Hard(
            testDescription: "an EAN-13 on its side", type: "EANX", data: "978487311904", steps: [.quarterTurn],
            text: "9784873119045"),
        Hard(
            testDescription: "an EAN-13 as faint as a shadow", type: "EANX", data: "978487311904",
            steps: [.gamma(0.08)], text: "9784873119045"),
    ]

    @Test("hard pictures are read", arguments: hard)
    func readsHard(_ hard: Hard) async throws {
        let image = try await Drawing.image(hard.type, hard.data, ["--scale=4"]).framed(20)
        let made = try #require(
            hard.steps.reduce(DerivedImage(image: image, mapping: .identity) as DerivedImage?) { $0?.after($1) })
        var options = DecodeOptions()
        options.effort = hard.effort
        let symbols = try PageReader(options: options).read(made.image) { _ in }.symbols
        #expect(symbols.map(\.text) == [hard.text ?? hard.data])
    }

    @Test("a matrix code far from the middle is read", arguments: ["AZTEC", "DATAMATRIX"])
    func readsOffCenter(_ type: String) async throws {
        let code = try await Drawing.image(type, "corner", ["--scale=4"])
        let image = GrayImage.white(width: 900, height: 700).with(code, x: 620, y: 480)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        #expect(symbols.map(\.text) == ["corner"])
    }

    @Test("a tiny code in a large picture is read", arguments: ["QRCODE", "CODE128"])
    func readsTiny(_ type: String) async throws {
        let code = try await Drawing.image(type, "tiny")
        let image = GrayImage.white(width: 3000, height: 2000).with(code, x: 2300, y: 1500)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        #expect(symbols.map(\.text) == ["tiny"])
        let outline = try #require(symbols.first?.sighting?.outline)
        #expect((2290...2300 + code.width).contains(outline.columns.lowerBound))
        #expect((1490...1500 + code.height).contains(outline.rows.lowerBound))
    }

    @Test("the outline of a linear code is as high as its bars")
    func outlinesAreWhole() async throws {
        let image = try await Drawing.image("CODE128", "Beeline").framed(30)
        let place = try #require(image.dark)
        let symbol = try #require(try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols.first)
        let rows = try #require(symbol.sighting?.outline?.rows)
        #expect(abs(rows.lowerBound - place.rows.lowerBound) <= 3 && abs(rows.upperBound - place.rows.upperBound) <= 3)
    }
}
