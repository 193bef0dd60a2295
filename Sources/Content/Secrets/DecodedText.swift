internal import BeelineSymbols

/// The bytes that an encoded text stands for, and for each the place of its encoding in the text. Masking searches it:
/// a secret may be encoded with escapes, in Base64 or in hexadecimal digits.
struct DecodedText {
    private(set) var bytes: [UInt8]
    /// For each byte, where its spelling is, as offsets into the text's UTF-8; empty where each byte spells itself.
    private var spellings: [Range<Int>]

    private init(capacity: Int) {
        (bytes, spellings) = ([], [])
        bytes.reserveCapacity(capacity)
        spellings.reserveCapacity(capacity)
    }

    /// The bytes of a text as they are there, without any decoding.
    init(_ text: [UInt8]) { (bytes, spellings) = (text, []) }

    /// Where in the text the spelling of some bytes is; there is at least one.
    func spelling(of place: Range<Int>) -> Range<Int> {
        spellings.isEmpty
            ? place : spellings[place.lowerBound].lowerBound..<spellings[place.upperBound - 1].upperBound
    }

    /// Adds a byte that is spelled by those from `first` to `last` of another text.
    private mutating func append(_ byte: UInt8, _ other: DecodedText, _ first: Int, _ last: Int) {
        bytes.append(byte)
        spellings.append(other.spelling(of: first..<last + 1))
    }

