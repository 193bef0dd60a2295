/// What cannot stand for itself in a text of JSON: quotes, backslashes and controls (RFC 8259, section 7), and what would
/// change how a terminal or an editor shows the line: DEL, the C1 controls, the separators of lines and paragraphs, and the
/// controls of direction. They are escaped, and so the same again once the text is parsed.
enum JSONEscapes {
    /// Whether a byte needs an escape, or begins a character that may.
    @inline(__always)
    static func isOne(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2
            || byte == 0xD8 || byte == 0xE2
    }

    /// The character beyond ASCII that begins at a place, if it needs an escape, and how many bytes it has.
    static func hidden(in utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> (code: UInt16, length: Int)? {
        guard place + 1 < utf8.count else { return nil }
        let (first, second) = (utf8[place], utf8[place + 1])
        if first == 0xC2, 0x80...0x9F ~= second { return (UInt16(second), 2) }
        if first == 0xD8, second == 0x9C { return (0x061C, 2) }
        guard first == 0xE2, place + 2 < utf8.count else { return nil }
        let code = 0x2000 | UInt16(second & 0x3F) << 6 | UInt16(utf8[place + 2] & 0x3F)
        switch code {
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (code, 3)
        default: return nil
        }
    }

    /// Whether one of eight bytes needs an escape, or may.
    ///
    /// The high bit of an ASCII byte is set by subtracting 0x20 where it was less, by subtracting one where it was zero, as
    /// equality is after an exclusive or, and by adding one where it was DEL. A byte borrows from the next only when it is
    /// found itself.
    @inline(__always)
    static func areIn(_ word: UInt64) -> Bool { marks(word) != 0 }

    /// The place of the first of eight bytes that needs an escape, or may, the lowest first; eight where none does.
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
        let ascii = (below | quotes | backslashes | deletes) & ~word
        let leads = zeros(word ^ 0xC2 * ones) | zeros(word ^ 0xD8 * ones) | zeros(word ^ 0xE2 * ones)
        return (ascii | leads) & (0x80 * ones)
    }

    /// The high bits of the bytes that are zero; above the lowest, of some that are not.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

    /// Whether one of sixteen bytes needs an escape, or is beyond ASCII: the same for two words at once.
    @inline(__always)
    static func areIn(_ words: SIMD2<UInt64>) -> Bool {
        let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
        let below = words &- SIMD2(repeating: 0x2020_2020_2020_2020)
        let quotes = (words ^ SIMD2(repeating: 0x2222_2222_2222_2222)) &- ones
        let backslashes = (words ^ SIMD2(repeating: 0x5C5C_5C5C_5C5C_5C5C)) &- ones
        let deletes = words &+ ones
        let found = below | quotes | backslashes | deletes | words
        return (found[0] | found[1]) & 0x8080_8080_8080_8080 != 0
    }
}
