internal import BeelineContent
internal import BeelineSymbols

/// Looks at a link before it is opened. Nothing is fetched to decide.
///
///     LinkGuard.verdict(on: "https://paypal.com@evil.example/").reasons   // [.userInfo]
public enum LinkGuard {
    /// The verdict on a URL.
    public static func verdict(on url: String) -> LinkVerdict {
        LinkVerdict(reasons: OrdinaryLink.reasons(url) ?? closelySeenReasons(url))
    }

    /// What is noticeable about any URL.
    static func closelySeenReasons(_ url: String) -> [LinkReason] {
        var reasons: [LinkReason] = []
        if hasHiddenCharacters(url) { reasons.append(.hiddenCharacters) }
        // What is opened is the text as it is, so that nothing may be added to it here or be taken away.
        if let address = WebAddress(absoluteURL: url) {
            reasons += self.reasons(address)
        } else if let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon > url.startIndex {
            let scheme = url[..<colon].lowercased()
            reasons.append(scheme.hasPrefix("http") ? .notUnderstood : reason(ofScheme: scheme))
        } else {
            reasons.append(.notUnderstood)
        }
        return reasons
    }

    private static let dangerousSchemes: Set<String> = [
        "javascript", "vbscript", "data", "file", "blob", "filesystem", "intent", "about", "view-source", "jar",
        "ms-msdt", "search-ms",
    ]

    private static let usualPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    private static func reason(ofScheme scheme: String) -> LinkReason {
        dangerousSchemes.contains(scheme) ? .dangerousScheme(scheme) : .otherScheme(scheme)
    }

    private static func reasons(_ address: WebAddress) -> [LinkReason] {
        var reasons: [LinkReason] = []
        switch address.scheme {
        case "https": break
        case "http": reasons.append(.notEncrypted)
        case let scheme: reasons.append(reason(ofScheme: scheme))
        }
        if address.userInfo != nil { reasons.append(.userInfo) }
        // Of other schemes nobody knows what their host means.
        guard let usualPort = usualPorts[address.scheme] else { return reasons }
        let host = address.hostName
        if isLocal(host) {
            reasons.append(.localHost(host))
        } else if isAddress(host) {
            reasons.append(.literalAddress(host))
        } else if hasPunycode(host) {
            reasons.append(.punycode(host))
        }
        if let port = address.port, port != usualPort { reasons.append(.unusualPort(port)) }
        return reasons
    }

    /// Whether a URL has controls, blanks, characters without width, or marks of direction (Unicode Standard Annex 9),
    /// these also when they are percent-encoded.
    private static func hasHiddenCharacters(_ url: String) -> Bool {
        // Nearly every link is plain ASCII.
        guard hasByte(url, { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "%") }) else { return false }
        return url.unicodeScalars.contains(where: isHidden) || hasEncodedMarkOfDirection(url)
    }

    /// Whether a text has such a byte in its UTF-8 form, without the detours of its own views.
    private static func hasByte(_ text: String, _ isWanted: (UInt8) -> Bool) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { $0.contains(where: isWanted) }
            ?? text.utf8.contains(where: isWanted)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
        default: return false
        }
    }

    /// U+200E and U+200F, U+202A…U+202E, U+2066…U+2069, and U+061C, in UTF-8 and percent-encoded. Joiners, which are
    /// format characters too, are parts of words in some scripts and no reason for alarm here.
    private static func hasEncodedMarkOfDirection(_ url: String) -> Bool {
        let parts = url.uppercased().split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        let bytes = parts.map { UInt8($0.prefix(2), radix: 16) ?? 0 }
        return bytes.indices.contains { start in
            switch (bytes[start], bytes.dropFirst(start + 1).first, bytes.dropFirst(start + 2).first) {
            case (0xE2, 0x80, 0x8E?), (0xE2, 0x80, 0x8F?), (0xE2, 0x80, (0xAA...0xAE)?), (0xE2, 0x81, (0xA6...0xA9)?),
                (0xD8, 0x9C, _):
                true
            default: false
            }
        }
    }

    /// Whether browsers take a host for an IP address: IPv6 in brackets, or the last label a number, be it decimal,
    /// octal or hexadecimal (WHATWG URL, section 3.5).
    private static func isAddress(_ host: String) -> Bool {
        guard host.utf8.first != UInt8(ascii: "[") else { return true }
        guard let last = lastLabel(host), last.utf8.first?.isASCIIDigit == true else { return false }
        return IPv4Address.number(last) != nil || last.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Whether a label is the ASCII form of letters beyond ASCII (RFC 5890, section 2.3.2.1).
    private static func hasPunycode(_ host: String) -> Bool {
        guard hasByte(host, { $0 == UInt8(ascii: "x") }) else { return false }
        return host.split(separator: ".").contains { $0.hasPrefix("xn--") }
    }

    private static let localNames: Set<Substring> = ["localhost", "local", "internal", "lan"]

    private static func isLocal(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return localPrefixes.contains(where: host.hasPrefix) }
        guard let last = lastLabel(host) else { return true }
        if last.utf8.first?.isASCIIDigit == true {
            return IPv4Address(host.hasSuffix(".") ? String(host.dropLast()) : host)?.isLocal ?? false
        }
        // A name without a dot is looked for in the local network.
        return last.utf8.count == host.utf8.count || localNames.contains(last) || host.hasSuffix(".home.arpa")
    }

    /// Loopback, unspecified, unique local, link local, and IPv4 in IPv6 form, which hides a local address well.
    private static let localPrefixes = ["[::1]", "[::]", "[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb", "[::ffff:"]

    /// What follows the last dot, save for one at the end; nil for a host of dots.
    private static func lastLabel(_ host: String) -> Substring? {
        let utf8 = host.utf8
        let name = utf8.last == UInt8(ascii: ".") ? utf8.dropLast() : utf8[...]
        let start = name.lastIndex(of: UInt8(ascii: ".")).map(name.index(after:)) ?? name.startIndex
        return start < name.endIndex ? host[start..<name.endIndex] : nil
    }

}
