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
        if let written = WrittenAddOn(self.symbol, Self.trimmed(self.text)) {
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

    /// The digits of a typed article or book without quotes, signs and invisible characters around them, as spreadsheets,
    /// lists and editors leave them: `="036000291452"`, `9780306406157.0`, `4006381333931;`. Nil for other texts.
    static func wrappedNumber(_ symbol: Symbol, _ text: String) -> String? {
        guard symbol.symbology == .unknown, symbol.addOn == nil, (13...40).contains(text.utf8.count),
            let start = text.utf8.firstIndex(where: \.isASCIIDigit),
            let end = text.utf8.lastIndex(where: \.isASCIIDigit).map(text.utf8.index(after:))
        else { return nil }
        var digits = text.utf8[start..<end]
        let isDecimal = digits.suffix(2).elementsEqual(".0".utf8)
        if isDecimal { digits = digits.dropLast(2) }
        guard (isDecimal ? 11 : 12)...14 ~= digits.count, digits.allSatisfy(\.isASCIIDigit),
            text.unicodeScalars[..<start].allSatisfy(isWrapping), text.unicodeScalars[end...].allSatisfy(isWrapping)
        else { return nil }
        return String(Substring(digits))
    }

    private static func isWrapping(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .initialPunctuation, .finalPunctuation, .openPunctuation,
            .closePunctuation:
            true
        default: "\"'`=,;.#~|*<>".unicodeScalars.contains(scalar)
        }
    }

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

    /// Nil unless the text ends in two or five digits and has a number before them: twelve or thirteen digits, or a typed
    /// ISBN with hyphens, blanks or a label. Between the two is a blank, `+`, an AIM identifier, or another sign or
    /// nothing; then the number must be one that has such an add-on.
    init?(_ symbol: Symbol, _ text: String) {
        switch symbol.symbology {
        case .ean13, .upcA, .unknown: break
        default: return nil
        }
        // Nearly every text is recognised by its length or its last character.
        guard symbol.addOn == nil, (14...50).contains(text.utf8.count) else { return nil }
        let utf8 = text.utf8
        var last = utf8.reversed().prefix(19).prefix(while: \.isASCIIDigit).count
        if last == utf8.count {
            guard let count = Self.joined(symbol, text) else { return nil }
            number = String(text.prefix(count))
            addOn = String(text.dropFirst(count))
            return
        }
        var head = utf8.dropLast(last)
        // The add-on as a symbol of its own: the identifier ends in a digit.
        let isTold = head.suffix(2).elementsEqual("]E".utf8) && "12".utf8.contains(utf8.suffix(last).first ?? 0)
        if isTold { (head, last) = (head.dropLast(2), last - 1) }
        guard last == 2 || last == 5 else { return nil }
        let between = head.reversed().prefix(3).prefix { $0 <= 0x20 || ",-/;+|>:_&#*~.$".utf8.contains($0) }.count
        let found = Substring(head.dropLast(between))
        let sign = String(Substring(head.suffix(between)))
        guard isTold || between > 0 else { return nil }
        if found.utf8.allSatisfy(\.isASCIIDigit) {
            guard (12...13).contains(found.utf8.count),
                isTold || [" ", "+", " + "].contains(sign) || symbol.symbology != .unknown
                    || Self.has(found, addOnOf: last)
            else { return nil }
        } else {
            guard symbol.symbology == .unknown, last == 5, Self.isWritten(found), (try? ISBN(String(found))) != nil
            else {
                return nil
            }
        }
        number = String(found)
        addOn = String(Substring(utf8.suffix(last)))
    }

    /// Whether a number is one that has an add-on of so many digits.
    private static func has(_ number: Substring, addOnOf count: Int) -> Bool {
        guard let (value, _) = Digits.parse(number.utf8), CheckDigit.gs1(value / 10) == value % 10 else { return false }
        return isNamed(value, addOnOf: count)
    }

    private static func isNamed(_ value: UInt64, addOnOf count: Int) -> Bool {
        switch (value / 10_000_000_000, count) {
        case (978...979, 5), (977, _), (491, 5): true
        default: count == 5 && (OldBook.isPublisher(value) || Comic.isPublisher(value))
        }
    }

    /// Whether an ISBN has a label, hyphens, or the blanks of the print below an EAN-13.
    private static func isWritten(_ text: Substring) -> Bool {
        text.utf8.contains(UInt8(ascii: "-")) || ISBN.startsWithLabel(String(text))
            || text.utf8.count { $0.isASCIIDigit } == 13 && text.utf8.contains(0x20)
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
            if isNamed(value, addOnOf: length - count) { return count }
        }
        return nil
    }

    /// ISO/IEC 15420, annex B: an EAN-13 (a UPC-A with a zero before it) and its add-on in one.
    private static let runTogether: AIMIdentifier = "]E3"
}
