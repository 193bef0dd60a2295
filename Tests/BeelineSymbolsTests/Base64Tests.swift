import BeelineSymbols
import Foundation
import Testing

@Suite("Base64, against Foundation")
struct Base64Tests {
    @Test("bytes of every length are written as Foundation writes them, and come back")
    func agrees() {
        var bytes: [UInt8] = []
        for count in 0...600 {
            let text = Base64.encode(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.decode(text) == bytes)
            bytes.append(UInt8(truncatingIfNeeded: count * 197 + count / 7))
        }
    }

    /// RFC 4648, section 10.
    @Test(
        "the examples of RFC 4648",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{FF}", "w78=")])
    func knowsExamples(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    static let wrong = [
        "A", "AA", "AAA", "A===", "====", "=", "AA=A", "=AAA", "AAAA=", "AAAAA===", "Zm9v\n", "Zm 9v", "Zm9-", "Zm9_",
        "Zm9é", "Zm9v\0\0\0\0", "AA==AAAA",
    ]

    @Test("what is not Base64 is refused, stray padding too, which Foundation lets through", arguments: wrong)
    func refuses(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
