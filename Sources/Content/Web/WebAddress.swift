internal import BeelineSymbols
internal import CIDN2
internal import CPSL
internal import Glibc

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

    package var isOfWeb: Bool { ["http", "https"].contains(scheme) }

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
        url.utf8.span.extracting(places.pathStart..<places.queryStart)
            .contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
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

/// A host, classified in one pass over its bytes: a registered name (letters, digits, `-`, `.`, `_`), or an address.
struct Host {
    private(set) var isEmpty = false
    /// Whether it is a host, except for what only the rules of names beyond ASCII know.
    private(set) var isRight = true
    private(set) var hasCapital = false
    /// Whether it has characters beyond ASCII, or a label that stands for such.
    private(set) var isInternational = false
    private(set) var isASCII = true

    /// In octets, without the dot of the root (RFC 1035, section 2.3.4): work may grow with the square of the length.
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
        for index in start..<end { check(bytes, at: index, &labelStart) }
    }

    private mutating func check(_ bytes: Span<UInt8>, at index: Int, _ labelStart: inout Int) {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): break
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

    /// The end of a host, if only a port follows it.
    static func end(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var hostEnd = start
        if start < end, bytes[start] == UInt8(ascii: "[") {
            while hostEnd < end, bytes[hostEnd] != UInt8(ascii: "]") { hostEnd += 1 }
            guard hostEnd < end else { return nil }
            hostEnd += 1
        } else {
            while hostEnd < end, bytes[hostEnd] != UInt8(ascii: ":") { hostEnd += 1 }
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

/// Hosts beyond ASCII: IDNA 2008 after the mapping of Unicode Technical Standard 46, non-transitional. Each text that
/// the library gives is copied, and freed in the function that asked for it.
package enum InternationalHost {
    enum Answer {
        /// In A-labels and lower case.
        case ascii(String)
        /// No such name can be; with the reason.
        case wrong(String)
    }

    /// A character takes at most four octets here, and one at least in DNS.
    private static let longest = 4 * Host.longestName
    static let tooLong = "the host is longer than any name can be"

    /// The A-labels of a host; a host that has some already is checked, for not every `xn--…` stands for a name. The
    /// library's own rules for ASCII (STD 3) stay off: it would drop what they forbid instead of refusing it, and
    /// `a／b.de` would lead to `ab.de`. So the caller must look at what characters became of others.
    static func ascii(_ host: String) -> Answer {
        guard host.utf8.count <= longest else { return .wrong(tooLong) }
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let status = idn2_to_ascii_8z(host, &output, flags)
        defer { idn2_free(output) }
        guard status == IDN2_OK.rawValue, let output else {
            return .wrong("the host is not a valid name: \(message(status))")
        }
        return .ascii(String(cString: output))
    }

    /// The ASCII letters of a compatibility character: `a` for a full-width, mathematical or encircled one; nil else.
    package static func plainForm(of letter: Unicode.Scalar) -> String? {
        guard !letter.isASCII, letter.properties.changesWhenNFKCCaseFolded,
            case .ascii(let text) = ascii(String(letter)), !text.hasPrefix("xn--")
        else { return nil }
        return text
    }

    /// A host as people write it; nil when that is how it is already.
    static func unicode(_ host: String) -> String? {
        guard host.utf8.count <= longest else { return nil }
        var output: UnsafeMutablePointer<CChar>?
        let status = idn2_to_unicode_8z8z(host, &output, 0)
        defer { idn2_free(output) }
        guard status == IDN2_OK.rawValue, let output else { return nil }
        let text = String(cString: output)
        return text.utf8.elementsEqual(host.utf8) ? nil : text
    }

    private static func message(_ status: Int32) -> String {
        idn2_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    }
}

/// The Public Suffix List, as it was when the library was built. It reads no file.
package enum PublicSuffixes {
    /// Whether a host (in A-labels and lower case, without the dot of the root) has a label before a suffix under which
    /// a registry of the real world registers names, so that a text may be read as a host though nothing else says so.
    static func isBelowRegistry(_ host: String) -> Bool {
        guard let list = psl_builtin(), let dot = host.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        // That any unknown last label counts as a suffix is of no use here: `readme.txt` would be a host.
        let registries = PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE
        return psl_is_public_suffix2(list, String(host[host.utf8.index(after: dot)...]), registries) != 0
            && psl_is_public_suffix2(list, host, registries) == 0
    }

    /// Whether a registry of the real world registers names right below a suffix, in A-labels and lower case: `co.jp`,
    /// and not `github.io` or `co.com`, below which the owner of a registered name gives names to others.
    package static func isOfRegistry(_ suffix: String) -> Bool {
        guard let list = psl_builtin() else { return false }
        return psl_is_public_suffix2(list, suffix, PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0
    }

    /// Whether a label, in A-labels and lower case, is a top-level domain of the real world.
    package static func isTopLevelDomain(_ label: String) -> Bool { isOfRegistry(label) }

    /// The part of a host (in A-labels and lower case, without the dot of the root; no address) that someone
    /// registered: a public suffix and the label before it. An unknown last label counts as a suffix, as the list says.
    /// Nil for what is no more than a suffix.
    static func registrableDomain(of host: String) -> String? {
        // The time that the library takes grows with the square of the labels; no name that DNS knows is longer.
        guard host.utf8.count <= Host.longestName, let list = psl_builtin() else { return nil }
        return domains.value(of: host) {
            host.withCString { start in
                // What comes back points into the host that was given.
                psl_registrable_domain(list, start).map { String(cString: $0) }
            }
        }
    }

    /// A cache, because a search of the list takes as long as all other work on a link.
    private static let domains = BoundedCache<String?>()
}

/// Names of files that are also the last labels of hosts.
enum FileExtension {
    /// Extensions that people know, and that some registry has too. A text such as `README.md` with nothing before or
    /// after it is a file; `www.readme.md` and `readme.md/a` are hosts. Not here are `com`, `app`, `me` and `info`,
    /// which are on posters far oftener than in folders, nor what no registry has, such as `txt`.
    static let known: Set<String> = [
        // Texts.
        "md", "ps", "pub", "dot", "data",
        // Programs, and what they are made of.
        "sh", "py", "pl", "pm", "rs", "cc", "java", "ml", "ads", "sv", "am", "ac", "in", "mk", "so", "mo", "tf", "map",
        "cab",
        // Archives, pictures and films.
        "zip", "bz", "ai", "dds", "mov",
    ]
}
