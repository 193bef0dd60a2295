internal import BeelineSymbols

/// The parser of links with a scheme (RFC 3986, section 3): `scheme://[user@]host[:port][/path][?query][#fragment]`, or
/// `scheme:path[?query][#fragment]` for schemes that are known.
enum LinkReader {
    enum Answer {
        case link(WebAddress)
        /// It has characters that no link has, which were percent-encoded.
        case repaired(WebAddress)
        /// It is nearly a link; with what is wrong.
        case wrong(String)
        case none
    }

    /// Longer texts are not links; no symbology contains as much.
    static let longest = 1 << 20

    /// Reads a text that is only a link. As it is: a host beyond ASCII is refused, other characters are not looked at.
    static func read(_ text: String, asIs: Bool = false) -> Answer {
        let bytes = text.utf8.span
        guard bytes.count <= longest, let colon = schemeEnd(bytes) else { return .none }
        let hasAuthority =
            colon + 2 < bytes.count && bytes[colon + 1] == UInt8(ascii: "/") && bytes[colon + 2] == UInt8(ascii: "/")
        return hasAuthority
            ? readHierarchical(text, bytes, colon, asIs: asIs) : readOpaque(text, bytes, colon, asIs: asIs)
    }

    private static func readHierarchical(_ text: String, _ bytes: Span<UInt8>, _ colon: Int, asIs: Bool) -> Answer {
        var places = WebAddress.Places(schemeEnd: colon, hostStart: colon + 3)
        findAuthority(bytes, &places)
        let pathStart = places.pathStart
        let spelling = survey(text, bytes, from: colon + 3, &places, asIs: asIs)
        switch spelling {
        case .prose: return .none
        case .hidden: return .wrong(hiddenCharacter)
        case .plain, .beyondASCII: break
        }
        guard let hostEnd = Host.end(bytes, from: places.hostStart, to: pathStart) else {
            return .wrong("the text after the host is not a port")
        }
        places.hostEnd = hostEnd
        let host = Host(bytes, from: places.hostStart, to: hostEnd)
        let endsWithDot = !host.isEmpty && bytes[hostEnd - 1] == UInt8(ascii: ".")
        if host.isEmpty {
            // Programs have links to themselves such as `comgooglemaps://?q=tea`.
            guard !URIScheme.isOfTheWeb(text.utf8Part(0, colon).lowercased()), pathStart + 1 < bytes.count
            else { return .none }
        } else if host.isASCII, hostEnd - places.hostStart > Host.longestName + (endsWithDot ? 1 : 0),
            URIScheme.isOfTheWeb(text.utf8Part(0, colon).lowercased())
        {
            return .wrong(InternationalHost.tooLong)
        } else if asIs, !host.isASCII {
            return .wrong(wrongHost)
        } else if host.isInternational {
            return readInternational(text, places)
        }
        guard host.isRight else { return .wrong(wrongHost) }
        let isCanonical =
            spelling == .plain && !hasCapital(bytes, to: colon)
            && !(host.hasCapital && URIScheme.isOfTheWeb(text.utf8Part(0, colon).lowercased()))
        return .link(isCanonical ? WebAddress(text, places) : LinkWriter.write(text, places))
    }

