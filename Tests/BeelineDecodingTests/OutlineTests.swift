import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Where a code lies")
struct OutlineTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let data: String
        let quarters: Int

        var testDescription: String { "\(type) turned by \(quarters * 90)°" }
    }

    static let cases = [
        ("EANX", "978487311904"), ("EANX", "9638507"), ("UPCA", "03600029145"), ("UPCE", "0425261"),
        ("CODE128", "Wikipedia"), ("CODE39", "ABC-123"), ("CODE93", "BEELINE"), ("CODABAR", "A37859B"),
        ("ITF14", "1540014128876"), ("DBAR_OMN", "0950110153001"), ("QRCODE", "https://example.com/"),
    ].flatMap { code in (0..<4).map { Case(type: code.0, data: code.1, quarters: $0) } }

    @Test("the corners are those of the bars, the code's own top left one first", arguments: cases)
    func followsTheCode(_ code: Case) async throws {
        // A bearer bar is not part of the code.
        let bare = code.type == "ITF14" ? ["--border=0", "--bind"] : ["--guarddescent=0"]
        let image = try await Drawing.image(code.type, code.data, bare).framed(30).turned(code.quarters)
        let symbol = try #require(try ZBarDecoder().symbols(in: image).first)
        let outline = try #require(symbol.sighting?.outline)
        let place = try #require(image.dark)

        let corners = [
            Point(x: place.columns.lowerBound, y: place.rows.lowerBound),
            Point(x: place.columns.upperBound, y: place.rows.lowerBound),
            Point(x: place.columns.upperBound, y: place.rows.upperBound),
            Point(x: place.columns.lowerBound, y: place.rows.upperBound),
        ]
        let expected = (0..<4).map { corners[($0 + code.quarters) % 4] }
        // The quiet zone and the last bars are where scan lines end.
        let tolerance = max(12, (place.columns.count + place.rows.count) / 16)
        for (corner, right) in zip(outline.corners, expected) {
            #expect(
                abs(Int(corner.x - right.x)) <= tolerance && abs(Int(corner.y - right.y)) <= tolerance,
                "\(corner) is not at \(right)")
        }
    }

    @Test("no outline leaves the image", arguments: cases)
    func staysInside(_ code: Case) async throws {
        let image = try await Drawing.image(code.type, code.data).turned(code.quarters)
        for symbol in try ZBarDecoder().symbols(in: image) {
            let outline = try #require(symbol.sighting?.outline)
            #expect(outline.columns.lowerBound >= 0 && outline.columns.upperBound <= image.width)
            #expect(outline.rows.lowerBound >= 0 && outline.rows.upperBound <= image.height)
        }
    }
}
