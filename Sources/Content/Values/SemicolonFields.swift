internal import BeelineSymbols

/// The fields `NAME:value;` of a code such as `WIFI:` or `MATMSG:`, one after the other.
///
/// A backslash takes the meaning of `;` and `:` from what follows it. The last semicolon may be missing.
struct SemicolonFields {
    private var index: Int

    /// - Parameter start: where that begins among the bytes which follows the keyword and its colon.
    init(from start: Int) { index = start }

    struct Part {
        /// Empty where there is no colon, which hints at a semicolon that should have had a backslash.
        let name: Name
        let value: Range<Int>
        fileprivate let hasBackslash: Bool
    }

    /// The next part that is not empty.
    ///
    /// - Parameter bytes: those among which the fields stand.
    mutating func next(in bytes: Span<UInt8>) -> Part? {
        while index < bytes.count {
            let start = index
            var colon: Int?
            var hasBackslash = false
            scan: while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: ";"): break scan
                case UInt8(ascii: "\\"):
                    hasBackslash = true
                    index += 1
                case UInt8(ascii: ":") where colon == nil: colon = index
                default: break
                }
                index += 1
            }
            let end = min(index, bytes.count)
            index = end + 1
            var nameStart = start
            while nameStart < colon ?? end, bytes[nameStart].isASCIIBlank { nameStart += 1 }
            guard let colon else {
                if nameStart == end { continue }
                return Part(name: "", value: start..<end, hasBackslash: hasBackslash)
            }
            return Part(
                name: Name(bytes.extracting(nameStart..<colon)), value: (colon + 1)..<end, hasBackslash: hasBackslash)
        }
        return nil
    }
}

extension SemicolonFields.Part {
    func text(in bytes: Span<UInt8>) -> String { text(of: value, in: bytes) }

    /// The value, without the quotes around it where it has some: they say that it is text and not hexadecimal digits.
    func unquotedText(in bytes: Span<UInt8>) -> String {
        guard value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\""),
            bytes[value.upperBound - 1] == UInt8(ascii: "\"")
        else { return text(in: bytes) }
        let inner = (value.lowerBound + 1)..<(value.upperBound - 1)
        // A quote that has a backslash of its own ends nothing.
        var backslashes = 0
        while backslashes < inner.count, bytes[inner.upperBound - 1 - backslashes] == UInt8(ascii: "\\") {
            backslashes += 1
        }
        return text(of: backslashes % 2 == 0 ? inner : value, in: bytes)
    }

    private func text(of place: Range<Int>, in bytes: Span<UInt8>) -> String {
        let bytes = bytes.extracting(place)
        guard hasBackslash else { return bytes.text }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, Self.isEscaped(bytes[index + 1]) {
                index += 1
            }
            text.append(bytes[index])
            index += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether writers put a backslash before it. Before anything else a backslash is meant, and was not escaped
    /// itself.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""): true
        default: false
        }
    }
}

extension SemicolonFields {
    /// A name of at most eight characters of ASCII, its letters in capitals; longer ones mean nothing to anyone.
    ///
    /// The characters are the bytes of one number, because names are compared for every code that is read.
    struct Name: Hashable, ExpressibleByStringLiteral {
        private let characters: UInt64

        init(stringLiteral: StaticString) {
            characters = stringLiteral.withUTF8Buffer { Self.packed($0) }
        }

        init(_ bytes: Span<UInt8>) {
            characters = bytes.count <= 8 ? bytes.withUnsafeBufferPointer { Self.packed($0) } : .max
        }

        private static func packed(_ bytes: some Sequence<UInt8>) -> UInt64 {
            var characters: UInt64 = 0
            for byte in bytes { characters = characters << 8 | UInt64(byte &- 0x61 < 26 ? byte & 0xDF : byte) }
            return characters
        }
    }
}

/// Values in which a backslash takes the meaning from the character after it: vCard, iCalendar, MECARD, BIZCARD.
extension Span<UInt8> {
    /// The text without escapes and without blanks around it; nil when nothing is left.
    ///
    /// `\n` is a line end; the backslash before any other character is dropped when it is one that needs it. One at the
    /// end means nothing.
    var unescaped: String? {
        let text = extracting(placeWithoutBlanks)
        guard text.contains(UInt8(ascii: "\\")) else { return text.isEmpty ? nil : text.text }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            guard index < text.count else { break }
            switch text[index] {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(0x0A)
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
                plain.append(text[index])
            default: plain += [byte, text[index]]
            }
            index += 1
        }
        let rest = plain.span.extracting(plain.span.placeWithoutBlanks)
        return rest.isEmpty ? nil : rest.text
    }

    /// Hands on what is between the separators that no backslash precedes; what follows the last of so many belongs
    /// to it.
    func forEachComponent(_ separator: UInt8, atMost count: Int, _ body: (Span<UInt8>) -> Void) {
        var found = 1
        var start = 0
        var index = 0
        while index < self.count, found < count {
            if self[index] == UInt8(ascii: "\\") {
                index += 1
            } else if self[index] == separator {
                body(extracting(start..<index))
                start = index + 1
                found += 1
            }
            index += 1
        }
        body(extracting(start..<self.count))
    }
}
