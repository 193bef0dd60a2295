/// Numbers of a fixed count of decimal digits, as text and back, without detours.
enum Digits {
    /// The value and the count of a text of ASCII digits; nil when it is empty, longer than 18, or has anything else.
    static func parse(_ text: some Sequence<UInt8>) -> (value: UInt64, count: Int)? {
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
    static func text(_ value: UInt64, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            write(value, count: count, to: buffer)
            return count
        }
    }

    /// Writes the last `count` digits to the start of the buffer.
    static func write(_ value: UInt64, count: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        var rest = value
        for index in (0..<count).reversed() {
            buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

/// Why a text is not the number that it was taken for.
public enum NumberError: Error, Hashable, Sendable {
    /// Something other than digits (and an `X` at the end, where the number has one) is in it.
    case notDigits
    /// No number of this kind has that many digits.
    case wrongLength(Int)
    /// The numbers that begin like this are of another kind.
    case wrongPrefix
    /// The last character is not the one that the others call for; both are ASCII.
    case wrongCheckDigit(found: UInt8, expected: UInt8)
}

extension NumberError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notDigits: "not only digits"
        case .wrongLength(let count): "\(count) digits are too many or too few"
        case .wrongPrefix: "the prefix belongs to another kind of number"
        case .wrongCheckDigit(let found, let expected):
            "the check digit is \(Unicode.Scalar(found)), expected is \(Unicode.Scalar(expected))"
        }
    }
}
