/// Takes the tokens of a flat object from lent bytes, one after the other; white space before a token is passed over.
struct FlatScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var isASCII = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether nothing but white space is left.
    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return place == bytes.count
        }
    }

    /// Whether the bytes are UTF-8, once all texts have been taken.
    var isUTF8: Bool {
        guard !isASCII else { return true }
        return (try? UTF8Span(validating: bytes.span)) != nil
    }

    mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    mutating func take(literal: StaticString) -> Bool {
        skipBlanks()
        let length = literal.utf8CodeUnitCount
        guard bytes.count - place >= length else { return false }
        for offset in 0..<length where bytes[place + offset] != literal.utf8Start[offset] { return false }
        place += length
        return true
    }

    /// A whole number that surely has no more than 64 bits.
    mutating func takeInteger() -> Bool {
        skipBlanks()
        var end = place
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
        let first = end
        while end < bytes.count, bytes[end] &- 0x30 <= 9 { end += 1 }
        guard 1...18 ~= end - first, end - first == 1 || bytes[first] != UInt8(ascii: "0") else { return false }
        // What follows is no comma or brace if this is the beginning of another number.
        place = end
        return true
    }

    /// The place of a text between its quotes, and whether it has escapes; nil when none that is right stands here.
    mutating func text() -> (range: Range<Int>, hasEscapes: Bool)? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = place
        var hasEscapes = false
        while let stop = firstStop(from: place) {
            switch bytes[stop] {
            case UInt8(ascii: "\""):
                place = stop + 1
                return (start..<stop, hasEscapes)
            case UInt8(ascii: "\\"):
                guard let escape = Self.escape(in: bytes, at: stop) else { return nil }
                hasEscapes = true
                place = stop + escape.length
            default: return nil
            }
        }
        return nil
    }

    private mutating func skipBlanks() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            default: return
            }
        }
    }

    /// The place of the first quote, backslash or control at or after `start`; nil where there is none.
    private mutating func firstStop(from start: Int) -> Int? {
        let highBits: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while index + 8 <= bytes.count {
            let word = UInt64(
                littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let stops = Self.stops(word)
            // Only the lowest mark is exact, and only what stands before it belongs to the text.
            let before = stops == 0 ? ~0 : (stops & (~stops &+ 1)) &- 1
            if word & before & highBits != 0 { isASCII = false }
            if stops != 0 { return index + stops.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        return nil
    }

    /// The high bits of the bytes at which a text stops: a byte borrows from the next when it is less than what is
    /// subtracted from it, and equality is to be zero after an exclusive or.
    @inline(__always)
    private static func stops(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func borrows(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- limit * ones) & ~word }
        return (borrows(word, 0x20) | borrows(word ^ 0x22 * ones, 1) | borrows(word ^ 0x5C * ones, 1)) & (0x80 * ones)
    }

    /// The scalar for which an escape stands (RFC 8259, section 7), and the length of the escape; nil for a wrong one,
    /// and for half of a surrogate pair.
    private static func escape(
        in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "/"): return ("/", 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let unit = unit(in: bytes, at: start) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
            guard UTF16.isLeadSurrogate(unit), let next = self.unit(in: bytes, at: start + 6),
                UTF16.isTrailSurrogate(next)
            else { return nil }
            let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00)
            return Unicode.Scalar(value).map { ($0, 12) }
        default: return nil
        }
    }

    /// The four hexadecimal digits of `\u0000`.
    private static func unit(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes[(start + 2)..<(start + 6)] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// A text that `text()` found, with its escapes undone.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        // No escape is shorter than what it stands for.
        String(unsafeUninitializedCapacity: text.count) { target in
            var count = 0
            var index = 0
            while index < text.count {
                if text[index] == UInt8(ascii: "\\"), let escape = escape(in: text, at: index) {
                    for unit in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                        target[count] = unit
                        count += 1
                    }
                    index += escape.length
                } else {
                    target[count] = text[index]
                    count += 1
                    index += 1
                }
            }
            return count
        }
    }
}
