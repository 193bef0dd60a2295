import BeelineSymbols
import Foundation
import Testing

@Suite("Check digits")
struct CheckDigitTests {
    /// Without the check digit, and the check digit: examples of the GS1 General Specifications, section 7.9, and
    /// numbers off shelves.
    static let numbers: [(UInt64, UInt8)] = [
        (629_104_150_021, 3), (978_030_640_615, 7), (3_600_029_145, 2), (9_638_507, 4), (1_234_567_890_123, 1), (0, 0),
        (37_610_425_002_123_456, 9),
    ]

    @Test("the check digit is the standard's", arguments: numbers)
    func computes(number: UInt64, check: UInt8) {
        #expect(CheckDigit.gs1(number) == check)
    }

    @Test("one misread digit never goes unseen")
    func seesMisreadDigit() {
        let number: UInt64 = 629_104_150_021
        var place: UInt64 = 1
        while place <= number {
            let digit = number / place % 10
            for other in UInt64(0)...9 where other != digit {
                #expect(CheckDigit.gs1(number - digit * place + other * place) != 3)
            }
            place *= 10
        }
    }

    @Test("two neighbours swapped go unseen if and only if they differ by five")
    func seesSwappedDigits() {
        for first in UInt64(0)...9 {
            for second in UInt64(0)...9 where first != second {
                let isUnseen = CheckDigit.gs1(first * 10 + second) == CheckDigit.gs1(second * 10 + first)
                #expect(isUnseen == (max(first, second) - min(first, second) == 5))
            }
        }
    }

    @Test(
        "the check character of an ISBN-10",
        arguments: [(30_640_615, "2"), (80_442_957, "X"), (0, "0"), (487_311_904, "9"), (999_999_999, "9")])
    func computesISBN10(number: UInt64, check: Unicode.Scalar) {
        #expect(CheckDigit.isbn10(number) == UInt8(ascii: check))
    }
}

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

    @Test("invalid Base64 is refused, stray padding too, which Foundation accepts", arguments: wrong)
    func refuses(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
