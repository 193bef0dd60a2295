internal import BeelineSymbols

/// The fields `NAME:value;` of a code such as `WIFI:` or `MATMSG:`. A backslash takes the meaning of `;` and `:` from
/// what follows it. The last semicolon may be missing.
struct SemicolonField {
    /// With its letters in capitals; empty where no colon is, which hints at a semicolon that lacks its backslash.
    let name: String
    /// As it is written.
    let value: ArraySlice<UInt8>

    /// The fields that are not empty in the bytes after the keyword and its colon.
    static func all(in bytes: ArraySlice<UInt8>) -> [SemicolonField] {
        var fields: [SemicolonField] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            var index = start
            var colon: Int?
            while index < bytes.endIndex, bytes[index] != UInt8(ascii: ";") {
                if bytes[index] == UInt8(ascii: ":"), colon == nil { colon = index }
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            let end = min(index, bytes.endIndex)
            let name = bytes[start..<(colon ?? end)].drop(while: \.isASCIIBlank)
            if let colon {
                let name = String(decoding: name, as: UTF8.self).asciiUppercased
                fields.append(SemicolonField(name: name, value: bytes[(colon + 1)..<end]))
            } else if !name.isEmpty {
                fields.append(SemicolonField(name: "", value: bytes[start..<end]))
            }
            start = end + 1
        }
        return fields
    }

    var text: String { Self.text(of: value) }

    /// The value, without the quotes around it where it has some: they say that it is text and not hexadecimal digits.
    var unquotedText: String {
        guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else { return text }
        let inner = value.dropFirst().dropLast()
        // A quote that has a backslash of its own ends nothing.
        let backslashes = inner.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return Self.text(of: backslashes % 2 == 0 ? inner : value)
    }

    private static func text(of value: ArraySlice<UInt8>) -> String {
        guard value.contains(UInt8(ascii: "\\")) else { return String(decoding: value, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(value.count)
        var rest = value
        while let byte = rest.popFirst() {
            // Before anything that needs no backslash, one is meant, and was not escaped itself.
            let isEscape = byte == UInt8(ascii: "\\") && rest.first.map(BackslashEscape.isOne) ?? false
            text.append(isEscape ? rest.removeFirst() : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The characters that codes have a backslash before.
enum BackslashEscape {
    /// Whether a character is one of those that need it, or one of `'` and `/`, which routers of AVM and JSON escape too.
    static func isOne(_ byte: UInt8) -> Bool { "\\;,:\"'/".utf8.contains(byte) }

    /// A link in which colons and slashes have a backslash before them, without these: `http:\/\/example.com`.
    static func link(_ text: String) -> String {
        let utf8 = text.utf8
        guard utf8.contains(UInt8(ascii: "\\")), text.asciiLowercased.hasPrefix("http") else { return text }
        let scheme = utf8.prefix { $0.isASCIILetter }
        let rest = Array(utf8[scheme.endIndex...].prefix(2))
        guard rest == Array(":\\".utf8) || rest == Array("\\:".utf8), !utf8.starts(with: Array("http:\\\\".utf8)),
            !utf8.starts(with: Array("https:\\\\".utf8))
        else { return text }
        var plain: [UInt8] = []
        var bytes = Array(utf8)[...]
        while let byte = bytes.popFirst() {
            plain.append(byte == UInt8(ascii: "\\") && bytes.first.map(isOne) ?? false ? bytes.removeFirst() : byte)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

/// Values in which a backslash takes the meaning from the character after it: vCard, iCalendar, MECARD, BIZCARD.
extension ArraySlice<UInt8> {
    /// The text without escapes and without blanks around it; nil when nothing is left. `\n` is a line end; the
    /// backslash before any other character is dropped when it is one that needs it. One at the end means nothing.
    var unescaped: String? {
        var rest = withoutBlanks
        guard rest.contains(UInt8(ascii: "\\")) else { return String(decoding: rest, as: UTF8.self).unlessEmpty }
        var plain: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            switch rest.popFirst() {
            case nil: break
            case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(0x0A)
            case let next? where BackslashEscape.isOne(next): plain.append(next)
            case let next?: plain += [byte, next]
            }
        }
        return String(decoding: plain[...].withoutBlanks, as: UTF8.self).unlessEmpty
    }

    /// What is between the separators that no backslash precedes; what follows the last of so many belongs to it.
    func components(_ separator: UInt8, atMost count: Int) -> [ArraySlice<UInt8>] {
        var components: [ArraySlice<UInt8>] = []
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
        return components + [self[start...]]
    }
}
