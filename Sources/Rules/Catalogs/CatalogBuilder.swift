package import BeelineSupport
internal import BeelineSymbols

/// Puts the rows of a catalogue together, and checks them.
struct CatalogBuilder {
    private let columns: [String]
    private let keyColumn: String
    private var pool: [UInt8] = []
    private var ends: [UInt32] = []
    private var table = CatalogTable()
    private var lines: [UInt32] = []

    private var width: Int { columns.count + 1 }

    /// - Parameters:
    ///   - keyColumn: what the column of the keys is called; anything will do, as rules never name it.
    ///   - line: where the columns are named.
    /// - Throws: `CatalogError` for their names.
    init(columns: [String], keyColumn: String = "key", line: Int?) throws(CatalogError) {
        var seen: Set<String> = []
        for column in columns {
            guard RuleName.isValid(column) else {
                throw CatalogError(line: line, problem: .columnName(column))
            }
            guard seen.insert(column).inserted else {
                throw CatalogError(line: line, problem: .repeatedColumn(column))
            }
        }
        self.columns = columns
        self.keyColumn = keyColumn
    }

    /// Reads a text in CSV.
    ///
    /// - Parameters:
    ///   - flaws: what is wrong with it, in the order of the lines.
    ///   - limit: after so many flaws it is not read further.
    /// - Returns: nil where something is wrong.
    static func read(
        _ bytes: [UInt8], _ format: CSVFormat, flaws: inout [CatalogError], limit: Int
    ) -> CatalogStorage? {
        do throws(CatalogError) {
            if let line = lineOfWrongUTF8(bytes) { throw CatalogError(line: line, problem: .notUTF8) }
            var reader = CSVReader(bytes, separator: format.separator)
            var row = CSVRow()
            guard try reader.nextRow(&row) else { throw CatalogError(line: nil, problem: .noHeader) }
            let names = (0..<row.count).map { String(decoding: row[$0], as: UTF8.self) }
            let key = try placeOfKey(format.key, in: names, line: row.line)
            var others = names
            let keyColumn = others.remove(at: key)
            // A file that is taken for one of one column would take the place of a good list.
            if others.isEmpty, let other = keyColumn.first(where: { ",;|\t".contains($0) }) {
                throw CatalogError(line: row.line, problem: .otherSeparator(other, header: keyColumn))
            }
            if !keyColumn.isEmpty, others.contains(keyColumn) {
                throw CatalogError(line: row.line, problem: .repeatedColumn(keyColumn))
            }
            var builder = try CatalogBuilder(columns: others, keyColumn: keyColumn, line: row.line)
            builder.reserve(rows: bytes.count { $0 == UInt8(ascii: "\n") }, bytes: bytes.count)
            while try reader.nextRow(&row) {
                do throws(CatalogError) {
                    if key > 0 { row.moveToFront(key) }
                    try builder.add(row)
                } catch {
                    flaws.append(error)
                    if flaws.count >= limit { return nil }
                }
            }
            return flaws.isEmpty ? builder.finish() : nil
        } catch {
            // After a quote that is not closed, rows cannot be found.
            flaws.append(error)
            return nil
        }
    }

