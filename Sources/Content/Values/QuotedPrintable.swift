internal import BeelineSymbols

/// The transfer encoding of RFC 2045, section 6.7, as vCard 2.1 and vCalendar 1.0 use it.
enum QuotedPrintable {
    /// The text in UTF-8; nil when it is in a character set that is not known, or is none in the one that is named.
    ///
    /// What is no right sequence stays as it is; lines of the text end with LF.
    ///
    /// - Parameter charset: the name of the character set; empty when it is not told.
    static func decode(_ text: ArraySlice<UInt8>, charset: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = decode(text)
        if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil { return bytes }
        if isUTF8(charset) {
            return Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
        if isWestern(charset) { return fromWindows1252(bytes) }
        let named = Conversion.Charset(name: String(decoding: charset, as: UTF8.self))
        return named.flatMap { Conversion.text(bytes, from: $0) }.map { Array($0.utf8) }
    }

    /// Whether any bytes are a text in that character set.
    static func isKnown(_ charset: ArraySlice<UInt8>) -> Bool { isUTF8(charset) || isWestern(charset) }

    private static func isUTF8(_ charset: ArraySlice<UInt8>) -> Bool {
        charset.isWord("UTF-8") || charset.isWord("UTF8")
    }

    private static func isWestern(_ charset: ArraySlice<UInt8>) -> Bool {
        charset.isEmpty || charset.isWord("ISO-8859-1") || charset.isWord("WINDOWS-1252") || charset.isWord("CP1252")
            || charset.isWord("LATIN1") || charset.isWord("US-ASCII")
    }

    private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "="), index + 2 < text.endIndex, let high = text[index + 1].asciiHexValue,
                let low = text[index + 2].asciiHexValue
            {
                let byte = high << 4 | low
                if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    private static func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let isOwn = (0x80...0x9F).contains(byte)
            text.append(isOwn ? ownCharacters[Int(byte - 0x80)] : Unicode.Scalar(byte))
        }
        return Array(String(text).utf8)
    }

    /// What Windows-1252 has where ISO-8859-1 has controls; five places are empty.
    private static let ownCharacters = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
