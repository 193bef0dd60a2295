public import BeelineSymbols

/// Says what symbols mean.
///
///     let parser = ContentParser()
///     parser.reading(of: Symbol(.ean13, "9784873119045"), on: today).content   // .isbn(9784873119045)
///
/// A value without state: asking it reads no file and no clock.
public struct ContentParser: Sendable {
    /// Who was given which ISBNs.
    private let isbnRanges: ISBNRanges

    /// A parser with the ISBN ranges that come with the library.
    public init() { self.init(isbnRanges: .bundled) }

    /// - Parameter isbnRanges: where ISBNs are divided; a newer table than the one that comes with the library.
    package init(isbnRanges: ISBNRanges) {
        self.isbnRanges = isbnRanges
    }

    /// What the symbols of one image mean, in the order in which they are given.
    ///
    /// They are taken together because some codes have several parts, such as the two rows of a Japanese book, and some
    /// messages are spread over several codes. The first of these then stands for all, and its symbol contains the
    /// whole.
    ///
    /// - Parameter date: when they were scanned; incomplete dates of codes are completed from it.
    public func readings(of symbols: [Symbol], on date: CalendarDate) -> [Reading] {
        var readings = symbols.map { reading(of: $0, on: date) }
        guard readings.count > 1 else { return readings }
        let context = ParsingContext(date: date, isbnRanges: isbnRanges)
        MessageJoin.join(&readings) { reading(of: $0, on: date) }
        JapaneseBookJoin.join(&readings)
        ElementStringJoiner.join(&readings, context)
        GS1Unit.join(&readings)
        return readings
    }

    /// What a single symbol means.
    ///
    /// - Parameter date: when it was scanned; incomplete dates of the code are completed from it.
    public func reading(of symbol: consuming Symbol, on date: CalendarDate) -> Reading {
        if let part = symbol.structuredAppend, part.count != 1 { return MessageJoin.reading(of: symbol, part) }
        // Rail tickets are bytes, of which a guess makes a text.
        var warnings: [ContentWarning] = []
        if symbol.hasRawBytes, let verdict = RailTicketParser.verdict(ofRaw: symbol) {
            switch verdict {
            case .passed: break
            case .doubted(let warning): warnings.append(warning)
            case .taken(let content, let doubts): return Reading(symbol: symbol, content: content, warnings: doubts)
            }
        }
        guard let text = symbol.text else {
            return Reading(symbol: symbol, content: .binary(symbol.bytes), warnings: warnings)
        }
        let context = ParsingContext(date: date, isbnRanges: isbnRanges)
        guard ScannedText.mayDiffer(symbol, text) else { return reading(of: symbol, text, context) }
        let written = ScannedText(symbol, text)
        let reading = reading(of: written.symbol, written.text, context)
        guard case .text = reading.content else { return reading }
        var doubts = reading.warnings
        if written.symbol.symbology == .unknown {
            if let (content, assumed) = Respelling.verdict(on: written.symbol, written.text, context) {
                return Reading(symbol: written.symbol, content: content, warnings: assumed)
            }
            if let warning = TypedElements.warning(on: written.text) { doubts.append(warning) }
        }
        // What is not a number has no add-on either, and its blanks are its own.
        return Reading(
            symbol: written.plainSymbol, content: .text(written.plainSymbol.text ?? text), warnings: doubts)
    }

    /// - Parameter text: that of the symbol, without what a keyboard or a scanner wrote around it.
    private func reading(of symbol: Symbol, _ text: String, _ context: ParsingContext) -> Reading {
        var warnings: [ContentWarning] = []
        if case .guessed(let charset) = symbol.encoding { warnings.append(.guessedCharset(charset)) }
        if let content = ParserDispatch.content(of: symbol, text, context, warnings: &warnings) {
            return Reading(symbol: symbol, content: content, warnings: warnings)
        }
        if let link = LinkWord.dropped(from: text) { return reading(of: symbol, link, context) }
        return Reading(symbol: symbol, content: .text(symbol.text ?? text), warnings: warnings)
    }
}

/// The words `URL:` and `URI:` before a code of another kind than links: `URL:tel:+491234567`.
///
/// Before a web page they are read with it; see `Bookmark`.
enum LinkWord {
    /// What follows the word, if it begins like a code that has a keyword of its own; nil for nearly all texts.
    static func dropped(from text: String) -> String? {
        let utf8 = text.utf8
        guard let first = utf8.first, first | 0x20 == UInt8(ascii: "u"), utf8.dropFirst(3).first == UInt8(ascii: ":"),
            utf8.count <= longest
        else { return nil }
        let bytes = Array(utf8.prefix(window))[...]
        guard let rest = bytes.dropping(keyword: "URL:") ?? bytes.dropping(keyword: "URI:") else { return nil }
        let code = rest.drop { $0 == 0x20 || $0 &- 0x09 <= 4 }
        guard let colon = code.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let keyword = String(decoding: code[..<colon], as: UTF8.self).asciiLowercased
        guard Kind.otherSchemes.contains(keyword) || cards.contains(keyword) else { return nil }
        return String(text[utf8.index(utf8.startIndex, offsetBy: code.startIndex)...])
    }

    private static let longest = 1 << 20
    /// The word, blanks, and the longest keyword are shorter.
    private static let window = 32
    private static let cards: Set = ["begin", "mecard", "bizcard"]
}
