internal import BeelineSymbols

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

    /// The same for a text, whose bytes are looked at where they are.
    static func parse(_ text: String.UTF8View) -> (value: UInt64, count: Int)? {
        if let digits = text.withContiguousStorageIfAvailable({ parse($0) }) { return digits }
        return parse(Array(text.prefix(19)))
    }

    /// The same for bytes that lie in memory: eight at a time.
    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> (value: UInt64, count: Int)? {
        guard 1...18 ~= text.count else { return nil }
        var value: UInt64 = 0
        var index = 0
        while index + 8 <= text.count {
            let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard let eight = EightDigits.value(ofASCII: UInt64(littleEndian: word)) else { return nil }
            value = value &* 100_000_000 &+ eight
            index += 8
        }
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            index += 1
        }
        return (value, text.count)
    }

    /// The last `count` digits of a number, with leading zeros.
    static func text(_ value: UInt64, count: Int) -> String {
        guard count > 16 else { return FixedDigits(value, count: count).text }
        return text(value / 10_000_000_000_000_000, count: count - 16) + text(value, count: 16)
    }

    /// The last sixteen digits of a number as ASCII, with leading zeros; the first digit is the lowest byte.
    static func characters(_ value: UInt64) -> UInt128 {
        let (rest, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
        let zeros: UInt64 = 0x3030_3030_3030_3030
        return UInt128(EightDigits.of(rest % 100_000_000) | zeros) | UInt128(EightDigits.of(low) | zeros) << 64
    }
}
