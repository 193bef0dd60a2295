/// Eight bytes of a text looked at in one step; the first one in the lowest byte.
///
/// What is looked for is answered by the top bits of the bytes that have it, so that the lowest bit of an answer is the first
/// of them.
@usableFromInline
package struct EightBytes {
    @usableFromInline package let word: UInt64

    @inlinable @inline(__always)
    package init(_ word: UInt64) { self.word = word }

    /// The bytes at a place and after it: eight, or those until the end, with zeros behind them.
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
