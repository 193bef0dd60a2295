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

    /// The last `count` digits of a number, with leading zeros.
    static func text(_ value: UInt64, count: Int) -> String {
        guard count > 16 else { return FixedDigits(value, count: count).text }
        return text(value / 10_000_000_000_000_000, count: count - 16) + text(value, count: 16)
    }

    /// The last sixteen digits of a number as ASCII, with leading zeros; the first digit is the lowest byte.
    static func characters(_ value: UInt64) -> UInt128 {
        let (rest, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
        return UInt128(eight(rest % 100_000_000)) | UInt128(eight(low)) << 64
    }

    /// Eight digits as ASCII, the first one in the lowest byte: the number is halved three times, both halves at once.
    private static func eight(_ value: UInt64) -> UInt64 {
        let fours = value / 10_000 | (value % 10_000) << 32
        // 10486 / 2^20 is a hundredth and 103 / 2^10 a tenth, as far as four and two digits go.
        let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
        let twos = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
        return (tens | (twos &- 10 &* tens) << 8) | 0x3030_3030_3030_3030
    }
}
