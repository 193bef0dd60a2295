import BeelineSymbols
import Testing

@Suite("What cannot be seen is spelled out")
struct HiddenCharacterTests {
    static let cases: [(text: String, shown: String)] = [
        ("", ""), ("plain", "plain"), ("a\tb\r\nc", "a\\tb\\r\\nc"), ("\u{1B}[31m", "\\u{1B}[31m"),
        ("a\u{202E}b", "a\\u{202E}b"), ("\u{FEFF}a", "\\u{FEFF}a"), ("a\u{AD}b", "a\\u{AD}b"),
        ("a\u{3164}b", "a\\u{3164}b"), ("a\u{2800}b", "a\\u{2800}b"), ("\u{115F}", "\\u{115F}"),
        ("a\u{34F}b", "a\\u{34F}b"), ("\u{E000}", "\\u{E000}"), ("\u{2028}", "\\u{2028}"),
        // Joiners and what chooses between forms are parts of what is seen.
        ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"), ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
        ("\u{845B}\u{E0100}", "\u{845B}\u{E0100}"), ("\u{E9}\u{6F22}", "\u{E9}\u{6F22}"),
    ]

    @Test(arguments: cases)
    func spells(_ text: String, _ shown: String) {
        #expect(text.withHiddenSpelledOut.utf8.elementsEqual(shown.utf8), "\(text.withHiddenSpelledOut)")
    }
}
