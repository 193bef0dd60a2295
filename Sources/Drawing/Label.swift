internal import BeelineContent
package import BeelineSupport
package import BeelineSymbols

/// A label: the content of its code, and the lines below it.
public struct Label: Hashable, Sendable {
    /// What the code says.
    public var text: String
    /// The format; nil: it is chosen by the text.
    public var format: CodeFormat?
    /// The two or five digits beside an EAN or UPC.
    public var addOn: String?
    /// What is below the code.
    public var lines: [String]
    /// Its place in the table, for errors: `line 12`.
    public var place: String

    /// - Parameters:
    ///   - format: nil: it is chosen by the text.
    ///   - addOn: the two or five digits beside an EAN or UPC.
    ///   - lines: what is below the code.
    ///   - place: its place in a table, for errors. Default: `the label`.
    public init(
        _ text: String, format: CodeFormat? = nil, addOn: String? = nil, lines: [String] = [],
        place: String = "the label"
    ) {
        (self.text, self.format, self.addOn, self.lines, self.place) = (text, format, addOn, lines, place)
    }

    /// The labels of a table whose first row names its columns: `text` is the content of the code; `format`, `addOn`
    /// and `copies` are optional; every other column is a line below the code.
    ///
    ///     try Label.labels(csv: Array("text,name\n9784873119045,Book\n".utf8))
    ///
    /// - Throws: `DrawingError` with the line of the file: the first error.
    public static func labels(csv: [UInt8]) throws(DrawingError) -> [Label] {
        var labels: [Label] = []
        do {
            _ = try UTF8Span(validating: csv.span)
        } catch {
            let line = 1 + csv[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") }
            throw DrawingError(.sheet, "line \(line)", "it is not UTF-8", remedy: "save the table again as UTF-8")
        }
        for row in try LabelTable(csv).rows { labels += try row.get() }
        return labels
    }

    // What is more than that is not a table of labels, and would only fill the memory.
    static let most = 20_000
}

/// The labels of a table: of each row a label for each copy, so that all errors can be reported.
package struct LabelTable {
    package let rows: [Result<[Label], DrawingError>]
    /// How it was read, for people, where it is not UTF-8.
    package let remark: String?

    // Columns, bytes in a value, bytes in all.
    private static let mostColumns = 100
    private static let longestValue = 16_384
    private static let longestFile = 64 << 20

    /// - Parameters:
    ///   - choice: which columns are used, with the names that labels know. Default: as the first row names them.
    ///   - charset: what the table is read as if it is not Unicode. Default: a guess.
    ///   - sheet: the sheet of a workbook. Default: the first one.
    /// - Throws: `.sheet` with the line of the file, where it is not such a table, or too long.
    package init(
        _ file: [UInt8], columns choice: ColumnChoice? = nil, charset: Conversion.Charset? = nil, sheet: String? = nil
    ) throws(DrawingError) {
        try require(
            file.count <= Self.longestFile, .sheet, "the table", "it is longer than \(Self.longestFile >> 20) MiB",
            remedy: "split the table")
        let text: TableText
        do throws(TableText.Problem) {
            text = try TableText(file, charset: charset, sheet: sheet)
        } catch {
            throw DrawingError(
                .sheet, error.line.map { "line \($0)" } ?? "the table", error.message, remedy: "then draw it again")
        }
        remark = text.remark
        var reader = CSVReader(text.bytes, separator: text.separator)
        var row = CSVRow()
        var columns: Columns?
        var count = 0
        var results: [Result<[Label], DrawingError>] = []
        while try reader.nextRow(&row) {
            let place = "line \(row.line)"
            let values = try Self.values(of: row, place)
            guard values.contains(where: { !$0.isEmpty }) else { continue }
            guard let columns else {
                columns = try Columns(values, choice, place)
                continue
            }
            do throws(DrawingError) {
                let some = try columns.labels(values, place)
                count += some.count
                results.append(.success(some))
            } catch {
                results.append(.failure(error))
            }
            let most = Label.most
            try require(
                results.count <= most, .sheet, place, "there are more than \(most) rows", remedy: "split the table")
            try require(count <= most, .sheet, place, "these are more than \(most) labels", remedy: "split the table")
        }
        try require(columns != nil, .sheet, "line 1", "the table is empty", remedy: "name the columns: text,name")
        rows = results
    }

    private static func values(of row: CSVRow, _ place: String) throws(DrawingError) -> [String] {
        try require(
            row.count <= mostColumns, .sheet, place, "it has more than \(mostColumns) columns",
            remedy: "leave out those that no label needs")
        var values: [String] = []
        for column in 0..<row.count {
            try require(
                row[column].count <= longestValue, .sheet, place, "a value is longer than \(longestValue) bytes",
                remedy: "shorten it, or look for a quote that is not closed")
            values.append(String(decoding: row[column], as: UTF8.self))
        }
        return values
    }
}

/// The columns of a table, by its first row.
private struct Columns {
    /// In lower case, without characters between words.
    private let names: [String]
    /// Where the values of these are in a row.
    private let places: [Int]
    private let textColumn: Int

