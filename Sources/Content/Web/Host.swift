internal import BeelineSymbols
internal import Glibc

/// What the bytes of a host are, found in one walk: a registered name (letters, digits, `-`, `.`, `_`), or an address.
struct Host {
    private(set) var isEmpty = false
    /// Whether it is a host, save for what only the rules of names beyond ASCII know.
    private(set) var isRight = true
    private(set) var hasCapital = false
    /// Whether it has characters beyond ASCII, or a label that stands for such.
    private(set) var isInternational = false
    private(set) var isASCII = true

    /// In octets, without the dot of the root (RFC 1035, section 2.3.4). What looks at names may take time that grows
    /// with the square of their length.
    static let longestName = 253

    init(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        guard start < end else {
            isEmpty = true
            return
        }
        if bytes[start] == UInt8(ascii: "[") {
            checkBrackets(bytes, from: start + 1, to: end - 1)
            return
        }
        var labelStart = start
        for place in stride(from: start, to: end, by: 8) {
            let eight = EightBytes(bytes, at: place)
            // Small letters and digits, of which nearly all is made, say nothing.
            var others = ~(eight.areWithin(0x61...0x7A) | eight.areWithin(0x30...0x39)) & EightBytes.first(end - place)
            while others != 0 {
                let index = place + EightBytes.firstPlace(in: others)
                others &= others &- 1
                check(bytes, at: index, &labelStart)
            }
        }
    }

    private mutating func check(_ bytes: Span<UInt8>, at index: Int, _ labelStart: inout Int) {
        switch bytes[index] {
        case UInt8(ascii: "."):
            // No label is empty; a dot at the end is that of the root.
            if index == labelStart { isRight = false }
            labelStart = index + 1
        case UInt8(ascii: "-"):
            if index == labelStart + 3, bytes[index - 1] == UInt8(ascii: "-"),
                bytes[labelStart] | 0x20 == UInt8(ascii: "x"), bytes[labelStart + 1] | 0x20 == UInt8(ascii: "n")
            {
                isInternational = true
            }
        case UInt8(ascii: "_"): break
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasCapital = true
        case 0x80...: (isInternational, isASCII) = (true, false)
        default: isRight = false
        }
    }

    /// An IPv6 address, as the C library reads them (RFC 4291, section 2.2).
    private mutating func checkBrackets(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        // None is longer, with an IPv4 address at its end.
        isRight = start < end && end - start < Int(INET6_ADDRSTRLEN)
        guard isRight else { return }
        var text: [CChar] = []
        for index in start..<end {
            let byte = bytes[index]
            if byte &- 0x41 < 26 { hasCapital = true }
            // It would take a NUL for the end.
            if byte == 0 || byte >= 0x80 { isRight = false }
            text.append(CChar(truncatingIfNeeded: byte))
        }
        var address = in6_addr()
        if inet_pton(AF_INET6, text + [0], &address) != 1 { isRight = false }
    }

    /// The end of a host, if nothing but a port follows it.
    static func end(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var hostEnd = start
        if start < end, bytes[start] == UInt8(ascii: "[") {
            while hostEnd < end, bytes[hostEnd] != UInt8(ascii: "]") { hostEnd += 1 }
            guard hostEnd < end else { return nil }
            hostEnd += 1
        } else {
            hostEnd = bytes.extracting(start..<end).firstIndex(of: UInt8(ascii: ":")).map { start + $0 } ?? end
        }
        if hostEnd == end { return hostEnd }
        guard bytes[hostEnd] == UInt8(ascii: ":"), end - hostEnd <= 6 else { return nil }
        var port = 0
        for index in hostEnd + 1..<end {
            guard bytes[index].isASCIIDigit else { return nil }
            port = port * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        }
        return port <= 65_535 ? hostEnd : nil
    }

    /// Whether a host in lower case is an IP address in any spelling that browsers take: brackets, or the last label a
    /// number (WHATWG URL, section 3.5).
    static func isAddress(_ host: String) -> Bool {
        guard host.utf8.first != UInt8(ascii: "[") else { return true }
        var last = host.utf8[...]
        while last.last == UInt8(ascii: ".") { last = last.dropLast() }
        if let dot = last.lastIndex(of: UInt8(ascii: ".")) { last = last[last.index(after: dot)...] }
        guard last.first?.isASCIIDigit == true else { return false }
        return last.allSatisfy(\.isASCIIDigit) || last.starts(with: "0x".utf8)
    }
}
