/// Why a catalogue could not be made.
///
///     prices.csv:7: the key '4006381333931' is in line 3 already, with other cells
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with a catalogue.
    public enum Problem: Hashable, Sendable {
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
        /// A quote that is opened and never closed.
        case openQuote
        /// Text between a closing quote and the next separator.
        case textAfterQuote
        /// A carriage return outside of quotes that no line feed follows.
        case loneCarriageReturn
        /// Its texts together are longer than 4 GiB, or it has more cells than can be counted.
        case tooLarge
    }

    /// The name of the catalogue, or the path of its file.
    public let source: String
    /// The line, counted from 1; for a catalogue that is made of values, the row. Nil where it is no matter of one.
    public let line: Int?
    public let problem: Problem

    public init(source: String, line: Int?, problem: Problem) {
        self.source = source
        self.line = line
        self.problem = problem
    }

    /// The problem alone, without its place.
    public var message: String {
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
        case .openQuote: "the quote that begins a cell here is never closed"
        case .textAfterQuote: "there is text behind a closing quote; a quote inside of quotes is written twice"
        case .loneCarriageReturn: "a carriage return without a line feed; lines end with LF or CR LF"
        case .tooLarge: "a catalogue holds at most 4 GiB of text and 4 billion cells"
        }
    }

    public var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(message)" }

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

    /// A problem and its line, for those who do not know what the catalogue is called.
    struct Flaw: Error {
        let line: Int?
        let problem: Problem
    }
}
