import BeelineSymbols
import Testing

@testable import BeelineDecoding

@Suite("Codes within the outline of a matrix code")
struct NestingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What each pass read.
        let passes: [[Symbol]]
        let believed: [String]
    }

    private static func symbol(
        _ symbology: Symbology, _ text: String, by decoder: String = "zxing", lines: Int = 2, x: Int = 0, y: Int = 0,
        width: Int = 200, height: Int = 200
    ) -> Symbol {
        let place = Sighting.at(x: x, y: y, width: width, height: height)
        return Symbol(
            symbology, text, sighting: Sighting(outline: place.outline, decoder: decoder, quality: lines))
    }

    private static let qr = symbol(.qr, "qr")

    static let cases = [
        Case(
            testDescription: "a Micro QR code in a finder pattern goes",
            passes: [[qr, symbol(.microQR, "a", x: 4, y: 4, width: 30, height: 30)]], believed: ["qr"]),
        Case(
            testDescription: "an Aztec code in the middle goes, read before the QR code or after it",
            passes: [[symbol(.aztec, "a", x: 60, y: 70, width: 80, height: 80)], [qr]], believed: ["qr"]),
        Case(
            testDescription: "a Data Matrix that juts out a little goes",
            passes: [[qr, symbol(.dataMatrix, "a", x: -10, y: 50, width: 80, height: 80)]], believed: ["qr"]),
        Case(
            testDescription: "a QR code in the middle stays: three finder patterns are no chance",
            passes: [[qr, symbol(.qr, "inner", x: 70, y: 70, width: 60, height: 60)]], believed: ["qr", "inner"]),
        Case(
            testDescription: "a neighbour that touches it stays",
            passes: [[qr, symbol(.dataMatrix, "a", x: 180, y: 50, width: 80, height: 80)]], believed: ["qr", "a"]),
        Case(
            testDescription: "a Code 128 along a row of modules goes, be it as flat as a line",
            passes: [[qr, symbol(.code128, "abcdefgh", x: 20, y: 90, width: 160, height: 0)]], believed: ["qr"]),
        Case(
            testDescription: "a linear code of twice the witnesses it needs stays",
            passes: [
                [qr, symbol(.code128, "abcdefgh", x: 20, y: 90, width: 160, height: 20)],
                [symbol(.code128, "abcdefgh", by: "zbar", lines: 9, x: 20, y: 90, width: 160, height: 20)],
            ], believed: ["qr", "abcdefgh"]),
        Case(
            testDescription: "a matrix code above a linear one stays: bars are no matrix",
            passes: [
                [
                    symbol(.code128, "abcdefgh", width: 400, height: 100),
                    symbol(.dataMatrix, "a", x: 20, y: 20, width: 60, height: 60),
                ]
            ], believed: ["abcdefgh", "a"]),
        Case(
            testDescription: "of two readings of one place neither is within the other",
            passes: [[qr, symbol(.qr, "other", x: 4, y: 4, width: 192, height: 192)]], believed: ["qr", "other"]),
        Case(
            testDescription: "a matrix code without an outline is nowhere",
            passes: [[qr, Symbol(.aztec, "a")]], believed: ["qr", "a"]),
    ]

    @Test("a reading made of its modules is not accepted", arguments: cases)
    func drops(_ case: Case) {
        var evidence = Evidence()
        for (number, pass) in `case`.passes.enumerated() { evidence.add(pass, trust: .direct, by: "\(number)") }
        #expect(Set(evidence.accepted.map(\.text)) == Set(`case`.believed))
    }

    @Test("a turned outline is as large as it is, and not as the box around it")
    func turned() {
        let diamond = Outline(
            topLeft: Point(x: 100, y: 0), topRight: Point(x: 200, y: 100), bottomRight: Point(x: 100, y: 200),
            bottomLeft: Point(x: 0, y: 100))
        func box(_ x: Int, _ y: Int) -> Outline? { Sighting.at(x: x, y: y, width: 40, height: 40).outline }
        #expect(box(80, 80).map { Nesting.isWithin($0, diamond) } == true)
        #expect(box(5, 5).map { Nesting.isWithin($0, diamond) } == false)
    }

    @Test("outlines that are not figures contain nothing")
    func degenerate() {
        let line = Outline(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 100, y: 0), bottomRight: Point(x: 100, y: 0),
            bottomLeft: Point(x: 0, y: 0))
        let bow = Outline(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 100, y: 100), bottomRight: Point(x: 100, y: 0),
            bottomLeft: Point(x: 0, y: 100))
        for outer in [line, bow] { #expect(!Nesting.isWithin(line, outer)) }
    }
}
