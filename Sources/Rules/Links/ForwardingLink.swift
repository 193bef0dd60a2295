internal import BeelineContent
internal import BeelineSymbols

/// Detects links that contain another link to which their page probably redirects. A link in a link is not unusual:
/// pages are shared, archived, checked and signed in to like this. So only links count whose path or parameter has a
/// word for redirection.
enum ForwardingLink {
    /// Whether a link contains a link to another site in a place that redirecting pages use.
    static func leadsOn(_ address: WebAddress) -> Bool {
        // No link is without a colon or two slashes, as they are or encoded.
        guard mayHaveLink(address), address.path.utf8.count > 1 || address.query != nil else { return false }
        let segments = LinkPath.segments(of: address.path)
        if let place = segments.firstIndex(where: leadsOn), isTarget(segments[(place + 1)...], of: address) {
            return true
        }
        let isPage = segments.last.map(leadsOnShortly) ?? false || segments.contains(where: leadsOn)
        return LinkParameter.all(of: address).contains { parameter in
            guard isPage || parameters.contains(parameter.name) || parameter.name.isEmpty,
                let link = target(of: parameter.value)
            else { return false }
            return isOther(link, address)
        }
    }

    /// The link that a decoded value is; nil for a text of another kind.
    static func target(of value: [UInt8]) -> String? {
        let rest = value[(["https:", "http:"].first { isBeginning($0, of: value) }?.utf8.count ?? 0)...]
        let slashes = rest.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        // `//host` is one too, and `/path` is none.
        guard slashes.count > 1 || slashes.count == 1 && rest.startIndex > 0 else { return nil }
        return "https://" + String(decoding: rest.dropFirst(slashes.count), as: UTF8.self)
    }

    private static func isBeginning(_ beginning: String, of value: [UInt8]) -> Bool {
        value.count >= beginning.utf8.count && zip(beginning.utf8, value).allSatisfy { $0 == $1.asciiLowercased }
    }

    private static func mayHaveLink(_ address: WebAddress) -> Bool {
        let bytes = address.url.utf8.span
        var before: UInt8 = 0
        for place in min(address.scheme.utf8.count + 3, bytes.count)..<bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") && before == byte {
                return true
            }
            before = byte
        }
        return false
    }

    /// Whether the segments after a word for redirection begin with a link: `https:`, `evil.example`, or both in one.
    private static func isTarget(_ segments: ArraySlice<String>, of address: WebAddress) -> Bool {
        guard let first = segments.first else { return false }
        let link =
            segments.count > 1 && ["http:", "https:"].contains(first)
            ? "\(first)//\(segments[segments.startIndex + 1])" : first
        return target(of: Array(link.utf8)).map { isOther($0, address) } ?? false
    }

    /// Whether a link leads to another site.
    private static func isOther(_ link: String, _ address: WebAddress) -> Bool {
        guard let other = WebAddress(link) else { return false }
        return (other.domain ?? other.hostName) != (address.domain ?? address.hostName)
    }

    private static func leadsOn(_ segment: String) -> Bool { words.contains(word(segment)) }

    private static func leadsOnShortly(_ segment: String) -> Bool { shortWords.contains(word(segment)) }

    /// The letters at the beginning of a segment: `redirect` of `redirect.php`, `click` of `click-100`.
    private static func word(_ segment: String) -> String { String(segment.prefix { $0.isASCII && $0.isLetter }) }

    private static let words: Set = [
        "away", "bounce", "clickthrough", "clickthru", "deref", "dereferer", "dereferrer", "exit", "goto", "jump",
        "leave", "leaving", "linkfilter", "linkout", "offsite", "outbound", "outgoing", "redir", "redirect",
        "redirection", "redirector", "redirecturl",
    ]

    /// Words that are folders of other things as well, so that only the page itself counts.
    private static let shortWords: Set = [
        "click", "clk", "ext", "external", "forward", "fwd", "go", "out", "r", "rd", "track",
    ]

    /// Parameters of redirecting pages. Not `next`, `continue`, `return_to`, `redirect_uri`, as sign-in pages have.
    private static let parameters: Set = [
        "adurl", "clickurl", "dest", "destination", "destinationurl", "desturl", "exiturl", "forward", "forwardurl",
        "goto", "gotourl", "jumpto", "murl", "outurl", "pcurl", "redir", "redirect", "redirectto", "redirecturl",
        "redirurl", "remoteurl", "target", "targeturl", "ued",
    ]
}

/// A percent-decoded parameter of a link.
struct LinkParameter {
    /// In small letters, without separators of words; empty for a value without a name.
    let name: String
    let value: [UInt8]

    /// The parameters of the query, in order.
    static func all(of address: WebAddress) -> [LinkParameter] {
        guard let query = address.query else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let sign = part.firstIndex(of: UInt8(ascii: "="))
            // `https://a.example/?https://b.example/?c=d`: the sign is that of the other link.
            let isNamed =
                sign.map { part[..<$0].allSatisfy { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") } } ?? false
            guard isNamed, let sign else { return LinkParameter(name: "", value: decoded(part)) }
            let name = decoded(part[..<sign]).filter(\.isASCIILetter).map(\.asciiLowercased)
            return LinkParameter(
                name: String(decoding: name, as: UTF8.self), value: decoded(part[part.index(after: sign)...]))
        }
    }

    /// A text without its percent-encoding: servers decode once, and many a script after them again.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(text)
        for _ in 0..<3 {
            guard let decoded = BeelineContent.PercentEncoding.bytesOnceMore(bytes) else { break }
            bytes = decoded
        }
        return bytes
    }
}
