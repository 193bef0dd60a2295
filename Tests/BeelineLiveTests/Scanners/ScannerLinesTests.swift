import BeelineLive
import BeelineSymbols
import Testing

@Suite struct ScannerLinesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        /// With `|` where there is a silence.
        let sent: String
        let codes: [String]
        var testDescription: String { why }

        init(_ why: String, _ sent: String, _ codes: String...) {
            (self.why, self.sent, self.codes) = (why, sent, codes)
        }
    }

    private static func take(_ text: String, silence: Bool) -> [String] {
        var lines = ScannerLines(silence: silence)
        var found: [ScannerLines.Found] = []
        for (index, part) in text.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { found += lines.takeSilence() }
            // Byte by byte and in one piece must be the same.
            if index % 2 == 0 {
                found += lines.take(part.utf8)
            } else {
                for byte in part.utf8 { found += lines.take([byte]) }
            }
        }
        return spell(found)
    }

    static let always = [
        Case("CR", "123\r456\r", #"unknown "123""#, #"unknown "456""#),
        Case("LF", "123\n456\n", #"unknown "123""#, #"unknown "456""#),
        Case("CRLF is one end", "123\r\n456\r\n", #"unknown "123""#, #"unknown "456""#),
        Case("blank lines are no codes", "\r\n\n  \r123\r", #"unknown "123""#),
        Case("ETX", "123\u{3}456\u{3}", #"unknown "123""#, #"unknown "456""#),
        Case("STX and ETX", "\u{2}123\u{3}\u{2}456\u{3}\r\n", #"unknown "123""#, #"unknown "456""#),
        Case("lines within a frame", "\u{2}BEGIN:VCARD\r\nFN:A\tB\r\n\u{3}", #"unknown "BEGIN:VCARD\r\nFN:A\tB""#),
        Case("a frame that ends as lines do", "\u{2}123\r\u{2}456\r\u{2}", #"unknown "123""#, #"unknown "456""#),
        Case("a frame without an end", "\u{2}12\u{2}456\u{3}", "problem code-incomplete", #"unknown "456""#),
        Case("an AIM identifier", "]E09780306406157\r", #"ean_13]E0 "9780306406157""#),
        Case(
            "an identifier in a frame", "\u{2}]C1010952123454321310AB\u{1D}17271231\u{3}",
            #"code_128]C1 "010952123454321310AB\u{1D}17271231""#),
        Case("GS stays at both ends", "\u{1D}01\u{1D}\r", #"unknown "\u{1D}01\u{1D}""#),
        Case("an identifier and nothing else", "]E0\r", "x"),
        Case("what only looks like one", "]1x\r]X0y\r", #"unknown "]1x""#, #"unknown "]X0y""#),
        Case("what has not ended", "123\r45", #"unknown "123""#),
    ]

    @Test("codes end with the suffix that the scanner sends", arguments: always, [true, false])
    func ends(_ example: Case, silence: Bool) {
        #expect(Self.take(example.sent, silence: silence) == example.codes.filter { $0 != "x" })
    }

    @Test("an add-on that is sent at once belongs to the number before it, and a later one is a code of its own")
    func joinsAddOn() throws {
        var lines = ScannerLines(silence: false)
        let together = lines.take("]E09780306406157\r]E252495\r".utf8)
        #expect(try together.map { try $0.get() } == [Self.book(addOn: "52495")])
        #expect(try lines.take("]E09780306406157\r".utf8).map { try $0.get() } == [Self.book(addOn: nil)])
        #expect(try lines.take("]E252495\r".utf8).map { try $0.get().symbology } == [.ean5])
        let twice = lines.take("]E09780306406157\r]E252495\r]E252495\r".utf8)
        #expect(try twice.map { try $0.get().addOn } == ["52495", nil])
    }

    private static func book(addOn: String?) -> Symbol {
        Symbol(.ean13, "9780306406157", aim: "]E0", addOn: addOn)
    }

    static let silent = [
        Case("silence ends a code", "123|456|", #"unknown "123""#, #"unknown "456""#),
        Case("and nothing where there is none", "123\r||", #"unknown "123""#),
        Case("a tab before silence", "123\t|456\t789\t|", #"unknown "123""#, #"unknown "456""#, #"unknown "789""#),
        Case("a tab in a text", "a\tb\rc\td|", #"unknown "a\tb""#, #"unknown "c\td""#),
        Case("a frame that breaks off", "\u{2}123|456\r", "problem code-incomplete", #"unknown "456""#),
    ]

    @Test("where silence means something, it ends a code", arguments: silent)
    func endsBySilence(_ example: Case) { #expect(Self.take(example.sent, silence: true) == example.codes) }

    @Test func `where silence means nothing, a tab ends a code, and so does the end of the connection`() {
        var lines = ScannerLines(silence: false)
        #expect(spell(lines.take("123\t456".utf8)) == [#"unknown "123""#])
        #expect(lines.silence == nil)
        #expect(spell(lines.takeEnd()) == [#"unknown "456""#])
        #expect(lines.takeEnd().isEmpty)
    }

    @Test func `silence counts only within a code, and longer for a scanner that sends ends`() throws {
        var lines = ScannerLines(silence: true)
        #expect(lines.silence == nil)
        _ = lines.take("1".utf8)
        let first = try #require(lines.silence)
        _ = lines.take("\r".utf8)
        #expect(lines.silence == nil)
        _ = lines.take("2".utf8)
        #expect(try #require(lines.silence) > first)
        #expect(lines.takeSilence().count == 1)
        _ = lines.take("3".utf8)
        #expect(lines.silence == first)
    }

    @Test func `bytes that are not UTF-8 stay bytes`() throws {
        var lines = ScannerLines(silence: false)
        let symbol = try #require(try lines.take([0x5D, 0x51, 0x31, 0xE9, 0x00, 0xFF, 0x0D]).first?.get())
        #expect(symbol.symbology == .qr)
        #expect(symbol.bytes == [0xE9, 0x00, 0xFF])
        #expect(symbol.aim == "]Q1")
    }

    @Test func `a code that is too long is left out once, whole`() {
        var lines = ScannerLines(silence: true)
        let longest = [UInt8](repeating: 0x41, count: Symbol.mostBytes)
        #expect(lines.take(longest + [0x0D]).map { try? $0.get().bytes } == [longest])
        for more in [1, 100_000] {
            let found = lines.take(longest + [UInt8](repeating: 0x42, count: more) + Array("\rC\r".utf8))
            #expect(spell(found) == ["problem code-too-long", #"unknown "C""#])
        }
    }
}
