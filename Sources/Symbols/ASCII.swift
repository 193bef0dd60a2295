/// What a byte is as an ASCII character; for the parsers of all modules, none of which looks at other alphabets.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 <= 9 }

    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }

    /// A blank, a tab, or the end of a line or page.
    @inlinable package var isASCIIBlank: Bool { self == 0x20 || self &- 0x09 <= 4 }

    @inlinable package var isASCIICapital: Bool { self &- 0x41 < 26 }

    /// Whether a token of HTTP may have it (RFC 9110, section 5.6.2).
    @inlinable package var isHTTPToken: Bool {
        isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// With `a`–`z` for `A`–`Z`; everything else stays as it is.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// With `A`–`Z` for `a`–`z`; everything else stays as it is.
    @inlinable package var asciiUppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }

    /// The value of a hexadecimal digit; nil for any other byte.
    @inlinable package var asciiHexValue: UInt8? {
        guard isASCIIHexDigit else { return nil }
        return isASCIIDigit ? self & 15 : (self & 15) + 9
    }
}

/// Eight bytes of a text looked at in one step; the first one in the lowest byte.
///
/// What is looked for is answered by the top bits of the bytes that have it, so that the lowest bit of an answer is the
/// first of them.
@usableFromInline
package struct EightBytes {
    @usableFromInline package let word: UInt64

    @inlinable @inline(__always)
    package init(_ word: UInt64) { self.word = word }

    /// The bytes at a place and after it: eight, or those until the end, with zeros after them.
    @inlinable @inline(__always)
    package init(_ bytes: Span<UInt8>, at place: Int) {
        self.init(bytes.withUnsafeBytes { Self.word($0, at: place) })
    }

    @inlinable @inline(__always)
    package static func word(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        if place + 8 <= bytes.count {
            return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        if bytes.count >= 8 {
            // The last eight, of which those before the place are pushed out.
            let last = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            return last >> UInt64((place + 8 - bytes.count) * 8)
        }
        var word: UInt64 = 0
        for index in stride(from: bytes.count - 1, through: place, by: -1) { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    /// The top bits of the first so many bytes; of all eight where that is more.
    @inlinable @inline(__always)
    package static func first(_ count: Int) -> UInt64 {
        count >= 8 ? tops : tops & ((1 << UInt64(count * 8)) - 1)
    }

    /// The place, from 0 to 7, of the first byte of an answer that has any.
    @inlinable @inline(__always)
    package static func firstPlace(in answer: UInt64) -> Int { answer.trailingZeroBitCount / 8 }

    /// Which bytes are this one.
    @inlinable @inline(__always)
    package func are(_ byte: UInt8) -> UInt64 {
        let difference = word ^ (UInt64(byte) &* Self.ones)
        return ~(((difference & ~Self.tops) &+ ~Self.tops) | difference) & Self.tops
    }

    /// Which bytes are one of these, which are ASCII.
    @inlinable @inline(__always)
    package func areWithin(_ range: ClosedRange<UInt8>) -> UInt64 {
        let lower = word & ~Self.tops
        let from = lower &+ UInt64(0x80 - range.lowerBound) &* Self.ones
        let beyond = lower &+ UInt64(0x7F - range.upperBound) &* Self.ones
        return (from ^ beyond) & ~word & Self.tops
    }

    /// With `a`–`z` for `A`–`Z`.
    @inlinable @inline(__always)
    package var lowercased: UInt64 { word | areWithin(0x41...0x5A) >> 2 }

    @usableFromInline @inline(__always)
    static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The top bits of all bytes.
    @inlinable @inline(__always)
    package static var tops: UInt64 { 0x8080_8080_8080_8080 }
}

/// Eight bytes of a link looked at in one step, for most of a link says nothing about where its parts are.
@usableFromInline
package enum OrdinaryBytes {
    /// The top bits of the bytes that are not ASCII that may stand anywhere in a link, or are `?` or `#`. May name some
    /// that are, behind one that is not.
    @inlinable @inline(__always)
    package static func others(in word: UInt64) -> UInt64 {
        // In each term the top bit of a byte says that it is odd; a borrow from an odd byte can only accuse the next
        // one. All below `&` are odd, among them the percent sign, and all from `{` on.
        let below = (word &- 0x26 &* ones) & ~word
        let above = word &+ 0x05 &* ones
        let odd =
            word | below | above | zero((word | 0x02 &* ones) ^ 0x5E &* ones) | zero(word ^ 0x60 &* ones)
            | zero(word ^ 0x3C &* ones) | zero((word | ones) ^ 0x3F &* ones)
        return odd & (0x80 &* ones)
    }

    @usableFromInline @inline(__always)
    static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The top bit of each byte that is zero.
    @usableFromInline @inline(__always)
    static func zero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII. Without an early exit, the compiler vectorises the loop.
    @inlinable package var isASCII: Bool {
        withUnsafeBufferPointer { bytes in
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            return all < 0x80
        }
    }
}
