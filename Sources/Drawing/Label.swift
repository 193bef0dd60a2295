internal import BeelineSupport
internal import BeelineSymbols

/// A label: what its code says, and the lines below it.
package struct Label: Hashable, Sendable {
    package var text: String
    /// Nil: what the text suggests.
    package var format: CodeFormat?
    package var addOn: String?
    package var lines: [String]
    /// Where it comes from, for errors: "line 12".
    package var place: String

    package init(_ text: String, format: CodeFormat? = nil, addOn: String? = nil, lines: [String] = [], place: String) {
        (self.text, self.format, self.addOn, self.lines, self.place) = (text, format, addOn, lines, place)
    }

    /// The labels of a table whose first row names its columns: `text` is what the code says; `format`, `addOn` and
    /// `copies` may be there; every other column is a line below the code.
    ///
    ///     try Label.labels(csv: Array("text,name\n9784873119045,Book\n".utf8))
    ///
    /// - Throws: `.sheet` or `.format` with the line of the file: the first mistake.
    package static func labels(csv: [UInt8]) throws(DrawingError) -> [Label] {
        var labels: [Label] = []
        for row in try rows(csv: csv) { labels += try row.get() }
        return labels
    }

    /// The same for each row by itself, so that the mistakes of all of them can be told: its label, as often as it says.
    ///
    /// - Throws: `.sheet` with the line of the file, where it is no such table, or too long.
    package static func rows(csv: [UInt8]) throws(DrawingError) -> [Result<[Label], DrawingError>] {
        let rows = try TableRow.rows(csv: csv)
        guard let header = rows.first else {
            throw DrawingError(.sheet, "line 1", "the table is empty", remedy: "name the columns: text,name")
        }
        let names = header.values.map { $0.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" } }
        guard let textColumn = names.firstIndex(of: "text") ?? names.firstIndex(of: "code") else {
            throw DrawingError(
                .sheet, "line \(header.line)", "no column is called 'text'",
                remedy: "name the columns in the first row, that of the code's content 'text'")
        }
        let known = ["text", "code", "format", "addon", "copies"]
        func labels(_ row: TableRow) throws(DrawingError) -> [Label] {
            func value(_ name: String) -> String? {
                guard let column = names.firstIndex(of: name), column < row.values.count else { return nil }
                return row.values[column].isEmpty ? nil : row.values[column]
            }
            let place = "line \(row.line)"
            guard textColumn < row.values.count, !row.values[textColumn].isEmpty else {
                throw DrawingError(.sheet, place, "the column 'text' is empty", remedy: "fill it, or leave the row out")
            }
            let format = try value("format").map { name throws(DrawingError) in
                guard let format = CodeFormat(name: name) else {
                    throw CodeFormat.unknown(name).within(place)
                }
                return format
            }
            let lines = zip(names, row.values).filter { !known.contains($0.0) && !$0.1.isEmpty }.map(\.1)
            let label = Label(
                row.values[textColumn], format: format, addOn: value("addon"), lines: lines, place: place)
            return Array(repeating: label, count: try copies(value("copies"), place))
        }
        var count = 0
        var results: [Result<[Label], DrawingError>] = []
        for row in rows.dropFirst() {
            do throws(DrawingError) {
                let some = try labels(row)
                count += some.count
                results.append(.success(some))
            } catch {
                results.append(.failure(error))
            }
            guard count <= most else {
                throw DrawingError(
                    .sheet, "line \(row.line)", "these are more than \(most) labels", remedy: "part the table")
            }
        }
        return results
    }

    static let most = TableRow.most

    private static func copies(_ text: String?, _ place: String) throws(DrawingError) -> Int {
        guard let text else { return 1 }
        guard let copies = Int(text), (0...10_000).contains(copies) else {
            throw DrawingError(
                .sheet, place, "the column 'copies' says '\(String(text.prefix(20)).withHiddenSpelledOut)'",
                remedy: "0…10000 are possible")
        }
        return copies
    }
}

extension CodeFormat {
    /// The error for a name that no format has.
    package static func unknown(_ name: String) -> DrawingError {
        DrawingError(
            .format, "the format", "there is none called '\(String(name.prefix(40)).withHiddenSpelledOut)'",
            remedy: "formats are \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
}

/// A row of a table of labels, with the number of the line of the file on which it begins, counted from 1.
struct TableRow: Hashable, Sendable {
    let line: Int
    let values: [String]

    // What is more than that is no table of labels, and would only fill the memory: rows beside the names of the columns,
    // columns, bytes in a value, bytes in all.
    static let most = 20_000
    private static let mostColumns = 100
    private static let longestValue = 16_384
    private static let longestFile = 64 << 20

    /// The rows of a table in CSV that have anything in them.
    ///
    /// - Throws: `.sheet` with the line: it is no CSV or no UTF-8, or there is too much.
    static func rows(csv file: [UInt8]) throws(DrawingError) -> [TableRow] {
        guard file.count <= longestFile else {
            throw DrawingError(
                .sheet, "the table", "it is longer than \(longestFile >> 20) MiB", remedy: "part the table")
        }
        var reader = CSVReader(file)
        var row = CSVRow()
        var rows: [TableRow] = []
        while try reader.nextRow(&row) {
            let values = try values(of: row)
            if values.contains(where: { !$0.isEmpty }) { rows.append(TableRow(line: row.line, values: values)) }
            guard rows.count <= most + 1 else {
                throw DrawingError(
                    .sheet, "line \(row.line)", "there are more than \(most) rows", remedy: "part the table")
            }
        }
        return rows
    }

    private static func values(of row: CSVRow) throws(DrawingError) -> [String] {
        let place = "line \(row.line)"
        guard row.count <= mostColumns else {
            throw DrawingError(
                .sheet, place, "it has more than \(mostColumns) columns", remedy: "leave out those that no label needs")
        }
        var values: [String] = []
        for column in 0..<row.count {
            guard row[column].count <= longestValue else {
                throw DrawingError(
                    .sheet, place, "a value is longer than \(longestValue) bytes",
                    remedy: "shorten it, or look for a quote that is not closed")
            }
            guard let text = String(validating: row[column], as: UTF8.self) else {
                throw DrawingError(.sheet, place, "it is not UTF-8", remedy: "save the table anew as UTF-8")
            }
            values.append(text)
        }
        return values
    }
}

extension CSVReader {
    fileprivate mutating func nextRow(_ row: inout CSVRow) throws(DrawingError) -> Bool {
        do throws(CSVError) {
            return try next(&row)
        } catch {
            throw DrawingError(.sheet, "line \(error.line)", error.problem.message, remedy: "correct the table there")
        }
    }
}
