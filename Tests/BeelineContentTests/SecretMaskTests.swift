import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineContent

@Suite("A mask hides secrets where a text says them again")
struct SecretMaskTests {
    static let secrets = [
        "open sesame", "hunter2!", "it's \"50%\" & <more>", #"back\slash\new"#, "päßwörter", "日本語のパスワード",
        "correct horse battery staple", "1234567890", "a-b-c-d-e-f-g-h", "JBSWY3DPEHPK3PXP", "$(touch x);rm",
    ]

    @Test("in every spelling, and in the midst of other text", arguments: secrets)
    func hidesSpellings(_ secret: String) {
        let mask = SecretMask([secret])
        for spelling in EncodedText.all(of: secret) {
            for (before, behind) in [("", ""), ("<", ">"), ("key=", "&x=1"), (#"{"a":""#, #""}"#), ("no: ", ".")] {
                let masked = mask.masked(before + spelling.text + behind)
                #expect(masked.contains("•••"), "\(spelling): \(masked)")
                #expect(!masked.contains(spelling.text), "\(spelling): \(masked)")
            }
        }
    }

    @Test(
        "and leaves what stands around them",
        arguments: [
            ("no answer to 'open sesame'", "no answer to '•••'"), ("open+sesame&b=1", "•••&b=1"),
            ("{\"p\":\"b3BlbiBzZXNhbWU=\"}", "{\"p\":\"•••=\"}"), ("it is open. Ask", "it is open. Ask"),
            ("sesa", "sesa"), ("", ""), ("OPEN SESAM", "•••"), ("openly", "openly"),
        ])
    func leavesTheRest(_ text: String, _ masked: String) {
        #expect(SecretMask(["open sesame"]).masked(text) == masked)
    }

    @Test(
        "a short secret as a whole, a very short one as a word",
        arguments: [
            ("1234", "a 1234 b", "a ••• b"), ("1234", "x12345", "x•••5"), ("1234", "123 4", "123 4"),
            ("1234", "MTIzNA==", "•••=="), ("pw", "the pw is wrong", "the ••• is wrong"), ("pw", "pwd", "pwd"),
            ("pw", "https://u:pw@h", "https://u:•••@h"), ("pw", "PW", "PW"), ("x", "a box", "a box"),
            ("x", "x", "•••"), ("", "a", "a"),
        ])
    func hidesShort(_ secret: String, _ text: String, _ masked: String) {
        #expect(SecretMask([secret]).masked(text) == masked)
    }

    @Test("longer secrets with those that are a part of them")
    func hidesParts() {
        #expect(SecretMask(["abcd", "abcdef", "xyz", ""]).masked("abcdef abcd xyz wxyz") == "••• ••• ••• wxyz")
    }

    @Test("no word that a text and a secret have in common, where only the whole counts")
    func hidesWholes() {
        let mask = SecretMask(["MyNetwork2024"])
        #expect(mask.maskedWhole("MyNetwork") == "MyNetwork")
        #expect(mask.maskedWhole("mynetwork2024") == "•••")
        #expect(mask.masked("MyNetwork") == "•••")
        let told = SecretMask([String](), wholes: ["GET Guest"])
        #expect(told.masked("Guest") == "Guest" && told.masked("<GET Guest>") == "<•••>")
    }

    @Test("also where it is a number, or a part of one")
    func hidesNumbers() {
        let mask = SecretMask(["8675309"])
        let list = FieldValue.list([.number(DecimalNumber(8_675_309)), .number(DecimalNumber(7)), "8675309"])
        #expect(mask.masked(list) == .list(["•••", .number(DecimalNumber(7)), "•••"]))
        #expect(mask.masked(FieldValue.number(DecimalNumber(186_753_090))) == .text("1•••0"))
        #expect(mask.masked(FieldValue.number(DecimalNumber(8_111_110))) == .number(DecimalNumber(8_111_110)))
        let json = JSONValue.object([.init(name: "a", value: .array([.integer(8_675_309), .string("x 8675309")]))])
        #expect(mask.masked(json) == .object([.init(name: "a", value: .array([.string("•••"), .string("x •••")]))]))
    }

    @Test("secrets that are bytes, wherever they are spelled")
    func hidesBytes() {
        let mask = SecretMask([[0xDE, 0xAD, 0xBE, 0xEF, 0x00, 0x01, 0xFF, 0x80]])
        #expect(mask.masked("key deadbeef0001ff80!") == "key •••!")
        #expect(mask.masked("key DE:AD:BE:EF:00:01:FF:80!") == "key •••!")
        #expect(mask.masked("3q2+7wAB/4A=") == "•••=")
    }

    @Test("a mask of nothing hides nothing, and two together hide what each does")
    func addsUp() {
        #expect(SecretMask.none.isEmpty && SecretMask([""]).isEmpty && SecretMask.none.masked("abc") == "abc")
        let both = SecretMask(["sesame"]).and(SecretMask(["hunter2"]))
        #expect(both.masked("sesame hunter2") == "••• •••")
        #expect(both.ofSecrets(withBytes: 7) == SecretMask(["hunter2"]))
        #expect(SecretMask(["a", "b"]) == SecretMask(["b", "a"]))
    }

    @Test("in a long text in no time")
    func staysQuick() {
        let text = String(repeating: "QUJD 0123456789abcdef %41\\u0041 ", count: 200)
        #expect(SecretMask(["open sesame"]).masked(text) == text)
    }
}
