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

    /// The title of a bookmark; nil for most links.
    public private(set) var title: String?

    private let places: Places

    /// Where the parts are, in bytes from the start; each reaches to the next one.
    struct Places: Hashable {
        var schemeEnd: Int
        var hostStart = 0
        var hostEnd = 0
        var pathStart = 0
        var queryStart = 0
        var fragmentStart = 0
    }

    /// - Parameter url: as `LinkReader` or `LinkWriter` leave it.
    init(_ url: String, _ places: Places) { (self.url, self.places) = (url, places) }

    /// The same link, as a bookmark of that title; none when it is empty.
    func titled(_ title: String) -> WebAddress {
        var address = self
        address.title = title.unlessEmpty
        return address
    }

    /// The scheme, in lower case, without the colon.
    public var scheme: String { url.utf8Part(0, places.schemeEnd) }

    /// Whether the scheme is `http` or `https`.
    package var isOfWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether what is in the place of the host is another scheme: `http://https://…`.
    var hasSchemeForHost: Bool {
        // A colon without a port is what is left of it.
        places.pathStart == places.hostEnd + 1 && ["http", "https"].contains(hostName)
            && path.utf8.starts(with: "//".utf8)
    }

    /// The host, in lower case and ASCII; an IPv6 address with its brackets. Empty only where the scheme allows it, as
    /// `file` and `sip` do.
    public var hostName: String { url.utf8Part(places.hostStart, places.hostEnd).asciiLowercased }

    /// The host as people write it, where that differs: `müller.de`; nil for most.
    public var unicodeHost: String? {
        // Only labels that begin with `xn--` stand for others.
        let bytes = url.utf8.span
        var before: UInt8 = 0
        for place in places.hostStart..<places.hostEnd {
            if bytes[place] == UInt8(ascii: "-"), before == bytes[place] { return InternationalHost.unicode(hostName) }
            before = bytes[place]
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

    /// What is before the host, without the `@`; nil when there is no `@`.
    public var userInfo: String? {
        let start = places.schemeEnd + 3
        return places.hostStart > start ? url.utf8Part(start, places.hostStart - 1) : nil
    }

    /// The port as written; nil when there is none.
    public var port: Int? {
        places.pathStart > places.hostEnd + 1 ? Int(url.utf8Part(places.hostEnd + 1, places.pathStart)) : nil
    }

    /// The path with its leading slash, empty when there is none; where there is no host, all that precedes the query.
    public var path: String { url.utf8Part(places.pathStart, places.queryStart) }

    /// Whether the path has a dot, as it is or maybe encoded: nearly no path has.
    package var mayHaveDotInPath: Bool {
        let bytes = url.utf8.span
        for place in places.pathStart..<places.queryStart
        where bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "%") { return true }
        return false
    }

    /// What follows the question mark; nil when there is none.
    public var query: String? {
        places.queryStart < places.fragmentStart
            ? url.utf8Part(places.queryStart + 1, places.fragmentStart) : nil
    }

    /// What follows the `#`; nil when there is none.
    public var fragment: String? {
        let end = url.utf8.count
        return places.fragmentStart < end ? url.utf8Part(places.fragmentStart + 1, end) : nil
    }

    /// Whether it has a part that may contain a password or a key; most links have none.
    var mayHoldSecret: Bool {
        let bytes = url.utf8.span
        let end = places.queryStart
        if end < bytes.count || title != nil { return true }
        for index in places.schemeEnd..<places.pathStart where bytes[index] == UInt8(ascii: "@") { return true }
        if hasSignInFolder { return true }
        // A path may be a key, a code of another kind or a link, which a colon or an escape indicates.
        var run = 0
        for index in places.pathStart..<end {
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
        let end = min(places.pathStart + 4, places.queryStart)
        func begins(_ folder: StaticString) -> Bool {
            guard end - places.pathStart >= folder.utf8CodeUnitCount else { return false }
            for place in 0..<folder.utf8CodeUnitCount
            where bytes[places.pathStart + place] != folder.utf8Start[place] { return false }
            return true
        }
        return begins("/q/") || begins("/l/") || begins("/x/") || begins("/ra/")
    }
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
        guard let query else { return nil }
        for parameter in Array(query.utf8).split(separator: UInt8(ascii: "&")) {
            let end = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
            guard PercentEncoding.bytes(parameter[..<end], plusIsBlank: true).elementsEqual(name.utf8) else { continue }
            return PercentEncoding.decoded(parameter[end...].dropFirst(), plusIsBlank: true)
        }
        return nil
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
