import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Messages that are spread over several codes")
struct MessageJoinTests {
    private static func part(
        _ text: String, _ number: Int, of count: Int?, id: String? = "85", _ symbology: Symbology = .qr,
        page: Int? = nil
    ) -> Symbol {
        part(Array(text.utf8), number, of: count, id: id, symbology, page: page)
    }

    private static func part(
        _ bytes: [UInt8], _ number: Int, of count: Int?, id: String? = "85", _ symbology: Symbology = .qr,
        page: Int? = nil, guess: (text: String, charset: String)? = nil
    ) -> Symbol {
        var symbol = Symbol(
            symbology, bytes: bytes, sighting: Sighting(outline: nil, decoder: "zxing", page: page)
        ) { _ in guess }
        symbol.structuredAppend = StructuredAppend(index: number - 1, count: count, id: id)
        return symbol
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let symbols: [Symbol]
        /// Kind, text, and to which it is joined or how the warning ends.
        let readings: [String]
    }

    static let cases = [
        Case(
            testDescription: "all parts are one content, in whatever order they were read",
            symbols: [
                part("le.com/x", 3, of: 3), part("https:", 1, of: 3), Symbol(.qr, "alone"), part("//examp", 2, of: 3),
            ],
            readings: ["text le.com/x > 1", "url https://example.com/x", "text alone", "text //examp > 1"]),
        Case(
            testDescription: "half of a link is none",
            symbols: [part("https://example.com/a", 1, of: 2)],
            readings: ["text https://example.com/a ! part 2 is missing"]),
        Case(
            testDescription: "each part says what is missing beside all that are there",
            symbols: [part("b", 2, of: 8), part("e", 5, of: 8)],
            readings: [
                "text b ! parts 1, 3 to 4 and 6 to 8 are missing", "text e ! parts 1, 3 to 4 and 6 to 8 are missing",
            ]),
        Case(
            testDescription: "two messages are told apart by what their parts have in common",
            symbols: [
                part("a", 1, of: 2), part("1", 1, of: 2, id: "9"), part("b", 2, of: 2), part("2", 2, of: 2, id: "9"),
            ], readings: ["text ab", "text 12", "text b > 0", "text 2 > 1"]),
        Case(
            testDescription: "and by their symbology",
            symbols: [part("a", 1, of: 2), part("b", 2, of: 2, .dataMatrix)],
            readings: ["text a ! part 2 is missing", "text b ! part 1 is missing"]),
        Case(
            testDescription: "a part that is printed twice belongs to the message with both",
            symbols: [part("a", 1, of: 2), part("b", 2, of: 2), part("a", 1, of: 2)],
            readings: ["text ab", "text b > 0", "text a > 0"]),
        Case(
            testDescription: "different symbols for the same part are never mixed",
            symbols: [part("a", 1, of: 2), part("b", 2, of: 2), part("c", 1, of: 2)],
            readings: Array(repeating: "there are different symbols for the same part", count: 3)
                .enumerated().map { "text \(["a", "b", "c"][$0]) ! \($1)" }),
        Case(
            testDescription: "a message goes on over pages",
            symbols: [part("a", 1, of: 2, page: 1), part("b", 2, of: 2, page: 2)], readings: ["text ab", "text b > 0"]),
        Case(
            testDescription: "where each page has the same parts, each page has its own message",
            symbols: [
                part("a", 1, of: 2, page: 1), part("b", 2, of: 2, page: 1), part("c", 1, of: 2, page: 2),
                part("d", 2, of: 2, page: 2),
            ], readings: ["text ab", "text b > 0", "text cd", "text d > 2"]),
        Case(
            testDescription: "the count may stand in one part only, as in macro PDF417",
            symbols: [part("a", 1, of: nil, .pdf417), part("b", 2, of: 2, .pdf417)],
            readings: ["text ab", "text b > 0"]),
        Case(
            testDescription: "without any count nobody knows whether it is all",
            symbols: [part("a", 1, of: nil, .pdf417), part("b", 2, of: nil, .pdf417)],
            readings: [
                "text a ! no symbol says how many parts there are", "text b ! no symbol says how many parts there are",
            ]),
        Case(
            testDescription: "parts that do not agree on how many they are stay alone",
            symbols: [part("a", 1, of: 2), part("b", 2, of: 3)],
            readings: ["text a ! part 3 is missing", "text b ! part 3 is missing"]),
        Case(
            testDescription: "one of one is whole", symbols: [part("https://example.com/", 1, of: 1)],
            readings: ["url https://example.com/"]),
        Case(
            testDescription: "a character may have its bytes in two symbols",
            symbols: [part(Array("Gr".utf8) + [0xC3], 1, of: 2), part([0xBC] + Array("n".utf8), 2, of: 2)],
            readings: ["text Grün", "binary - > 0"]),
        Case(
            testDescription: "guessed texts are joined where the guess is the same, and one part may be plain",
            symbols: [
                part([0x93, 0xFA], 1, of: 2, guess: ("日", "Shift_JIS")), part("!", 2, of: 2),
            ], readings: ["text 日! ! the bytes are not UTF-8; the text is a guess (Shift_JIS)", "text ! > 0"]),
        Case(
            testDescription: "and are bytes where it is not",
            symbols: [
                part([0x93, 0xFA], 1, of: 2, guess: ("日", "Shift_JIS")),
                part([0xE9], 2, of: 2, guess: ("é", "ISO-8859-1")),
            ], readings: ["binary -", "text é > 0"]),
    ]

