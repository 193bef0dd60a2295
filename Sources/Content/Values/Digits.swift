internal import BeelineSymbols

/// Numbers of a fixed count of decimal digits, as text and back.
package enum Digits {
    /// The value and the count of a text of ASCII digits; nil when it is empty, longer than 18, or has anything else.
    package static func parse(_ text: some Sequence<UInt8>) -> (value: UInt64, count: Int)? {
        // The iterator of a text takes several times as long for each byte.
        text.withContiguousStorageIfAvailable { parse(each: $0) } ?? parse(each: text)
    }

    private static func parse(each text: some Sequence<UInt8>) -> (value: UInt64, count: Int)? {
        var value: UInt64 = 0
        var count = 0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9, count < 18 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            count += 1
        }
        return count > 0 ? (value, count) : nil
    }

    /// The last `count` digits of a number, with leading zeros.
    package static func text(_ value: UInt64, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var rest = value
            for place in (0..<count).reversed() {
                buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return count
        }
    }
}

/// Why a text is not the number that it was read as.
public enum NumberError: Error, Hashable, Sendable {
    /// Something other than digits (and an `X` at the end, where the number has one) is in it.
    case notDigits
    /// It has so many digits, which no such number has.
    case wrongLength(Int)
    /// The first digits are those of another kind of number.
    case wrongPrefix
    /// The last character is not the one that the others call for; both are ASCII.
    case wrongCheckDigit(found: UInt8, expected: UInt8)
}

extension NumberError: CustomStringConvertible {
    /// What is wrong, as a part of a sentence.
    public var description: String {
        switch self {
        case .notDigits: "not only digits"
        case .wrongLength(let count): "\(count) digits are too many or too few"
        case .wrongPrefix: "the prefix belongs to another kind of number"
        case .wrongCheckDigit(let found, let expected):
            "the check digit is \(Unicode.Scalar(found)), expected \(Unicode.Scalar(expected))"
        }
    }
}

extension NumberError {
    /// Throws `.wrongCheckDigit` unless the last digit of a number is the one of GS1 for those before it.
    static func checkGS1(_ number: UInt64) throws(NumberError) {
        let found = UInt8(number % 10)
        let expected = CheckDigit.gs1(number / 10)
        guard found == expected else {
            throw .wrongCheckDigit(found: UInt8(ascii: "0") + found, expected: UInt8(ascii: "0") + expected)
        }
    }
}

extension NumberError {
    /// The value of thirteen digits with the right check digit.
    static func thirteen(_ text: String, beginsLikeOne: (UInt64) -> Bool) throws(NumberError) -> UInt64 {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        guard count == 13 else { throw .wrongLength(count) }
        guard beginsLikeOne(value) else { throw .wrongPrefix }
        try checkGS1(value)
        return value
    }
}

/// The digits of a number that people write with hyphens or blanks: `978-0-306-40615-7`.
struct WrittenDigits {
    private(set) var value: UInt64 = 0
    private(set) var count = 0
    /// Whether an `X` follows the digits, which stands for a check digit of ten.
    private(set) var endsInX = false

    /// Reads at most so many digits, up to 18, and after some numbers of digits an `X`. `.notDigits` for any other
    /// character, `.wrongLength` for too many digits.
    init(_ text: Substring, most: Int, countsBeforeX: ClosedRange<Int>? = nil) throws(NumberError) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9":
                guard !endsInX else { throw .notDigits }
                guard count < most else { throw .wrongLength(count + 1) }
                value = value * 10 + UInt64(scalar.value - 0x30)
                count += 1
            case "x", "X":
                guard let countsBeforeX, countsBeforeX.contains(count), !endsInX else { throw .notDigits }
                endsInX = true
            case " ", "-", "\u{A0}", "\u{AD}", "\u{2010}"..."\u{2015}", "\u{2212}": continue
            default: throw .notDigits
            }
        }
    }
}

/// The digits of an EAN-2 or EAN-5, which are beside a retail symbol (GS1 General Specifications, section 5.2.3.4).
/// Their meaning depends on the number that they are beside: a price, an issue.
struct AddOn: Hashable, Sendable {
    let value: UInt32
    /// 2 or 5.
    let count: UInt8

    init?(_ text: String?) {
        guard let text, let digits = Digits.parse(text.utf8), digits.count == 2 || digits.count == 5 else { return nil }
        (value, count) = (UInt32(digits.value), UInt8(digits.count))
    }

    var text: String { Digits.text(UInt64(value), count: Int(count)) }
}
