/// The bytes that cannot stand for themselves in a text of JSON (RFC 8259, section 7): quotes, backslashes, controls, and
/// DEL, which terminals take for one.
enum JSONEscapes {
    @inline(__always)
    static func isOne(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    /// Whether one of eight bytes needs an escape.
    ///
    /// The high bit of an ASCII byte is set by subtracting 0x20 where it was less, by subtracting one where it was zero, as
    /// equality is after an exclusive or, and by adding one where it was DEL. A byte borrows from the next only when it is
    /// found itself.
    @inline(__always)
    static func areIn(_ word: UInt64) -> Bool { marks(word) != 0 }

    /// The place of the first of eight bytes that needs an escape, the lowest first; eight where none does.
    @inline(__always)
    static func first(in word: UInt64) -> Int {
        // Only the lowest mark is exact. Without any, this is 64 / 8.
        marks(word).trailingZeroBitCount / 8
    }

    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let below = word &- 0x20 * ones
        let quotes = (word ^ 0x22 * ones) &- ones
        let backslashes = (word ^ 0x5C * ones) &- ones
        let deletes = word &+ ones
        return (below | quotes | backslashes | deletes) & ~word & (0x80 * ones)
    }

    /// Whether one of sixteen bytes needs an escape: the same for two words at once.
    @inline(__always)
    static func areIn(_ words: SIMD2<UInt64>) -> Bool {
        let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
        let below = words &- SIMD2(repeating: 0x2020_2020_2020_2020)
        let quotes = (words ^ SIMD2(repeating: 0x2222_2222_2222_2222)) &- ones
        let backslashes = (words ^ SIMD2(repeating: 0x5C5C_5C5C_5C5C_5C5C)) &- ones
        let deletes = words &+ ones
        let found = (below | quotes | backslashes | deletes) & ~words
        return (found[0] | found[1]) & 0x8080_8080_8080_8080 != 0
    }
}