    /// The text with its escapes undone: those of URLs (`%20`), of HTML (`&#32;`, `&amp;`), and those with a backslash
    /// that JSON, shells and programming languages have (`\u0020`, `\x20`, `\u{20}`, `\040`, `\n`, `\"`). Nil where it
    /// has none.
    var withoutEscapes: DecodedText? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") })
        else { return nil }
        var result = DecodedText(capacity: bytes.count)
        var place = 0
        while place < bytes.count {
            let escape: (scalar: [UInt8], count: Int)? =
                switch bytes[place] {
                case UInt8(ascii: "%"): hexByte(at: place + 1).map { ([$0], 3) }
                case UInt8(ascii: "\\"): backslash(at: place)
                case UInt8(ascii: "&"): entity(at: place)
                default: nil
                }
            if let escape {
                for byte in escape.scalar { result.append(byte, self, place, place + escape.count - 1) }
                place += escape.count
            } else {
                result.append(bytes[place], self, place, place)
                place += 1
            }
        }
        return result.bytes.count < bytes.count ? result : nil
    }

    /// The text with the characters of full width (U+FF01 to U+FF5E) as those of ASCII. Nil where it has none.
    var withoutFullWidth: DecodedText? {
        var result = DecodedText(capacity: bytes.count)
        var place = 0
        while place < bytes.count {
            let narrow = place + 2 < bytes.count ? Self.narrow(bytes[place], bytes[place + 1], bytes[place + 2]) : nil
            result.append(narrow ?? bytes[place], self, place, place + (narrow == nil ? 0 : 2))
            place += narrow == nil ? 1 : 3
        }
        return result.bytes.count < bytes.count ? result : nil
    }

    private static func narrow(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt8? {
        switch (first, second, third) {
        case (0xEF, 0xBC, 0x81...0xBF): third - 0x60
        case (0xEF, 0xBD, 0x80...0x9E): third - 0x20
        default: nil
        }
    }

    private func hexByte(at place: Int) -> UInt8? {
        guard place + 1 < bytes.count, let high = bytes[place].asciiHexValue, let low = bytes[place + 1].asciiHexValue
        else { return nil }
        return high << 4 | low
    }

    /// The number that digits spell, and how many there are, at most `most`.
    private func number(at start: Int, radix: UInt32, most: Int) -> (value: UInt32, count: Int)? {
        var value: UInt32 = 0
        var count = 0
        while count < most, start + count < bytes.count, let digit = bytes[start + count].asciiHexValue,
            UInt32(digit) < radix
        {
            value = value &* radix &+ UInt32(digit)
            count += 1
        }
        return count > 0 ? (value, count) : nil
    }

    private func utf8(_ value: UInt32) -> [UInt8]? {
        Unicode.Scalar(value).map { Array(String(Character($0)).utf8) }
    }

    private func backslash(at place: Int) -> (scalar: [UInt8], count: Int)? {
        guard place + 1 < bytes.count else { return nil }
        let next = bytes[place + 1]
        switch next {
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            if place + 2 < bytes.count, bytes[place + 2] == UInt8(ascii: "{") {
                guard let (value, count) = number(at: place + 3, radix: 16, most: 8), let scalar = utf8(value),
                    place + 3 + count < bytes.count, bytes[place + 3 + count] == UInt8(ascii: "}")
                else { return nil }
                return (scalar, 4 + count)
            }
            guard let (high, count) = number(at: place + 2, radix: 16, most: 4), count == 4 else { return nil }
            if let scalar = utf8(high) { return (scalar, 6) }
            guard place + 7 < bytes.count, bytes[place + 6] == UInt8(ascii: "\\"),
                bytes[place + 7] | 0x20 == UInt8(ascii: "u"),
                let (low, lowCount) = number(at: place + 8, radix: 16, most: 4), lowCount == 4,
                (0xD800...0xDBFF).contains(high), (0xDC00...0xDFFF).contains(low),
                let scalar = utf8(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { return nil }
            return (scalar, 12)
        case UInt8(ascii: "x"): return hexByte(at: place + 2).map { ([$0], 4) }
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            guard let (value, count) = number(at: place + 1, radix: 8, most: 3), value < 256 else { return nil }
            return ([UInt8(value)], 1 + count)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case _ where next.isASCIILetter || next.isASCIIDigit || next >= 0x80: return nil
        default: return ([next], 2)
        }
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "),
    ].map { (Array(($0.0 as String).utf8), UInt8(ascii: $0.1)) }

    private func entity(at place: Int) -> (scalar: [UInt8], count: Int)? {
        // The longest are as `&#x10FFFF;`.
        guard let end = bytes[(place + 1)...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = bytes[(place + 1)..<end]
        let count = end - place + 1
        if name.first == UInt8(ascii: "#") {
            let isHex = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            let digits = name.dropFirst(isHex ? 2 : 1)
            guard let (value, length) = number(at: digits.startIndex, radix: isHex ? 16 : 10, most: 8),
                length == digits.count
            else { return nil }
            return utf8(value).map { ($0, count) }
        }
        return Self.entities.first { name.elementsEqual($0.name) }.map { ([$0.byte], count) }
    }

    /// What the runs of characters spell that can be Base64 of so many bytes, with either alphabet, beginning with each
    /// of four characters: where in a run the encoding begins is not known.
    func base64Runs(ofBytes count: Int) -> [DecodedText] { runs(of: .base64, bytes: count) }

    /// What the runs of hexadecimal digits spell, beginning with the first and with the second of them. Between the
    /// digits may stand what separates bytes: blanks, colons, hyphens, commas, `0x`.
    func hexRuns(ofBytes count: Int) -> [DecodedText] { runs(of: .hexadecimal, bytes: count) }

    /// - Parameter least: how many bytes a run has to spell.
    private func runs(of digits: Digits, bytes least: Int) -> [DecodedText] {
        var found: [DecodedText] = []
        let needed = (least * 8 + digits.bits - 1) / digits.bits
        // Nearly all texts are too short for any, or have only short runs: these are counted, and not decoded.
        guard bytes.count >= needed else { return found }
        let meanings = digits.meanings
        var (start, count) = (0, 0)
        for place in 0...bytes.count {
            let meaning = place < bytes.count ? meanings[Int(bytes[place])] : Digits.end
            if meaning >= 0 {
                if count == 0 { start = place }
                count += 1
            } else if meaning == Digits.end {
                if count >= needed { decode(start..<place, digits, least, to: &found) }
                count = 0
            }
        }
        return found
    }

    /// Decodes the digits between two ends.
    private func decode(_ run: Range<Int>, _ digits: Digits, _ least: Int, to found: inout [DecodedText]) {
        var places: [Int] = []
        places.reserveCapacity(run.count)
        for place in run {
            let meaning = digits.meanings[Int(bytes[place])]
            if meaning >= 0 {
                places.append(place)
            } else if meaning == Digits.prefix {
                // The 0 of `0x` is not one of the byte.
                if let last = places.last, bytes[last] == UInt8(ascii: "0") {
                    places.removeLast()
                } else {
                    decode(places, digits, least, to: &found)
                    places.removeAll(keepingCapacity: true)
                }
            }
        }
        decode(places, digits, least, to: &found)
    }

    /// Decodes digits, from each of those on that may begin a group.
    private func decode(_ places: [Int], _ digits: Digits, _ least: Int, to found: inout [DecodedText]) {
        for start in 0..<digits.perGroup where (places.count - start) * digits.bits >= least * 8 {
            var decoded = DecodedText(capacity: places.count * digits.bits / 8)
            var (rest, count) = (UInt32(0), 0)
            var first = start
            for index in start..<places.count {
                rest = (rest << UInt32(digits.bits) | UInt32(digits.meanings[Int(bytes[places[index]])])) & 0xFFFF
                count += digits.bits
                guard count >= 8 else { continue }
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: rest >> UInt32(count)), self, places[first], places[index])
                // The rest of this digit is of the next byte.
                first = count > 0 ? index : index + 1
            }
            found.append(decoded)
        }
    }

    private struct Digits: Sendable {
        /// How many bits a digit stands for.
        let bits: Int
        /// How many digits begin a group; a run is read from each of so many digits on.
        let perGroup: Int
        /// For each byte the value of its digit, or one of the following.
        let meanings: [Int8]

        /// It ends a run.
        static let end: Int8 = -1
        /// It may be between digits.
        static let separator: Int8 = -2
        /// It may be between digits with the 0 before it; behind another digit it ends a run.
        static let prefix: Int8 = -3

        /// In either alphabet of RFC 4648.
        static let base64 = Digits(bits: 6, perGroup: 4) { byte in
            switch byte {
            case UInt8(ascii: "-"): 62
            case UInt8(ascii: "_"): 63
            case 0x0A, 0x0D: separator
            default: alphabet[byte].map { Int8($0) } ?? end
            }
        }

        private static let alphabet = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

        static let hexadecimal = Digits(bits: 4, perGroup: 2) { byte in
            if let value = byte.asciiHexValue { return Int8(value) }
            if byte | 0x20 == UInt8(ascii: "x") { return prefix }
            return " :-,_\n".utf8.contains(byte) ? separator : end
        }

        private init(bits: Int, perGroup: Int, _ meaning: (UInt8) -> Int8) {
            (self.bits, self.perGroup) = (bits, perGroup)
            meanings = (0...0xFF).map(meaning)
        }
    }
}

extension UInt8 {
    /// Whether formats write other characters after this one: `%40` in URLs, `\:` and `\u0040` elsewhere.
    var beginsEscape: Bool { self == UInt8(ascii: "%") || self == UInt8(ascii: "\\") }
}

/// The replacement for a secret.
enum SecretMark {
    static let text = "•••"
}
