internal import BeelineSymbols

/// Reads content lines (RFC 5545, section 3.1; RFC 6350, section 3.3; vCard 2.1) one after the other.
///
/// Lines end with CRLF, LF or CR. What is not a property is skipped. Most cards in codes have no folded line, so
/// nothing is unfolded at first: at a folded line that matters the reader stops and says so, and the bytes are to be
/// unfolded as a whole and read again.
struct ContentLineReader {
    let bytes: [UInt8]
    /// Whether the bytes were unfolded, so that nothing counts as folded any more.
    let isUnfolded: Bool
    /// Whether it stopped at a folded line.
    private(set) var needsUnfolding = false
    private var position = 0

    init(_ bytes: [UInt8], isUnfolded: Bool = false) {
        self.bytes = bytes
        self.isUnfolded = isUnfolded
    }

    /// The next property; nil at the end of the bytes, and at a line that must be unfolded.
    mutating func next() -> ContentLine? {
        while position < bytes.count, !needsUnfolding {
            if let line = readLine() { return line }
        }
        return nil
    }

    /// The property of the line that begins at the position, which goes to the next line; nil when it has none.
    private mutating func readLine() -> ContentLine? {
        let parts = Parts(bytes.span, from: position)
        position = parts.next
        guard let colon = parts.colon else {
            // Half a name or half of its parameters may be in the next line.
            if isContinued { needsUnfolding = !isUnfolded }
            return nil
        }
        let property = ContentProperty(packed: parts.name)
        guard isUnfolded || !isContinued else {
            if property == .other { skipContinuation() } else { needsUnfolding = true }
            return nil
        }
        let parametersStart = min(parts.nameEnd + 1, colon)
        if !isUnfolded, bytes[parts.end - 1] == UInt8(ascii: "="), position < bytes.count,
            ContentLines.isQuotedPrintable(parametersStart..<colon, in: bytes.span)
        {
            needsUnfolding = true
            return nil
        }
        guard property != .other else { return nil }
        return ContentLine(property, parametersStart: parametersStart, value: (colon + 1)..<parts.end)
    }

    private struct Parts {
        /// The packed name, without a group before it: `item1.TEL`.
        var name: UInt128 = 0
        let nameEnd: Int
        /// The colon before the value; nil when the line is not a property.
        let colon: Int?
        let end: Int
        let next: Int

        init(_ bytes: Span<UInt8>, from start: Int) {
            var index = start
            while index < bytes.count {
                let byte = bytes[index]
                if byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
                    name = ContentProperty.pack(byte, behind: name)
                } else if byte == UInt8(ascii: ".") {
                    name = 0
                } else {
                    break
                }
                index += 1
            }
            nameEnd = index
            colon = index < bytes.count && index > start ? Self.colon(in: bytes, from: index) : nil
            end = ContentLines.lineEnd(from: colon ?? index, in: bytes)
            next = ContentLines.lineStart(after: end, in: bytes)
        }

        /// The colon before the value of the line whose name ends there; one in quotes is part of a parameter.
        private static func colon(in bytes: Span<UInt8>, from nameEnd: Int) -> Int? {
            guard bytes[nameEnd] != UInt8(ascii: ":") else { return nameEnd }
            guard bytes[nameEnd] == UInt8(ascii: ";") else { return nil }
            var isQuoted = false
            var quotedColon: Int?
            for index in nameEnd..<bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\""): isQuoted.toggle()
                case UInt8(ascii: ":"):
                    guard isQuoted else { return index }
                    quotedColon = quotedColon ?? index
                // A quote that is never closed means nothing.
                case 0x0A, 0x0D: return quotedColon
                default: break
                }
            }
            return quotedColon
        }
    }

    private var isContinued: Bool { position > 0 && position < bytes.count && bytes[position].isFoldingBlank }

    private mutating func skipContinuation() {
        while isContinued {
            position = ContentLines.lineStart(
                after: ContentLines.lineEnd(from: position, in: bytes.span), in: bytes.span)
        }
    }
}
