import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Telephone numbers that are nothing but digits")
struct PlainNumberTests {
    static let texts =
        [1, 2, 3, 14, 15, 16, 39, 40, 41, 1_100].flatMap { count in
            ["", "+", "++", "-", "0", "(0)", " "].map { $0 + String(repeating: "7", count: count) }
        } + ["", "+", "7+", "7x", "１２"]

    @Test("a number that is called plain is read as itself", arguments: texts)
    func isItself(text: String) {
        let isRead = PhoneNumber(text)?.description == text
        #expect(PhoneNumberReader.isPlain(text.utf8.span) == isRead)
    }
}
