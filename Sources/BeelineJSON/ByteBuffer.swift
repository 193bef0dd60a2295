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
        for byte in source { append(byte) }
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
