internal import BeelineSymbols

/// Values by the names of hosts, each for the host and all hosts below it.
///
/// A host is looked up with all names that it is below in one pass over its bytes, from the end on.
struct HostTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let name: String
        let hash: UInt64
        let value: Value
    }

    private var entries: [Entry] = []
    /// The place of an entry and one; nought for none. An entry is where its hash says, or in the next free slot.
    private var slots: [Int32]

    /// - Parameter entries: of a name that is there more than once, the last counts.
    init(_ entries: [(name: String, value: Value)]) {
        var size = 4
        while size < entries.count * 2 { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        self.entries.reserveCapacity(entries.count)
        for (name, value) in entries {
            let hash = name.utf8.reversed().reduce(UInt64(0), Self.next)
            var slot = Self.slot(hash) & (size - 1)
            while slots[slot] != 0, self.entries[Int(slots[slot]) - 1].name != name { slot = (slot + 1) & (size - 1) }
            let entry = Entry(name: name, hash: hash, value: value)
            if slots[slot] == 0 {
                self.entries.append(entry)
                slots[slot] = Int32(self.entries.count)
            } else {
                self.entries[Int(slots[slot]) - 1] = entry
            }
        }
    }

    /// The longest name that a host is or is below, and its value; nil for most hosts.
    ///
    /// - Parameter host: in A-labels and lower case, without the dot of the root.
    func find(_ host: String) -> (name: String, value: Value)? {
        guard !entries.isEmpty else { return nil }
        let bytes = host.utf8.span
        var hash: UInt64 = 0
        var found: Int?
        for start in stride(from: bytes.count - 1, through: 0, by: -1) {
            hash = Self.next(hash, bytes[start])
            if start == 0 || bytes[start - 1] == UInt8(ascii: ".") {
                found = place(of: bytes.extracting(droppingFirst: start), hash) ?? found
            }
        }
        return found.map { (entries[$0].name, entries[$0].value) }
    }

    private func place(of name: Span<UInt8>, _ hash: UInt64) -> Int? {
        var slot = Self.slot(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if entries[place].hash == hash, Self.isEqual(entries[place].name.utf8.span, name) { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 20 ^ hash >> 44) }
}

extension HostTable<Bool> {
    /// A set of hosts, each with all hosts below it.
    init(_ names: some Sequence<String>) { self.init(names.map { ($0, true) }) }

    func contains(_ host: String) -> Bool { find(host) != nil }
}
