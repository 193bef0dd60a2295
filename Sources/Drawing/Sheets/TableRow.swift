internal import BeelineSupport

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
