/// The texts of a catalogue and a hash table of their keys, in four arrays, however many rows there are.
final class CatalogStorage: Sendable {
    let columns: [String]
    /// What the column of the keys is called.
    let keyColumn: String
    /// The cells of all rows, one behind the other, the key of a row first.
    private let pool: [UInt8]
    /// Where each cell ends in the pool.
    private let ends: [UInt32]
    private let table: CatalogTable

    init(
        columns: [String], keyColumn: String = "key", pool: [UInt8] = [], ends: [UInt32] = [],
        table: CatalogTable = CatalogTable()
    ) {
        self.columns = columns
        self.keyColumn = keyColumn
        self.pool = pool
        self.ends = ends
        self.table = table
    }

    var count: Int { table.count }

    /// The row of a key.
    func index(of key: String) -> Int? {
        // Swift's own strings have their bytes at hand; others, which Linux does not know, would be copied.
        let found = key.utf8.withContiguousStorageIfAvailable { find(UnsafeRawBufferPointer($0)) }
        return found ?? Array(key.utf8).withUnsafeBytes(find)
    }

    private func find(_ key: UnsafeRawBufferPointer) -> Int? {
        table.find(key, pool: pool, ends: ends, width: columns.count + 1)
    }

    /// The rows in the order of the bytes of their keys.
    func rowsByKey() -> [Int] {
        let width = columns.count + 1
        let rows = Array(0..<count)
        return pool.withUnsafeBytes { bytes in
            let isBefore = { (left: Int, right: Int) in
                CatalogTable.isKey(left, before: right, in: bytes, self.ends, width)
            }
            // Lists are most often kept in order.
            let isSorted = !zip(rows, rows.dropFirst()).contains { isBefore($1, $0) }
            return isSorted ? rows : rows.sorted(by: isBefore)
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