    /// Finds where the authority ends, and the host begins: after the last `@` in it.
    private static func findAuthority(_ bytes: Span<UInt8>, _ places: inout WebAddress.Places) {
        places.pathStart = bytes.count
        for index in places.hostStart..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "@"): places.hostStart = index + 1
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                places.pathStart = index
                return
            default: break
            }
        }
    }

    private static func readInternational(_ text: String, _ places: WebAddress.Places) -> Answer {
        switch InternationalHost.ascii(text.utf8Part(places.hostStart, places.hostEnd)) {
        case .wrong(let reason): return .wrong(reason)
        case .ascii(let name):
            // Some characters stand for `/`, `@` or nothing; none for a bracket, which would begin an address.
            let bytes = name.utf8.span
            guard name.utf8.first != UInt8(ascii: "[") else { return .wrong(wrongHost) }
            let host = Host(bytes, from: 0, to: bytes.count)
            guard host.isRight, !host.isEmpty else { return .wrong(wrongHost) }
            return .link(LinkWriter.write(text, places, host: name))
        }
    }

    private static func readOpaque(_ text: String, _ bytes: Span<UInt8>, _ colon: Int, asIs: Bool) -> Answer {
        let start = colon + 1
        let scheme = text.utf8Part(0, colon).lowercased()
        guard URIScheme.isLink(scheme, rest: text.utf8.dropFirst(start)) else { return .none }
        var places = WebAddress.Places(schemeEnd: colon, hostStart: start, hostEnd: start, pathStart: start)
        switch survey(text, bytes, from: start, &places, asIs: asIs) {
        case .prose: return .none
        case .hidden: return .wrong(hiddenCharacter)
        case .plain where !hasCapital(bytes, to: colon): return .link(WebAddress(text, places))
        case .plain, .beyondASCII: return .link(LinkWriter.write(text, places))
        }
    }

    private static let hiddenCharacter = "it has an invisible character"
    private static let wrongHost = "the host has an empty label or an invalid character"

    /// The colon after a scheme: a letter, then letters, digits, `+`, `-`, `.`; two at least, for one is a drive.
    private static func schemeEnd(_ bytes: Span<UInt8>) -> Int? {
        for index in 0..<min(bytes.count, 40) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index >= 2 ? index : nil }
            guard byte.isASCIILetter || index > 0 && (byte.isASCIIDigit || "+-.".utf8.contains(byte)) else {
                return nil
            }
        }
        return nil
    }

    private enum Spelling {
        case plain
        /// Something needs to be percent-encoded.
        case beyondASCII
        /// It has what only text around a link has: a blank, a quotation mark.
        case prose
        case hidden
    }

    /// Finds the query and the fragment, and whether all may be in a link.
    private static func survey(
        _ text: String, _ bytes: Span<UInt8>, from start: Int, _ places: inout WebAddress.Places, asIs: Bool
    ) -> Spelling {
        let end = bytes.count
        places.queryStart = end
        places.fragmentStart = end
        var isASCII = true
        var isPlain = true
        for index in start..<end {
            switch bytes[index] {
            // First, as nearly all are of these.
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-")...UInt8(ascii: "9"): break
            case UInt8(ascii: "?"):
                if places.queryStart == end, places.fragmentStart == end { places.queryStart = index }
            case UInt8(ascii: "#"):
                if places.fragmentStart == end { places.fragmentStart = index }
            case 0x80...: isASCII = false
            case UInt8(ascii: "%"): if !LinkWriter.isPercentEncoding(bytes, at: index) { isPlain = false }
            case let byte where BrokenLink.isForbidden(byte): return .prose
            case let byte where LinkWriter.isUnwise(byte): isPlain = false
            default: break
            }
        }
        if places.queryStart == end { places.queryStart = places.fragmentStart }
        if isASCII { return isPlain ? .plain : .beyondASCII }
        return asIs ? .beyondASCII : spellingBeyondASCII(text)
    }

    /// Blanks of every script end a link, and what has no shape (RFC 3987, section 4.1) hides what it is; joiners are
    /// parts of words in some scripts.
    private static func spellingBeyondASCII(_ text: String) -> Spelling {
        for scalar in text.unicodeScalars where !scalar.isASCII {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return .prose
            case .format where scalar != "\u{200C}" && scalar != "\u{200D}": return .hidden
            default: break
            }
        }
        return .beyondASCII
    }

    private static func hasCapital(_ bytes: Span<UInt8>, to end: Int) -> Bool {
        bytes.extracting(0..<end).contains(where: \.isASCIICapital)
    }
}

