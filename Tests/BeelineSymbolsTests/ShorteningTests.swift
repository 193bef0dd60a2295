import BeelineSymbols
import Testing

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
