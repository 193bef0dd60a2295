internal import BeelineSupport
public import BeelineSymbols

/// The parser that finds out what symbols mean.
///
///     let parser = ContentParser()
///     parser.reading(of: Symbol(.ean13, "9784873119045"), on: today).content   // .isbn(9784873119045)
///
/// A value without state: it reads no file and no clock.
public struct ContentParser: Sendable {
    private let isbnRanges: ISBNRanges
    private let charset: Conversion.Charset?
    /// Whether Code 39 is read as full ASCII.
    private let expandsCode39: Bool

    /// A parser with the ISBN ranges that come with the library.
    public init() { self.init(isbnRanges: .bundled) }

    /// A parser of codes whose bytes are in a known character set where they are not UTF-8.
    ///
    ///     let parser = ContentParser(charset: "windows-1251")
    ///
    /// - Parameter charset: the name of IANA, as `GBK` or `ISO-8859-7`, in whatever case. Nil where it is not known.
    public init?(charset: String) {
        guard let known = Conversion.Charset(name: charset) else { return nil }
        self.init(isbnRanges: .bundled, charset: known)
    }

    /// - Parameters:
    ///   - isbnRanges: where ISBNs are divided; a newer table than the one that comes with the library.
    ///   - charset: the character set of bytes that are not UTF-8. Default: nil, the one that they seem to be in.
    ///   - expandsCode39: whether Code 39 is read as full ASCII, in which `+A` is `a`.
    package init(isbnRanges: ISBNRanges, charset: Conversion.Charset? = nil, expandsCode39: Bool = false) {
        (self.isbnRanges, self.charset, self.expandsCode39) = (isbnRanges, charset, expandsCode39)
    }

    /// The same parser with a character set for bytes that are not UTF-8, nil for none, and with another reading of
    /// Code 39.
    package func with(charset: Conversion.Charset?, expandsCode39: Bool) -> ContentParser {
        ContentParser(isbnRanges: isbnRanges, charset: charset, expandsCode39: expandsCode39)
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
        if expandsCode39, symbol.symbology == .code39, let text = symbol.text,
            let plain = FullASCII.decode(Array(text.utf8))
        {
            return reading(ofText: symbol.with(text: String(decoding: plain, as: UTF8.self)), date, [])
        }
        guard symbol.hasRawBytes else { return reading(ofText: symbol, date, []) }
        // Rail tickets are bytes, of which a guess makes a text.
        var warnings: [ContentWarning] = []
        if let verdict = RailTicketParser.verdict(ofRaw: symbol) {
            switch verdict {
            case .passed: break
            case .doubted(let warning): warnings.append(warning)
            case .taken(let content, let doubts): return Reading(symbol: symbol, content: content, warnings: doubts)
            }
        }
        return reading(ofText: symbol.withText(in: charset), date, warnings)
    }

    /// - Parameters:
    ///   - warnings: those about its bytes.
    ///   - isBare: whether separators around its text were taken off already. It is tried once, so that no text makes
    ///     this deeper.
    private func reading(
        ofText symbol: Symbol, _ date: CalendarDate, _ warnings: [ContentWarning], isBare: Bool = false
    ) -> Reading {
        guard let text = symbol.text else {
            return Reading(symbol: symbol, content: .binary(symbol.bytes), warnings: warnings)
        }
        let context = ParsingContext(date: date, isbnRanges: isbnRanges)
        guard UnwrappedText.mayDiffer(symbol, text) else { return reading(of: symbol, text, context) }
        let written = UnwrappedText(symbol, text)
        let reading = reading(of: written.symbol, written.text, context)
        // Programs that are given a link disagree on what such a character before it means.
        if case .url = reading.content, UnwrappedText.hasControl(text) {
            return Reading(symbol: symbol, content: .text(text), warnings: warnings)
        }
        guard case .text = reading.content else { return reading }
        let bare =
            isBare
            ? ""
            : UnwrappedText.wrappedNumber(written.symbol, text)
                ?? UnwrappedText.unframed(written.text, and: UnwrappedText.isSeparatorOrBlank)
        if bare.utf8.count < written.text.utf8.count, !bare.isEmpty {
            let again = self.reading(ofText: written.symbol.with(text: bare), date, warnings, isBare: true)
            switch again.content {
            case .text, .url: break
            default: return again
            }
        }
        var doubts = reading.warnings
        if written.symbol.symbology == .unknown {
            if let (content, assumed) = Respelling.verdict(on: written.symbol, written.text, context) {
                return Reading(symbol: written.symbol, content: content, warnings: assumed)
            }
            if let warning = LooseElementString.warning(on: written.text) { doubts.append(warning) }
        }
        // What is not a number has no add-on either, and its blanks are its own.
        return Reading(symbol: written.plainSymbol, content: .text(written.plainSymbol.text ?? text), warnings: doubts)
    }

