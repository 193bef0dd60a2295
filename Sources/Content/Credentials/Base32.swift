internal import BeelineSymbols

/// Base32 (RFC 4648, section 6), as people copy it: in any case, with blanks and hyphens, with padding or without.
enum Base32 {
    /// The characters in capitals, and nothing else; nil when there is something else.
    static func canonical(_ text: String) -> String? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count)
        var isPadded = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "="): isPadded = true
            case UInt8(ascii: "-"): continue
            case _ where byte.isASCIIBlank: continue
            case UInt8(ascii: "2")...UInt8(ascii: "7") where !isPadded: characters.append(byte)
            case _ where byte.isASCIILetter && !isPadded: characters.append(byte & 0xDF)
            default: return nil
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The whole bytes that canonical characters stand for; bits that are left over are dropped.
    static func decode(_ canonical: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in canonical.utf8 {
            let value = byte.isASCIIDigit ? byte &- UInt8(ascii: "2") &+ 26 : byte &- UInt8(ascii: "A")
            bits = (bits << 5 | UInt32(value & 31)) & 0xFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// Whether so many characters stand for whole bytes.
    static func isWhole(_ count: Int) -> Bool { ![1, 3, 6].contains(count % 8) }
}