    init(_ header: [String], _ choice: ColumnChoice?, _ place: String) throws(DrawingError) {
        let columns: [(place: Int, name: String)]
        do throws(ColumnChoice.UnknownColumn) {
            columns =
                try choice?.applied(to: header.map { $0.trimmingBlanks })
                ?? header.enumerated().map { (place: $0, name: $1) }
        } catch {
            throw DrawingError(
                .sheet, place, "there is no column '\(error.name.withHiddenSpelledOut)'",
                remedy: "the first row names \(header.map(\.withHiddenSpelledOut).listed(most: 20))")
        }
        places = columns.map(\.place)
        names = columns.map { $0.name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" } }
        let data = header.first { ListHeader.isKey(Array($0.utf8), above: []) }
        textColumn = try require(
            names.firstIndex(of: "text") ?? names.firstIndex(of: "code"), .sheet, place,
            "there is no column 'text'"
                + (data.map { ", and the first row looks like data: '\($0.withHiddenSpelledOut)'" } ?? ""),
            remedy: "name the columns in the first row; the content of the code is 'text', or map another column to it")
    }

    func labels(_ row: [String], _ place: String) throws(DrawingError) -> [Label] {
        let values = places.map { $0 < row.count ? row[$0] : "" }
        func value(_ name: String) -> String? {
            guard let column = names.firstIndex(of: name) else { return nil }
            return values[column].isEmpty ? nil : values[column]
        }
        try require(
            !values[textColumn].isEmpty, .sheet, place, "the column 'text' is empty",
            remedy: "fill it, or leave the row out")
        let format = try value("format").map { name throws(DrawingError) in
            guard let format = CodeFormat(name: name) else { throw CodeFormat.unknown(name).within(place) }
            return format
        }
        let known = ["text", "code", "format", "addon", "copies"]
        let lines = zip(names, values).filter { !known.contains($0.0) && !$0.1.isEmpty }.map(\.1)
        let label = Label(values[textColumn], format: format, addOn: value("addon"), lines: lines, place: place)
        return Array(repeating: label, count: try copies(value("copies"), place))
    }

    private func copies(_ text: String?, _ place: String) throws(DrawingError) -> Int {
        guard let text else { return 1 }
        return try require(
            Int(text).flatMap { (0...10_000).contains($0) ? $0 : nil }, .sheet, place,
            "the column 'copies' says '\(text.shortened(to: 20).withHiddenSpelledOut)'",
            remedy: "0…10000 are possible")
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension CodeFormat {
    package static func unknown(_ name: String) -> DrawingError {
        DrawingError(
            .format, "the format", "there is no format '\(name.shortened(to: 40).withHiddenSpelledOut)'",
            remedy: "formats are \(allCases.map(\.rawValue).joined(separator: ", "))")
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
