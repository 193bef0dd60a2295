/// A link: an absolute URL with an authority, `scheme://host…`.
///
/// Scheme and host are in lower case, the rest is as it was; nothing is decoded.
///
///     let address = WebAddress("HTTPS://Example.com/a?b=c")
///     address?.url      // "https://example.com/a?b=c"
///     address?.hostName // "example.com"
public struct WebAddress: Hashable, Sendable {
    /// The whole link.
    public let url: String

    /// Offsets into the UTF-8 form of `url`, each part reaching to the next one.
    private let schemeEnd: UInt32
    private let host: Range<UInt32>
    private let pathStart: UInt32
    private let queryStart: UInt32
    private let fragmentStart: UInt32

    /// Reads a link; nil when the text is none. Blanks around it and a prefix `URL:` do not matter.
    public init?(_ text: String) {
        guard case .link(let parts) = WebAddressParser.split(text) else { return nil }
        self.init(parts)
    }

    init(_ parts: WebAddressParser.Parts) {
        url = parts.url
        schemeEnd = UInt32(parts.schemeEnd)
        host = UInt32(parts.host.lowerBound)..<UInt32(parts.host.upperBound)
        pathStart = UInt32(parts.pathStart)
        queryStart = UInt32(parts.queryStart)
        fragmentStart = UInt32(parts.fragmentStart)
    }

    /// The scheme, in lower case, without the colon.
    public var scheme: String { part(0, schemeEnd) }

    /// The host, in lower case; an IPv6 address with its brackets. Empty only for schemes that allow it, as `file`.
    public var hostName: String { part(host.lowerBound, host.upperBound) }

    /// What stands before the host, without the `@`; nil when there is no `@`.
    public var userInfo: String? {
        let start = schemeEnd + 3
        return host.lowerBound > start ? part(start, host.lowerBound - 1) : nil
    }

    /// The port as written; nil when there is none.
    public var port: Int? {
        pathStart > host.upperBound + 1 ? Int(part(host.upperBound + 1, pathStart)) : nil
    }

    /// The path with its leading slash; empty when there is none.
    public var path: String { part(pathStart, queryStart) }

    /// What follows the question mark; nil when there is none.
    public var query: String? { queryStart < fragmentStart ? part(queryStart + 1, fragmentStart) : nil }

    /// The decoded value of the first parameter of that name; nil when there is none.
    ///
    /// Percent-encoding is undone, and `+` is a blank, as forms have it.
    public func queryValue(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if Self.decoded(halves[0]) == name { return halves.count == 2 ? Self.decoded(halves[1]) : "" }
        }
        return nil
    }

    private func part(_ start: UInt32, _ end: UInt32) -> String {
        let utf8 = url.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: Int(start))
        return String(url[first..<utf8.index(first, offsetBy: Int(end - start))])
    }

    /// Nil where the decoded bytes are no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(hexDigits: rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of two ASCII hexadecimal digits.
    fileprivate init?(hexDigits: some Collection<UInt8>) {
        guard let text = String(validating: hexDigits, as: UTF8.self), text.allSatisfy(\.isHexDigit) else { return nil }
        self.init(text, radix: 16)
    }
}

extension WebAddress: CustomStringConvertible {
    public var description: String { url }
}
