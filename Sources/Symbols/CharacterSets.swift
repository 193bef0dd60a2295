internal import Glibc

/// The guess of the character set of bytes that are not UTF-8, for decoders and for programs that pass bytes on. A QR
/// code without ECI is ISO 8859-1 by ISO/IEC 18004; the older Japanese ones are Shift JIS.
package enum CharacterSets {
    /// The text in the likeliest character set, and its name; nil when the bytes are not text. The opinion is what a
    /// decoder made of them, which is right where it knows the mode of each part.
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

    /// Whether a byte is a control character of no text: no tab, line end, or separator of GS1 or ISO/IEC 15434.
    package static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains(byte) || byte == 0x7F
    }

    private static func chinese(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        Conversion.text(bytes, from: .chinese).map { ($0, "GB18030") }
    }

    /// As ISO 8859-1 or, with letters of it for control characters, as Windows-1252; nil where neither fits.
    package static func latin1(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = windows1252(byte) else { return nil }
            text.append(scalar)
        }
        return (String(text), bytes.contains { 0x80...0x9F ~= $0 } ? "Windows-1252" : "ISO-8859-1")
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
                guard index + 1 < bytes.count, byte < 0xA0 || bytes[index + 1] >= 0x80 else { return false }
                wide += 1
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
    /// The text that the bytes are in Shift JIS, and the name of it; nil when they are none. Text has no control
    /// characters but tabs, line ends, and the separators of GS1 and ISO/IEC 15434.
    package static func guess(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains($0) }),
            let text = decoded(bytes)
        else { return nil }
        return (text, "Shift_JIS")
    }

    /// The text that the bytes are in Shift JIS, control characters and all; nil when they are none.
    static func decoded(_ bytes: [UInt8]) -> String? { Conversion.text(bytes, from: .japanese) }
}

