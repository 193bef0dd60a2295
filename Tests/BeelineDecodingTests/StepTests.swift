import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Pictures made of a page")
struct StepTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
    }

    static let cases = [
        Case(testDescription: "larger", steps: [.scale(x: 2, y: 2)]),
        Case(testDescription: "smaller", steps: [.scale(x: 0.5, y: 0.5)]),
        Case(testDescription: "wider and lower", steps: [.scale(x: 3, y: 0.25)]),
        Case(testDescription: "darker", steps: [.gamma(2)]),
        Case(testDescription: "lighter", steps: [.gamma(0.5)]),
        Case(testDescription: "inverted twice", steps: [.invert, .invert]),
        Case(testDescription: "black and white", steps: [.threshold(radius: 16, share: 16)]),
        Case(testDescription: "sharpened", steps: [.sharpen(radius: 2, strength: 2)]),
        Case(testDescription: "blurred", steps: [.blur(radius: 1)]),
        Case(testDescription: "bordered", steps: [.border(20)]),
        Case(testDescription: "the middle", steps: [.middle(0.9)]),
        Case(testDescription: "turned by a quarter", steps: [.quarterTurn]),
        Case(testDescription: "turned by two quarters", steps: [.quarterTurn, .quarterTurn]),
        Case(testDescription: "turned by 10°", steps: [.turn(degrees: 10)]),
        Case(testDescription: "turned back and forth", steps: [.turn(degrees: -33), .turn(degrees: 33)]),
        Case(testDescription: "several", steps: [.border(7), .scale(x: 1.5, y: 1.5), .turn(degrees: 5), .quarterTurn]),
    ]

    @Test("each step says where its pixels are on the page", arguments: cases)
    func mapsBack(_ made: Case) async throws {
        let code = try await Drawing.image("QRCODE", "https://example.com/", ["--scale=6"])
        let page = GrayImage.white(width: code.width + 90, height: code.height + 50).with(code, x: 60, y: 20)
        let derived = try #require(
            made.steps.reduce(DerivedImage(image: page, mapping: .identity) as DerivedImage?) { $0?.after($1) })
        let place = try #require(page.dark)
        // The darkest spots of the picture lie on the page where the code is.
        let picture = derived.image
        for y in stride(from: 0, to: picture.height, by: 3) {
            for x in stride(from: 0, to: picture.width, by: 3) where picture.pixels[y * picture.width + x] < 60 {
                let there = derived.mapping(Vector(Double(x), Double(y)))
                let (column, row) = (there.x, there.y)
                #expect(
                    Double(place.columns.lowerBound) - 4 <= column && column <= Double(place.columns.upperBound) + 4)
                #expect(Double(place.rows.lowerBound) - 6 <= row && row <= Double(place.rows.upperBound) + 6)
                let gray = page.pixels[
                    min(max(Int(row.rounded()), 0), page.height - 1) * page.width
                        + min(max(Int(column.rounded()), 0), page.width - 1)]
                // Lowered rows and thresholds mix neighbours; others keep what is there.
                if made.steps.count == 1, case .quarterTurn = made.steps[0] { #expect(gray < 60) }
                if made.steps.count == 1, case .turn = made.steps[0] { #expect(gray < 160) }
            }
        }
        // Something dark was there to be checked.
        #expect(picture.pixels.contains { $0 < 60 })
    }

    @Test("codes read from such pictures lie where they are on the page", arguments: cases)
    func outlinesComeBack(_ made: Case) async throws {
        // Some of these are no longer pictures of a QR code.
        guard !["wider and lower", "smaller", "black and white"].contains(made.testDescription) else { return }
        let code = try await Drawing.image("QRCODE", "https://example.com/", ["--scale=6"])
        let page = GrayImage.white(width: code.width + 90, height: code.height + 50).with(code, x: 60, y: 20)
        let place = try #require(page.dark)
        let derived = try #require(
            made.steps.reduce(DerivedImage(image: page, mapping: .identity) as DerivedImage?) { $0?.after($1) })
        let found = try ZXingDecoder().symbols(in: derived.image, asking: ZXingQuery(symbologies: [.qr]))
        let symbol = try #require(found.first).placed(by: derived.mapping, width: page.width, height: page.height)
        let outline = try #require(symbol.sighting?.outline)
        #expect(symbol.text == "https://example.com/")
        for (value, right) in [
            (outline.columns.lowerBound, place.columns.lowerBound), (outline.rows.lowerBound, place.rows.lowerBound),
            (outline.columns.upperBound, place.columns.upperBound), (outline.rows.upperBound, place.rows.upperBound),
        ] { #expect(abs(value - right) <= 6, "\(value) is not \(right)") }
        // The code's own top left corner stays its first.
        #expect(abs(Int(outline.topLeft.x) - place.columns.lowerBound) <= 6)
        #expect(abs(Int(outline.topLeft.y) - place.rows.lowerBound) <= 6)
    }

    @Test("pictures with few or no pixels are survived")
    func survivesSmallOnes() {
        let all = Self.cases.flatMap(\.steps) + [.stretch, .scale(x: 1e9, y: 1e9), .scale(x: 0, y: 0), .border(-1)]
        for (width, height) in [(0, 0), (1, 1), (1, 9), (9, 1), (2, 3), (5000, 1)] {
            let page = DerivedImage(image: .white(width: width, height: height), mapping: .identity)
            for step in all {
                guard let made = page.after(step) else { continue }
                #expect(made.image.pixels.count == made.image.width * made.image.height)
                #expect(made.image.pixels.count <= GrayImage.mostMade)
            }
        }
    }

    @Test("averages are those that one counts by hand")
    func averages() throws {
        let pixels = (0..<35).map { UInt8($0 * 7) }
        let image = GrayImage(width: 7, height: 5, pixels: pixels)
        let averaged = try #require(image.averaged(radius: 2))
        for y in 0..<5 {
            for x in 0..<7 {
                let around = (max(y - 2, 0)...min(y + 2, 4)).flatMap { row in
                    (max(x - 2, 0)...min(x + 2, 6)).map { Int(pixels[row * 7 + $0]) }
                }
                #expect(Int(averaged.pixels[y * 7 + x]) == around.reduce(0, +) / around.count)
            }
        }
    }

    @Test("a plain gray stays plain at any size", arguments: [0.1, 0.25, 0.5, 0.9, 1.5, 2, 3])
    func keepsGray(_ factor: Double) throws {
        let image = GrayImage(width: 40, height: 40, pixels: Array(repeating: 130, count: 1600))
        let scaled = try #require(image.scaled(x: factor, y: factor))
        #expect(scaled.width == Int((40 * factor).rounded()))
        #expect(scaled.pixels.allSatisfy { (128...132).contains($0) })
    }
}
