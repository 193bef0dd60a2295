internal import Glibc

/// The texts of a catalogue and a hash table of their keys, in four arrays, however many rows there are.
final class CatalogStorage: Sendable {
    let columns: [String]
    /// What the column of the keys is called.
    let keyColumn: String
    let form: CatalogForm
    /// How many rows there are.
    let count: Int
    /// How many rows a key has that has several, by the first of them.
    private let repeats: [Int: Int]
    /// The cells of all rows, one behind the other, the key of a row first.
    private let pool: [UInt8]
    /// Where each cell ends in the pool.
    private let ends: [UInt32]
    private let table: CatalogTable

    init(
        columns: [String], keyColumn: String = "key", form: CatalogForm = CatalogForm(), pool: [UInt8] = [],
        ends: [UInt32] = [], table: CatalogTable = CatalogTable(), count: Int = 0, repeats: [Int: Int] = [:]
    ) {
        (self.columns, self.keyColumn, self.form, self.pool) = (columns, keyColumn, form, pool)
        (self.ends, self.table, self.count, self.repeats) = (ends, table, count, repeats)
    }

    /// How many rows have the key of a row, which is the first of them.
    func rowCount(ofFirst row: Int) -> Int { repeats.isEmpty ? 1 : repeats[row] ?? 1 }

    /// The first row of a key that is in its form.
    func index(of key: String) -> Int? {
        // Swift's own strings have their bytes at hand; others, which Linux does not know, would be copied.
        let found = key.utf8.withContiguousStorageIfAvailable { find(UnsafeRawBufferPointer($0)) }
        return found ?? Array(key.utf8).withUnsafeBytes(find)
    }

    private func find(_ key: UnsafeRawBufferPointer) -> Int? {
        table.find(key, pool: pool, ends: ends, width: columns.count + 1)
    }

    /// The rows in the order of the bytes of their keys; those of one key in the order in which they came.
    func rowsByKey() -> [Int] {
        let width = columns.count + 1
        let rows = Array(0..<count)
        return pool.withUnsafeBytes { bytes in
            let isBefore = { (left: Int, right: Int) in
                CatalogTable.isKey(left, before: right, in: bytes, self.ends, width)
            }
            // Lists are most often kept in order.
            let isSorted = !zip(rows, rows.dropFirst()).contains { isBefore($1, $0) }
            guard !isSorted else { return rows }
            guard !self.repeats.isEmpty else { return rows.sorted(by: isBefore) }
            return rows.sorted { isBefore($0, $1) || ($0 < $1 && !isBefore($1, $0)) }
        }
    }

    /// The text of a cell, that of the key being 0; nil where it is empty.
    func text(row: Int, cell: Int) -> String? {
        let index = row * (columns.count + 1) + cell
        let start = index == 0 ? 0 : Int(ends[index - 1])
        let end = Int(ends[index])
        return start == end ? nil : String(decoding: pool[start..<end], as: UTF8.self)
    }
}

/// An open-addressing hash table of rows by their keys, which lie elsewhere.
struct CatalogTable: Sendable {
    /// A row and one in each place, 0 in places that are free; a power of two, and at most three quarters full.
    private var places: [UInt32]
    /// Some bits of the hash of the row in a place, so that other keys need seldom be looked at.
    private var marks: [UInt8]
    private(set) var count = 0

    /// - Parameter rows: how many are expected; more are welcome.
    init(rows: Int = 0) {
        var capacity = 4
        while capacity * 3 < rows * 4 { capacity *= 2 }
        places = Array(repeating: 0, count: capacity)
        marks = Array(repeating: 0, count: capacity)
    }

    func find(_ key: UnsafeRawBufferPointer, pool: [UInt8], ends: [UInt32], width: Int) -> Int? {
        let row = places[place(of: key, hash: Self.hash(key), pool, ends, width)]
        return row == 0 ? nil : Int(row) - 1
    }

    /// Enters the row that is last in the pool.
    ///
    /// - Returns: an earlier row with its key; then it is not added.
    mutating func insert(_ row: Int, pool: [UInt8], ends: [UInt32], width: Int) -> Int? {
        if (count + 1) * 4 > places.count * 3 { grow(pool, ends, width) }
        let (place, hash) = pool.withUnsafeBytes { bytes in
            let key = Self.key(row, bytes, ends, width)
            let hash = Self.hash(key)
            return (self.place(of: key, hash: hash, pool, ends, width), hash)
        }
        if places[place] != 0 { return Int(places[place]) - 1 }
        places[place] = UInt32(row) + 1
        marks[place] = Self.mark(hash)
        count += 1
        return nil
    }

    private mutating func grow(_ pool: [UInt8], _ ends: [UInt32], _ width: Int) {
        let old = places
        places = Array(repeating: 0, count: old.count * 2)
        marks = Array(repeating: 0, count: old.count * 2)
        pool.withUnsafeBytes { bytes in
            for row in old where row != 0 {
                let hash = Self.hash(Self.key(Int(row) - 1, bytes, ends, width))
                // No two rows have the same key, so the next free place is theirs.
                var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
                while places[place] != 0 { place = (place + 1) & (places.count - 1) }
                places[place] = row
                marks[place] = Self.mark(hash)
            }
        }
    }

    /// Where a key is, or would be, by linear probing.
    private func place(
        of key: UnsafeRawBufferPointer, hash: UInt, _ pool: [UInt8], _ ends: [UInt32], _ width: Int
    ) -> Int {
        let last = places.count - 1
        let mark = Self.mark(hash)
        var place = Int(truncatingIfNeeded: hash) & last
        pool.withUnsafeBytes { bytes in
            while places[place] != 0 {
                if marks[place] == mark, Self.areEqual(Self.key(Int(places[place]) - 1, bytes, ends, width), key) {
                    return
                }
                place = (place + 1) & last
            }
        }
        return place
    }

    /// Seeded again in each process, so that no file can be made to have all its keys in one place.
    private static func hash(_ key: UnsafeRawBufferPointer) -> UInt {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        return UInt(bitPattern: hasher.finalize())
    }

    private static func mark(_ hash: UInt) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) }

    private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
    }

    /// Whether the key of a row is before that of another one, by their bytes.
    static func isKey(
        _ left: Int, before right: Int, in pool: UnsafeRawBufferPointer, _ ends: [UInt32], _ width: Int
    ) -> Bool {
        let (left, right) = (key(left, pool, ends, width), key(right, pool, ends, width))
        guard let first = left.baseAddress, let second = right.baseAddress else { return false }
        let difference = memcmp(first, second, min(left.count, right.count))
        return difference < 0 || difference == 0 && left.count < right.count
    }

    private static func key(
        _ row: Int, _ pool: UnsafeRawBufferPointer, _ ends: [UInt32], _ width: Int
    ) -> UnsafeRawBufferPointer {
        let start = row == 0 ? 0 : Int(ends[row * width - 1])
        return UnsafeRawBufferPointer(rebasing: pool[start..<Int(ends[row * width])])
    }
}
