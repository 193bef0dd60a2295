import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Parts of a structured append")
struct StructuredAppendTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        /// The third part of what zint is given with `--structapp`.
        let id: String
        let symbology: Symbology
        /// As ZXing writes it: of a Data Matrix the two bytes, here 5 and 6, as one number.
        let read: String
        var testDescription: String { symbology.title }
    }

    static let cases = [
        Case(type: "QRCODE", id: "85", symbology: .qr, read: "85"),
        Case(type: "DATAMATRIX", id: "5006", symbology: .dataMatrix, read: "1286"),
        Case(type: "AZTEC", id: "bee", symbology: .aztec, read: "bee"),
        Case(type: "PDF417", id: "123", symbology: .pdf417, read: "123"),
    ]

    private static func part(_ case: Case, _ index: Int, of count: Int, _ data: String) async throws -> GrayImage {
        try await Drawing.image(
            `case`.type, data, ["--structapp=\(index),\(count),\(`case`.id)", "--scale=3"]
        ).framed(20)
    }

    @Test("each says which part of how many it is, and of what", arguments: cases)
    func saysWhich(_ case: Case) async throws {
        for index in 1...3 {
            let image = try await Self.part(`case`, index, of: 3, "the part \(index)")
            let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
            #expect(symbols.map(\.symbology) == [`case`.symbology])
            #expect(symbols.map(\.text) == ["the part \(index)"])
            #expect(symbols.first?.structuredAppend?.index == index - 1)
            #expect(symbols.first?.structuredAppend?.count == 3)
            #expect(symbols.first?.structuredAppend?.id == `case`.read)
        }
    }

    @Test("a code that is not of a sequence is not a part")
    func alone() async throws {
        let image = try await Drawing.image("QRCODE", "alone", ["--scale=3"]).framed(20)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        #expect(symbols.map(\.structuredAppend) == [nil])
    }

    @Test("parts that say the same are parts nevertheless")
    func sameText() async throws {
        var sheet = GrayImage.white(width: 700, height: 300)
        for index in 1...2 {
            let code = try await Self.part(Self.cases[0], index, of: 2, "the same")
            sheet = sheet.with(code, x: 20 + (index - 1) * 330, y: 20)
        }
        let symbols = try PageReader(options: DecodeOptions()).read(sheet) { _ in }.symbols
        #expect(symbols.map { $0.structuredAppend?.index } == [0, 1])
    }

    @Test("ZBar joins the parts that it sees; they are split again, and dropped if one is missing")
    func zbarParts() async throws {
        let parts = try await (1...3).asyncMap { try await Self.part(Self.cases[0], $0, of: 3, "part \($0);") }
        func found(_ shown: [Int]) throws -> [String] {
            var sheet = GrayImage.white(width: 1000, height: 300)
            for (place, part) in shown.enumerated() { sheet = sheet.with(parts[part], x: 20 + place * 320, y: 20) }
            return try ZBarDecoder().symbols(in: sheet).map {
                "\($0.text ?? "-") \($0.structuredAppend?.description ?? "alone")"
            }
        }
        // In whatever order they stand.
        #expect(try Set(found([2, 0, 1])) == ["part 1; part 1 of 3", "part 2; part 2 of 3", "part 3; part 3 of 3"])
        for torn in [[1, 0], [2, 0], [1, 2], [0]] { #expect(try found(torn) == []) }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
