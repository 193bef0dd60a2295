internal import BeelineSymbols

/// Why bits are not an EPC of a scheme.
struct EPCProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The bits of a compressed segment.
struct EPCBits {
    private let bytes: [UInt8]
    /// The used bits of a byte: four or six.
    private let width: Int

    /// Nil when `text` is not such a segment.
    init?(_ segment: ArraySlice<UInt8>) {
        let text = segment.dropFirst(2)
        guard segment.count > 2, segment.first == UInt8(ascii: "e") else { return nil }
        let mark = segment[segment.startIndex + 1]
        let values: [UInt8?]
        switch mark {
        case UInt8(ascii: "h"):
            width = 4
            // Capitals are none (URI Syntax, section 6).
            values = text.map { $0.isASCIICapital ? nil : $0.asciiHexValue }
        case UInt8(ascii: "x"):
            width = 6
            values = text.map(Self.base64)
        default: return nil
        }
        let bytes = values.compactMap { $0 }
        guard bytes.count == values.count else { return nil }
        self.bytes = bytes
    }

    private static func base64(_ byte: UInt8) -> UInt8? { EPCReader.base64.firstIndex(of: byte).map(UInt8.init) }

    var count: Int { bytes.count * width }

    subscript(place: Int) -> Bool { bytes[place / width] >> (width - 1 - place % width) & 1 == 1 }
}

/// Reads the fields of an EPC in order (Tag Data Standard, section 14.5).
struct EPCReader {
    static let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private let bits: EPCBits
    private var place = 0

    init(_ bits: EPCBits) { self.bits = bits }

    /// Whether only zeros are left, the padding of a tag.
    var isAtEnd: Bool { (place..<max(place, bits.count)).allSatisfy { !bits[$0] } }

    /// - Parameter count: at most 64.
    mutating func number(_ count: Int) throws(EPCProblem) -> UInt64 {
        guard place + count <= bits.count else { throw EPCProblem("it is cut off") }
        defer { place += count }
        return (place..<place + count).reduce(0) { $0 << 1 | (bits[$1] ? 1 : 0) }
    }

    /// A number with a fixed count of digits.
    mutating func number(_ count: Int, digits: Int) throws(EPCProblem) -> String {
        let text = digits == 0 ? "" : String(try number(count))
        if digits == 0, try number(count) != 0 { throw EPCProblem("a number is too large") }
        guard text.utf8.count <= digits else { throw EPCProblem("a number is too large") }
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Digits of four bits each.
    mutating func nibbles(_ count: Int) throws(EPCProblem) -> String {
        var digits = ""
        for _ in 0..<count {
            let digit = try number(4)
            guard digit < 10 else { throw EPCProblem("a digit is none") }
            digits += String(digit)
        }
        return digits
    }

    /// Digits of four bits each up to a terminator (1111), or up to a delimiter (1110) after which text follows.
    mutating func delimited() throws(EPCProblem) -> String {
        var digits = ""
        while digits.utf8.count <= 30 {
            switch try number(4) {
            case 15: return digits
            case 14: return digits + (try text())
            case let digit where digit < 10: digits += String(digit)
            default: throw EPCProblem("a digit is none")
            }
        }
        throw EPCProblem("a number is too long")
    }

    /// Characters of seven bits each, with zeros after them.
    mutating func ascii(_ count: Int) throws(EPCProblem) -> String {
        var text: [UInt8] = []
        var isOver = false
        for _ in 0..<count / 7 {
            let byte = UInt8(try number(7))
            if byte == 0 {
                isOver = true
            } else if isOver {
                throw EPCProblem("a text has a gap")
            } else {
                text.append(byte)
            }
        }
        _ = try number(count % 7)
        return String(decoding: text, as: UTF8.self)
    }

    /// Characters of six bits each up to one of zeros: the last six bits of ASCII.
    mutating func sixBits(atMost count: Int) throws(EPCProblem) -> String {
        var text: [UInt8] = []
        while true {
            let code = UInt8(try number(6))
            if code == 0 { return String(decoding: text, as: UTF8.self) }
            guard text.count < count else { throw EPCProblem("a text is too long") }
            text.append(code < 32 ? code + 64 : code)
        }
    }

    /// Digits after their count (section 14.5.13).
    mutating func digits() throws(EPCProblem) -> String { try integer(Int(try number(4))) }

    /// Text after its encoding and its length (section 14.5.6).
    mutating func text() throws(EPCProblem) -> String {
        let way = try number(3)
        let count = Int(try number(5))
        switch way {
        case 0: return try integer(count)
        case 1: return try characters(count, 4, Array("0123456789ABCDEF".utf8))
        case 2: return try characters(count, 4, Array("0123456789abcdef".utf8))
        case 3: return try characters(count, 6, Self.base64)
        case 4:
            let text = try ascii(7 * count)
            guard text.utf8.count == count else { throw EPCProblem("a text has a gap") }
            return text
        case 5: return try code40(count)
        default: throw EPCProblem("a text is written in an unknown way")
        }
    }

    /// The bits that digits take, rounded up.
    private mutating func integer(_ count: Int) throws(EPCProblem) -> String {
        // Ten to the power of 19 is the last one in 64 bits; serial numbers may have twenty digits.
        guard count <= 19 else {
            guard count == 20 else { throw EPCProblem("a number is too long") }
            let high = try number(3)
            let low = try number(64)
            let value = UInt128(high) << 64 | UInt128(low)
            let text = String(value)
            guard text.utf8.count <= 20 else { throw EPCProblem("a number is too large") }
            return String(repeating: "0", count: 20 - text.utf8.count) + text
        }
        let largest = (0..<count).reduce(UInt64(1)) { power, _ in power * 10 } - 1
        return try number(UInt64.bitWidth - largest.leadingZeroBitCount, digits: count)
    }

    private mutating func characters(_ count: Int, _ width: Int, _ alphabet: [UInt8]) throws(EPCProblem) -> String {
        var text: [UInt8] = []
        for _ in 0..<count { text.append(alphabet[Int(try number(width))]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Three characters in sixteen bits (URN Code 40).
    private mutating func code40(_ count: Int) throws(EPCProblem) -> String {
        let alphabet = Array("\0ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:0123456789".utf8)
        var text: [UInt8] = []
        for _ in 0..<(count + 2) / 3 {
            let value = Int(try number(16))
            guard 1...64_000 ~= value else { throw EPCProblem("a text is written in an unknown way") }
            text += [(value - 1) / 1_600, (value - 1) / 40 % 40, (value - 1) % 40].map { alphabet[$0] }
        }
        guard text.count >= count, !text.prefix(count).contains(0) else { throw EPCProblem("a text has a gap") }
        return String(decoding: text.prefix(count), as: UTF8.self)
    }

    /// Skips the host of a scheme that has one (section 14.5.16): the request came to this host.
    mutating func skipHost() throws(EPCProblem) {
        let isCode40 = try number(1) == 0
        let count = Int(try number(6))
        for _ in 0..<(isCode40 ? (count + 2) / 3 : count) { _ = try number(isCode40 ? 16 : 7) }
    }
}
