internal import BeelineSymbols

/// A symbol and its text, without the characters that a keyboard or a scanner wrote around it.
struct UnwrappedText {
    /// The symbol; with the add-on and the symbology that its text stated.
    private(set) var symbol: Symbol
    /// The symbol without what only a number has.
    private(set) var plainSymbol: Symbol
    private(set) var text: String

    /// Whether there may be something to remove; of nearly all symbols there is not.
    static func mayDiffer(_ symbol: Symbol, _ text: String) -> Bool {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { return symbol.symbology == .unknown }
        let (first, last) = (bytes[0], bytes[bytes.count - 1])
        if first <= 0x20 || last <= 0x20 || first == UInt8(ascii: "]") || first == 0xEF { return true }
        return switch symbol.symbology {
        case .unknown: true
        case .ean13, .upcA: (14...24).contains(bytes.count)
        case .code39: isGuarded(bytes)
        case .codabar: hasStartAndStop(bytes)
        default: false
        }
    }

    /// A text without what a keyboard or a scanner wrote around it: the ends of a line, control characters, the start
    /// and stop characters of Code 39, blanks, and a byte order mark.
    static func unwrapped(_ text: String, in symbology: Symbology) -> String {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { return text }
        let (first, last) = (bytes[0], bytes[bytes.count - 1])
        // Nearly all texts end here.
        guard first <= 0x20 || last <= 0x20 || first == 0xEF || first == guardCharacter else { return text }
        return unguarded(trimmed(unframed(text, and: isSeparator)), symbology)
    }

    /// Whether a scanner may have put it around what it read: NUL, SOH, STX, ETX, EOT, ESC, or the end of a line.
    private static func isFrame(_ byte: UInt8) -> Bool {
        byte <= 0x04 || byte == 0x1B || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// Whether a control character that ends no line is before or after a text.
    static func hasControl(_ text: String) -> Bool {
        [text.utf8.first, text.utf8.last].contains { $0.map { [0x00, 0x01, 0x04, 0x1B].contains($0) } ?? false }
    }

    /// Start and stop character of Code 39 (ISO/IEC 16388, section 4.3), which no data have; some scanners send them.
    private static let guardCharacter = UInt8(ascii: "*")

    private static func isGuarded(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 2 && bytes[0] == guardCharacter && bytes[bytes.count - 1] == guardCharacter
    }

    private static func unguarded(_ text: String, _ symbology: Symbology) -> String {
        guard symbology == .code39, isGuarded(text.utf8.span) else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Whether there are the start and stop characters of Codabar (EN 798), which some scanners send: one of four,
    /// written as A to D or as T, N, `*` and E. Data have none of them.
    private static func hasStartAndStop(_ bytes: Span<UInt8>) -> Bool {
        func isGuard(_ byte: UInt8) -> Bool { byte == guardCharacter || "ABCDTNE".utf8.contains(byte & ~0x20) }
        return bytes.count > 2 && isGuard(bytes[0]) && isGuard(bytes[bytes.count - 1])
    }

    init(_ symbol: Symbol, _ text: String) {
        self.symbol = symbol
        plainSymbol = symbol
        self.text = Self.unframed(text)
        if self.text.utf8.first == UInt8(ascii: "]"), let told = Self.told(symbol, self.text) {
            self.symbol = told
            plainSymbol = told
            self.text = told.text ?? self.text
        }
        if let written = WrittenAddOn(self.symbol, self.text) {
            self.symbol.addOn = written.addOn
            self.text = written.number
        } else {
            self.text = Self.unguarded(Self.trimmed(self.text), self.symbol.symbology)
            // Rule files see these: what a Codabar is the number of may depend on them.
            if self.symbol.symbology == .codabar, Self.hasStartAndStop(self.text.utf8.span) {
                self.text = String(self.text.dropFirst().dropLast())
            }
        }
    }

    /// The symbol that the AIM identifier at the start of its text names.
    private static func told(_ symbol: Symbol, _ text: String) -> Symbol? {
        guard let told = symbol.identified(in: Array(text.utf8)[...]), let digits = told.text else { return nil }
        // Some scanners send a UPC-E as it is printed, with the identifier of the thirteen digits.
        guard told.symbology == .ean13, digits.utf8.count == 8, Digits.parse(digits.utf8) != nil else { return told }
        let isUPCE = (try? GTIN(upcE: digits)) != nil
        return Symbol(isUPCE ? .upcE : .ean8, digits, aim: told.aim, addOn: told.addOn, sighting: told.sighting)
    }

    /// A text without what a scanner puts around it, and without other bytes at its ends, in whatever order they are
    /// there. Of an envelope of ISO/IEC 15434 separators and blanks are parts, and so is its end.
    static func unframed(_ text: String, and isOther: (UInt8) -> Bool = { _ in false }) -> String {
        let utf8 = text.utf8
        let isEnvelope = utf8.first == UInt8(ascii: "[")
        func isOutside(_ byte: UInt8) -> Bool {
            isEnvelope ? isFrame(byte) && byte != 0x04 : isFrame(byte) || isOther(byte)
        }
        guard let first = utf8.first, let last = utf8.last, isOutside(first) || isOutside(last) else { return text }
        guard let start = utf8.firstIndex(where: { !isOutside($0) }),
            let end = utf8.lastIndex(where: { !isOutside($0) })
        else { return "" }
        return String(decoding: utf8[start...end], as: UTF8.self)
    }

    /// Whether it is a separator of GS1.
    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x1D }
    static func isSeparatorOrBlank(_ byte: UInt8) -> Bool { isSeparator(byte) || byte.isASCIIBlank }

    /// A blank before or after a typed code is not part of it, and a byte order mark is none of any text.
    private static func trimmed(_ text: String) -> String {
        let utf8 = text.utf8
        guard let first = utf8.first, let last = utf8.last else { return text }
        guard first.isASCIIBlank || last.isASCIIBlank || first == 0xEF else { return text }
        let isMarked = utf8.starts(with: [0xEF, 0xBB, 0xBF])
        let marked = isMarked ? utf8.dropFirst(3) : utf8[...]
        let start = marked.firstIndex { !$0.isASCIIBlank } ?? marked.endIndex
        let end = marked.lastIndex { !$0.isASCIIBlank }.map(marked.index(after:)) ?? start
        return String(text[start..<max(start, end)])
    }
}

/// A retail number and its add-on in one text, as some scanners send them, `9780306406157 52495`, and as output shows
/// them: `9780306406157 + 52495`.
struct WrittenAddOn {
    let number: String
    let addOn: String

