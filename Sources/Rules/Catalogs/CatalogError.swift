package import BeelineContent
package import BeelineSupport
internal import BeelineSymbols

/// Why a catalogue could not be read: `prices.csv:7: the key '4006381333931' is already in line 3, with other cells`.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        /// The line with the names of the columns is missing.
        case noHeader
        case notUTF8
        /// It is a workbook, or in a character set that is not recognised.
        case text(TableText.Problem)
        /// A name that is empty, or has control characters in it.
        case columnName(String)
        /// A column with a type that does not exist.
        case noTypedColumn(String, columns: [String])
        /// A cell that is not of its column's type.
        case cellType(String, column: String, CellType)
        /// A number or a date that is ambiguous, in a list that does not show its format.
        case ambiguousCell(String, column: String, CellType)
        /// The first line has another separator than the expected one.
        case otherSeparator(Character, header: String)
        case repeatedColumn(String)
        /// A row with more or fewer cells than there are columns, that of the key among them.
        case cellCount(Int, expected: Int)
        case emptyKey
        /// No column has the name of the key column, or of a chosen one.
        case noKeyColumn(String, columns: [String])
        /// A key that is in an earlier line with other cells.
        case repeatedKey(String, firstLine: Int)
        case csv(CSVError.Problem)
        /// Its texts together are longer than 4 GiB, or it has more cells than can be counted.
        case tooLarge
    }

    /// The name of the catalogue, or the path of its file.
    public private(set) var source: String
    /// The line, counted from 1; for a catalogue that is made of values, the row. Nil for an error without a line.
    public let line: Int?
    package let problem: Problem

    package init(source: String = "", line: Int?, problem: Problem) {
        (self.source, self.line, self.problem) = (source, line, problem)
    }

    /// The same error with the name of its source, which its finder does not know.
    func named(_ source: String) -> CatalogError {
        var named = self
        named.source = source
        return named
    }

    /// The problem alone, without its place.
    package var message: String {
        switch problem {
        case .noHeader: "it is empty; the first line must name the columns, first the key column: ean,title,price"
        case .notUTF8: "not UTF-8; save it as 'CSV UTF-8' in the spreadsheet"
        case .text(let problem): problem.message
        case .columnName(let name):
            name.isEmpty
                ? "a column has no name" : "the name of a column must not have control characters: \(Self.shown(name))"
        case .noTypedColumn(let name, let columns):
            "there is no column \(Self.shown(name)) to set the type of\(Spelling.hint(for: name, in: columns)); "
                + "beside the key there are " + columns.map(Self.shown).listed(most: 20)
        case .cellType(let text, let column, let type):
            "\(Self.shown(text)) in the column \(Self.shown(column)) is not \(Self.form(of: type))"
        case .ambiguousCell(let text, let column, .date):
            "\(Self.shown(text)) in the column \(Self.shown(column)) can have the day or the month first, and no "
                + "date of the list shows which; write dates as 2026-12-24 or 24.12.2026"
        case .ambiguousCell(let text, let column, _):
            "\(Self.shown(text)) in the column \(Self.shown(column)) can have three decimals or a thousands "
                + "separator, and "
                + "no number of the list shows which; give the decimal separator: --decimal . or --decimal ,"
        case .otherSeparator(let separator, let header):
            "the cells seem to be separated by \(separator == "\t" ? "tabs" : "'\(separator)'"), which is not what was looked "
                + "for: \(Self.shown(header))"
        case .repeatedColumn(let name): "two columns have the name \(Self.shown(name))"
        case .cellCount(let count, let expected):
            "the row has \(count) \(count == 1 ? "cell" : "cells"), but there \(expected == 1 ? "is 1 column" : "are \(expected) columns"); "
                + "put a cell with a separator in quotes"
        case .emptyKey: "the key is empty; each row needs a key, in its first cell unless another key column is given"
        case .noKeyColumn(let name, let columns):
            "there is no column \(Self.shown(name))\(Spelling.hint(for: name, in: columns)); the first line names "
                + columns.map(Self.shown).listed(most: 20)
        case .repeatedKey(let key, let first):
            "the key \(Self.shown(key)) is already in line \(first), with other cells; use --many for several rows "
                + "with one key"
        case .csv(let problem): problem.message
        case .tooLarge: "a catalogue can have at most 4 GiB of text and 4 billion cells"
        }
    }

    /// `prices.csv:3: the key is empty; …`
    public var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(message)" }

    private static func form(of type: CellType) -> String {
        switch type {
        case .text: "a text"
        case .number: "a number such as 4.50, 4,50 or 1.234,50"
        case .money: "a price such as 4.50, 4,50 € or EUR 1.234,50"
        case .date: "a date such as 2026-12-24, 24.12.2026 or, with the day first, 24/12/2026"
        }
    }

    /// The first characters of a text from a file, in quotes, without control characters.
    static func shown(_ text: String) -> String {
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
