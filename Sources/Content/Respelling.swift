package import BeelineSymbols

/// Another way to read the text of a code: without what is around it (`bare`), as people type it, or as labels are
/// misprinted (`all`). `rr473124829de` and `RR-473I24829-DE` are RR473124829DE. A code that is read in such a way has a
/// warning that names each replacement. Only texts that hardly arise by chance are read in such a way.
package struct Respelling: Sendable {
    package let text: String
    /// What was read as what; empty where only what is around the text is left out.
    package let doubts: [String]
    /// Whether only check characters show that it was meant.
    package let needsCheck: Bool
    /// Whether it has the characters of the text, so that a wrong check character in it is worth a warning.
    package let isSameText: Bool

    private init(_ text: String, _ doubts: [String], needsCheck: Bool, isSameText: Bool = false) {
        (self.text, self.doubts, self.needsCheck, self.isSameText) = (text, doubts, needsCheck, isSameText)
    }

    /// The text of a symbol without what scanners, keyboards and editors write around it; nil for nearly all.
    package static func bare(_ symbol: Symbol) -> Respelling? {
        guard let raw = symbol.text else { return nil }
        let text = UnwrappedText.unwrapped(raw, in: symbol.symbology)
        return text.utf8.count < raw.utf8.count ? Respelling(text, [], needsCheck: false, isSameText: true) : nil
    }

    /// The other ways to read a text of no known kind, in the order in which they are tried; none for nearly all.
    package static func all(of symbol: Symbol) -> [Respelling] {
        guard let raw = symbol.text else { return [] }
        let text = UnwrappedText.unwrapped(raw, in: symbol.symbology)
        return switch symbol.symbology {
        case .unknown: typed(text)
        case .code39, .code128: misprinted(text)
        default: []
        }
    }

    /// A text, and all texts that these may make of it, whatever symbol it is from.
    package static func texts(of text: String) -> Set<String> {
        var texts: Set<String> = [text]
        for symbology in [Symbology.unknown, .code39, .code128] {
            let symbol = Symbol(symbology, text)
            if let bare = bare(symbol) { texts.insert(bare.text) }
            texts.formUnion(all(of: symbol).map(\.text))
        }
        return texts
    }

    private static let lengths = 6...180
    /// The length in ASCII of the longest numbers, with labels and blanks.
    private static let most = 60

    private static func typed(_ text: String) -> [Respelling] {
        guard mayHaveDigits(text), let narrow = HalfwidthText(text), let counts = Counts(narrow.text) else { return [] }
        let capitals = narrow.text.asciiUppercased
        var doubts = narrow.doubts
        if counts.small > 0 { doubts.append("small letters are read as capitals") }
        var all: [Respelling] = []
        if !doubts.isEmpty {
            // Letters and digits of a number say by their form what they are; a payload may be another one in capitals.
            let isPlain = counts.others == 0 && counts.digits >= 7 && 12...22 ~= counts.digits + counts.letters
            all.append(Respelling(capitals, doubts, needsCheck: !isPlain, isSameText: true))
        }
        if let digits = LookalikeLetters(narrow.text) {
            all.append(Respelling(digits.text.asciiUppercased, doubts + digits.doubts, needsCheck: true))
        }
        // Digits alone with hyphens between them are the numbers of telephones, people and days.
        if counts.others > 0, counts.letters >= 2 {
            let undivided = capitals.filter { $0 != "-" && $0 != " " }
            if undivided.utf8.count < capitals.utf8.count {
                let doubt = "hyphens and blanks are left out"
                all.append(Respelling(undivided, doubts + [doubt], needsCheck: true))
            }
        }
        return all
    }

    private static func misprinted(_ text: String) -> [Respelling] {
        guard mayHaveDigits(text), Counts(text) != nil, let digits = LookalikeLetters(text) else { return [] }
        return [Respelling(digits.text, digits.doubts, needsCheck: true)]
    }

    /// Whether a text may have enough digits; called for every plain text that was typed.
    private static func mayHaveDigits(_ text: String) -> Bool {
        guard lengths.contains(text.utf8.count) else { return false }
        var digits = 0
        // Full-width characters begin with the byte EF.
        for byte in text.utf8 where byte.isASCIIDigit || byte == 0xEF { digits += 1 }
        return digits >= leastDigits
    }

    private static let leastDigits = 5

    /// How many characters of each sort a text of ASCII has.
    private struct Counts {
        var digits = 0
        var letters = 0
        var small = 0
        var others = 0

        /// Nil where it is too long, or has too few digits for a number.
        init?(_ text: String) {
            guard text.utf8.count <= most else { return nil }
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters += 1
                case UInt8(ascii: "a")...UInt8(ascii: "z"): (letters, small) = (letters + 1, small + 1)
                case 0x20...0x7E: others += 1
                default: return nil
                }
            }
            guard digits >= leastDigits else { return nil }
        }
    }
}

