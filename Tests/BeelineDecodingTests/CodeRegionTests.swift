import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Where something looks like a code")
struct CodeRegionTests {
    struct Drawn: Sendable, CustomTestStringConvertible {
        let type: String
        let data: String
        let kind: CodeRegion.Kind
        var testDescription: String { type }
    }

    static let drawn = [
        Drawn(type: "EANX", data: "978487311904", kind: .linear),
        Drawn(type: "UPCE", data: "0425261", kind: .linear),
        Drawn(type: "CODE128", data: "Beeline 128", kind: .linear),
        Drawn(type: "CODE39", data: "BEELINE 39", kind: .linear),
        Drawn(type: "C25INTER", data: "0123456789", kind: .linear),
        Drawn(type: "DBAR_OMN", data: "0950110153001", kind: .linear),
        Drawn(type: "QRCODE", data: "https://example.com/beeline", kind: .qr),
        Drawn(type: "DATAMATRIX", data: "https://example.com/", kind: .dataMatrix),
        Drawn(type: "AZTEC", data: "https://example.com/", kind: .aztec),
        Drawn(type: "PDF417", data: "https://example.com/beeline", kind: .pdf417),
    ]

    /// One of each kind, and of linear codes two.
    static let few = drawn.filter { $0.kind != .linear || ["EANX", "CODE128"].contains($0.type) }

    /// On a sheet with room round it.
    static func sheet(_ drawn: Drawn, turned quarters: Int = 0) async throws -> GrayImage {
        try await Drawing.image(drawn.type, drawn.data, ["--scale=2"]).turned(quarters).framed(24)
    }

    @Test("a code is one region, at its place, with its module", arguments: drawn, [0, 3])
    func finds(_ drawn: Drawn, _ quarters: Int) async throws {
        let sheet = try await Self.sheet(drawn, turned: quarters)
        let ink = try #require(sheet.dark)
        let regions = CodeRegions.find(in: sheet)
        try #require(regions.count == 1, "\(regions)")
        let region = regions[0]
        #expect(region.kind == drawn.kind)
        // zint draws four pixels a module at this scale, and the bars of an EAN end below their guards.
        #expect(abs(region.module - 4) < 0.35)
        // Along the bars the place is known to a square of eight pixels in the picture at a quarter of its size.
        let allowed = drawn.kind == .linear ? 32 : 14
        #expect(abs(region.outline.columns.lowerBound - ink.columns.lowerBound) <= allowed)
        #expect(abs(region.outline.columns.upperBound - ink.columns.upperBound) <= allowed)
        #expect(abs(region.outline.rows.lowerBound - ink.rows.lowerBound) <= allowed)
        #expect(abs(region.outline.rows.upperBound - ink.rows.upperBound) <= allowed)
    }

    @Test("several codes on a sheet are several regions")
    func findsSeveral() async throws {
        let codes = [Self.few[0], Self.few[2]]
        var sheet = GrayImage.white(width: 900, height: 700)
        sheet = sheet.with(try await Self.sheet(codes[0]), x: 0, y: 0)
        sheet = sheet.with(try await Self.sheet(codes[1]), x: 450, y: 300)
        #expect(Set(CodeRegions.find(in: sheet).map(\.kind)) == [.linear, .qr])
    }

    static let odd: [GrayImage] = [
        GrayImage(width: 0, height: 0, pixels: []), .white(width: 1, height: 1), .white(width: 1, height: 5000),
        .white(width: 5000, height: 1), .white(width: 9, height: 17), .white(width: 300, height: 300),
        GrayImage(width: 300, height: 300, pixels: (0..<90_000).map { $0 % 2 == 0 ? 0 : 255 }),
        GrayImage(width: 300, height: 300, pixels: (0..<90_000).map { $0 / 900 % 2 == 0 ? 0 : 255 }),
        GrayImage.white(width: 300, height: 300).grained(60), GrayImage.white(width: 300, height: 300).grained(4),
    ]

    @Test("blank pages, fences and noise are not codes", arguments: odd.indices)
    func findsNothing(_ index: Int) {
        #expect(CodeRegions.find(in: Self.odd[index]).isEmpty)
    }
}
