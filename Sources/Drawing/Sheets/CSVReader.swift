/// Reads comma-separated values (RFC 4180); semicolons and tabs may part them too.
struct CSVReader {
    /// A line of the table, with the number of the line of the file on which it begins, counted from 1.
    struct Row: Hashable, Sendable {
        let line: Int
        let values: [String]
    }

    /// What is more than that is no table of labels, and would only fill the memory: rows beside the names of the columns,
    /// columns, bytes in a value, bytes in all.
    static let mostRows = 20_000
    private static let mostColumns = 100
    private static let longestValue = 16_384
    private static let longestFile = 64 << 20

    /// The rows that have anything in them.
    ///
    /// - Throws: `.sheet` with the line: a quote is not closed, it is no UTF-8, or there is too much.
    static func rows(_ file: [UInt8]) throws(DrawingError) -> [Row] {
        guard file.count <= longestFile else {
            throw DrawingError(
                .sheet, "the table", "it is longer than \(longestFile >> 20) MiB", remedy: "part the table")
        }
        var bytes = file[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let separator = separator(bytes)
        var rows: [Row] = []
        var (line, first) = (1, 1)
        var values: [String] = []
        var value: [UInt8] = []
        var isQuoted = false
        func finishValue() throws(DrawingError) {
            guard let text = String(validating: value, as: UTF8.self) else {
                throw DrawingError(.sheet, "line \(first)", "it is not UTF-8", remedy: "save the table anew as UTF-8")
            }
            guard values.count < mostColumns else {
                throw DrawingError(
                    .sheet, "line \(first)", "it has more than \(mostColumns) columns",
                    remedy: "leave out those that no label needs")
            }
            values.append(text)
            value.removeAll(keepingCapacity: true)
        }
        func finish() throws(DrawingError) {
            try finishValue()
            if values.contains(where: { !$0.isEmpty }) { rows.append(Row(line: first, values: values)) }
            values = []
            guard rows.count <= mostRows + 1 else {
                throw DrawingError(
                    .sheet, "line \(first)", "there are more than \(mostRows) rows", remedy: "part the table")
            }
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
            index += 1
            if byte == 0x0A || (byte == 0x0D && next != 0x0A) { line += 1 }
            switch (byte, isQuoted) {
            case (UInt8(ascii: "\""), true):
                if next == UInt8(ascii: "\"") {
                    value.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            case (UInt8(ascii: "\""), false) where value.isEmpty: isQuoted = true
            case (separator, false):
                try finishValue()
            case (0x0A, false), (0x0D, false):
                if byte == 0x0D, next == 0x0A {
                    index += 1
                    line += 1
                }
                try finish()
                first = line
            default:
                guard value.count < longestValue else {
                    throw DrawingError(
                        .sheet, "line \(first)", "a value is longer than \(longestValue) bytes",
                        remedy: "shorten it, or look for a quote that is not closed")
                }
                value.append(byte)
            }
        }
        guard !isQuoted else {
            throw DrawingError(
                .sheet, "line \(first)", "a quote that begins in this row is never closed",
                remedy: "close it, or write two quotes for one in a value")
        }
        if !value.isEmpty || !values.isEmpty { try finish() }
        return rows
    }

    /// What parts the names of the columns: a comma, unless there is none and there are others.
    private static func separator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        let head = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] where head.contains(candidate) {
            return candidate
        }
        return UInt8(ascii: ",")
    }
}
