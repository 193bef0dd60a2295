internal import BeelineSymbols

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

    /// Hands on what stands between the separators that no backslash precedes; what follows the last of so many belongs
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
