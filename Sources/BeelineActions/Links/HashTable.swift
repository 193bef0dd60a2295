/// A hash of bytes that can be computed along the way, and of which a single byte can be taken out again.
struct TextHash: Hashable, Sendable {
    private(set) var value: UInt64 = 0

    /// Odd, so that it can be undone, and with bits everywhere.
    static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// What undoes a multiplication with `base` modulo 2⁶⁴.
    static let inverse: UInt64 = {
        // Newton's iteration doubles the bits that are right each time, beginning with three.
        var inverse = base
        for _ in 0..<5 { inverse = inverse &* (2 &- base &* inverse) }
        return inverse
    }()

    init() {}

    init(_ bytes: some Sequence<UInt8>) { for byte in bytes { append(byte) } }

    @inline(__always)
    mutating func append(_ byte: UInt8) { value = value &* Self.base &+ UInt64(byte) &+ 1 }
}

extension TextHash {
    /// Hands on the hashes of a text from which one byte is left out, one after the other; stops when `body` says yes.
    ///
    /// - Returns: whether it did.
    static func anyWithoutOne(of bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt64) -> Bool) -> Bool {
        let whole = TextHash(bytes).value
        var suffix: UInt64 = 0
        var power: UInt64 = 1
        for index in bytes.indices.reversed() {
            let longer = suffix &+ (UInt64(bytes[index]) &+ 1) &* power
            if body((whole &- longer) &* inverse &+ suffix) { return true }
            suffix = longer
            power = power &* base
        }
        return false
    }
}

/// A set of hashes for a first look: it may say yes to what is not in it, and never no to what is.
struct HashTable: Sendable {
    private let slots: [UInt64]
    private let shift: UInt64

    init(_ hashes: some Collection<UInt64>) {
        var bits: UInt64 = 4
        while 1 << bits < hashes.count * 4 { bits += 1 }
        shift = 64 - bits
        var slots = [UInt64](repeating: 0, count: 1 << Int(bits))
        for hash in hashes where hash != 0 {
            var place = Self.place(hash, shift)
            while slots[place] != 0, slots[place] != hash { place = (place + 1) & (slots.count - 1) }
            slots[place] = hash
        }
        self.slots = slots
    }

    @inline(__always)
    private static func place(_ hash: UInt64, _ shift: UInt64) -> Int { Int((hash &* 0xD6E8_FEB8_6659_FD93) >> shift) }

    func contains(_ hash: UInt64) -> Bool {
        // Zero is the mark of an empty place.
        guard hash != 0 else { return true }
        var place = Self.place(hash, shift)
        while slots[place] != 0 {
            if slots[place] == hash { return true }
            place = (place + 1) & (slots.count - 1)
        }
        return false
    }
}
