internal import Glibc

/// Text from bytes, by the character sets that the C library knows.
package enum Conversion {
    /// The character sets that are asked for, by the names that the C library has for them.
    package enum Charset: String, CaseIterable, Sendable {
        /// Shift JIS as Windows has it.
        case japanese = "CP932"
        case japaneseUnix = "EUC-JP"
        case chinese = "GB18030"
        case traditionalChinese = "BIG5"
        case korean = "EUC-KR"
        case centralEuropean = "ISO-8859-2"
        case baltic = "ISO-8859-4"
        case cyrillic = "ISO-8859-5"
        case greek = "ISO-8859-7"
        case nordic = "ISO-8859-10"
        case western = "ISO-8859-15"
        case windowsCentralEuropean = "CP1250"
        case windowsCyrillic = "CP1251"
        case windowsGreek = "CP1253"
        case windowsTurkish = "CP1254"
        case russian = "KOI8-R"

        /// The character set of that name, as messages have it (IANA's names, and those of phones), in whatever case.
        package init?(name: String) {
            let name = name.uppercased()
            guard let charset = Self.allCases.first(where: { $0.rawValue == name }) ?? Self.otherNames[name] else {
                return nil
            }
            self = charset
        }

        private static let otherNames: [String: Charset] = [
            "SHIFT_JIS": .japanese, "SHIFT-JIS": .japanese, "SJIS": .japanese, "X-SJIS": .japanese,
            "WINDOWS-31J": .japanese, "GBK": .chinese, "GB2312": .chinese, "KS_C_5601-1987": .korean,
            "WINDOWS-1250": .windowsCentralEuropean, "WINDOWS-1251": .windowsCyrillic,
            "WINDOWS-1253": .windowsGreek, "WINDOWS-1254": .windowsTurkish,
        ]
    }

    /// Has the C library load what it has a file for, and keep it: it does so as long as a converter is open.
    package static func prepare(_ charsets: [Charset]) {
        for charset in charsets { _ = iconv_open("UTF-8", charset.rawValue) }
    }

    /// The text that bytes are in a character set of one or two bytes a character; nil when they are none in it, or the
    /// system does not know it.
    package static func text(_ bytes: [UInt8], from charset: Charset) -> String? {
        convert(bytes, from: charset).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func convert(_ bytes: [UInt8], from charset: Charset) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", charset.rawValue), Int(bitPattern: converter) != -1 else {
            return nil
        }
        defer { iconv_close(converter) }
        // A byte of any of them never stands for more than three of UTF-8.
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
                    isConverted = iconv(converter, &next, &inputLeft, &free, &outputLeft) != -1 && inputLeft == 0
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

    private static let values: [UInt8: UInt32] = Dictionary(
        uniqueKeysWithValues: zip(alphabet, 0...))

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