/// Texts that begin like a link of the web and are none: mostly those of someone who mistyped one.
enum BrokenLink {
    /// What is wrong; nil for texts that begin otherwise, and for prose that begins with a link.
    static func reason(_ text: String) -> String? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h") || first | 0x20 == UInt8(ascii: "w"),
            text.utf8.count <= 4096
        else { return nil }
        let bytes = Array(text.trimmed.utf8)
        let lower = bytes.prefix(8).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        if lower.starts(with: "www.".utf8) { return reason(after: bytes.dropFirst(4), isPrefixed: false) }
        guard lower.starts(with: "http".utf8) else { return nil }
        let rest = bytes.dropFirst(lower.dropFirst(4).first == UInt8(ascii: "s") ? 5 : 4)
        if rest.starts(with: "//".utf8) { return "the colon after the scheme is missing" }
        guard rest.first == UInt8(ascii: ":"), let next = rest.dropFirst().first else { return nil }
        if next == UInt8(ascii: "\\") { return "it has backslashes instead of slashes" }
        guard rest.starts(with: "://".utf8) else {
            return next.isASCIIBlank ? nil : "the scheme and its colon must be followed by two slashes"
        }
        return reason(after: rest.dropFirst(3), isPrefixed: true)
    }

    /// The rest is what follows the slashes, or `www.`; a prefixed one has a scheme.
    private static func reason(after rest: ArraySlice<UInt8>, isPrefixed: Bool) -> String? {
        guard let first = rest.first else { return isPrefixed ? "the host is missing" : nil }
        if first.isASCIIBlank { return isPrefixed ? "it has a blank instead of a host" : nil }
        if isPrefixed, [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(first) {
            return "the host is missing"
        }
        guard let place = rest.firstIndex(where: isForbidden) else { return nil }
        switch rest[place] {
        case UInt8(ascii: "\""): return "there is a quotation mark in it"
        case UInt8(ascii: "\\"): return "there is a backslash in it"
        case UInt8(ascii: "<"), UInt8(ascii: ">"): return "there is an angle bracket in it"
        case let byte where byte.isASCIIBlank: return blank(rest[place...])
        default: return "there is a control character in it"
        }
    }

    /// A blank: of a link with one in it, of two links, or of a sentence that continues after a link.
    private static func blank(_ rest: ArraySlice<UInt8>) -> String? {
        let words = rest.split(maxSplits: 3, whereSeparator: \.isASCIIBlank)
        guard let next = words.first else { return nil }
        if next.prefix(4).elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) { return "there is more than one link" }
        return words.count <= 2 ? "there is a blank in it" : nil
    }

    /// Whether no link has it: controls, blanks, a backslash, and what only ever delimits a link.
    static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): true
        default: false
        }
    }
}

/// The writer of links in the form that `WebAddress` keeps, where that differs from the text.
enum LinkWriter {
    /// The scheme in lower case, the host, or another in its place, in lower case and A-labels, characters beyond ASCII
    /// percent-encoded as UTF-8 (RFC 3987, section 3.1).
    static func write(_ text: String, _ places: WebAddress.Places, host: String? = nil) -> WebAddress {
        let source = text.utf8.span
        var url: [UInt8] = []
        url.reserveCapacity(source.count + (host?.utf8.count ?? 0))
        var written = places

        for index in 0..<places.schemeEnd { url.append(source[index].asciiLowercased) }
        encode(source, places.schemeEnd, places.hostStart, to: &url)
        written.hostStart = url.count
        if let host {
            url.append(contentsOf: host.utf8)
        } else {
            let isOfTheWeb = URIScheme.isOfTheWeb(String(decoding: url[..<places.schemeEnd], as: UTF8.self))
            for index in places.hostStart..<places.hostEnd {
                url.append(isOfTheWeb ? source[index].asciiLowercased : source[index])
            }
        }
        written.hostEnd = url.count
        encode(source, places.hostEnd, places.pathStart, to: &url)
        written.pathStart = url.count
        encode(source, places.pathStart, places.queryStart, to: &url)
        written.queryStart = url.count
        encode(source, places.queryStart, places.fragmentStart, to: &url)
        written.fragmentStart = url.count
        encode(source, places.fragmentStart, source.count, to: &url)
        return WebAddress(String(decoding: url, as: UTF8.self), written)
    }

    private static func encode(_ source: Span<UInt8>, _ start: Int, _ end: Int, to url: inout [UInt8]) {
        for index in start..<end {
            let byte = source[index]
            let isKept =
                byte == UInt8(ascii: "%") ? isPercentEncoding(source, at: index) : byte < 0x80 && !isUnwise(byte)
            if isKept {
                url.append(byte)
            } else {
                PercentEncoding.append(byte, to: &url)
            }
        }
    }

    /// Whether an ASCII character that people write in links must be percent-encoded (RFC 3986, appendix A).
    static func isUnwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "^"), UInt8(ascii: "`"): true
        default: false
        }
    }

    /// Whether two hexadecimal digits follow a percent sign; one without them is an ordinary character.
    static func isPercentEncoding(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        place + 2 < bytes.count && bytes[place + 1].isASCIIHexDigit && bytes[place + 2].isASCIIHexDigit
    }
}
