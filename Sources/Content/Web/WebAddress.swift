internal import BeelineSymbols

/// A link: an absolute URL, `scheme://host…`, or `scheme:…` for schemes that are known to have no host.
///
/// The scheme is in lower case. A host of the web is in lower case and ASCII. Characters beyond ASCII in the other parts
/// are percent-encoded, and so is what else no link may have (RFC 3986, appendix A), so that `url` may be handed to any
/// program. All else is as it was; nothing is decoded.
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

    /// Offsets into the UTF-8 form of `url`, each part reaching to the next one. Links are small for scans by the million.
    private let hostStart: UInt32
    private let hostEnd: UInt32
    private let pathStart: UInt32
    private let queryStart: UInt32
    private let fragmentStart: UInt32
    private let schemeEnd: UInt8

    private indirect enum Titled: Hashable, Sendable {
        case no
        case by(String)
    }

    /// Reads a link as codes have it; nil when the text is none.
    ///
    /// Blanks around it do not matter. Before a domain alone, such as `example.com/a`, `https://` is put. `URL:`, `URI:`,
    /// `URLTO:` and `MEBKM:` are understood.
    public init?(_ text: String) {
        guard case .link(let address) = WebAddressParser.read(text) else { return nil }
        self = address
    }

    /// Reads a text that is a URL already, with nothing around it and a host in ASCII, as programs are given it to open;
    /// nil when it is none. Characters that nobody sees, for which `init(_:)` refuses a text, are left to a guard to judge.
    public init?(absoluteURL text: String) {
        guard case .link(let address) = LinkReader.read(text, asIs: true) else { return nil }
        self = address
    }

    /// - Parameter url: as `LinkReader` or `LinkWriter` leave it, at most a few megabytes.
    init(_ url: String, _ places: LinkReader.Places) {
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
    var isOfWeb: Bool {
        let bytes = url.utf8.span
        return (4...5).contains(schemeEnd) && bytes[0] == UInt8(ascii: "h") && bytes[1] == UInt8(ascii: "t")
            && bytes[2] == UInt8(ascii: "t") && bytes[3] == UInt8(ascii: "p")
            && (schemeEnd == 4 || bytes[4] == UInt8(ascii: "s"))
    }

    /// Whether what stands in the place of the host is another scheme: `http://https://…`.
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

    /// The part of the host that somebody registered, by the Public Suffix List: `example.co.uk`. Nil for addresses,
    /// single labels, and hosts that are no more than a public suffix.
    public var domain: String? {
        guard let host = place(of: .host) else { return Self.domain(of: hostName) }
        return domainPlace(in: host).map { LinkWriter.part(url, $0.lowerBound, $0.upperBound) }
    }

    private static func domain(of host: String) -> String? {
        guard !host.isEmpty, !Host.isAddress(host) else { return nil }
        return PublicSuffixes.registrableDomain(
            of: host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host)
    }

    /// Where the domain stands in the link.
    ///
    /// - Parameter host: where the host stands, which is shown as it is.
    private func domainPlace(in host: Range<Int>) -> Range<Int>? {
        let place = url.utf8.span.extracting(host).withUnsafeBufferPointer { bytes in
            DomainMemory.domain(in: bytes) {
                Self.domain(of: String(decoding: bytes, as: UTF8.self)).map { domain in
                    // It ends where the host does, before the dot of the root.
                    let end = bytes.count - (bytes.last == UInt8(ascii: ".") ? 1 : 0)
                    return end - domain.utf8.count..<end
                }
            }
        }
        return place.map { $0.lowerBound + host.lowerBound..<$0.upperBound + host.lowerBound }
    }

    /// What stands before the host, without the `@`; nil when there is no `@`.
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

    /// Whether it has a part that may hold a password or a key; most links have none.
    var mayHoldSecret: Bool {
        let bytes = url.utf8.span
        let end = Int(queryStart)
        if end < bytes.count || title != nil { return true }
        for index in Int(schemeEnd)..<Int(pathStart) where bytes[index] == UInt8(ascii: "@") { return true }
        // A path may be a key, a code of another kind or a link, which a colon or an escape tells.
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

    /// The places of the query without its question mark; nil when there is none.
    var queryPlaces: Range<Int>? {
        queryStart < fragmentStart ? Int(queryStart) + 1..<Int(fragmentStart) : nil
    }

    /// Where a field stands that is a part of the link, byte for byte; empty where the code does not have it, save for the
    /// path. Nil for all other fields, and for a host that is shown in another spelling.
    func place(of field: Field) -> Range<Int>? {
        switch field {
        case .url: return 0..<url.utf8.count
        case .scheme: return 0..<Int(schemeEnd)
        case .host:
            let host = Int(hostStart)..<Int(hostEnd)
            let bytes = url.utf8.span
            for index in host where bytes[index].isASCIICapital || bytes[index] >= 0x80 { return nil }
            return host
        case .domain: return place(of: .host).map { domainPlace(in: $0) ?? 0..<0 }
        case .path: return Int(pathStart)..<Int(queryStart)
        case .fragment: return min(Int(fragmentStart) + 1, url.utf8.count)..<url.utf8.count
        default: return nil
        }
    }

    private func part(_ start: UInt32, _ end: UInt32) -> String { LinkWriter.part(url, Int(start), Int(end)) }
}

extension WebAddress: CustomStringConvertible {
    /// The link, without a password that it has. What programs are given to open is `url`.
    public var description: String { Secrets.masked(url) ?? url }
}

extension WebAddress {
    /// The decoded value of the first parameter of that name; empty for one without a value, nil when there is none.
    ///
    /// Percent-encoding is undone, and `+` is a blank, as forms have it. A value that is no UTF-8 then is none.
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
        if index == end { return LinkWriter.part(url, start, end) }
        var value: [UInt8] = []
        value.reserveCapacity(end - start)
        index = start
        while index < end { value.append(Self.nextByte(bytes, &index, end)) }
        return String(validating: value, as: UTF8.self)
    }

    /// The byte that the next characters stand for; a `%` without two digits stands for itself.
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

extension KindDefinition {
    static let url = KindDefinition(
        .url, "a link",
        """
        An absolute URL (RFC 3986): `scheme://host…` with any scheme of two or more characters, or `scheme:…` with one \
        that is known to have no host, such as `sip:`, `urn:` or `magnet:`. Links of other kinds (`mailto:`, `tel:`, \
        `geo:`, …) are of those kinds or text.

        A domain alone, `example.com` or `www.example.co.uk:8443/menu`, is a link too when its last label is in the Public \
        Suffix List, and `https://` is put before it. It is text when it may as well be a file (`README.md`) or the end of \
        a sentence (`Hello.World`), and so are numbers, versions and IP addresses, and capitals and digits before two \
        letters (`ABC-123.DE`) without `www.`, path or query. In a linear symbol, which rather has the number of a part, it \
        must have `www.` or a path.

        `URL:`, `URI:`, `URLTO:TITLE:` and the bookmarks `MEBKM:TITLE:…;URL:…;;` are understood.

        The scheme and a host of the web are put in lower case. A host beyond ASCII is put in its ASCII form (UTS 46, IDNA \
        2008, so without emoji); one that cannot be is no link. Other characters beyond ASCII are percent-encoded, and so are \
        braces, `|`, `^`, a grave accent and a percent sign without two digits. A text with blanks, quotation marks, \
        backslashes or characters that nobody sees is no link; one that begins with `http` or `www.` gets a warning. That something is a link does \
        not say that it is safe to open.
        """,
        examples: [
            Symbol(.qr, "https://example.com/a?b=c#d"), Symbol(.qr, "https://müller.de:8443/"),
            Symbol(.qr, "example.co.uk/menu"), Symbol(.qr, "sip:alice@example.org"),
            Symbol(.qr, "MEBKM:TITLE:Google;URL:google.com;;"),
        ],
        parsers: [WebAddressParser.parser],
        writer: CodeWriter(["url"]) { fields throws(CodeTextError) in try fields.needed("url") }, family: .links)
}

/// Names of files that are also the last labels of hosts.
enum FileExtension {
    /// Extensions that people know, and that some registry has too. A text such as `README.md` with nothing before or
    /// after it is a file; `www.readme.md` and `readme.md/a` are hosts. Not here are `com`, `app`, `me` and `info`, which
    /// stand on posters far oftener than in folders, nor what no registry has, such as `txt`.
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

/// Links of every form.
enum WebAddressParser {
    static let parser = KindParser("webAddress", turn: .last, parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        switch read(text, isLinear: symbol.symbology.isLinear) {
        case .link(let address):
            return address.isOfWeb || !URIScheme.ofOtherKinds.contains(address.scheme) ? .taken(.url(address)) : .passed
        case .wrong(let reason): return .doubted(.malformed(.url, reason))
        case .none: return BrokenLink.reason(text).map { .doubted(.malformed(.url, $0)) } ?? .passed
        }
    }

    /// Reads a link with or without a word or blanks around it, with or without a scheme.
    static func read(_ text: String, isLinear: Bool = false) -> LinkReader.Answer {
        let text = trimmed(text)
        var answer = LinkReader.read(text)
        if case .none = answer { answer = Bookmark.read(text) ?? BareDomain.read(text, isLinear: isLinear) }
        if case .link(let address) = answer, address.hasSchemeForHost {
            return .wrong("a scheme stands before it twice")
        }
        return answer
    }

    /// A text without blanks around it; the same one where there are none.
    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.span
        guard !bytes.isEmpty, bytes[0].isASCIIBlank || bytes[bytes.count - 1].isASCIIBlank else { return text }
        let utf8 = text.utf8
        guard let start = utf8.firstIndex(where: { !$0.isASCIIBlank }),
            let end = utf8.lastIndex(where: { !$0.isASCIIBlank })
        else { return "" }
        return String(text[start...end])
    }
}
