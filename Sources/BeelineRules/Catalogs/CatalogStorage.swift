/// The texts of a catalogue and a hash table of their keys, in four arrays, however many rows there are.
final class CatalogStorage: Sendable {
    let columns: [String]
    /// The cells of all rows, one behind the other, the key of a row first.
    private let pool: [UInt8]
    /// Where each cell ends in the pool.
    private let ends: [UInt32]
    private let table: CatalogTable

    init(columns: [String], pool: [UInt8] = [], ends: [UInt32] = [], table: CatalogTable = CatalogTable()) {
        self.columns = columns
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

    /// The text of a cell, that of the key being 0; nil where it is empty.
    func text(row: Int, cell: Int) -> String? {
        let index = row * (columns.count + 1) + cell
        let start = index == 0 ? 0 : Int(ends[index - 1])
        let end = Int(ends[index])
        return start == end ? nil : String(decoding: pool[start..<end], as: UTF8.self)
    }
}
