import BeelineSymbols
import Testing

@testable import BeelineDecoding

@Suite("Which readings are accepted")
struct EvidenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What each pass read.
        let passes: [(trust: Evidence.Trust, symbols: [Symbol])]
        let believed: [String]

        init(_ description: String, _ passes: [(Evidence.Trust, [Symbol])], believed: [String]) {
            testDescription = description
            self.passes = passes.map { (trust: $0.0, symbols: $0.1) }
            self.believed = believed
        }
    }

    private static func symbol(
        _ symbology: Symbology, _ text: String, by decoder: String = "zxing", lines: Int = 4, x: Int = 0, y: Int = 0,
        height: Int = 50
    ) -> Symbol {
        let place = Sighting.at(x: x, y: y, width: 100, height: height)
        return Symbol(
            symbology, text, sighting: Sighting(outline: place.outline, decoder: decoder, quality: lines))
    }

    static let cases = [
        Case("a QR code at once", [(.derived, [symbol(.qr, "a")])], believed: ["a"]),
        Case("an EAN-13 of ZXing alone is not", [(.direct, [symbol(.ean13, "a")])], believed: []),
        Case(
            "two passes that agree are", [(.direct, [symbol(.ean13, "a")]), (.derived, [symbol(.ean13, "a")])],
            believed: ["a"]),
        Case(
            "an EAN-13 that 30 lines of ZBar see at once", [(.derived, [symbol(.ean13, "a", by: "zbar", lines: 30)])],
            believed: ["a"]),
        Case("and one that 29 see is not", [(.derived, [symbol(.ean13, "a", by: "zbar", lines: 29)])], believed: []),
        Case(
            "a UPC-A and the EAN-13 of its digits are one",
            [(.direct, [symbol(.upcA, "012345678905")]), (.derived, [symbol(.ean13, "0012345678905")])],
            believed: ["012345678905"]),
        Case(
            "two that contradict each other at one place are both not",
            [
                (.direct, [symbol(.ean13, "a")]), (.derived, [symbol(.ean13, "a"), symbol(.ean13, "b")]),
                (.derived, [symbol(.ean13, "b")]),
            ], believed: []),
        Case(
            "unless one clearly wins",
            [(.direct, [symbol(.ean13, "a", by: "zbar", lines: 90), symbol(.ean13, "b", by: "zbar", lines: 2)])],
            believed: ["a"]),
        Case(
            "and at two places both are",
            [
                (
                    .direct,
                    [symbol(.ean13, "a", by: "zbar", lines: 90), symbol(.ean13, "b", by: "zbar", lines: 90, y: 200)]
                )
            ],
            believed: ["a", "b"]),
        Case(
            "a short ITF is not, however often",
            [(.direct, [symbol(.itf, "1234")]), (.derived, [symbol(.itf, "1234")])],
            believed: []),
        Case(
            "an ITF that many lines of ZBar read is", [(.derived, [symbol(.itf, "12345678", by: "zbar", lines: 13)])],
            believed: ["12345678"]),
        Case(
            "one that all of them read at one place is not",
            [(.derived, [symbol(.itf, "12345678", by: "zbar", lines: 13, height: 0)])], believed: []),
        Case("a long ITF is", [(.direct, [symbol(.itf, "12345678")])], believed: ["12345678"]),
        Case(
            "a UPC-E of a derived picture needs a witness", [(.derived, [symbol(.upcE, "a")])], believed: []),
        Case("nothing gives nothing", [], believed: []),
    ]

    @Test("readings add up", arguments: cases)
    func addsUp(_ case: Case) {
        var evidence = Evidence()
        for (number, pass) in `case`.passes.enumerated() {
            evidence.add(pass.symbols, trust: pass.trust, by: "\(number)")
        }
        #expect(evidence.accepted.map(\.text) == `case`.believed)
    }

    @Test(
        "what few rows agree on is no witness, where ZXing counts them", arguments: [Symbology.ean13, .upcE, .databar])
    func doubtsFewRows(_ symbology: Symbology) {
        #expect(Acceptance.isSeenByFew(Self.symbol(symbology, "a", lines: 2)) == ZXingLibrary.givesAll)
        #expect(!Acceptance.isSeenByFew(Self.symbol(symbology, "a", lines: 4)))
        #expect(!Acceptance.isSeenByFew(Self.symbol(symbology, "a", by: "zbar", lines: 2)))
        #expect(!Acceptance.isSeenByFew(Self.symbol(.qr, "a", lines: 0)))
    }

    @Test("an add-on is kept, whichever decoder read it")
    func keepsAddOn() {
        var evidence = Evidence()
        var one = Self.symbol(.ean13, "a", by: "zbar", lines: 3)
        one.addOn = "05"
        evidence.add([one], trust: .direct, by: "one")
        evidence.add([Self.symbol(.ean13, "a", by: "zbar", lines: 40)], trust: .direct, by: "other")
        #expect(evidence.accepted.map(\.addOn) == ["05"])
    }
}