    private static func placeOfKey(
        _ name: String?, in names: [String], line: Int
    ) throws(CatalogError) -> Int {
        guard let name else { return 0 }
        guard let place = names.firstIndex(of: name) else {
            throw CatalogError(line: line, problem: .noKeyColumn(name, columns: names))
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

    /// - Throws: `CatalogError`.
    mutating func add(_ row: CSVRow) throws(CatalogError) {
        guard row.count == width else {
            throw CatalogError(line: row.line, problem: .cellCount(row.count, expected: width))
        }
        guard !row[0].isEmpty else { throw CatalogError(line: row.line, problem: .emptyKey) }
        let base = pool.count
        guard base + row.bytes.count <= UInt32.max, lines.count < UInt32.max - 1, row.line <= UInt32.max else {
            throw CatalogError(line: row.line, problem: .tooLarge)
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
            throw CatalogError(line: row.line, problem: .repeatedKey(key, firstLine: Int(lines[earlier])))
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

/// Why a catalogue could not be made.
///
///     prices.csv:7: the key '4006381333931' is in line 3 already, with other cells
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        /// There is not even a line with the names of the columns.
        case noHeader
        case notUTF8
        /// A name that could not stand behind a dot in a rule.
        case columnName(String)
        /// The first line has another separator than the one that was looked for.
        case otherSeparator(Character, header: String)
        case repeatedColumn(String)
        /// A row with more or fewer cells than there are columns, that of the key among them.
        case cellCount(Int, expected: Int)
        case emptyKey
        /// None of the columns has the name that the one of the keys is to have.
        case noKeyColumn(String, columns: [String])
        /// A key that stands in an earlier line with other cells.
        case repeatedKey(String, firstLine: Int)
        /// What the reader of CSV says.
        case csv(CSVError.Problem)
        /// Its texts together are longer than 4 GiB, or it has more cells than can be counted.
        case tooLarge
    }

    /// The name of the catalogue, or the path of its file.
    package private(set) var source: String
    /// The line, counted from 1; for a catalogue that is made of values, the row. Nil where it is no matter of one.
    package let line: Int?
    package let problem: Problem

    package init(source: String = "", line: Int?, problem: Problem) {
        (self.source, self.line, self.problem) = (source, line, problem)
    }

    /// The same error of a source that has a name; those who find it need not know that.
    func named(_ source: String) -> CatalogError {
        var named = self
        named.source = source
        return named
    }

    /// The problem alone, without its place.
    package var message: String {
        switch problem {
        case .noHeader: "it is empty; the first line names the columns, that of the keys first: ean,title,price"
        case .notUTF8: "not UTF-8; save it as CSV in UTF-8"
        case .columnName(let name):
            "the name of a column is letters (a to z), digits and '_', so that rules can use it: \(Self.shown(name))"
        case .otherSeparator(let separator, let header):
            "the cells seem to be separated by \(separator == "\t" ? "tabs" : "'\(separator)'"), which is not what was looked "
                + "for: \(Self.shown(header))"
        case .repeatedColumn(let name): "two columns have the name \(Self.shown(name))"
        case .cellCount(let count, let expected):
            "the row has \(count) \(count == 1 ? "cell" : "cells"), but there \(expected == 1 ? "is 1 column" : "are \(expected) columns"); "
                + "a cell with a separator in it stands in quotes"
        case .emptyKey: "the key is empty; each row has one, in its first cell where no other column is named for it"
        case .noKeyColumn(let name, let columns):
            "there is no column \(Self.shown(name))\(Spelling.hint(for: name, in: columns)); the first line names "
                + columns.prefix(20).map(Self.shown).joined(separator: ", ")
        case .repeatedKey(let key, let first):
            "the key \(Self.shown(key)) is in line \(first) already, with other cells"
        case .csv(let problem): problem.message
        case .tooLarge: "a catalogue holds at most 4 GiB of text and 4 billion cells"
        }
    }

    /// `prices.csv:3: the key is empty; …`
    package var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(message)" }

    /// The first characters of a text from a file, in quotes, none of which a terminal obeys.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(41)
        let printable = scalars.prefix(40).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                "\u{FFFD}"
            default: Character(scalar)
            }
        }
        return "'\(String(printable))\(scalars.count > 40 ? "…" : "")'"
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

/// How a catalogue is written in CSV, as far as files differ.
///
///     let format = CSVFormat(key: "ean", separator: UInt8(ascii: ";"))
package struct CSVFormat: Hashable, Sendable {
    /// The name of the column that is the key; nil: the first one.
    package let key: String?
    /// What stands between cells; nil: what the first line has.
    package let separator: UInt8?

    /// A format; the first column is the key and the separator is found by default.
    ///
    /// - Parameters:
    ///   - key: the name of the column that is the key.
    ///   - separator: an ASCII character.
    package init(key: String? = nil, separator: UInt8? = nil) {
        self.key = key
        self.separator = separator
    }
}
