/// The bytes that cannot stand for themselves in a text of JSON (RFC 8259, section 7): quotes, backslashes, controls, and
/// DEL, which terminals take for one.
enum JSONEscapes {
    @inline(__always)
    static func isOne(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    /// Whether one of eight bytes needs an escape.
    ///
    /// A byte is zero when subtracting one from it borrows and its own high bit is not set; equality with a byte is zero
    /// after an exclusive or, and a byte below 0x20 borrows when 0x20 is subtracted.
    @inline(__always)
    static func areIn(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func borrows(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- limit * ones) & ~word }
        let found =
            borrows(word, 0x20) | borrows(word ^ 0x22 * ones, 1) | borrows(word ^ 0x5C * ones, 1)
            | borrows(word ^ 0x7F * ones, 1)
        return found & (0x80 * ones) != 0
    }
}
