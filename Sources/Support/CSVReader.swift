/// The rows of a text in CSV, as RFC 4180 has it: cells between commas, in quotes where they contain commas, quotes
/// (doubled) or line breaks; lines end with CR LF or LF.
///
///     var reader = CSVReader(bytes)
///     var row = CSVRow()
///     while try reader.next(&row) { print(row.line, row.count) }
///
/// A quote inside of a cell that does not begin with one is an ordinary character. Lines without any character are not
/// rows.
package struct CSVReader {
    private let bytes: [UInt8]
    private var index: Int
    /// The current line, counted from 1.
    private var line = 1
    /// What is between cells.
    package let separator: UInt8

    /// A first line `sep=;` names the separator and is not a row. Without a given one and a named one it is found by the
    /// rows. Spreadsheets write semicolons where decimals have commas.
    package init(_ bytes: [UInt8], separator: UInt8? = nil) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let named = Self.namedSeparator(bytes[index...])
        if let named {
            index += named.length
            line += 1
        }
        self.separator = separator ?? named?.separator ?? Self.separator(in: bytes, from: index)
    }

    private init(_ bytes: [UInt8], from index: Int, separator: UInt8) {
        (self.bytes, self.index, self.separator) = (bytes, index, separator)
    }

    /// The separator that a first line `sep=;` names, as spreadsheets write and read it, and the length of that line.
    private static func namedSeparator(_ bytes: ArraySlice<UInt8>) -> (separator: UInt8, length: Int)? {
        let isQuoted = bytes.first == UInt8(ascii: "\"")
        var line = bytes.dropFirst(isQuoted ? 1 : 0)
        guard line.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 }), line.count > 4 else {
            return nil
        }
        let separator = line[line.startIndex + 4]
        guard separator < 0x80, !"\"\r\n".utf8.contains(separator) else { return nil }
        line = line.dropFirst(5)
        if isQuoted {
            guard line.first == UInt8(ascii: "\"") else { return nil }
            line = line.dropFirst()
        }
        if line.first == UInt8(ascii: "\r") { line = line.dropFirst() }
        guard line.first == UInt8(ascii: "\n") else { return nil }
        return (separator, line.startIndex + 1 - bytes.startIndex)
    }

    /// The separators that are looked for. Of two with which the rows are alike, the first one: a comma may be in each
    /// price.
    private static let separators = Array("\t;|,".utf8)
    /// So much of a text shows its separator, in bytes.
    private static let sample = 4 << 20

    /// The separator with which most rows have as many cells as the first one, of which a row with many cells is
    /// stronger evidence. Only what the first row has outside of quotes is one.
    private static func separator(in bytes: [UInt8], from index: Int) -> UInt8 {
        let unquoted = separatorsOutsideOfQuotes(bytes[index...])
        let candidates = unquoted.isEmpty ? separators : separators.filter(unquoted.contains)
        let found = candidates.filter { cells(of: bytes, from: index, $0, mostRows: 1) > 0 }
        guard found.count > 1 else { return found.first ?? UInt8(ascii: ",") }
        let text = Array(bytes[index...].prefix(sample))
        let fits = found.map { cells(of: text, from: 0, $0, mostRows: .max) }
        return zip(found, fits).first { $1 == fits.max() }?.0 ?? found[0]
    }

    private static func separatorsOutsideOfQuotes(_ bytes: ArraySlice<UInt8>) -> Set<UInt8> {
        var (found, isQuoted): (Set<UInt8>, Bool) = ([], false)
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            // Lines without any character are not rows.
            if byte == UInt8(ascii: "\n"), !found.isEmpty { break }
            if separators.contains(byte) { found.insert(byte) }
        }
        return found
    }

    /// The number of separators in the rows that have as many as the first one.
    private static func cells(of bytes: [UInt8], from index: Int, _ separator: UInt8, mostRows: Int) -> Int {
        var reader = CSVReader(bytes, from: index, separator: separator)
        var row = CSVRow()
        var (width, rows) = (0, 0)
        while rows < mostRows, (try? reader.next(&row)) == true {
            if width == 0 { width = row.count }
            if row.count == width { rows += 1 }
        }
        return (width - 1) * rows
    }

    /// Reads a row into `row`, instead of what was there; false at the end of the text. The error has its line.
    package mutating func next(_ row: inout CSVRow) throws(CSVError) -> Bool {
        while index < bytes.count, takeLineBreak() {}
        guard index < bytes.count else { return false }
        row.begin(line: line)
        while true {
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                try takeQuoted(&row)
            } else {
                takePlain(&row)
            }
            row.endCell()
            guard index < bytes.count else { return true }
            if bytes[index] == separator {
                index += 1
            } else if takeLineBreak() {
                return true
            } else if bytes[index] == UInt8(ascii: "\r") {
                throw CSVError(line: line, problem: .loneCarriageReturn)
            } else {
                throw CSVError(line: line, problem: .textAfterQuote)
            }
        }
    }

    private mutating func takeLineBreak() -> Bool {
        var end = index
        if bytes[end] == UInt8(ascii: "\r") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\n") else { return false }
        index = end + 1
        line += 1
        return true
    }

    private mutating func takePlain(_ row: inout CSVRow) {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            index += 1
        }
        row.append(bytes[start..<index])
    }

    private mutating func takeQuoted(_ row: inout CSVRow) throws(CSVError) {
        let opened = line
        index += 1
        var start = index
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else { continue }
            row.append(bytes[start..<index - 1])
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
            // Of two quotes, the second one is part of what is taken next.
            start = index
            index += 1
        }
        throw CSVError(line: opened, problem: .openQuote)
    }
}

