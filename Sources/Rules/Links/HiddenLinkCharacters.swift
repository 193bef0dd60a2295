internal import BeelineContent
internal import BeelineSymbols

/// Finds characters of a link that are invisible or reverse the order of the text (Unicode Standard Annex 9).
enum HiddenLinkCharacters {
    /// Whether a URL has any, as they are or percent-encoded, once or several times.
    static func areIn(_ url: String) -> Bool {
        // Nearly every link is plain ASCII.
        let (isPlain, isEncoded) = url.utf8.span.withUnsafeBufferPointer(survey)
        return !isPlain && url.unicodeScalars.contains(where: isHidden) || isEncoded && areEncoded(in: url)
    }

    /// Whether all is ASCII without blanks and controls, and whether anything is percent-encoded.
    private static func survey(_ bytes: UnsafeBufferPointer<UInt8>) -> (isPlain: Bool, isEncoded: Bool) {
        var isPlain = true
        var isEncoded = false
        for byte in bytes {
            if byte <= 0x20 || byte >= 0x7F { isPlain = false }
            if byte == UInt8(ascii: "%") { isEncoded = true }
        }
        return (isPlain, isEncoded)
    }

    /// Characters that a link must not contain unescaped.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
        default: return scalar.isBlankLetter || isWithoutWidth(scalar)
        }
    }

    /// Whether systems show nothing for it. Variation selectors, as in emoji, do not count.
    private static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(scalar.value)
    }

    private static func areEncoded(in url: String) -> Bool {
        let bytes = Array(url.utf8)
        // In a query, texts of several lines are usual; in a path they are not.
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        return areEncoded(in: bytes[..<pathEnd], allowingLines: false)
            || areEncoded(in: bytes[pathEnd...], allowingLines: true)
    }

    private static func areEncoded(in bytes: ArraySlice<UInt8>, allowingLines: Bool) -> Bool {
        var text = Array(bytes)
        // Servers and scripts decode what comes twice encoded, and hardly more often.
        for _ in 0..<3 {
            guard let decoded = BeelineContent.PercentEncoding.bytesOnceMore(text) else { return false }
            text = decoded
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where isDeceptive(scalar) {
                if !allowingLines || ![0x09, 0x0A, 0x0D].contains(scalar.value) { return true }
            }
        }
        return false
    }

    /// Whether no honest text contains it. Joiners, which have no width either, are parts of words in some scripts.
    private static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.isBlankLetter || isWithoutWidth(scalar)
        }
    }
}
