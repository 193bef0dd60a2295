import BeelineSymbols
import Testing

@Suite("Hidden characters are escaped")
struct HiddenCharacterTests {
    static let cases: [(text: String, shown: String)] = [
        ("", ""), ("plain", "plain"), ("a\tb\r\nc", "a\\tb\\r\\nc"), ("\u{1B}[31m", "\\u{1B}[31m"),
        ("a\u{202E}b", "a\\u{202E}b"), ("\u{FEFF}a", "\\u{FEFF}a"), ("a\u{AD}b", "a\\u{AD}b"),
        ("a\u{3164}b", "a\\u{3164}b"), ("a\u{2800}b", "a\\u{2800}b"), ("\u{115F}", "\\u{115F}"),
        ("a\u{34F}b", "a\\u{34F}b"), ("\u{E000}", "\\u{E000}"), ("\u{2028}", "\\u{2028}"),
        // Joiners and what chooses between forms are parts of what is seen.
        ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"), ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
        ("\u{845B}\u{E0100}", "\u{845B}\u{E0100}"), ("\u{E9}\u{6F22}", "\u{E9}\u{6F22}"),
        ("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}"),
        ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
        ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}"),
        // Where they change nothing that is seen, they hide something.
        ("pay\u{200D}pal", "pay\\u{200D}pal"), ("pay\u{200C}pal", "pay\\u{200C}pal"),
        ("\u{6CC}\u{200D}\u{200D}\u{62E}", "\u{6CC}\\u{200D}\\u{200D}\u{62E}"), ("\u{200D}", "\\u{200D}"),
        ("a\u{FE0F}", "a\\u{FE0F}"), ("\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}\\u{FE0F}"),
        ("\u{1F600}\u{E0121}\u{E0122}", "\u{1F600}\u{E0121}\\u{E0122}"), ("\u{FE0F}", "\\u{FE0F}"),
        // Every kind of what moves, turns or hides.
        ("\0\u{8}\u{7F}", "\\u{0}\\u{8}\\u{7F}"), ("\u{80}\u{85}\u{9B}\u{9F}", "\\u{80}\\u{85}\\u{9B}\\u{9F}"),
        ("\u{61C}\u{200E}\u{200F}", "\\u{61C}\\u{200E}\\u{200F}"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
        ("\u{2029}\u{180E}\u{FFF9}", "\\u{2029}\\u{180E}\\u{FFF9}"), ("\u{E0041}", "\\u{E0041}"),
        ("\u{200B}\u{2060}\u{FFA0}", "\\u{200B}\\u{2060}\\u{FFA0}"), ("\u{FFFF}\u{10FFFF}", "\\u{FFFF}\\u{10FFFF}"),
        // Marks that are piled up reach into other lines.
        ("e\u{301}\u{302}", "e\u{301}\u{302}"),
        (
            "e" + String(repeating: "\u{301}", count: 9),
            "e" + String(repeating: "\u{301}", count: 8) + "\\u{301}"
        ),
    ]

    @Test(arguments: cases)
    func spells(_ text: String, _ shown: String) {
        #expect(text.withHiddenSpelledOut.utf8.elementsEqual(shown.utf8), "\(text.withHiddenSpelledOut)")
    }

    @Test("escaped text is not escaped again", arguments: cases)
    func isStable(_ text: String, _ shown: String) {
        #expect(shown.withHiddenSpelledOut.utf8.elementsEqual(shown.utf8))
    }
}

@Suite("Text for terminals")
struct TerminalTextTests {
    @Test("interpolated and appended text is escaped, and the program's own text is not")
    func spellsOut() {
        let outside = "a\n\u{1B}[2J"
        let inner: TerminalText = "<\(outside)>\n"
        #expect(inner.string == "<a\\n\\u{1B}[2J>\n")
        #expect(
            ("\u{1B}[1m\(inner)\(7) \(outside.dropFirst(1))" as TerminalText).string
                == "\u{1B}[1m<a\\n\\u{1B}[2J>\n7 \\n\\u{1B}[2J")
        var text: TerminalText = "1\n"
        text.append(outside)
        text += "\n"
        #expect(text.string == "1\na\\n\\u{1B}[2J\n")
        #expect([inner, inner].joined(separator: "\n").string == "\(inner.string)\n\(inner.string)")
        #expect(TerminalText(outside).string == "a\\n\\u{1B}[2J")
    }
}

@Suite("Texts that are too long to be shown")
struct ShorteningTests {
    @Test(
        "what is longer is cut between characters, and says so",
        arguments: [
            ("", ""), ("abcde", "abcde"), ("abcdef", "abcd…"),
            ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"),
            ("e\u{301}bcdef", "e\u{301}bcd…"),
        ])
    func cuts(_ text: String, _ expected: String) {
        #expect(text.shortened(to: 5) == expected)
    }
}
