internal import BeelineSymbols

/// Writes CSV (RFC 4180, with line feeds). Unless it is to be raw, a cell has no control characters and nothing hidden:
/// they are escaped as in text. And none is read as a formula by a spreadsheet, which would run it, whichever separator
/// the spreadsheet takes: an apostrophe is before each sign that would begin one.
package struct CSVWriter {
    private let form: CSVForm
    package private(set) var bytes: [UInt8] = []
    private var isInRow = false

    package init(_ form: CSVForm) { self.form = form }

    package static func bytes(_ cells: [String], _ form: CSVForm) -> [UInt8] {
        var writer = CSVWriter(form)
        for cell in cells { writer.cell(cell) }
        writer.endRow()
        return writer.bytes
    }

    /// The line at the head, behind the mark.
    package static func header(_ names: [String], _ form: CSVForm) -> [UInt8] { form.mark + bytes(names, form) }

    /// Writes a cell, in quotes where it needs them.
    package mutating func cell(_ text: String) {
        if isInRow { bytes.append(form.separator) }
        isInRow = true
        // Most cells of a table with a column for each field.
        if text.isEmpty { return }
        let (isRaw, separator) = (form.isRaw, form.separator)
        let text = isRaw ? text : Self.defused(text.withHiddenSpelledOut)
        // The separators of other readers are in quotes too.
        let isPlain = text.hasNone { byte in
            byte == UInt8(ascii: "\"") || byte == separator || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r") || !isRaw && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|"))
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

    /// A text of which no spreadsheet reads a part as a formula. A reader with another separator splits the text, even
    /// within quotes that do not begin one of its cells. So a cell may begin after each separator. Some programs leave
    /// out blanks and quotes before a formula.
    private static func defused(_ text: String) -> String {
        guard mayHoldFormula(text) else { return text }
        let scalars = text.unicodeScalars
        var defused = String.UnicodeScalarView()
        var place = Place.cell
        for index in scalars.indices {
            let scalar = scalars[index]
            if signs.contains(scalar), place.beginsFormula(with: scalar, scalars[scalars.index(after: index)...]) {
                defused.append("'")
            }
            defused.append(scalar)
            place = place.after(scalar)
        }
        return String(defused)
    }

    /// Those that begin a formula, also the wide ones of East Asian fonts.
    private static let signs = "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars

    /// Whether a sign is anywhere but behind a letter or a digit; nearly no cell has one.
    private static func mayHoldFormula(_ text: String) -> Bool {
        var isInWord = false
        for byte in text.utf8 {
            switch byte {
            // The first byte of the wide signs, and of much else.
            case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0xEF:
                if !isInWord { return true }
            default: break
            }
            isInWord = byte.isASCIILetter || byte.isASCIIDigit
        }
        return false
    }

    /// Where in a cell of some reader a character is.
    private enum Place {
        /// At the beginning.
        case cell
        /// At the beginning of a word, which is a cell for those that separate by blanks.
        case word
        case within

        func after(_ scalar: Unicode.Scalar) -> Place {
            switch scalar {
            case ",", ";", "|": .cell
            case "\"", "'": self
            case let scalar where scalar.properties.isWhitespace: self == .cell ? .cell : .word
            default: .within
            }
        }

        /// Whether a sign here begins a formula. A number with a sign is none, nor is a dash between words.
        func beginsFormula(with sign: Unicode.Scalar, _ rest: Substring.UnicodeScalarView) -> Bool {
            if self == .within || (sign == "+" || sign == "-") && isNumber(rest) { return false }
            return self == .cell || rest.first.map { !$0.properties.isWhitespace } ?? false
        }

        /// Whether there are digits up to the end, with at most one point or comma between them.
        private func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
            func withoutDigits(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
                let rest = text.drop { "0"..."9" ~= $0 }
                return rest.startIndex == text.startIndex ? nil : rest
            }
            guard var rest = withoutDigits(text) else { return false }
            if rest.first == "." || rest.first == "," { rest = withoutDigits(rest.dropFirst()) ?? rest }
            switch rest.first {
            case nil, ","?, ";"?: return true
            case let end?: return self == .word && end.properties.isWhitespace
            }
        }
    }
}

/// How CSV is written.
package struct CSVForm: Hashable, Sendable {
    /// Whether cells are written as they are.
    package let isRaw: Bool
    package let separator: UInt8
    /// A byte order mark, by which spreadsheets recognise UTF-8; none for programs.
    package let mark: [UInt8]

    /// - Parameter separator: the separator that a spreadsheet expects; nil for programs, which expect commas.
    package init(isRaw: Bool = false, separator: UInt8? = nil) {
        self.isRaw = isRaw
        self.separator = separator ?? UInt8(ascii: ",")
        mark = separator == nil ? [] : [0xEF, 0xBB, 0xBF]
    }

    /// The separator that is named: `,`, `;`, `|` or `tab`.
    package static func separator(_ name: String) -> UInt8? {
        switch name {
        case ",", ";", "|", "\t": name.utf8.first
        case "tab": UInt8(ascii: "\t")
        default: nil
        }
    }
}

/// Output text, where each byte costs time.
extension [UInt8] {
    /// Appends a text, all of it at once.
    package mutating func append(text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
        if isDone == nil { append(contentsOf: text.utf8) }
    }
}

extension String {
    /// Whether no byte of the text is one of some. Without an early exit, so that the compiler vectorises the loop.
    @inline(__always)
    package func hasNone(of isMeant: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var found = false
            for byte in bytes { found = found || isMeant(byte) }
            return !found
        } ?? !utf8.contains(where: isMeant)
    }
}
