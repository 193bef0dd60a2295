/// Guesses what bytes that are not UTF-8 say, for decoders and for programs that pass bytes on.
///
/// A QR code without ECI is ISO 8859-1 by ISO/IEC 18004; the older Japanese ones are Shift JIS.
package enum CharacterSets {
    /// The text in the likeliest character set, and its name; nil when the bytes are not text.
    ///
    /// - Parameter opinion: what a decoder made of them, which is right where it knows the mode of each part.
    package static func guess(_ bytes: [UInt8], like opinion: String? = nil) -> (text: String, charset: String)? {
        guard !bytes.contains(where: isControl) else { return withControls(bytes, like: opinion) }
        let japanese = ShiftJIS.guess(bytes)
        let western = latin1(bytes)
        if let japanese, japanese.text == opinion { return japanese }
        // No one guesses this one: a decoder that says it has seen Hanzi mode.
        if let chinese = chinese(bytes), chinese.text == opinion { return chinese }
        if let japanese, western == nil || looksJapanese(bytes) { return japanese }
        return western
    }

    /// The same for bytes among which are control characters: they are text only where a decoder says so. In a Western
    /// character set, where any bytes are characters, few of them may be beyond ASCII: else they are numbers.
    private static func withControls(_ bytes: [UInt8], like opinion: String?) -> (text: String, charset: String)? {
        guard let opinion else { return nil }
        let japanese = ShiftJIS.decoded(bytes).map { ($0, "Shift_JIS") }
        let isMostlyASCII = bytes.count(where: { $0 >= 0x80 }) * 8 <= bytes.count
        let candidates = [japanese, chinese(bytes), isMostlyASCII ? latin1(bytes) : nil]
        return candidates.compactMap(\.self).first { $0.0 == opinion }
    }

    /// Whether a byte is a control character that text does not have: other than tabs, line ends, and the separators of
    /// GS1 and ISO/IEC 15434.
    package static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains(byte) || byte == 0x7F
    }

    private static func chinese(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        Conversion.text(bytes, from: .chinese).map { ($0, "GB18030") }
    }

    /// As ISO 8859-1 or, where there are letters of it instead of control characters, as Windows-1252; nil where there
    /// are neither.
    private static func latin1(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        var text = String.UnicodeScalarView()
        var isWindows = false
        for byte in bytes {
            if (0x80...0x9F).contains(byte) {
                guard let scalar = windows1252(byte) else { return nil }
                isWindows = true
                text.append(scalar)
            } else {
                text.append(Unicode.Scalar(byte))
            }
        }
        return (String(text), isWindows ? "Windows-1252" : "ISO-8859-1")
    }

    /// Whether bytes that are valid in both are likelier Shift JIS: there is a character of two bytes that begins with
    /// one that ISO 8859-1 has no letter for, or there are half-width kana in a row and no lone letter of the West.
    private static func looksJapanese(_ bytes: [UInt8]) -> Bool {
        var index = 0
        var kanaInRow = 0
        var mostKana = 0
        var wide = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x81...0x9F, 0xE0...0xFC:
                // What follows a letter of the West is as a rule a letter of ASCII; of kanji, as a rule not.
                guard index + 1 < bytes.count else { return false }
                if byte < 0xA0 { wide += 1 } else if bytes[index + 1] >= 0x80 { wide += 1 } else { return false }
                index += 2
                kanaInRow = 0
            case 0xA1...0xDF:
                kanaInRow += 1
                mostKana = max(mostKana, kanaInRow)
                index += 1
            default:
                kanaInRow = 0
                index += 1
            }
        }
        return wide > 0 && bytes.contains { (0x81...0x9F).contains($0) } || mostKana >= 3 || wide >= 2
    }

    /// What a byte is in Windows-1252; nil for the five that it has no character for.
    package static func windows1252(_ byte: UInt8) -> Unicode.Scalar? {
        (0x80...0x9F).contains(byte) ? lettersForControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// What Windows-1252 has instead of the control characters from 0x80 on.
    private static let lettersForControls: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]
}

/// The character set of old Japanese QR codes (JIS X 0208 by way of Shift JIS, in the variant of code page 932).
package enum ShiftJIS {
    /// The text that the bytes are in Shift JIS, and the name of it; nil when they are none.
    ///
    /// Text has no control characters but tabs, line ends, and the separators of GS1 and ISO/IEC 15434.
    package static func guess(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains($0) }),
            let text = decoded(bytes)
        else { return nil }
        return (text, "Shift_JIS")
    }

    /// The text that the bytes are in Shift JIS, control characters and all; nil when they are none.
    static func decoded(_ bytes: [UInt8]) -> String? { Conversion.text(bytes, from: .japanese) }
}
