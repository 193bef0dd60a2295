/// A growing piece of memory that only one owner has, so that adding to it never asks whether it is shared.
///
/// An array asks at each append, which costs more than the few bytes of a JSON token.
struct ByteBuffer: ~Copyable {
    // Invariant: `count` bytes from `start` on are initialised, `capacity` are allocated.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 512) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// A copy of what is in it.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        start[count] = byte
        count += 1
    }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let first = source.baseAddress else { return }
        if capacity - count < source.count { grow(by: source.count) }
        (start + count).update(from: first, count: source.count)
        count += source.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ source: some Sequence<UInt8>) {
        if source.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in source { append(byte) }
        }
    }

    /// Adds bytes between quotes, with as many as possible of them copied at once: up to the first that cannot stand for
    /// itself in JSON.
    ///
    /// - Returns: how many were added, all of them usually. Only then the closing quote was, too.
    mutating func appendQuoted(_ source: UnsafeBufferPointer<UInt8>) -> Int {
        let length = source.count
        if capacity - count < length + 2 { grow(by: length + 2) }
        let target = start + count
        target[0] = UInt8(ascii: "\"")
        var index = 0
        while index + 8 <= length {
            let word = UnsafeRawBufferPointer(source).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if JSONEscapes.areIn(word) { break }
            UnsafeMutableRawPointer(target + 1 + index).storeBytes(of: word, as: UInt64.self)
            index += 8
        }
        // The last eight bytes at once, some of them a second time.
        if length >= 8, index + 8 > length, index < length {
            let word = UnsafeRawBufferPointer(source).loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            if !JSONEscapes.areIn(word) {
                UnsafeMutableRawPointer(target + 1 + length - 8).storeBytes(of: word, as: UInt64.self)
                index = length
            }
        } else if 4..<8 ~= length {
            let bytes = UnsafeRawBufferPointer(source)
            let first = bytes.loadUnaligned(as: UInt32.self)
            let last = bytes.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
            if !JSONEscapes.areIn(UInt64(first) | UInt64(last) << 32) {
                UnsafeMutableRawPointer(target + 1).storeBytes(of: first, as: UInt32.self)
                UnsafeMutableRawPointer(target + 1 + length - 4).storeBytes(of: last, as: UInt32.self)
                index = length
            }
        }
        while index < length, !JSONEscapes.isOne(source[index]) {
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

    /// Adds so many bytes between quotes.
    ///
    /// - Parameter write: fills all of them; what it leaves out are blanks.
    mutating func appendQuoted(count length: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        if capacity - count < length + 2 { grow(by: length + 2) }
        let target = start + count
        target.update(repeating: UInt8(ascii: " "), count: length + 2)
        (target[0], target[length + 1]) = (UInt8(ascii: "\""), UInt8(ascii: "\""))
        write(UnsafeMutableBufferPointer(start: target + 1, count: length))
        count += length + 2
    }

    /// Adds the name of a member, between quotes and with its colon, behind a comma where one is needed.
    mutating func append(name: StaticString, comma: Bool) {
        let length = name.utf8CodeUnitCount
        if capacity - count < length + 4 { grow(by: length + 4) }
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

    mutating func removeAll() { count = 0 }

    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: start, count: count)
        start.deallocate()
        start = new
        capacity = larger
    }
}
