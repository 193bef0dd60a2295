import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Texts of digits")
struct DigitsTests {
    @Test("have their value, count and sum at any length", arguments: 1...18)
    func parses(count: Int) throws {
        for start in 0..<10 {
            let digits = (0..<count).map { UInt8(($0 * 7 + start) % 10) }
            let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
            let number = try #require(Digits.parseNumber(text.utf8))
            #expect(number.value == UInt64(text))
            #expect(number.count == count)
            let weighted = digits.reversed().enumerated().map { Int($1) * ($0.isMultiple(of: 2) ? 1 : 3) }
            #expect(number.gs1Sum == UInt64(weighted.reduce(0, +)))
            // The sum says the same as the check digit does.
            #expect((number.gs1Sum % 10 == 0) == (CheckDigit.gs1(number.value / 10) == UInt8(number.value % 10)))
        }
    }

    @Test("are none with anything else in them", arguments: 1...18)
    func refuses(count: Int) {
        for place in 0..<count {
            for byte: UInt8 in [0x00, 0x20, 0x2F, 0x3A, 0x7F] {
                var text = Array("123456789012345678".utf8.prefix(count))
                text[place] = byte
                #expect(Digits.parse(String(decoding: text, as: UTF8.self).utf8) == nil)
            }
        }
    }

    @Test("are none when there are none or too many", arguments: ["", "1234567890123456789", "１２３", "12é"])
    func refuses(_ text: String) {
        #expect(Digits.parse(text.utf8) == nil)
    }
}
