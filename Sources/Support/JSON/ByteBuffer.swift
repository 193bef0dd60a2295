/// A growing piece of memory that only one owner has, so that adding to it never asks whether it is shared.
///
/// An array asks at each append, which costs more than the few bytes of a JSON token. What adds a few bytes is put into
/// its caller: where these are a literal, the compiler knows how many they are and stores them in a few instructions.
@usableFromInline
struct ByteBuffer: ~Copyable {
    // Invariant: `count` bytes from `start` on are initialised, `capacity` are allocated.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0

    init(capacity: Int = 512) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    @inlinable
    deinit { start.deallocate() }

    /// A copy of what is in it.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Makes room for so many bytes behind those that are there.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inlinable @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let first = source.baseAddress else { return }
        reserve(source.count)
        (start + count).update(from: first, count: source.count)
        count += source.count
    }

    @inlinable @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        (start + count).update(from: text.utf8Start, count: length)
        count += length
    }

    /// Adds bytes behind which others may be read: so all are taken sixteen at a time, however few they are.
    ///
    /// - Parameter source: `padding` bytes more than `length` lie there.
    @inline(__always)
    mutating func append(padded source: UnsafeRawPointer, count length: Int) {
        reserve(length + Self.padding)
        let target = UnsafeMutableRawPointer(start + count)
        var offset = 0
        repeat {
            let bytes = source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            target.storeBytes(of: bytes, toByteOffset: offset, as: SIMD16<UInt8>.self)
            offset += 16
        } while offset < length
        count += length
    }

    /// How far beyond its end `append(padded:count:)` reads and writes at most.
    static let padding = 16

    mutating func append(_ source: some Sequence<UInt8>) {
        if source.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in source { append(byte) }
        }
    }

    /// Adds bytes between quotes, with as many as possible of them copied at once: up to the first that cannot stand
    /// for itself in JSON.
    ///
    /// - Returns: how many were added, all of them usually. Only then the closing quote was, too.
    mutating func appendQuoted(_ source: UnsafeBufferPointer<UInt8>) -> Int {
        let length = source.count
        reserve(length + 2)
        let target = start + count
        target[0] = UInt8(ascii: "\"")
        let bytes = UnsafeRawBufferPointer(source)
        let room = UnsafeMutableRawPointer(target + 1)
        var index = 0
        while index + 16 <= length {
            let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
            if JSONEscapes.areIn(block) { break }
            room.storeBytes(of: block, toByteOffset: index, as: SIMD2<UInt64>.self)
            index += 16
        }
        // The last bytes at once, some of them a second time.
        if length >= 16 {
            if index < length, index + 16 > length {
                let block = bytes.loadUnaligned(fromByteOffset: length - 16, as: SIMD2<UInt64>.self)
                if !JSONEscapes.areIn(block) {
                    room.storeBytes(of: block, toByteOffset: length - 16, as: SIMD2<UInt64>.self)
                    index = length
                }
            }
        } else if length >= 8 {
            let first = bytes.loadUnaligned(as: UInt64.self)
            let last = bytes.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            if !JSONEscapes.areIn(SIMD2(first, last)) {
                room.storeBytes(of: first, as: UInt64.self)
                room.storeBytes(of: last, toByteOffset: length - 8, as: UInt64.self)
                index = length
            }
        } else if length >= 4 {
            let first = bytes.loadUnaligned(as: UInt32.self)
            let last = bytes.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
            if !JSONEscapes.areIn(UInt64(first) | UInt64(last) << 32) {
                room.storeBytes(of: first, as: UInt32.self)
                room.storeBytes(of: last, toByteOffset: length - 4, as: UInt32.self)
                index = length
            }
        }
        // What is long continues eight bytes at a time, in `appendPlain`.
        while index < length, length < 16 || length - index < 8, !JSONEscapes.isOne(source[index]) {
            target[1 + index] = source[index]
            index += 1
        }
        count += 1 + index
        if index == length {
            target[1 + index] = UInt8(ascii: "\"")
            count += 1
        }
        return index
    }

    /// Adds bytes up to the first that cannot be for itself in JSON.
    ///
    /// - Returns: the place of that byte; the end where there is none.
    mutating func appendPlain(_ source: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
        let length = source.count
        reserve(length - first)
        let bytes = UnsafeRawBufferPointer(source)
        let target = start + count
        var index = first
        var plain = 8
        while plain == 8, index + 8 <= length {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            UnsafeMutableRawPointer(target + (index - first)).storeBytes(of: word, as: UInt64.self)
            plain = JSONEscapes.first(in: UInt64(littleEndian: word))
            index += plain
        }
        if plain == 8 {
            while index < length, !JSONEscapes.isOne(source[index]) {
                target[index - first] = source[index]
                index += 1
            }
        }
        count += index - first
        return index
    }

    /// Adds sixteen bytes at most between quotes, the lowest one first.
    mutating func appendQuoted(_ bytes: UInt128, count length: Int) {
        reserve(18)
        let target = start + count
        target[0] = UInt8(ascii: "\"")
        UnsafeMutableRawPointer(target + 1).storeBytes(of: bytes.littleEndian, as: UInt128.self)
        target[1 + length] = UInt8(ascii: "\"")
        count += length + 2
    }

    /// Adds the name of a member, between quotes and with its colon, after a comma where one is needed.
    @inlinable @inline(__always)
    mutating func append(name: StaticString, comma: Bool) {
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        var target = start + count
        if comma {
            target[0] = UInt8(ascii: ",")
            target += 1
        }
        target[0] = UInt8(ascii: "\"")
        (target + 1).update(from: name.utf8Start, count: length)
        target[length + 1] = UInt8(ascii: "\"")
        target[length + 2] = UInt8(ascii: ":")
        count += length + (comma ? 4 : 3)
    }

    @usableFromInline @inline(never)
    mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: start, count: count)
        start.deallocate()
        start = new
        capacity = larger
    }
}

/// Characters that are escaped in a text of JSON: quotes, backslashes and controls (RFC 8259, section 7), and those
/// that would change how a terminal or an editor shows the line: DEL, the C1 controls, the separators of lines and
/// paragraphs, and the controls of direction. The parsed text is the same.
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
    /// The high bit of an ASCII byte is set by subtracting 0x20 where it was less, by subtracting one where it was
    /// zero, as equality is after an exclusive or, and by adding one where it was DEL. A byte borrows from the next
    /// only when it is found itself.
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
