internal import Glibc

/// The rows of a catalogue in memory: all texts in one buffer, with an index of the keys.
final class CatalogStorage: Sendable {
    let columns: [String]
    let keyColumn: String
    let form: CatalogForm
    let count: Int
    /// The first row of each key.
    private let rows: [CatalogKey: UInt32]
    /// The number of rows of each key with several, by the first of them.
    private let repeats: [Int: Int]
    /// The cells of all rows, one after the other, the key of a row first. Separate texts would take far more memory.
    private let pool: [UInt8]
    /// Where each cell ends in the pool.
    private let ends: [UInt32]

    init(
        columns: [String], keyColumn: String = "key", form: CatalogForm = CatalogForm(), pool: [UInt8] = [],
        ends: [UInt32] = [], rows: [CatalogKey: UInt32] = [:], count: Int = 0, repeats: [Int: Int] = [:]
    ) {
        (self.columns, self.keyColumn, self.form, self.pool) = (columns, keyColumn, form, pool)
        (self.ends, self.rows, self.count, self.repeats) = (ends, rows, count, repeats)
    }

    /// How many rows have the key of a row, which is the first of them.
    func rowCount(ofFirst row: Int) -> Int { repeats[row] ?? 1 }

    /// The first row of a key that is in its form.
    func index(of key: String) -> Int? { rows[CatalogKey(key)].map(Int.init) }

    /// The rows in the order of the bytes of their keys; those of one key in the order in which they came.
    func rowsByKey() -> [Int] {
        let rows = Array(0..<count)
        return pool.withUnsafeBytes { bytes in
            func order(_ left: Int, _ right: Int) -> Int {
                let first = UnsafeRawBufferPointer(rebasing: bytes[cell(row: left, cell: 0)])
                let second = UnsafeRawBufferPointer(rebasing: bytes[cell(row: right, cell: 0)])
                guard let start = first.baseAddress, let other = second.baseAddress else { return 0 }
                let difference = memcmp(start, other, min(first.count, second.count))
                return difference == 0 ? first.count - second.count : Int(difference)
            }
            // Lists are most often kept in order.
            guard zip(rows, rows.dropFirst()).contains(where: { order($0, $1) > 0 }) else { return rows }
            return rows.sorted {
                let sign = order($0, $1)
                return sign < 0 || sign == 0 && $0 < $1
            }
        }
    }

    /// The text of a cell, that of the key being 0; nil where it is empty.
    func text(row: Int, cell: Int) -> String? {
        let place = self.cell(row: row, cell: cell)
        return place.isEmpty ? nil : String(decoding: pool[place], as: UTF8.self)
    }

    private func cell(row: Int, cell: Int) -> Range<Int> {
        let index = row * (columns.count + 1) + cell
        return (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }
}

/// A key that is compared by bytes: `String` takes some different texts as equal.
struct CatalogKey: Hashable, Sendable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (left: CatalogKey, right: CatalogKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
