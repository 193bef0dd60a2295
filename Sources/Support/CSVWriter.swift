internal import BeelineSymbols

/// Writes CSV (RFC 4180, with line feeds).
///
/// Unless it is to be raw, a cell has no control characters and nothing hidden: they are escaped as in text. And none
/// is read as a formula by a spreadsheet, which would run it: one that begins like a formula begins with an apostrophe.
package struct CSVWriter {
    /// Whether cells are written as they are.
    private let isRaw: Bool
    package private(set) var bytes: [UInt8] = []
    private var isInRow = false

    /// - Parameter isRaw: whether cells are written as they are.
    package init(isRaw: Bool) { self.isRaw = isRaw }

    /// The bytes of a single row.
    package static func bytes(_ cells: [String], isRaw: Bool) -> [UInt8] {
        var writer = CSVWriter(isRaw: isRaw)
        for cell in cells { writer.cell(cell) }
        writer.endRow()
        return writer.bytes
    }

    /// Writes a cell, in quotes where it needs them.
    package mutating func cell(_ text: String) {
        if isInRow { bytes.append(UInt8(ascii: ",")) }
        isInRow = true
        // Most cells of a table with a column for each field.
        if text.isEmpty { return }
        let text = isRaw ? text : Self.defused(text.withHiddenSpelledOut)
        let isPlain = text.hasNone { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        if isPlain { return bytes.append(text: text) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isInRow = false
    }

    /// A text that no spreadsheet reads as a formula.
    private static func defused(_ text: String) -> String {
        // Nearly every cell begins with a letter or a digit.
        if let first = text.utf8.first, first.isASCIILetter || first.isASCIIDigit { return text }
        return isFormula(text) ? "'\(text)" : text
    }

    /// Whether a text begins like a formula, also behind blanks and quotes, which some programs leave out, or with the
    /// wide signs of East Asian fonts. A number with a sign is none.
    private static func isFormula(_ text: String) -> Bool {
        let rest = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\"" || $0 == "'" }
        guard let first = rest.first, "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first) else {
            return false
        }
        return !(rest.startIndex == text.startIndex && ["+", "-"].contains(first) && isNumber(rest.dropFirst()))
    }

    /// Digits, with at most one point or comma between them.
    private static func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { "0"..."9" ~= $0 } }
    }
}

/// Text on its way out, where what each byte costs counts.
extension [UInt8] {
    /// Appends a text, all of it at once.
    package mutating func append(text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
        if isDone == nil { append(contentsOf: text.utf8) }
    }
}

extension String {
    /// Whether no byte of the text is one of some.
    ///
    /// Each byte is looked at, though the first might decide: so it processes many at a time.
    @inline(__always)
    package func hasNone(of isMeant: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var found = false
            for byte in bytes { found = found || isMeant(byte) }
            return !found
        } ?? !utf8.contains(where: isMeant)
    }
}
