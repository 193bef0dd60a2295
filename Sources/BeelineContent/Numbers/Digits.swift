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
        String(unsafeUninitializedCapacity: count) { buffer in
            write(value, count: count, to: buffer)
            return count
        }
    }

    /// Writes the last `count` digits to the start of the buffer.
    static func write(_ value: UInt64, count: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        var rest = value
        var end = count
        // Two at a time: half the divisions.
        while end >= 2 {
            let pair = UInt8(truncatingIfNeeded: rest % 100)
            rest /= 100
            end -= 2
            buffer[end] = UInt8(ascii: "0") &+ pair / 10
            buffer[end + 1] = UInt8(ascii: "0") &+ pair % 10
        }
        if end == 1 { buffer[0] = UInt8(ascii: "0") + UInt8(rest % 10) }
    }
}
