internal import BeelineSymbols

/// A link: an absolute URL, `scheme://host…`, or `scheme:…` for schemes that are known to have no host.
///
/// The scheme is in lower case. A host of the web is in lower case and ASCII. Characters beyond ASCII in the other
/// parts are percent-encoded, and so are other characters that are not allowed (RFC 3986, appendix A), so that `url`
/// can be passed to any program. Nothing is decoded.
///
///     let address = WebAddress("HTTPS://Müller.de/Käse?b=c")
///     address?.url           // "https://xn--mller-kva.de/K%C3%A4se?b=c"
///     address?.hostName      // "xn--mller-kva.de"
///     address?.unicodeHost   // "müller.de"
public struct WebAddress: Hashable, Sendable {
    /// The whole link.
    public let url: String

    /// Few links have a title, which is why it takes no more than a pointer here.
    private var titled = Titled.no

    /// Offsets into the UTF-8 form of `url`, each part reaching to the next one. Links are small for scans by the
    /// million.
    private let hostStart: UInt32
    private let hostEnd: UInt32
    private let pathStart: UInt32
    private let queryStart: UInt32
    private let fragmentStart: UInt32
    private let schemeEnd: UInt8

    /// Where the parts are, in bytes from the start; each reaches to the next one.
    struct Places {
        var schemeEnd: Int
        var hostStart = 0
        var hostEnd = 0
        var pathStart = 0
        var queryStart = 0
        var fragmentStart = 0
    }

    private indirect enum Titled: Hashable, Sendable {
        case no
        case by(String)
    }

    /// - Parameter url: as `LinkReader` or `LinkWriter` leave it, at most a few megabytes.
    init(_ url: String, _ places: Places) {
        self.url = url
        schemeEnd = UInt8(truncatingIfNeeded: places.schemeEnd)
        hostStart = UInt32(truncatingIfNeeded: places.hostStart)
        hostEnd = UInt32(truncatingIfNeeded: places.hostEnd)
        pathStart = UInt32(truncatingIfNeeded: places.pathStart)
        queryStart = UInt32(truncatingIfNeeded: places.queryStart)
        fragmentStart = UInt32(truncatingIfNeeded: places.fragmentStart)
    }

    /// The same link, as a bookmark of that title; none when it is empty.
    func titled(_ title: String) -> WebAddress {
        var address = self
        address.titled = title.isEmpty ? .no : .by(title)
        return address
    }

    /// The title of a bookmark; nil for most links.
    public var title: String? {
        if case .by(let title) = titled { title } else { nil }
    }

    /// The scheme, in lower case, without the colon.
    public var scheme: String { isOfWeb ? (schemeEnd == 5 ? "https" : "http") : part(0, UInt32(schemeEnd)) }

    /// Whether the scheme is `http` or `https`.
    package var isOfWeb: Bool {
        let bytes = url.utf8.span
        return (4...5).contains(schemeEnd) && bytes[0] == UInt8(ascii: "h") && bytes[1] == UInt8(ascii: "t")
            && bytes[2] == UInt8(ascii: "t") && bytes[3] == UInt8(ascii: "p")
            && (schemeEnd == 4 || bytes[4] == UInt8(ascii: "s"))
    }

    /// Whether what is in the place of the host is another scheme: `http://https://…`.
    var hasSchemeForHost: Bool {
        // A colon without a port is what is left of it.
        guard pathStart == hostEnd + 1, (4...5).contains(hostEnd - hostStart) else { return false }
        return ["http", "https"].contains(hostName) && path.utf8.starts(with: "//".utf8)
    }

    /// The host, in lower case and ASCII; an IPv6 address with its brackets. Empty only where the scheme allows it, as
    /// `file` and `sip` do.
    public var hostName: String {
        let host = part(hostStart, hostEnd)
        return place(of: .host) == nil ? host.lowercased() : host
    }

    /// The host as people write it, where that differs: `müller.de`; nil for most.
    public var unicodeHost: String? {
        // Only labels that begin with `xn--` stand for others.
        let bytes = url.utf8.span
        for index in Int(hostStart)..<Int(hostEnd)
        where bytes[index] == UInt8(ascii: "-") && bytes[index - 1] == UInt8(ascii: "-") {
            return InternationalHost.unicode(hostName)
        }
        return nil
    }

    /// The part of the host that someone registered, by the Public Suffix List: `example.co.uk`. Nil for addresses,
    /// single labels, and hosts that are no more than a public suffix.
    public var domain: String? {
        let host = hostName
        guard !host.isEmpty, !Host.isAddress(host) else { return nil }
        return PublicSuffixes.registrableDomain(of: host.hasSuffix(".") ? String(host.dropLast()) : host)
    }

    /// Where the domain is in the link; empty where there is none.
    ///
    /// - Parameter host: where the host is, which is shown as it is.
    private func domainPlace(in host: Range<Int>) -> Range<Int> {
        guard let domain else { return 0..<0 }
        // It ends where the host does, before the dot of the root.
        let end = host.upperBound - (url.utf8.span[host.upperBound - 1] == UInt8(ascii: ".") ? 1 : 0)
        return end - domain.utf8.count..<end
    }

    /// What is before the host, without the `@`; nil when there is no `@`.
    public var userInfo: String? {
        let start = UInt32(schemeEnd) + 3
        return hostStart > start ? part(start, hostStart - 1) : nil
    }

    /// The port as written; nil when there is none.
    public var port: Int? { pathStart > hostEnd + 1 ? Int(part(hostEnd + 1, pathStart)) : nil }

    /// The path with its leading slash, empty when there is none; where there is no host, all that precedes the query.
    public var path: String { part(pathStart, queryStart) }

