package import BeelineSupport

/// Collects and checks the rows of a catalogue.
struct CatalogBuilder {
    private let columns: [String]
    private let keyColumn: String
    private var form: CatalogForm
    private var typed: TypedCells
    /// Remarks about the keys; nil when they are not wanted.
    private(set) var diagnosis: KeyDiagnosis?
    private var pool: [UInt8] = []
    private var ends: [UInt32] = []
    /// The first row of each key.
    private var rows: [CatalogKey: UInt32] = [:]
    private var lines: [UInt32] = []
    /// The number of rows of each key with several, by the first of them.
    private var repeats: [Int: Int] = [:]

    private var width: Int { columns.count + 1 }

    /// Blanks around the names of columns, which are in the given line, do not count. The name of the key column is any
    /// text, because rules never use it. `diagnoses` is whether to look for keys that seem wrong.
    init(
        columns: [String], keyColumn: String = "key", form: CatalogForm = CatalogForm(), diagnoses: Bool = false,
        line: Int?
    ) throws(CatalogError) {
        let columns = columns.map(CatalogKeyForm.trimmed)
        var seen: Set<String> = []
        for column in columns {
            guard Self.isColumn(column) else { throw CatalogError(line: line, problem: .columnName(column)) }
            guard seen.insert(column).inserted else {
                throw CatalogError(line: line, problem: .repeatedColumn(column))
            }
        }
        for name in form.types.keys.sorted() where !seen.contains(name) {
            throw CatalogError(line: line, problem: .noTypedColumn(name, columns: columns))
        }
        self.columns = columns
        self.keyColumn = keyColumn
        self.form = form
        typed = TypedCells(form, columns: columns)
        diagnosis = diagnoses ? KeyDiagnosis(form.key) : nil
    }

