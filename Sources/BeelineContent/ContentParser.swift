public import BeelineSymbols

/// Says what symbols mean.
///
///     ContentParser.reading(of: Symbol(.ean13, "9784873119045")).content   // .isbn(9784873119045)
public enum ContentParser {
    /// What the symbols of one image mean, in the order in which they are given.
    ///
    /// They are taken together because some codes have two parts, such as the two rows of a Japanese book.
    public static func readings(of symbols: [Symbol]) -> [Reading] {
        symbols.map(reading(of:))
    }

    /// What a single symbol means.
    public static func reading(of symbol: Symbol) -> Reading {
        guard let text = symbol.text else {
            return Reading(symbol: symbol, content: .binary(symbol.bytes))
        }
        var parsed = symbol
        var candidate = text
        if let written = WrittenAddOn(symbol, text) {
            parsed.addOn = written.addOn
            candidate = written.number
        } else if symbol.symbology == .unknown {
            // A blank before or after a typed code is not part of it.
            candidate = trimmed(text)
        }
        var warnings: [ContentWarning] = []
        if case .guessed(let charset) = symbol.encoding { warnings.append(.guessedCharset(charset)) }
        for parser in parsers {
            switch parser(symbol, candidate) {
            case .passed: continue
            case .doubted(let warning): if !warnings.contains(warning) { warnings.append(warning) }
            case .taken(let content, let warning):
                if let warning { warnings.append(warning) }
                return Reading(symbol: parsed, content: content, warnings: warnings)
            }
        }
        return Reading(symbol: symbol, content: .text(text), warnings: warnings)
    }

    private static func trimmed(_ text: String) -> String {
        let utf8 = text.utf8
        guard let first = utf8.first, let last = utf8.last, first.isASCIIBlank || last.isASCIIBlank else { return text }
        let start = utf8.firstIndex { !$0.isASCIIBlank } ?? utf8.endIndex
        let end = utf8.lastIndex { !$0.isASCIIBlank }.map(utf8.index(after:)) ?? start
        return String(text[start..<end])
    }

    /// What a parser says to a text.
    enum Verdict {
        /// It is of another kind.
        case passed
        /// It is nearly of this kind; what is wrong is said, and the other parsers are asked.
        case doubted(ContentWarning)
        case taken(Content, ContentWarning? = nil)
    }

    /// The kinds in the order in which they are tried; what none of them takes is text.
    private static let parsers: [@Sendable (Symbol, String) -> Verdict] = [
        RetailParser.parse,
        WrittenISBNParser.parse,
        WebAddressParser.parse,
    ]
}
