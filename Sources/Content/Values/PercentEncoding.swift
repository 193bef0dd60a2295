internal import BeelineSymbols

/// Percent-encoding (RFC 3986, section 2).
package enum PercentEncoding {
    /// The text that bytes stand for; as it is written where what comes out is not UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> String {
        decoded(bytes, plusIsBlank: plusIsBlank) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The text that bytes stand for; nil when what comes out is not UTF-8.
    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> String? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || (plusIsBlank && $0 == UInt8(ascii: "+")) }) else {
            return String(validating: bytes, as: UTF8.self)
        }
        return String(validating: self.bytes(bytes, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// The bytes that others stand for. A `%` without two digits after it stays. `+` is a blank in forms.
    package static func bytes(_ encoded: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var index = encoded.startIndex
        while index < encoded.endIndex {
            let byte = encoded[index]
            if byte == UInt8(ascii: "%"), index + 2 < encoded.endIndex, let high = encoded[index + 1].asciiHexValue,
                let low = encoded[index + 2].asciiHexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return decoded
    }

    /// The bytes that others stand for; nil where nothing is encoded, so that one can ask until nothing is.
    package static func bytesOnceMore(_ encoded: [UInt8]) -> [UInt8]? {
        guard encoded.contains(UInt8(ascii: "%")) else { return nil }
        let decoded = bytes(encoded[...])
        return decoded.count < encoded.count ? decoded : nil
    }

    /// The text with all but letters, digits and `-._~` encoded, so that it can stand anywhere in a URL.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        append(text, keeping: .none, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The reserved characters (`:/?#[]@!$&'()*+,;=`) of a text that stay as they are.
    package enum Kept: Hashable, Sendable {
        case none
        /// `/:@!$'()*` and encoded triplets, which neither end a part of a URL nor split a query.
        case withinPart
        /// All, and encoded triplets.
        case all
    }

    /// Appends the UTF-8 bytes of a text, with those percent-encoded that must not stay as they are.
    package static func append(_ text: String, keeping kept: Kept, to encoded: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where !stays(utf8[index], kept) && !(kept != .none && isTriplet(utf8, at: index))
            {
                encoded.append(contentsOf: utf8[start..<index])
                append(utf8[index], to: &encoded)
                start = index + 1
            }
            encoded.append(contentsOf: utf8[start...])
        }
    }

    private static func stays(_ byte: UInt8, _ kept: Kept) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"):
            kept != .none
        case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "&"),
            UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            kept == .all
        default: false
        }
    }

    private static func isTriplet(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        utf8[index] == UInt8(ascii: "%") && index + 2 < utf8.count && utf8[index + 1].isASCIIHexDigit
            && utf8[index + 2].isASCIIHexDigit
    }

    /// The bytes of a URL with what no URL may contain encoded: blanks, controls, and what is beyond ASCII.
    package static func visible(_ url: ArraySlice<UInt8>) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(url.count)
        for byte in url { if (0x21...0x7E).contains(byte) { encoded.append(byte) } else { append(byte, to: &encoded) } }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Adds `%` and the two digits of a byte.
    static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digit(byte >> 4))
        encoded.append(digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// The parameters `name=value` of a query, with `&` between them.
struct QueryParameters: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ query: ArraySlice<UInt8>) { rest = query }

    /// The next parameter that is not empty: its name decoded and in lower case, its value as it is written.
    mutating func next() -> (name: String, value: ArraySlice<UInt8>)? {
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            // `&amp;` is how web pages write `&`, and some codes were copied from one.
            let pair = rest[..<end].dropping(keyword: "AMP;") ?? rest[..<end]
            rest = rest[end...].dropFirst()
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (PercentEncoding.text(pair[..<equals]).asciiLowercased, pair[equals...].dropFirst())
        }
        return nil
    }
}

/// The transfer encoding of RFC 2045, section 6.7, as vCard 2.1 and vCalendar 1.0 use it.
enum QuotedPrintable {
    /// The text in UTF-8; nil when its character set has a name, but one that is not known, or it is none in that. What
    /// is not a right sequence stays as it is; lines of the text end with LF.
    static func decode(_ text: ArraySlice<UInt8>, charset: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = decode(text)
        if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil { return bytes }
        if isUTF8(charset) { return Array(String(decoding: bytes, as: UTF8.self).utf8) }
        if isWestern(charset) {
            return bytes.flatMap { Array(String(CharacterSets.windows1252($0) ?? "\u{FFFD}").utf8) }
        }
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
}
