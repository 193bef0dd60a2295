internal import BeelineSymbols

/// A label: what its code says, and the lines below it.
public struct Label: Hashable, Sendable {
    public var text: String
    /// Nil: what the text suggests.
    public var format: CodeFormat?
    public var addOn: String?
    public var lines: [String]
    /// Where it comes from, for errors: "line 12".
    public var place: String

    public init(_ text: String, format: CodeFormat? = nil, addOn: String? = nil, lines: [String] = [], place: String) {
        (self.text, self.format, self.addOn, self.lines, self.place) = (text, format, addOn, lines, place)
    }

    /// The labels of a table whose first row names its columns: `text` is what the code says; `format`, `addOn` and
    /// `copies` may be there; every other column is a line below the code.
    ///
    ///     try Label.labels(csv: Array("text,name\n9784873119045,Book\n".utf8))
    ///
    /// - Throws: `.sheet` or `.format` with the line of the file: the first mistake.
    public static func labels(csv: [UInt8]) throws(DrawingError) -> [Label] {
        var labels: [Label] = []
        for row in try rows(csv: csv) { labels += try row.get() }
        return labels
    }

    /// The same for each row by itself, so that the mistakes of all of them can be told: its label, as often as it says.
    ///
    /// - Throws: `.sheet` with the line of the file, where it is no such table, or too long.
    public static func rows(csv: [UInt8]) throws(DrawingError) -> [Result<[Label], DrawingError>] {
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
    public static func unknown(_ name: String) -> DrawingError {
        DrawingError(
            .format, "the format", "there is none called '\(String(name.prefix(40)).withHiddenSpelledOut)'",
            remedy: "formats are \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
}
