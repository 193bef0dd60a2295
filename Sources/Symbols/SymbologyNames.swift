/// Symbologies by the bytes of their names, so that no string is made of a name only to look it up.
///
/// A name of up to sixteen bytes is two numbers; longer ones are rare, and not in here.
struct SymbologyNames: Sendable {
    private struct Key: Hashable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// Nil for a name that is too long. NUL, which fills the rest, is in no name of the table.
        @inline(__always)
        init?(_ name: UnsafeBufferPointer<UInt8>) {
            guard name.count <= 16 else { return nil }
            for index in 0..<name.count {
                let byte = UInt64(name[index]) << UInt64(index % 8 * 8)
                if index < 8 { low |= byte } else { high |= byte }
            }
        }

        /// The place to look first: the high bits of a product, which depend on all bits of the key.
        var slot: Int {
            Int(truncatingIfNeeded: ((low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9) >> 55)
        }
    }

    private struct Entry {
        let key: Key
        let symbology: Symbology
    }

    /// Invariant: far from full, so that each search ends at an empty place.
    private var slots = [Entry?](repeating: nil, count: 512)

    /// - Precondition: fewer than 256 names.
    init(_ symbologies: [String: Symbology]) {
        precondition(symbologies.count < slots.count / 2, "the table of names outgrew its index")
        for (name, symbology) in symbologies {
            let bytes = Array(name.utf8)
            guard let key = bytes.withUnsafeBufferPointer({ Key($0) }) else { continue }
            var slot = key.slot
            while slots[slot] != nil { slot = (slot + 1) % slots.count }
            slots[slot] = Entry(key: key, symbology: symbology)
        }
    }

    /// Nil for a name that is not in it, or too long.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Symbology? {
        guard let key = Key(name) else { return nil }
        var slot = key.slot
        while let entry = slots[slot] {
            if entry.key == key { return entry.symbology }
            slot = (slot + 1) % slots.count
        }
        return nil
    }
}

extension Symbology {
    private static let exactNames = SymbologyNames(byExactName)

    /// The symbology that has this name in the table, to the letter; nil for any other name.
    package static func exactly(_ name: UnsafeBufferPointer<UInt8>) -> Symbology? { exactNames.find(name) }

    /// The symbology of that name, in UTF-8: the same as `init(name:)`, and faster for the names of the table.
    public init(utf8 name: Span<UInt8>) {
        self = name.withUnsafeBufferPointer { Self.exactly($0) ?? Symbology(name: String(decoding: $0, as: UTF8.self)) }
    }
}