/// A row of a text in CSV; one value takes row after row, so that reading allocates nothing for each.
package struct CSVRow {
    /// The texts of the cells, one behind the other.
    package private(set) var bytes: [UInt8] = []
    /// Where the text of each cell ends.
    package private(set) var ends: [Int] = []
    /// The line in which it begins, counted from 1.
    package private(set) var line = 0

    package init() {}

    package var count: Int { ends.count }

    package subscript(_ cell: Int) -> ArraySlice<UInt8> { bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]] }

    package mutating func begin(line: Int) {
        self.line = line
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    package mutating func append(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    package mutating func endCell() { ends.append(bytes.count) }

    /// Puts another text instead of the first cell.
    package mutating func replaceFirst(with text: [UInt8]) {
        guard let first = ends.first else { return }
        bytes.replaceSubrange(0..<first, with: text)
        for cell in ends.indices { ends[cell] += text.count - first }
    }

    /// Puts a cell before all others, which keep their order; nothing where there is no such cell.
    package mutating func moveToFront(_ cell: Int) {
        guard ends.indices.contains(cell), cell > 0 else { return }
        let text = Array(self[cell])
        let start = ends[cell - 1]
        bytes.removeSubrange(start..<ends[cell])
        bytes.insert(contentsOf: text, at: 0)
        for other in 0..<cell { ends[other] += text.count }
        ends.remove(at: cell)
        ends.insert(text.count, at: 0)
    }

    /// Keeps these cells, in this order.
    package mutating func choose(_ cells: [Int]) {
        let (old, oldEnds) = (bytes, ends)
        begin(line: line)
        for cell in cells {
            bytes += old[(cell == 0 ? 0 : oldEnds[cell - 1])..<oldEnds[cell]]
            endCell()
        }
    }

    /// A row that does not come from a text.
    package mutating func fill(key: String, cells: [String?], line: Int) {
        begin(line: line)
        bytes.append(contentsOf: key.utf8)
        endCell()
        for cell in cells {
            if let cell { bytes.append(contentsOf: cell.utf8) }
            endCell()
        }
    }
}

/// Why a text is not a CSV, and its line.
package struct CSVError: Error, Hashable, Sendable {
    /// Counted from 1. For a quote that is never closed, the line that it begins in.
    package let line: Int
    package let problem: Problem

    package enum Problem: Hashable, Sendable {
        case openQuote
        case textAfterQuote
        case loneCarriageReturn

        package var message: String {
            switch self {
            case .openQuote: "the quote at the start of this cell is never closed"
            case .textAfterQuote: "there is text after a closing quote; write a quote inside quotes twice"
            case .loneCarriageReturn: "a carriage return without a line feed; lines must end with LF or CR LF"
            }
        }
    }
}
