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
        parseNumber(text).map { ($0.value, $0.count) }
    }

    /// The same with the digits added up as those of a GS1 number are, so that a right check digit makes it divisible by
    /// ten.
    static func parseNumber(_ text: String.UTF8View) -> (value: UInt64, count: Int, gs1Sum: UInt64)? {
        if let digits = text.withContiguousStorageIfAvailable({ parseNumber($0) }) { return digits }
        return Array(text.prefix(19)).withUnsafeBufferPointer(parseNumber)
    }

    /// Eight bytes at a time, from the last one.
    private static func parseNumber(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (value: UInt64, count: Int, gs1Sum: UInt64)? {
        guard 1...18 ~= text.count else { return nil }
        var value: UInt64 = 0
        var sum: UInt64 = 0
        var scale: UInt64 = 1
        var end = text.count
        while end > 0 {
            let word = word(of: UnsafeRawBufferPointer(text), before: end)
            guard let eight = EightDigits.value(ofASCII: word) else { return nil }
            value += eight * scale
            sum += EightDigits.gs1Sum(ofASCII: word)
            // Behind the third word, the last there may be, it is beyond all numbers.
            scale &*= 100_000_000
            end -= 8
        }
        return (value, text.count, sum)
    }

    /// The eight bytes before a place, the first one in the lowest byte; where there are fewer, zeros are put before them.
    private static func word(of text: UnsafeRawBufferPointer, before end: Int) -> UInt64 {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        if text.count >= 8 {
            let word = text.loadUnaligned(fromByteOffset: max(end - 8, 0), as: UInt64.self).littleEndian
            let missing = UInt64(max(8 - end, 0) * 8)
            return word << missing | zeros & ((1 << missing) &- 1)
        }
        return text.reduce(zeros) { $0 >> 8 | UInt64($1) << 56 }
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