    @Test("parts are joined, or report the missing ones", arguments: cases)
    func joins(_ case: Case) {
        let readings = ContentParser().readings(of: `case`.symbols, on: scanDate)
        let said = readings.map { reading in
            var line = "\(reading.content.kind.rawValue) \(reading.symbol.text ?? "-")"
            if let joined = reading.joinedTo { line += " > \(joined)" }
            for warning in reading.warnings {
                line += " ! " + (warning.description.split(separator: ": ").last.map(String.init) ?? "")
            }
            return line
        }
        #expect(said == `case`.readings)
    }

    @Test("the first part's symbol contains the whole, and is no longer a part")
    func wholeSymbol() {
        let readings = ContentParser().readings(of: [Self.part("a", 1, of: 2), Self.part("b", 2, of: 2)], on: scanDate)
        #expect(readings.map(\.symbol.bytes) == [Array("ab".utf8), Array("b".utf8)])
        #expect(readings.map(\.symbol.structuredAppend?.description) == [nil, "part 2 of 2"])
    }

    @Test("a warning says which part of how many it is, in a line")
    func warningText() {
        let alone = ContentParser().reading(of: Self.part("b", 2, of: 3), on: scanDate)
        #expect(
            alone.warnings.map(\.description)
                == ["part 2 of 3 of a message that cannot be assembled: parts 1 and 3 are missing"])
        #expect(alone.warnings.map(\.code) == ["parts-missing"])
        let odd = stride(from: 1, to: 4000, by: 2).map { Self.part("x", $0, of: 90_000) }
        let many = ContentParser().readings(of: odd, on: scanDate)
        #expect(many.allSatisfy { $0.warnings[0].description.utf8.count < 200 })
    }

    @Test("parts of a password do not reveal it, with or without the other parts")
    func secrets() {
        let network = [Self.part("WIFI:T:WPA;S:bee;P:hon", 1, of: 2), Self.part("eycomb;;", 2, of: 2)]
        let joined = ContentParser().readings(of: network, on: scanDate)
        #expect(joined.map(\.content.kind) == [.wifi, .text])
        #expect(joined.allSatisfy { $0.holdsSecret && $0.redactedText?.contains("comb") == false })
        let torn = [Self.part("WIFI:T:WPA;S:bee;P:hon", 1, of: 3), Self.part("eycomb", 2, of: 3)]
        let parts = ContentParser().readings(of: torn, on: scanDate)
        #expect(parts.map(\.redactedText) == ["WIFI:•••", "•••"])
        let plain = ContentParser().readings(of: [Self.part("a", 1, of: 2), Self.part("b", 2, of: 2)], on: scanDate)
        #expect(plain.allSatisfy { !$0.holdsSecret })
    }
}
