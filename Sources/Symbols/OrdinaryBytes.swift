/// Eight bytes of a link looked at in one step, for most of a link says nothing about where its parts are.
@usableFromInline
package enum OrdinaryBytes {
    /// The top bits of the bytes that are not ASCII that may stand anywhere in a link, or are `?` or `#`. May name some that
    /// are, behind one that is not.
    @inlinable @inline(__always)
    package static func others(in word: UInt64) -> UInt64 {
        // In each term the top bit of a byte says that it is odd; a borrow from an odd byte can only accuse the next one.
        // All below `&` are odd, among them the percent sign, and all from `{` on.
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
