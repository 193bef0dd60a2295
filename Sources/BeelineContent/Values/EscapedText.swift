internal import BeelineSymbols

/// Values in which a backslash takes the meaning from the character after it: vCard, iCalendar, MECARD, BIZCARD.
extension ArraySlice<UInt8> {
    /// The text without escapes and without blanks around it; nil when nothing is left.
    ///
    /// `\n` is a line end; the backslash before any other character is dropped when it is one that needs it. One at the
    /// end means nothing.
    var unescaped: String? {
        let text = withoutBlanks
        guard text.contains(UInt8(ascii: "\\")) else {
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            guard index < text.endIndex else { break }
            switch text[index] {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(0x0A)
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
                plain.append(text[index])
            default: plain += [byte, text[index]]
            }
            index += 1
        }
        let rest = plain[...].withoutBlanks
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
    }

    /// What stands between the separators that no backslash precedes; what follows the last of so many belongs to it.
    func components(_ separator: UInt8, atMost count: Int) -> [ArraySlice<UInt8>] {
        var components: [ArraySlice<UInt8>] = []
        components.reserveCapacity(Swift.min(count, 7))
        var start = startIndex
        var index = startIndex
        while index < endIndex, components.count < count - 1 {
            if self[index] == UInt8(ascii: "\\") {
                index += 1
            } else if self[index] == separator {
                components.append(self[start..<index])
                start = index + 1
            }
            index += 1
        }
        components.append(self[start...])
        return components
    }
}
