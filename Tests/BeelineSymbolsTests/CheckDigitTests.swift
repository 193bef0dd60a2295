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

@Suite("Eight bytes at once")
struct EightBytesTests {
    /// Bytes that differ in little from those that are looked for, beside each other in every order.
    static let near: [UInt8] = [0x00, 0x2E, 0x2F, 0x30, 0x39, 0x3A, 0x40, 0x41, 0x5A, 0x5B, 0x7F, 0x80, 0xAF, 0xFF]

    private func places(_ answer: UInt64) -> [Int] { (0..<8).filter { answer >> UInt64($0 * 8 + 7) & 1 != 0 } }

    @Test("each byte is classified, whatever is beside it", arguments: near, near)
    func tellsEach(first: UInt8, second: UInt8) {
        for third in Self.near {
            let bytes = [first, second, third, second, first, third, third, first]
            let eight = EightBytes(bytes.span, at: 0)
            #expect(places(eight.are(0x2F)) == bytes.indices.filter { bytes[$0] == 0x2F })
            #expect(places(eight.areWithin(0x30...0x39)) == bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) })
            #expect(places(eight.areWithin(0x00...0x7F)) == bytes.indices.filter { bytes[$0] < 0x80 })
            let lowercased = withUnsafeBytes(of: eight.lowercased.littleEndian) { Array($0) }
            #expect(lowercased == bytes.map(\.asciiLowercased))
        }
    }

    @Test("after the end there are zeros", arguments: 1...20)
    func endsInZeros(count: Int) {
        let bytes = (1...count).map(UInt8.init)
        for place in bytes.indices {
            let word = EightBytes(bytes.span, at: place).word
            for index in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
                #expect(byte == (place + index < count ? bytes[place + index] : 0))
            }
            let left = count - place
            #expect(places(EightBytes.first(left)) == Array(0..<min(left, 8)))
        }
    }

    @Test("of a link only the bytes are looked at that are not ordinary")
    func namesOthers() {
        let ordinary = Set("&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                var bytes = Array("abcdefgh".utf8)
                bytes[place] = byte
                let others = places(OrdinaryBytes.others(in: EightBytes(bytes.span, at: 0).word))
                // It may report those after one that is not an ordinary byte, and no other.
                if ordinary.contains(byte) { #expect(others.isEmpty) } else { #expect(others.first == place) }
            }
        }
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