    /// Nil unless the text is twelve or thirteen digits, a blank, `+`, an AIM identifier or nothing, and two or five
    /// digits. Without anything between them the number must be one that has an add-on.
    init?(_ symbol: Symbol, _ text: String) {
        switch symbol.symbology {
        case .ean13, .upcA, .unknown: break
        default: return nil
        }
        if symbol.symbology == .unknown, symbol.addOn == nil, let (book, price) = Self.book(text) {
            number = book
            addOn = price
            return
        }
        // Nearly every text is recognised by its length.
        guard symbol.addOn == nil, (14...24).contains(text.utf8.count) else { return nil }
        let digits = text.utf8.prefix(while: \.isASCIIDigit)
        if digits.count == text.utf8.count {
            guard let count = Self.joined(symbol, text) else { return nil }
            number = String(text.prefix(count))
            addOn = String(text.dropFirst(count))
            return
        }
        guard (12...13).contains(digits.count), let rest = Self.separated(text.utf8[digits.endIndex...]),
            [2, 5].contains(rest.count), rest.allSatisfy(\.isASCIIDigit)
        else { return nil }
        number = String(Substring(digits))
        addOn = String(Substring(rest))
    }

    /// How many of the digits are the number, where an add-on follows it at once, as most scanners send it.
    private static func joined(_ symbol: Symbol, _ text: String) -> Int? {
        let length = text.utf8.count
        let isRunTogether = symbol.aim == runTogether && symbol.symbology != .unknown
        for count in [13, 12] where [2, 5].contains(length - count) {
            guard let (value, _) = Digits.parse(text.utf8.prefix(count)), CheckDigit.gs1(value / 10) == value % 10
            else {
                if isRunTogether, count == 13 { return count }
                continue
            }
            if isRunTogether { return count }
            // Fourteen digits are a case of articles.
            if length == 14 { return symbol.symbology == .upcA ? count : nil }
            if symbol.symbology != .unknown { return count }
            let isNamed =
                switch (value / 10_000_000_000, length - count) {
                case (978...979, 5), (977, _), (491, 5): true
                default:
                    length - count == 5 && OldBook.isPublisher(value) || length - count == 5 && Comic.isPublisher(value)
                }
            if isNamed { return count }
        }
        return nil
    }

    /// What is between the two where output shows them.
    private static let between = " + "

    /// What follows a separator; nil where there is none.
    private static func separated(_ rest: Substring.UTF8View) -> Substring.UTF8View? {
        if rest.starts(with: between.utf8) { return rest.dropFirst(between.utf8.count) }
        // The add-on as a symbol of its own, with or without the end of a line before it.
        let lineless = rest.drop { $0 <= 0x20 }
        if lineless.starts(with: "]E1".utf8) || lineless.starts(with: "]E2".utf8) { return lineless.dropFirst(3) }
        return rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "+") ? rest.dropFirst() : nil
    }

    /// A typed ISBN with hyphens or a label, and the five digits of a price: `978-0-306-40615-7 52495`.
    private static func book(_ text: String) -> (number: String, addOn: String)? {
        let bytes = text.utf8.span
        guard (16...50).contains(bytes.count) else { return nil }
        var place = bytes.count - 6
        guard bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "+") else { return nil }
        if text.utf8.prefix(place + 1).suffix(3).elementsEqual(between.utf8) { place -= 2 }
        let number = String(decoding: text.utf8.prefix(place), as: UTF8.self)
        let addOn = String(decoding: text.utf8.suffix(5), as: UTF8.self)
        let isWritten = number.utf8.contains(UInt8(ascii: "-")) || ISBN.startsWithLabel(number)
        guard isWritten, Digits.parse(addOn.utf8) != nil, (try? ISBN(number)) != nil else { return nil }
        return (number, addOn)
    }

    /// ISO/IEC 15420, annex B: an EAN-13 (a UPC-A with a zero before it) and its add-on in one.
    private static let runTogether: AIMIdentifier = "]E3"
}