    static func isColumn(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Reads a text in CSV, up to so many flaws; nil where there are any. They are in the order of the lines. A
    /// diagnosis collects remarks about the keys.
    static func read(
        _ bytes: [UInt8], _ format: CSVFormat, _ form: CatalogForm, flaws: inout [CatalogError], limit: Int,
        diagnosis: inout KeyDiagnosis?
    ) -> CatalogStorage? {
        do throws(CatalogError) {
            if let line = lineOfWrongUTF8(bytes) { throw CatalogError(line: line, problem: .notUTF8) }
            var reader = CSVReader(bytes, separator: format.separator)
            var row = CSVRow()
            guard try reader.nextRow(&row) else { throw CatalogError(line: nil, problem: .noHeader) }
            let written = row.names
            let chosen = try format.columns.map { choice throws(CatalogError) in
                try chosenColumns(choice, of: written, line: row.line)
            }
            let names = chosen?.map(\.name) ?? written
            let key = try placeOfKey(format.key, in: names, line: row.line)
            var others = names
            let keyColumn = others.remove(at: key)
            // A file that is read as one of one column would replace a good list.
            if others.isEmpty, let other = keyColumn.first(where: { ",;|\t".contains($0) }) {
                throw CatalogError(line: row.line, problem: .otherSeparator(other, header: keyColumn))
            }
            if !keyColumn.isEmpty, others.contains(keyColumn) {
                throw CatalogError(line: row.line, problem: .repeatedColumn(keyColumn))
            }
            var builder = try CatalogBuilder(
                columns: others, keyColumn: keyColumn, form: form, diagnoses: diagnosis != nil, line: row.line)
            builder.diagnosis?.setHeader(row, format)
            builder.reserve(rows: bytes.count { $0 == UInt8(ascii: "\n") }, bytes: bytes.count)
            while try reader.nextRow(&row) {
                do throws(CatalogError) {
                    if let chosen {
                        guard row.count == written.count else {
                            throw CatalogError(
                                line: row.line, problem: .cellCount(row.count, expected: written.count))
                        }
                        row.choose(chosen.map(\.place))
                    }
                    if key > 0 { row.moveToFront(key) }
                    try builder.add(&row)
                } catch {
                    flaws.append(error)
                    if flaws.count >= limit { return nil }
                }
            }
            flaws = (flaws + builder.openFlaws).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
            if flaws.count > limit { flaws.removeLast(flaws.count - limit) }
            diagnosis = builder.diagnosis
            return flaws.isEmpty ? builder.finish() : nil
        } catch {
            // After a quote that is not closed, rows cannot be found.
            flaws.append(error)
            return nil
        }
    }

    private static func chosenColumns(
        _ choice: ColumnChoice, of names: [String], line: Int
    ) throws(CatalogError) -> [(place: Int, name: String)] {
        do throws(ColumnChoice.UnknownColumn) {
            return try choice.applied(to: names)
        } catch {
            throw CatalogError(line: line, problem: .noKeyColumn(error.name, columns: names))
        }
    }

    private static func placeOfKey(_ name: String?, in names: [String], line: Int) throws(CatalogError) -> Int {
        guard let name else { return 0 }
        guard let place = names.firstIndex(of: name) else {
            throw CatalogError(line: line, problem: .noKeyColumn(name, columns: names))
        }
        return place
    }

    /// Makes room for so many rows, and so many bytes of their texts, at most.
    private mutating func reserve(rows: Int, bytes: Int) {
        pool.reserveCapacity(bytes)
        // A file of hardly anything but line breaks gets no room for as many rows.
        let rows = min(rows, bytes / 8)
        ends.reserveCapacity(min(rows * width, bytes))
        lines.reserveCapacity(rows)
        self.rows.reserveCapacity(rows)
    }

    private static func lineOfWrongUTF8(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return 1 + bytes[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// Adds a row and converts its key to the form of the keys.
    mutating func add(_ row: inout CSVRow) throws(CatalogError) {
        guard row.count == width else {
            throw CatalogError(line: row.line, problem: .cellCount(row.count, expected: width))
        }
        guard !row[0].isEmpty else { throw CatalogError(line: row.line, problem: .emptyKey) }
        diagnosis?.add(row[0], line: row.line)
        if form.key != .exact {
            let written = String(decoding: row[0], as: UTF8.self)
            let key = form.key.key(written)
            guard !key.isEmpty else { throw CatalogError(line: row.line, problem: .emptyKey) }
            if key != written { row.replaceFirst(with: Array(key.utf8)) }
        }
        try typed.check(row)
        let base = pool.count
        guard base + row.bytes.count <= UInt32.max, lines.count < UInt32.max - 1, row.line <= UInt32.max else {
            throw CatalogError(line: row.line, problem: .tooLarge)
        }
        let key = String(decoding: row[0], as: UTF8.self)
        if let first = rows[CatalogKey(key)] {
            let earlier = Int(first)
            if form.isMany {
                repeats[earlier, default: 1] += 1
            } else if isSame(row, as: earlier) {
                return
            } else {
                throw CatalogError(line: row.line, problem: .repeatedKey(key, firstLine: Int(lines[earlier])))
            }
        } else {
            rows[CatalogKey(key)] = UInt32(lines.count)
        }
        pool.append(contentsOf: row.bytes)
        for end in row.ends { ends.append(UInt32(base + end)) }
        lines.append(UInt32(row.line))
    }

    /// Whether a row has the same cells as an earlier one.
    private func isSame(_ row: CSVRow, as earlier: Int) -> Bool {
        let first = earlier * width
        let start = first == 0 ? 0 : Int(ends[first - 1])
        return zip(row.ends, ends[first..<first + width]).allSatisfy { $0 == Int($1) - start }
            && row.bytes.elementsEqual(pool[start..<Int(ends[first + width - 1])])
    }

    /// The ambiguous cells whose meaning no other cell of the list shows.
    var openFlaws: [CatalogError] { typed.openFlaws }

    consuming func finish() -> CatalogStorage {
        var form = form
        form.decimal = typed.decimal
        return CatalogStorage(
            columns: columns, keyColumn: keyColumn, form: form, pool: pool, ends: ends, rows: rows,
            count: lines.count, repeats: repeats)
    }
}

extension CSVRow {
    /// The cells as names of columns.
    package var names: [String] {
        (0..<count).map { CatalogKeyForm.trimmed(String(decoding: self[$0], as: UTF8.self)) }
    }
}

extension CSVReader {
    fileprivate mutating func nextRow(_ row: inout CSVRow) throws(CatalogError) -> Bool {
        do throws(CSVError) {
            return try next(&row)
        } catch {
            throw CatalogError(line: error.line, problem: .csv(error.problem))
        }
    }
}