/// Text from bytes, by the character sets that the C library knows.
package enum Conversion {
    /// The character sets that are known, by the names that the C library has for them.
    package enum Charset: String, CaseIterable, Sendable {
        case latin1 = "ISO-8859-1"
        case windowsWestern = "CP1252"
        case western = "ISO-8859-15"
        /// Shift JIS as Windows has it.
        case japanese = "CP932"
        case japaneseUnix = "EUC-JP"
        case chinese = "GB18030"
        case traditionalChinese = "BIG5-HKSCS"
        /// EUC-KR as Windows has it.
        case korean = "UHC"
        case centralEuropean = "ISO-8859-2"
        case baltic = "ISO-8859-4"
        case cyrillic = "ISO-8859-5"
        case arabic = "ISO-8859-6"
        case greek = "ISO-8859-7"
        case hebrew = "ISO-8859-8"
        case turkish = "ISO-8859-9"
        case nordic = "ISO-8859-10"
        case balticRim = "ISO-8859-13"
        case romanian = "ISO-8859-16"
        case thai = "CP874"
        case vietnamese = "CP1258"
        case windowsCentralEuropean = "CP1250"
        case windowsCyrillic = "CP1251"
        case windowsGreek = "CP1253"
        case windowsTurkish = "CP1254"
        case windowsHebrew = "CP1255"
        case windowsArabic = "CP1256"
        case windowsBaltic = "CP1257"
        case russian = "KOI8-R"
        case ukrainian = "KOI8-U"
        case dosWestern = "CP850"
        case dosCentralEuropean = "CP852"
        case dosCyrillic = "CP866"
        case dosAmerican = "CP437"

        /// The character set of that name, as messages have it (IANA's names, and those of phones), in whatever case.
        package init?(name: String) {
            let name = name.uppercased()
            let plain = name.hasPrefix("WINDOWS-") ? "CP" + name.dropFirst(8) : name
            guard let charset = Self.otherNames[name] ?? Self(rawValue: plain) else { return nil }
            self = charset
        }

        /// What is wrong with a name that a user or a program wrote; nil where it is that of a set.
        package static func problem(with name: String) -> String? {
            guard Charset(name: name) == nil else { return nil }
            return "'\(name)' is not a known character set; these are: "
                + allCases.map(\.name).joined(separator: ", ")
        }

        /// The name of IANA, as output has it.
        package var name: String {
            switch self {
            case .japanese: "Shift_JIS"
            case .traditionalChinese: "Big5"
            case .korean: "EUC-KR"
            case .thai: "TIS-620"
            case .dosWestern, .dosCentralEuropean, .dosCyrillic, .dosAmerican: rawValue
            case _ where rawValue.hasPrefix("CP"): "Windows-" + rawValue.dropFirst(2)
            default: rawValue
            }
        }

        private static let otherNames: [String: Charset] = [
            "LATIN1": .latin1, "LATIN-1": .latin1, "ANSI": .windowsWestern, "WESTERN": .windowsWestern,
            "LATIN2": .centralEuropean, "LATIN-2": .centralEuropean, "LATIN5": .turkish, "LATIN9": .western,
            "SHIFT_JIS": .japanese, "SHIFT-JIS": .japanese, "SJIS": .japanese, "X-SJIS": .japanese,
            "WINDOWS-31J": .japanese, "MS932": .japanese, "EUCJP": .japaneseUnix,
            "GBK": .chinese, "GB2312": .chinese, "CP936": .chinese, "EUC-CN": .chinese, "HZ-GB-2312": .chinese,
            "BIG5": .traditionalChinese, "BIG-5": .traditionalChinese, "CP950": .traditionalChinese,
            "KS_C_5601-1987": .korean, "EUC-KR": .korean, "EUCKR": .korean, "CP949": .korean,
            "TIS-620": .thai, "TIS620": .thai, "ISO-8859-11": .thai, "WINDOWS-874": .thai,
            "KOI8R": .russian, "KOI8U": .ukrainian, "KOI8": .russian, "IBM850": .dosWestern,
            "IBM852": .dosCentralEuropean, "IBM866": .dosCyrillic, "IBM437": .dosAmerican,
        ]
    }

    /// Makes the C library load its files of converters and keep them, which it does as long as a converter is open.
    package static func prepare(_ charsets: [Charset]) {
        for charset in charsets { _ = iconv_open("UTF-8", charset.rawValue) }
    }

    /// The text of bytes in a character set of one or two bytes a character; nil where there is none, or no such set.
    package static func text(_ bytes: [UInt8], from charset: Charset) -> String? {
        converted(bytes, from: charset.rawValue, to: "UTF-8").flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The bytes of a text in a character set; nil where it does not have one of the characters.
    package static func bytes(_ text: String, in charset: Charset) -> [UInt8]? {
        converted(Array(text.utf8), from: "UTF-8", to: charset.rawValue)
    }

    private static func converted(_ bytes: [UInt8], from source: String, to target: String) -> [UInt8]? {
        guard let converter = iconv_open(target, source), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        // A byte of any of them never stands for more than three of UTF-8, and one of UTF-8 for no more than two.
        let capacity = bytes.count * 3
        var input = bytes.map { CChar(bitPattern: $0) }
        var isConverted = false
        let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                buffer.withMemoryRebound(to: CChar.self) { output in
                    var next = input.baseAddress
                    var inputLeft = input.count
                    var free = output.baseAddress
                    var outputLeft = capacity
                    // The second call writes a letter that was kept, because an accent might have followed.
                    isConverted =
                        iconv(converter, &next, &inputLeft, &free, &outputLeft) != -1 && inputLeft == 0
                        && iconv(converter, nil, nil, &free, &outputLeft) != -1
                    count = capacity - outputLeft
                }
            }
        }
        return isConverted ? result : nil
    }
}

/// Base64 as RFC 4648, section 4, has it: with padding, without line breaks.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8: UInt32] = Dictionary(uniqueKeysWithValues: zip(alphabet, 0...))

    /// The bytes as text.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for position in 0...3 {
                let value = Int(bits >> UInt32(18 - 6 * position) & 63)
                text.append(position <= group.count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that the text stands for; nil when it is not Base64.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, character) in characters.dropLast(padding).enumerated() {
            guard let value = values[character] else { return nil }
            bits = bits << 6 | value
            if index % 4 == 3 {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        switch padding {
        case 1: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        default: break
        }
        return bytes
    }
}