extension Respelling {
    /// What the parsers make of a typed text that none of them took as it is; nil for nearly all.
    static func verdict(
        on symbol: Symbol, _ text: String, _ context: ParsingContext
    ) -> (content: Content, warnings: [ContentWarning])? {
        guard lengths.contains(text.utf8.count), let first = text.unicodeScalars.first else { return nil }
        if LooseElementString.brackets.contains(first) {
            return LooseElementString(text).flatMap { elements in
                taken(elements.text, elements.doubts, symbol, context) { content in
                    guard case .gs1(let found) = content else { return false }
                    return found.elements.contains(where: \.identifier.isChecked)
                }
            }
        }
        for respelling in typed(text) {
            let found = taken(respelling.text, respelling.doubts, symbol, context) { content in
                switch content {
                case .vin: true
                case .payment(let payment): payment.form == .iban
                default: false
                }
            }
            if let found { return found }
        }
        return nil
    }

    private static func taken(
        _ text: String, _ doubts: [String], _ symbol: Symbol, _ context: ParsingContext, _ isSure: (Content) -> Bool
    ) -> (content: Content, warnings: [ContentWarning])? {
        var warnings: [ContentWarning] = []
        guard let content = ParserDispatch.content(of: symbol, text, context, warnings: &warnings), isSure(content)
        else { return nil }
        return (content, doubts.map { .questionable(content.kind, $0) } + warnings)
    }
}

/// Element strings that deviate from the standard notation: with square brackets, `[01]09506000134352`, with blanks, in
/// full-width characters, or with letters for digits.
struct LooseElementString {
    /// In ASCII, with round brackets and without blanks.
    let text: String
    /// What was read as what; never empty.
    let doubts: [String]
    /// Whether there are several elements, or one with a check digit: `[91]Note` is a remark.
    private let isMeant: Bool

    /// The brackets with which such a text may begin, in both widths.
    static let brackets: Set<Unicode.Scalar> = ["(", "[", "\u{FF08}", "\u{FF3B}"]

    /// Nil where the text is in the standard notation, or an identifier is unknown.
    init?(_ text: String) {
        guard let narrow = HalfwidthText(text), let open = narrow.text.utf8.first else { return nil }
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
        let hasBlanks = narrow.text.utf8.contains(0x20)
        let bytes = narrow.text.utf8.filter { $0 != 0x20 }
        var written: [UInt8] = []
        var letters: [Unicode.Scalar] = []
        func corrected(_ part: ArraySlice<UInt8>) -> [UInt8] {
            part.map { byte in
                guard let digit = LookalikeLetters.digit(for: byte) else { return byte }
                if !letters.contains(Unicode.Scalar(byte)) { letters.append(Unicode.Scalar(byte)) }
                return digit
            }
        }
        func identifier(_ place: Int) -> ArraySlice<UInt8>? {
            guard bytes[place] == open else { return nil }
            let digits = bytes[(place + 1)...].prefix(5).prefix {
                $0.isASCIIDigit || LookalikeLetters.digit(for: $0) != nil
            }
            return 2...4 ~= digits.count && digits.endIndex < bytes.count && bytes[digits.endIndex] == close
                ? digits : nil
        }
        var place = 0
        var (count, isChecked) = (0, false)
        while place < bytes.count {
            guard let digits = identifier(place) else { return nil }
            let code = corrected(digits)
            guard let found = ApplicationIdentifier.find(code[...]) else { return nil }
            let start = digits.endIndex + 1
            let end = (start..<bytes.count).first { identifier($0) != nil } ?? bytes.count
            let value = bytes[start..<end]
            let isNumber = found.components.allSatisfy { $0.characters == .numeric }
            written += [UInt8(ascii: "(")] + code + [UInt8(ascii: ")")] + (isNumber ? corrected(value) : Array(value))
            place = end
            count += 1
            isChecked = isChecked || found.isChecked
        }
        var doubts = narrow.doubts
        if open == UInt8(ascii: "[") { doubts.append("its brackets are square, not round") }
        if hasBlanks { doubts.append("blanks are left out") }
        if !letters.isEmpty { doubts.append(LookalikeLetters.doubt(letters)) }
        guard !doubts.isEmpty else { return nil }
        (self.text, self.doubts) = (String(decoding: written, as: UTF8.self), doubts)
        isMeant = isChecked || count > 1
    }

    /// The warning about a typed text that begins like elements in square brackets and stays text.
    static func warning(on text: String) -> ContentWarning? {
        guard text.utf8.first == UInt8(ascii: "["), let elements = LooseElementString(text), elements.isMeant else {
            return nil
        }
        let first = elements.text.prefix { $0 != ")" } + ")"
        return .malformed(
            .gs1, "element strings have round brackets; write \(first) to have them read, or scan the symbol")
    }
}
