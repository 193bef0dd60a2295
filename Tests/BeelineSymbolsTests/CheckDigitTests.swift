import BeelineSymbols
import Testing

@Suite("Check digits")
struct CheckDigitTests {
    /// Without the check digit, and the check digit: examples of the GS1 General Specifications, section 7.9, and
    /// numbers off shelves.
    static let numbers: [(String, UInt8)] = [
        ("629104150021", 3), ("978030640615", 7), ("03600029145", 2), ("9638507", 4), ("1234567890123", 1),
        ("0000000", 0), ("", 0), ("37610425002123456", 9),
    ]

    @Test("a text and a number have the same check digit", arguments: numbers)
    func computes(text: String, check: UInt8) {
        #expect(CheckDigit.gs1(text.utf8) == check)
        #expect(CheckDigit.gs1(UInt64(text) ?? 0) == check)
    }

    @Test("leading zeros change nothing")
    func ignoresLeadingZeros() {
        for zeros in 0...10 {
            #expect(CheckDigit.gs1((String(repeating: "0", count: zeros) + "629104150021").utf8) == 3)
        }
    }

    @Test("one misread digit never goes unseen")
    func seesMisreadDigit() {
        let digits = Array("629104150021".utf8)
        for index in digits.indices {
            for other in UInt8(ascii: "0")...UInt8(ascii: "9") where other != digits[index] {
                var misread = digits
                misread[index] = other
                #expect(CheckDigit.gs1(misread) != 3)
            }
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
