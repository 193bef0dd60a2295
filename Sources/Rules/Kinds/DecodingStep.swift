internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// A separator between the parts of a text, with its escape character.
struct Separator: Sendable {
    let bytes: [UInt8]
    let escape: UInt8?
    /// What may be the separator instead: the one that comes first in a text is that of the text.
    var others: [[UInt8]] = []

    /// The separator of a text.
    func chosen(in text: [UInt8]) -> Separator {
        guard !others.isEmpty else { return self }
        let first = ([bytes] + others).min {
            (firstIndex(of: $0, in: text[...]) ?? .max) < (firstIndex(of: $1, in: text[...]) ?? .max)
        }
        return Separator(bytes: first ?? bytes, escape: escape)
    }

    /// The parts, still with their escapes. A new line may be written with a carriage return before it.
    func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = text[...]
        while let place = firstIndex(of: bytes, in: rest) {
            pieces.append(trimmed(rest[..<place]))
            rest = rest[(place + bytes.count)...]
        }
        pieces.append(trimmed(rest))
        return pieces
    }

    private func trimmed(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes == [UInt8(ascii: "\n")] && piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
    }

    /// The first place of some bytes without an escape before them.
    func firstIndex(of wanted: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard let first = wanted.first else { return nil }
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == escape {
                index += 2
            } else if text[index] == first, text[index...].starts(with: wanted) {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    func unescaped(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        guard let escape, piece.contains(escape) else { return Array(piece) }
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in piece {
            if byte == escape, !isEscaped {
                isEscaped = true
            } else {
                plain.append(byte)
                isEscaped = false
            }
        }
        return plain
    }
}

/// A decoding of a text before it is split. None makes the text longer.
package enum DecodingStep: String, CaseIterable, Sendable {
    case base64
    case base64url
    case base32
    case code32
    case code39
    case hex
    case percent

    var title: String {
        switch self {
        case .base64: "Base64 (RFC 4648, section 4)"
        case .base64url: "Base64 for URLs (RFC 4648, section 5)"
        case .base32: "Base32 (RFC 4648, section 6)"
        case .code32: "Code 32 (six characters of base 32 for nine digits)"
        case .code39: "Code 39 as full ASCII (ISO/IEC 16388, annex A)"
        case .hex: "hexadecimal digits"
        case .percent: "percent-encoding (RFC 3986, section 2.1)"
        }
    }

    /// Nil where it is not in the encoding.
    func decode(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .base64: return Self.decodeBase64(bytes)
        case .base64url:
            let usual: [UInt8: UInt8] = [UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/")]
            return Self.decodeBase64(bytes.map { usual[$0] ?? $0 })
        case .base32:
            guard let text = String(validating: bytes, as: UTF8.self), let canonical = Base32.canonical(text),
                Base32.isWhole(canonical.utf8.count)
            else { return nil }
            return Base32.decode(canonical)
        case .code32: return Code32.decode(bytes).map { Array($0.utf8) }
        case .code39: return FullASCII.decode(bytes)
        case .hex:
            guard bytes.count.isMultiple(of: 2) else { return nil }
            var decoded: [UInt8] = []
            for index in stride(from: 0, to: bytes.count, by: 2) {
                guard let high = bytes[index].asciiHexValue, let low = bytes[index + 1].asciiHexValue else {
                    return nil
                }
                decoded.append(high << 4 | low)
            }
            return decoded
        case .percent: return PercentEncoding.bytes(bytes[...])
        }
    }

    /// With its padding or without it.
    private static func decodeBase64(_ bytes: [UInt8]) -> [UInt8]? {
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        return Base64.decode(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
