import BeelineSymbols
import Testing

@testable import BeelineDecoding

@Suite("Readings that are not codes")
struct PhantomTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let symbols: [Symbol]
        let left: [String]
    }

    private static func symbol(
        _ symbology: Symbology, _ text: String, quality: Int?, x: Int = 0, y: Int = 0, width: Int = 100
    ) -> Symbol {
        Symbol(symbology, text, sighting: .at(x: x, y: y, width: width, height: 50, quality: quality))
    }

    static let cases = [
        Case(
            testDescription: "a UPC-E that 7 lines saw goes",
            symbols: [symbol(.upcE, "a", quality: 7)], left: []),
        Case(
            testDescription: "a UPC-E that 8 lines saw stays",
            symbols: [symbol(.upcE, "a", quality: 8)], left: ["a"]),
        Case(
            testDescription: "an EAN-13 that one line saw stays",
            symbols: [symbol(.ean13, "a", quality: 1)], left: ["a"]),
        Case(
            testDescription: "of two on top of each other the weaker goes",
            symbols: [symbol(.code39, "a", quality: 2, x: 10, width: 60), symbol(.ean13, "b", quality: 90)],
            left: ["b"]),
        Case(
            testDescription: "two as strong as each other stay",
            symbols: [symbol(.code39, "a", quality: 9), symbol(.ean13, "b", quality: 9)], left: ["a", "b"]),
        Case(
            testDescription: "neighbours stay",
            symbols: [symbol(.code39, "a", quality: 2, x: 110), symbol(.ean13, "b", quality: 90)], left: ["a", "b"]),
        Case(
            testDescription: "rows of a shelf stay",
            symbols: [symbol(.code39, "a", quality: 2, y: 60), symbol(.ean13, "b", quality: 90)], left: ["a", "b"]),
        Case(
            testDescription: "a QR code stays, whatever lies over it",
            symbols: [symbol(.qr, "a", quality: 1), symbol(.ean13, "b", quality: 90)], left: ["a", "b"]),
        Case(
            testDescription: "an add-on stays in its parent's box",
            symbols: [symbol(.ean5, "a", quality: 3, x: 60, width: 40), symbol(.ean13, "b", quality: 90)],
            left: ["a", "b"]),
        Case(
            testDescription: "without an outline nothing lies over anything",
            symbols: [Symbol(.code39, "a"), symbol(.ean13, "b", quality: 90)], left: ["a", "b"]),
        Case(testDescription: "nothing stays nothing", symbols: [], left: []),
    ]

    @Test("a reading that is likelier noise than a code is dropped", arguments: cases)
    func drops(_ case: Case) {
        #expect(ZBarNoise.removed(`case`.symbols).map(\.text) == `case`.left)
    }
}
