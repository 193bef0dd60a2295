public import Synchronization

/// What was worked out before, by the bytes that it was worked out for: a stream has the same hosts again and again.
///
/// It only saves time: without it every answer is the same. Nothing in it is ever replaced, so that threads read
/// without a lock and without counting references. It takes a limited number of values; later ones are not kept.
@usableFromInline
package struct SeenValues<Value: Sendable>: Sendable {
    @usableFromInline
    struct Header {
        @usableFromInline let hash: UInt64
        /// How many bytes the key has.
        @usableFromInline let count: Int
        @usableFromInline let value: Value

        @inlinable init(hash: UInt64, count: Int, value: Value) {
            (self.hash, self.count, self.value) = (hash, count, value)
        }
    }

    /// A key and its value in one place of memory, as each further place is fetched for itself. The elements are the bytes
    /// of the key. It never changes once it is made.
    @usableFromInline
    final class Entry: ManagedBuffer<Header, UInt8> {
        @inlinable
        static func with(_ hash: UInt64, _ key: UnsafeBufferPointer<UInt8>, _ value: Value) -> Entry {
            let entry = create(minimumCapacity: key.count) { _ in Header(hash: hash, count: key.count, value: value) }
            entry.withUnsafeMutablePointerToElements { bytes in
                if let start = key.baseAddress { bytes.initialize(from: start, count: key.count) }
            }
            return unsafeDowncast(entry, to: Entry.self)
        }

        @inlinable func isOf(_ hash: UInt64, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
            withUnsafeMutablePointers { header, bytes in
                guard header.pointee.hash == hash, header.pointee.count == key.count else { return false }
                let own = UnsafeRawBufferPointer(start: bytes, count: key.count)
                let key = UnsafeRawBufferPointer(key)
                for place in stride(from: 0, to: own.count, by: 8)
                where EightBytes.word(own, at: place) != EightBytes.word(key, at: place) {
                    return false
                }
                return true
            }
        }

        /// Lends the value.
        @inlinable func withValue<Result>(_ body: (borrowing Value) -> Result) -> Result {
            withUnsafeMutablePointerToHeader { body($0.pointee.value) }
        }
    }

    /// Some of the places. It is made when the first value comes, as most runs see only a few.
    ///
    /// Unchecked, as a `ManagedBuffer` is never `Sendable`, though entries do not change.
    @usableFromInline
    final class Part: @unchecked Sendable {
        @usableFromInline let places: InlineArray<1024, Atomic<Unmanaged<Entry>?>>

        @inlinable init() { places = InlineArray { _ in Atomic(nil) } }

        @inlinable deinit {
            for place in 0..<1024 { places[place].load(ordering: .acquiring)?.release() }
        }
    }

    @usableFromInline let parts = UncountedReferences((0..<64).map { _ in LazyReference<Part>() })

    @inlinable package init() {}

    /// Lends the value that is kept for a key.
    ///
    /// - Returns: what `body` makes of it; nil where none is kept.
    @inlinable
    package func withValue<Result>(of key: UnsafeBufferPointer<UInt8>, _ body: (borrowing Value) -> Result?) -> Result?
    {
        let hash = Self.hash(of: UnsafeRawBufferPointer(key))
        return parts.withObject(at: Self.part(hash)) { part in
            part.withObject { part in
                for step in 0..<Self.steps {
                    guard let entry = part.places[Self.place(hash, step)].load(ordering: .acquiring) else { return nil }
                    let found = entry._withUnsafeGuaranteedRef { entry -> Result?? in
                        entry.isOf(hash, key) ? .some(entry.withValue(body)) : nil
                    }
                    if let found { return found }
                }
                return nil
            }
        }
    }

    /// Keeps a value for a key, unless one is kept already or there is no room.
    @inlinable
    package func keep(_ value: Value, for key: UnsafeBufferPointer<UInt8>) {
        let hash = Self.hash(of: UnsafeRawBufferPointer(key))
        parts.withObject(at: Self.part(hash)) { part in
            let part = part.object ?? part.setIfNil(Part())
            let entry = Unmanaged.passRetained(Entry.with(hash, key, value))
            for step in 0..<Self.steps {
                let (isKept, other) = part.places[Self.place(hash, step)].compareExchange(
                    expected: nil, desired: entry, ordering: .acquiringAndReleasing)
                if isKept { return }
                if other?._withUnsafeGuaranteedRef({ $0.isOf(hash, key) }) ?? false { break }
            }
            entry.release()
        }
    }

    /// In how many places a value is looked for.
    @inlinable static var steps: Int { 8 }

    @inlinable static func part(_ hash: UInt64) -> Int { Int(hash >> 58) }

    @inlinable static func place(_ hash: UInt64, _ step: Int) -> Int { (Int(truncatingIfNeeded: hash) + step) & 1023 }

    @inlinable
    static func hash(of key: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: key.count)
        for place in stride(from: 0, to: key.count, by: 8) {
            hash = (hash ^ EightBytes.word(key, at: place)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        return hash
    }
}
