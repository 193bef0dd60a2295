internal import BeelineSymbols

/// Links with an authority: `scheme://[user@]host[:port][/path][?query][#fragment]` (RFC 3986, section 3).
enum WebAddressParser {
    static func parse(_ symbol: Symbol, _ text: String) -> ContentParser.Verdict {
        switch split(text) {
        case .link(let parts): .taken(.url(WebAddress(parts)))
        case .internationalHost: .doubted(.internationalHost)
        case .none: .passed
        }
    }

    /// A link and the offsets of its parts.
    struct Parts {
        var url: String
        var schemeEnd: Int
        var host: Range<Int>
        var pathStart: Int
        var queryStart: Int
        var fragmentStart: Int
    }

    enum Result {
        case link(Parts)
        case internationalHost
        case none
    }

    /// Longer texts are no links; no symbology holds as much.
    private static let longest = 1 << 20

    static func split(_ text: String) -> Result {
        var source = text
        return source.withUTF8 { utf8 -> Result in
            var bytes = utf8[...].trimmingBlanks()
            if bytes.hasPrefix("url:") { bytes = bytes.dropFirst(4).trimmingBlanks() }
            guard bytes.count <= longest, let colon = schemeEnd(bytes),
                bytes[colon...].starts(with: "://".utf8)
            else { return .none }
            for byte in bytes where !isAllowed(byte) { return .none }

            let authorityStart = colon + 3
            let pathStart = bytes[authorityStart...].firstIndex(where: isAuthorityEnd) ?? bytes.endIndex
            let queryOrEnd = bytes[pathStart...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            let fragmentStart = bytes[pathStart...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
            let authority = bytes[authorityStart..<pathStart]
            let hostStart = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authorityStart
            guard let hostEnd = hostEnd(authority[hostStart...]) else { return .none }

            let host = bytes[hostStart..<hostEnd]
            let scheme = bytes[..<colon]
            guard !host.isEmpty || scheme.elementsEqualIgnoringCase("file") else { return .none }
            if host.contains(where: { $0 >= 0x80 }) { return .internationalHost }
            guard isHost(host) else { return .none }

            let start = bytes.startIndex
            let isLowerCase = !scheme.contains(where: isCapital) && !host.contains(where: isCapital)
            let url =
                isLowerCase && bytes.count == utf8.count
                ? text : lowercased(bytes, in: [bytes.startIndex..<colon, hostStart..<hostEnd])
            return .link(
                Parts(
                    url: url, schemeEnd: colon - start, host: (hostStart - start)..<(hostEnd - start),
                    pathStart: pathStart - start, queryStart: (queryOrEnd ?? bytes.endIndex) - start,
                    fragmentStart: fragmentStart - start))
        }
    }

    /// Where the colon after the scheme stands: a letter, then letters, digits, `+`, `-`, `.`.
    private static func schemeEnd(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let first = bytes.first, first.isASCIILetter,
            let colon = bytes.prefix(40).firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return bytes[..<colon].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
            ? colon : nil
    }

    /// The end of a host, if nothing but a port follows it.
    private static func hostEnd(_ hostAndPort: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let from: Int
        if hostAndPort.first == UInt8(ascii: "[") {
            guard let bracket = hostAndPort.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            from = bracket + 1
        } else {
            from = hostAndPort.firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex
        }
        let rest = hostAndPort[from...]
        guard let colon = rest.first else { return from }
        guard colon == UInt8(ascii: ":"), rest.count <= 6, rest.dropFirst().allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        let port = rest.dropFirst().reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return port <= 65_535 ? from : nil
    }

    /// A registered name or an address: letters, digits, `-`, `.`, `_`; in brackets also colons.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if host.first == UInt8(ascii: "[") {
            let address = host.dropFirst().dropLast()
            return !address.isEmpty
                && address.allSatisfy { $0.isASCIIDigit || ":.".utf8.contains($0) || $0.isASCIIHexDigit }
        }
        var before = UInt8(ascii: ".")
        for byte in host {
            guard byte.isASCIILetter || byte.isASCIIDigit || "-._".utf8.contains(byte) else { return false }
            // No label is empty; a dot at the end is that of the root.
            if byte == UInt8(ascii: "."), before == UInt8(ascii: ".") { return false }
            before = byte
        }
        return true
    }

    /// No controls, no blanks, no backslash, and none of the characters that only ever delimit a link in a text.
    @inline(__always)
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
            && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
    }

    private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    /// The bytes as text, with the capitals in some parts of it made small.
    private static func lowercased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, in parts: [Range<Int>]) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { buffer in
            _ = buffer.update(fromContentsOf: bytes)
            for index in parts.joined() where isCapital(bytes[index]) { buffer[index - bytes.startIndex] |= 0x20 }
            return bytes.count
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate func trimmingBlanks() -> Self {
        let rest = drop(while: \.isASCIIBlank)
        let end = rest.lastIndex { !$0.isASCIIBlank }.map { $0 + 1 } ?? rest.startIndex
        return rest[..<end]
    }

    /// Whether the bytes begin with an ASCII text in lower case, whatever their own case.
    fileprivate func hasPrefix(_ text: String) -> Bool {
        prefix(text.utf8.count).elementsEqualIgnoringCase(text)
    }

    fileprivate func elementsEqualIgnoringCase(_ text: String) -> Bool {
        elementsEqual(text.utf8) { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
    }
}