    /// What follows the question mark; nil when there is none.
    public var query: String? { queryStart < fragmentStart ? part(queryStart + 1, fragmentStart) : nil }

    /// What follows the `#`; nil when there is none.
    public var fragment: String? {
        let end = UInt32(truncatingIfNeeded: url.utf8.count)
        return fragmentStart < end ? part(fragmentStart + 1, end) : nil
    }

    /// Whether it has a part that may contain a password or a key; most links have none.
    var mayHoldSecret: Bool {
        let bytes = url.utf8.span
        let end = Int(queryStart)
        if end < bytes.count || title != nil { return true }
        for index in Int(schemeEnd)..<Int(pathStart) where bytes[index] == UInt8(ascii: "@") { return true }
        if hasSignInFolder { return true }
        // A path may be a key, a code of another kind or a link, which a colon or an escape indicates.
        var run = 0
        for index in Int(pathStart)..<end {
            let byte = bytes[index]
            if byte.isASCIILetter || byte.isASCIIDigit {
                run += 1
                if run >= SecretFinder.shortestKey { return true }
                continue
            }
            run = 0
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: "$"), UInt8(ascii: "\\"),
                UInt8(ascii: "="), UInt8(ascii: ";"):
                return true
            default: break
            }
        }
        return false
    }

    /// Whether the path begins as those of links that let another device into an account: `/q/`, `/l/`, `/x/`, `/ra/`.
    private var hasSignInFolder: Bool {
        let bytes = url.utf8.span
        let start = Int(pathStart)
        guard Int(queryStart) > start + 3 else { return false }
        if bytes[start + 2] == UInt8(ascii: "/") {
            switch bytes[start + 1] {
            case UInt8(ascii: "q"), UInt8(ascii: "l"), UInt8(ascii: "x"): return true
            default: return false
            }
        }
        return bytes[start + 3] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "r")
            && bytes[start + 2] == UInt8(ascii: "a")
    }

    /// The places of the query without its question mark; nil when there is none.
    var queryPlaces: Range<Int>? {
        queryStart < fragmentStart ? Int(queryStart) + 1..<Int(fragmentStart) : nil
    }

    /// Where a field is that is a part of the link, byte for byte; empty where the code does not have it, except
    /// for the path. Nil for all other fields, and for a host that is shown in another spelling.
    func place(of field: Field) -> Range<Int>? {
        switch field {
        case .url: return 0..<url.utf8.count
        case .scheme: return 0..<Int(schemeEnd)
        case .host:
            let host = Int(hostStart)..<Int(hostEnd)
            let bytes = url.utf8.span
            for index in host where bytes[index].isASCIICapital || bytes[index] >= 0x80 { return nil }
            return host
        case .domain: return place(of: .host).map(domainPlace)
        case .path: return Int(pathStart)..<Int(queryStart)
        case .fragment: return min(Int(fragmentStart) + 1, url.utf8.count)..<url.utf8.count
        default: return nil
        }
    }

    private func part(_ start: UInt32, _ end: UInt32) -> String { url.utf8Part(Int(start), Int(end)) }
}

extension WebAddress: CustomStringConvertible {
    /// The link, without a password that it has. What programs are given to open is `url`.
    public var description: String { Secrets.masked(url) ?? url }
}

extension WebAddress {
    /// The decoded value of the first parameter of that name; empty for one without a value, nil when there is none.
    ///
    /// Percent-encoding is undone, and `+` is a blank, as forms have it. A value that is not UTF-8 then is none.
    ///
    ///     WebAddress("https://example.com/?q=green+tea&q=2")?.queryValue("q")   // "green tea"
    ///
    /// - Parameter name: the name, decoded; compared scalar by scalar.
    public func queryValue(_ name: String) -> String? {
        guard let places = queryPlaces else { return nil }
        let bytes = url.utf8.span
        let wanted = name.utf8.span
        var start = places.lowerBound
        while start < places.upperBound {
            var equals: Int?
            var end = start
            while end < places.upperBound, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            // Two ampersands in a row have no parameter between them.
            if end > start, Self.isEqual(bytes, start, equals ?? end, wanted) {
                return equals.map { decoded(bytes, $0 + 1, end) } ?? ""
            }
            start = end + 1
        }
        return nil
    }

    private static func isEqual(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ wanted: Span<UInt8>) -> Bool {
        var index = start
        var count = 0
        while index < end {
            guard count < wanted.count, nextByte(bytes, &index, end) == wanted[count] else { return false }
            count += 1
        }
        return count == wanted.count
    }

    private func decoded(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> String? {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "%"), bytes[index] != UInt8(ascii: "+") { index += 1 }
        if index == end { return url.utf8Part(start, end) }
        var value: [UInt8] = []
        value.reserveCapacity(end - start)
        index = start
        while index < end { value.append(Self.nextByte(bytes, &index, end)) }
        return String(validating: value, as: UTF8.self)
    }

    /// The byte that the next characters stand for; a `%` without two digits is for itself.
    private static func nextByte(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> UInt8 {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
        guard byte == UInt8(ascii: "%"), index + 1 < end, let high = bytes[index].asciiHexValue,
            let low = bytes[index + 1].asciiHexValue
        else { return byte }
        index += 2
        return high << 4 | low
    }
}

extension WebAddress: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .url: .text(url)
        case .title: title.map(FieldValue.text)
        case .scheme: .text(scheme)
        case .host: .text(unlessEmpty: hostName)
        case .unicodeHost: unicodeHost.map(FieldValue.text)
        case .domain: domain.map(FieldValue.text)
        case .port: port.flatMap { DecimalNumber(Int64($0)) }.map(FieldValue.number)
        case .path: .text(path)
        case .fragment: fragment.flatMap(FieldValue.text(unlessEmpty:))
        default: nil
        }
    }
}
