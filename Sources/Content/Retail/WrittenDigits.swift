/// The digits of a number that people write with hyphens or blanks: `978-0-306-40615-7`.
struct WrittenDigits {
    private(set) var value: UInt64 = 0
    private(set) var count = 0
    /// Whether an `X` follows the digits, which stands for a check digit of ten.
    private(set) var endsInX = false

    /// - Parameters:
    ///   - most: how many digits there may be; at most 18.
    ///   - countsBeforeX: after how many digits an `X` may follow; nil for numbers that have none.
    /// - Throws: `.notDigits` for any other character, `.wrongLength` for too many digits.
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
