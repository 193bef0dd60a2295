/// Rules by texts: those of one text are found in a time that does not depend on how many texts there are.
///
/// Built once, then only read. The texts lie one behind the other in memory; buckets point to them.
struct TextTable: Sendable {
    private struct Entry {
        let hash: UInt64
        /// Where the text lies.
        let start: Int32
        let length: Int32
        /// Where its rules lie.
        let firstRule: Int32
        let ruleCount: Int32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var rules: [Int32] = []
    /// Indices of entries, -1 for none; as many as a power of two.
    private var buckets: [Int32]
    /// The longest text.
    private(set) var longest = 0

    /// - Parameter rulesByText: the rules of each text, in ascending order.
    init(_ rulesByText: [[UInt8]: [Int32]]) {
        var size = 8
        while size < rulesByText.count * 2 { size *= 2 }
        buckets = Array(repeating: -1, count: size)
        for (text, rules) in rulesByText {
            let hash = text.reduce(TextHash()) { $0.adding($1) }.value
            var bucket = Int(truncatingIfNeeded: hash) & (size - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
            buckets[bucket] = Int32(entries.count)
            entries.append(
                Entry(
                    hash: hash, start: Int32(bytes.count), length: Int32(text.count),
                    firstRule: Int32(self.rules.count),
                    ruleCount: Int32(rules.count)))
            bytes += text
            self.rules += rules
            longest = max(longest, text.count)
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The lengths of all texts, in ascending order.
    var lengths: [Int] { Set(entries.map { Int($0.length) }).sorted() }

    /// Hands over the rules of a text.
    ///
    /// - Parameter hash: of the text.
    @inline(__always)
    func find(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ hash: TextHash, _ found: inout FoundRules
    ) {
        let mask = buckets.count - 1
        var bucket = Int(truncatingIfNeeded: hash.value) & mask
        while true {
            let index = buckets[bucket]
            guard index >= 0 else { return }
            let entry = entries[Int(index)]
            if entry.hash == hash.value, Int(entry.length) == text.count, isSame(text, at: Int(entry.start)) {
                for rule in rules[Int(entry.firstRule)..<Int(entry.firstRule + entry.ruleCount)] { found.add(rule) }
                return
            }
            bucket = (bucket + 1) & mask
        }
    }

    private func isSame(_ text: Slice<UnsafeBufferPointer<UInt8>>, at start: Int) -> Bool {
        var index = start
        for byte in text {
            if bytes[index] != byte { return false }
            index += 1
        }
        return true
    }
}

/// A hash that grows byte by byte (FNV-1a, 64 bits), so that all beginnings of a text are hashed in one pass.
///
/// Whoever writes the rules chooses the texts, and not whoever makes the codes, so it need not withstand anybody.
struct TextHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    func adding(_ byte: UInt8) -> TextHash {
        var hash = self
        hash.add(byte)
        return hash
    }
}

/// The rules that an index has found for a code, in no order. Room for more than any code meets in practice.
struct FoundRules: ~Copyable {
    private let room: UnsafeMutableBufferPointer<Int32>
    private(set) var count = 0
    /// Whether there were more than fit; then what is here is not all.
    private(set) var isOverflown = false

    /// - Parameter room: memory that outlives this.
    init(_ room: UnsafeMutableBufferPointer<Int32>) { self.room = room }

    mutating func add(_ rule: Int32) {
        guard count < room.count else {
            isOverflown = true
            return
        }
        room[count] = rule
        count += 1
    }

    /// Says that what is here is not all.
    mutating func giveUp() { isOverflown = true }

    /// Puts them in ascending order; they are few.
    mutating func sort() {
        var index = 1
        while index < count {
            let rule = room[index]
            var place = index
            while place > 0, room[place - 1] > rule {
                room[place] = room[place - 1]
                place -= 1
            }
            room[place] = rule
            index += 1
        }
    }

    subscript(index: Int) -> Int32 { room[index] }
}
