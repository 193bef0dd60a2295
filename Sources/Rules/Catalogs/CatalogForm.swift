internal import BeelineContent
package import BeelineSupport
internal import BeelineSymbols

/// The form of a catalogue: the form of its keys, the types of its cells, and whether a key may have several rows.
///
///     var form = CatalogForm()
///     form.key = .isbn
///     form.types = ["price": .money]
package struct CatalogForm: Hashable, Sendable {
    package var key = CatalogKeyForm.exact
    /// The types of columns by their names; all others contain texts.
    package var types: [String: CellType] = [:]
    /// Whether a key can have several rows.
    package var isMany = false
    /// The decimal separator of its numbers; nil to detect it in each cell.
    package var decimal: DecimalMark?

    package init() {}

    /// The options of `beeline catalog import` for this form.
    package var importOptions: [String] {
        var options: [String] = []
        if key != .exact { options.append("--key-type \(key)") }
        if !types.isEmpty { options.append("--types \(Self.typesText(types))") }
        if let decimal { options.append("--decimal '\(decimal.rawValue)'") }
        if isMany { options.append("--many") }
        return options
    }

    private static func typesText(_ types: [String: CellType]) -> String {
        let text = types.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        return text.utf8.allSatisfy { RuleName.isCharacter($0) || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") }
            ? text : "'\(text)'"
    }

    /// Reads `price=money,until=date`. The error has the part that is wrong.
    package static func types(_ text: String) throws(UnknownWord) -> [String: CellType] {
        var types: [String: CellType] = [:]
        for part in text.split(separator: ",") {
            guard let equals = part.lastIndex(of: "="), equals > part.startIndex,
                let type = CellType(rawValue: String(part[part.index(after: equals)...]))
            else { throw UnknownWord(text: String(part)) }
            types[String(part[..<equals])] = type
        }
        return types
    }

    /// A part that is not a valid column type.
    package struct UnknownWord: Error, Hashable, Sendable {
        package let text: String
    }
}

/// The form of the keys of a catalogue; codes that are looked up are converted to it.
package enum CatalogKeyForm: Hashable, Sendable, CustomStringConvertible {
    case text(TextSteps)
    /// Any form of an ISBN is its thirteen digits.
    case isbn
    /// Any form of a GTIN is its fourteen digits.
    case gtin

    /// The conversions of a text key.
    package struct TextSteps: Hashable, Sendable {
        /// Full-width characters become those of ASCII.
        var narrows = false
        var trims = false
        var uppers = false
        /// The length to which keys of digits alone are padded with zeros; 0 for no padding.
        var digits = 0
    }

    /// The text as it is, byte for byte.
    package static let exact = CatalogKeyForm.text(TextSteps())

    package static let words = ["text", "isbn", "gtin", "trim", "upper", "width", "pad=8"]

    /// Reads `isbn`, `gtin`, `text`, or some of `trim`, `upper`, `width` and `pad=N` with commas between them.
    package init?(_ text: String) {
        switch text {
        case "isbn": self = .isbn
        case "gtin": self = .gtin
        default:
            var steps = TextSteps()
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
            for (place, word) in words.enumerated() {
                switch word {
                case "text" where place == 0: break
                case "trim": steps.trims = true
                case "upper": steps.uppers = true
                case "width": steps.narrows = true
                case _ where word.hasPrefix("pad="):
                    guard let digits = Int(word.dropFirst(4)), (2...40).contains(digits) else { return nil }
                    steps.digits = digits
                default: return nil
                }
            }
            self = .text(steps)
        }
    }

    /// A text as a key; the text itself if it is not of the form.
    package func key(_ text: String) -> String { number(text) ?? text }

    /// A text as a key; nil if it is not of the form.
    package func number(_ text: String) -> String? {
        switch self {
        case .text(let steps): steps.apply(text)
        case .isbn: Self.isbn(text)
        case .gtin: Self.gtin(text)
        }
    }

    private static func isbn(_ text: String) -> String? {
        do throws(NumberError) { return try ISBN(trimmed(text)).isbn13 } catch {
            // The GTIN-14 of a book.
            guard text.utf8.count == 14, text.hasPrefix("0") else { return nil }
            return (try? ISBN(String(text.dropFirst())))?.isbn13
        }
    }

    private static func gtin(_ text: String) -> String? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard digits.count <= 14, let (value, _) = Digits.parse(digits), isGTIN(value) else { return nil }
        return Digits.text(value, count: 14)
    }

    /// Whether digits are a GTIN, even if zeros in front were lost.
    static func isGTIN(_ value: UInt64) -> Bool { value > 0 && UInt64(CheckDigit.gs1(value / 10)) == value % 10 }

    /// Without blanks around it.
    package static func trimmed(_ text: String) -> String {
        guard
            text.unicodeScalars.first?.properties.isWhitespace ?? false
                || text.unicodeScalars.last?.properties.isWhitespace ?? false
        else { return text }
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
        return String(scalars)
    }

    package var title: String {
        switch self {
        case .text: "text"
        case .isbn: "ISBN"
        case .gtin: "GTIN"
        }
    }

    /// The text from which it can be read.
    package var description: String {
        switch self {
        case .isbn: "isbn"
        case .gtin: "gtin"
        case .text(let steps):
            self == .exact
                ? "text"
                : [
                    steps.trims ? "trim" : nil, steps.uppers ? "upper" : nil, steps.narrows ? "width" : nil,
                    steps.digits > 0 ? "pad=\(steps.digits)" : nil,
                ].compactMap(\.self).joined(separator: ",")
        }
    }
}

extension CatalogKeyForm.TextSteps {
    fileprivate func apply(_ text: String) -> String {
        var text = text
        if narrows { text = Self.narrow(text) }
        if trims { text = CatalogKeyForm.trimmed(text) }
        if uppers { text = text.uppercased() }
        if digits > text.utf8.count, !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            text = String(repeating: "0", count: digits - text.utf8.count) + text
        }
        return text
    }

    /// U+FF01 to U+FF5E are the printable characters of ASCII in full width, and U+3000 is the blank.
    static func narrow(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E: narrow.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            case 0x3000: narrow.append(" ")
            default: narrow.append(scalar)
            }
        }
        return String(narrow)
    }
}

/// The format of a CSV file with a catalogue.
///
///     let format = CSVFormat(key: "ean", separator: UInt8(ascii: ";"))
package struct CSVFormat: Hashable, Sendable {
    /// The name of the column that is the key; nil: the first one.
    package let key: String?
    /// The separator between cells; nil to detect it from the rows.
    package let separator: UInt8?
    /// The columns that are used and their names; nil: all, as in the file.
    package let columns: ColumnChoice?

    /// A format; the first column is the key and the separator, an ASCII character, is found by default.
    package init(key: String? = nil, separator: UInt8? = nil, columns: ColumnChoice? = nil) {
        (self.key, self.separator, self.columns) = (key, separator, columns)
    }
}
