internal import BeelineSymbols

/// Puts the rows of a catalogue together, and checks them.
struct CatalogBuilder {
    private let columns: [String]
    private let keyColumn: String
    private var pool: [UInt8] = []
    private var ends: [UInt32] = []
    private var table = CatalogTable()
    /// The line of each row.
    private var lines: [UInt32] = []

    private var width: Int { columns.count + 1 }

    /// - Parameters:
    ///   - keyColumn: what the column of the keys is called; anything will do, as rules never name it.
    ///   - line: where the columns are named.
    /// - Throws: `CatalogError.Flaw` for their names.
    init(columns: [String], keyColumn: String = "key", line: Int?) throws(CatalogError.Flaw) {
        var seen: Set<String> = []
        for column in columns {
            guard !column.isEmpty, column.utf8.allSatisfy(Self.isNameCharacter) else {
                throw CatalogError.Flaw(line: line, problem: .columnName(column))
            }
            guard seen.insert(column).inserted else {
                throw CatalogError.Flaw(line: line, problem: .repeatedColumn(column))
            }
        }
        self.columns = columns
        self.keyColumn = keyColumn
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "_")
    }

    /// Reads a text in CSV.
    ///
    /// - Parameters:
    ///   - flaws: what is wrong with it, in the order of the lines.
    ///   - limit: after so many flaws it is not read further.
    /// - Returns: nil where something is wrong.
    static func read(
        _ bytes: [UInt8], _ format: CSVFormat, flaws: inout [CatalogError.Flaw], limit: Int
    ) -> CatalogStorage? {
        do throws(CatalogError.Flaw) {
            if let line = lineOfWrongUTF8(bytes) { throw CatalogError.Flaw(line: line, problem: .notUTF8) }
            var reader = CSVReader(bytes, separator: format.separator)
            var row = CSVRow()
            guard try reader.next(&row) else { throw CatalogError.Flaw(line: nil, problem: .noHeader) }
            let names = (0..<row.count).map { String(decoding: row[$0], as: UTF8.self) }
            let key = try placeOfKey(format.key, in: names, line: row.line)
            var others = names
            let keyColumn = others.remove(at: key)
            // A file that is taken for one of one column would take the place of a good list.
            if others.isEmpty, let other = keyColumn.first(where: { ",;|\t".contains($0) }) {
                throw CatalogError.Flaw(line: row.line, problem: .otherSeparator(other, header: keyColumn))
            }
            if !keyColumn.isEmpty, others.contains(keyColumn) {
                throw CatalogError.Flaw(line: row.line, problem: .repeatedColumn(keyColumn))
            }
            var builder = try CatalogBuilder(columns: others, keyColumn: keyColumn, line: row.line)
            builder.reserve(rows: bytes.count { $0 == UInt8(ascii: "\n") }, bytes: bytes.count)
            while try reader.next(&row) {
                do throws(CatalogError.Flaw) {
                    if key > 0 { row.moveToFront(key) }
                    try builder.add(row)
                } catch {
                    flaws.append(error)
                    if flaws.count >= limit { return nil }
                }
            }
            return flaws.isEmpty ? builder.finish() : nil
        } catch {
            // Behind a quote that is not closed nobody knows what is a row.
            flaws.append(error)
            return nil
        }
    }

    private static func placeOfKey(
        _ name: String?, in names: [String], line: Int
    ) throws(CatalogError.Flaw) -> Int {
        guard let name else { return 0 }
        guard let place = names.firstIndex(of: name) else {
            throw CatalogError.Flaw(line: line, problem: .noKeyColumn(name, columns: names))
        }
        return place
    }

    /// - Parameters:
    ///   - rows: their number at most.
    ///   - bytes: the length of their texts at most.
    private mutating func reserve(rows: Int, bytes: Int) {
        pool.reserveCapacity(bytes)
        // A file of hardly anything but line breaks gets no room for as many rows.
        let rows = min(rows, bytes / 8)
        ends.reserveCapacity(min(rows * width, bytes))
        lines.reserveCapacity(rows)
        table = CatalogTable(rows: rows)
    }

    private static func lineOfWrongUTF8(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return 1 + bytes[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// - Throws: `CatalogError.Flaw`.
    mutating func add(_ row: CSVRow) throws(CatalogError.Flaw) {
        guard row.count == width else {
            throw CatalogError.Flaw(line: row.line, problem: .cellCount(row.count, expected: width))
        }
        guard !row[0].isEmpty else { throw CatalogError.Flaw(line: row.line, problem: .emptyKey) }
        let base = pool.count
        guard base + row.bytes.count <= UInt32.max, lines.count < UInt32.max - 1, row.line <= UInt32.max else {
            throw CatalogError.Flaw(line: row.line, problem: .tooLarge)
        }
        pool.append(contentsOf: row.bytes)
        for end in row.ends { ends.append(UInt32(base + end)) }
        guard let earlier = table.insert(lines.count, pool: pool, ends: ends, width: width) else {
            lines.append(UInt32(row.line))
            return
        }
        let isRepeated = isSame(row, as: earlier)
        pool.removeLast(row.bytes.count)
        ends.removeLast(width)
        guard isRepeated else {
            let key = String(decoding: row[0], as: UTF8.self)
            throw CatalogError.Flaw(
                line: row.line, problem: .repeatedKey(key, firstLine: Int(lines[earlier])))
        }
    }

    /// Whether a row has the cells of another one that is in the pool already.
    private func isSame(_ row: CSVRow, as earlier: Int) -> Bool {
        let first = earlier * width
        let start = first == 0 ? 0 : Int(ends[first - 1])
        return zip(row.ends, ends[first..<first + width]).allSatisfy { $0 == Int($1) - start }
            && row.bytes.elementsEqual(pool[start..<Int(ends[first + width - 1])])
    }

    consuming func finish() -> CatalogStorage {
        CatalogStorage(columns: columns, keyColumn: keyColumn, pool: pool, ends: ends, table: table)
    }
}
