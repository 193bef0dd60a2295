internal import BeelineSymbols

/// The fields `NAME:value;` of a code such as `WIFI:` or `MATMSG:`, one after the other.
///
/// A backslash takes the meaning of `;` and `:` from what follows it. The last semicolon may be missing.
struct SemicolonFields {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// - Parameter bytes: what follows the keyword and its colon.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// A part between two semicolons.
    struct Part {
        /// Empty where there is no colon, which hints at a semicolon that should have had a backslash.
        let name: Name
        /// Where the value stands among the bytes.
        let value: Range<Int>
        fileprivate let hasBackslash: Bool
    }

    /// The next part that is not empty.
    mutating func next() -> Part? {
        while index < bytes.endIndex {
            let start = index
            var colon: Int?
            var hasBackslash = false
            scan: while index < bytes.endIndex {
                switch bytes[index] {
                case UInt8(ascii: ";"): break scan
                case UInt8(ascii: "\\"):
                    hasBackslash = true
                    index += 1
                case UInt8(ascii: ":") where colon == nil: colon = index
                default: break
                }
                index += 1
            }
            let end = Swift.min(index, bytes.endIndex)
            index = end + 1
            guard let colon else {
                if bytes[start..<end].allSatisfy(\.isASCIIBlank) { continue }
                return Part(name: "", value: start..<end, hasBackslash: hasBackslash)
            }
            return Part(
                name: Name(bytes[start..<colon].drop(while: \.isASCIIBlank)), value: (colon + 1)..<end,
                hasBackslash: hasBackslash)
        }
        return nil
    }

    /// The value of a part without its backslashes.
    func text(_ part: Part) -> String { Self.text(of: bytes[part.value], hasBackslash: part.hasBackslash) }

    /// The value, without the quotes around it where it has some: they say that it is text and not hexadecimal digits.
    func unquotedText(_ part: Part) -> String {
        let bytes = bytes[part.value]
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return text(part)
        }
        let inner = bytes.dropFirst().dropLast()
        // A quote that has a backslash of its own ends nothing.
        let backslashes = inner.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return backslashes % 2 == 0 ? Self.text(of: inner, hasBackslash: part.hasBackslash) : text(part)
    }

    private static func text(of bytes: ArraySlice<UInt8>, hasBackslash: Bool) -> String {
        guard hasBackslash else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex, isEscaped(bytes[index + 1]) {
                index += 1
            }
            text.append(bytes[index])
            index += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether writers put a backslash before it. Before anything else a backslash is meant, and was not escaped itself.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""): true
        default: false
        }
    }
}

extension SemicolonFields {
    /// A name of at most eight characters of ASCII, its letters in capitals; longer ones mean nothing to anybody.
    ///
    /// The characters are the bytes of one number, because names are compared for every code that is read.
    struct Name: Hashable, ExpressibleByStringLiteral {
        private let characters: UInt64

        init(stringLiteral: StaticString) {
            characters = stringLiteral.withUTF8Buffer { Self.packed($0) }
        }

        init(_ bytes: ArraySlice<UInt8>) { characters = bytes.count <= 8 ? Self.packed(bytes) : .max }

        private static func packed(_ bytes: some Sequence<UInt8>) -> UInt64 {
            var characters: UInt64 = 0
            for byte in bytes { characters = characters << 8 | UInt64(byte &- 0x61 < 26 ? byte & 0xDF : byte) }
            return characters
        }
    }
}