    /// - Parameter text: that of the symbol, without what a keyboard or a scanner wrote around it.
    private func reading(of symbol: Symbol, _ text: String, _ context: ParsingContext) -> Reading {
        var warnings: [ContentWarning] = []
        if case .guessed(let charset) = symbol.encoding { warnings.append(.guessedCharset(charset)) }
        // A decoder may know more symbologies than the table.
        if case .other(let name) = symbol.symbology, symbol.sighting == nil {
            warnings.append(.unknownSymbology(name.shortened(to: 40)))
        }
        if let content = ParserDispatch.content(of: symbol, text, context, warnings: &warnings) {
            return Reading(symbol: symbol, content: content, warnings: warnings)
        }
        if let link = LinkWord.dropped(from: text) { return reading(of: symbol, link, context) }
        return Reading(symbol: symbol, content: .text(symbol.text ?? text), warnings: warnings)
    }
}

/// The words `URL:` and `URI:` before a code of another kind than links: `URL:tel:+491234567`. Before a web page they
/// are read with it; see `Bookmark`.
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

extension Reading {
    /// What the code is, however it was printed, scanned or typed; nil where it is not text.
    ///
    ///     reading("ISBN 4-87311-904-9").identity             // "9784873119045"
    ///     reading("(21)A1(01)09521234543213").identity       // "(01)09521234543213(21)A1"
    ///     reading(#"{ "b": 1.0, "a": "\u0031" }"#).identity   // #"{"a":"1","b":1}"#
    ///
    /// Two codes with the same identity are the same code. A number has one form. The elements of an element string,
    /// and the members of a JSON object, may be in any order. All other codes are identified by their text, without
    /// what scanners write around it.
    package var identity: String? {
        switch content {
        case .gs1(let elements): elements.identity
        case .json(let document): JSONWriter.text(document.root.canonical)
        case .phone(let number): number.uri
        case .payment(let payment) where payment.form == .iban: payment.iban?.text
        default: kind.definition.identity.flatMap(text(of:)) ?? Respelling.bare(symbol)?.text ?? symbol.text
        }
    }
}

extension ElementString {
    /// The elements in the order of their identifiers. An article without anything beside its GTIN is the article.
    fileprivate var identity: String {
        if elements.count == 1, elements[0].identifier.code == "01" {
            let gtin = elements[0].value
            return (try? ISBN(String(gtin.dropFirst())))?.isbn13 ?? gtin
        }
        return Self.bracketed(elements.map { ($0.identifier.code, $0.value) }.sorted { $0.code < $1.code })
    }
}

extension JSONValue {
    /// The same value, written in one way: members in the order of their names, whole numbers without a decimal point.
    fileprivate var canonical: JSONValue {
        switch self {
        case .null, .boolean, .integer, .string: self
        case .real(let number): Int(exactly: number).map(JSONValue.integer) ?? self
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.canonical) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        }
    }
}

extension Symbol {
    /// The same symbol with a part of its text.
    func with(text: String) -> Symbol {
        Symbol(symbology, text, aim: aim, addOn: addOn, sighting: sighting)
    }
}
