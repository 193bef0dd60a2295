internal import BeelineContent
internal import BeelineSymbols

/// Checks the path of a link: which page it is, and whether it imitates a host.
enum LinkPath {
    /// The name behind an `@` that looks as if it were the host, as in `/login@paypal.com`: right after the host, or
    /// anywhere in the path if it is one that the rules trust, or one of the same owner; nil for people on sites such
    /// as `/@name`, and for addresses of mail further on.
    static func hostBehindAtSign(of address: WebAddress, trusted: () -> TrustedHosts) -> String? {
        // As it is, or encoded.
        guard address.url.utf8.span.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "%") })
        else { return nil }
        let trusted = trusted()
        let path = address.path
        guard !path.isEmpty else {
            // `https://evil.example?@paypal.com`; a parameter has a name before it.
            for rest in [address.query, address.fragment].compactMap({ $0 }) {
                for text in spellings(Array(rest.utf8)) {
                    let unnamed = text.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
                    if let host = host(in: text, before: unnamed, trusted, isAlone: true) { return host }
                }
            }
            return nil
        }
        var place = 0
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            let spellings = Self.spellings(Array(segment))
            // What a browser makes of the path decides how far after the host a segment is.
            switch step(spellings[spellings.count - 1]) {
            case .stay: continue
            case .up: place = max(0, place - 1)
            case .down:
                let isPerson = spellings[spellings.count - 1].first == UInt8(ascii: "@")
                for text in spellings {
                    if let host = host(in: text, before: text.endIndex, trusted, isAlone: place == 0 && !isPerson) {
                        return host
                    }
                }
                place += 1
            }
        }
        return nil
    }

    /// A text as it is, and decoded up to three times: scripts decode what comes twice encoded, and hardly more often.
    private static func spellings(_ text: [UInt8]) -> [[UInt8]] {
        var spellings = [text]
        while spellings.count <= 3,
            let decoded = BeelineContent.PercentEncoding.bytesOnceMore(spellings[spellings.count - 1])
        {
            spellings.append(decoded)
        }
        return spellings.map(narrow)
    }

    /// A text with the characters that are ASCII to the eye as ASCII: those of full width, the small `@` and `.`, and
    /// the full stops of other scripts.
    private static func narrow(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0xE3 }) else { return text }
        var narrow = String.UnicodeScalarView()
        for scalar in CatalogKeyForm.TextSteps.narrow(String(decoding: text, as: UTF8.self)).unicodeScalars {
            switch scalar {
            case "\u{FE6B}": narrow.append("@")
            case "\u{3002}", "\u{FE52}", "\u{FF61}": narrow.append(".")
            default: narrow.append(scalar)
            }
        }
        return Array(String(narrow).utf8)
    }

    /// The first host behind an `@` of a text, which is looked for up to `end`. Where `isAlone`, any host counts, and
    /// not only those that have to do with trusted ones.
    private static func host(in text: [UInt8], before end: Int, _ trusted: TrustedHosts, isAlone: Bool) -> String? {
        for sign in 0..<end where text[sign] == UInt8(ascii: "@") {
            if let host = host(text[(sign + 1)...], trusted, isAlone: isAlone) { return host }
        }
        return nil
    }

    /// The host that a text begins with; its last label must be one that registries really have.
    private static func host(_ text: ArraySlice<UInt8>, _ trusted: TrustedHosts, isAlone: Bool) -> String? {
        // No name that DNS knows is longer.
        let name = text.prefix(254).prefix(while: isOfName)
        let labels = name.split(separator: UInt8(ascii: "."), maxSplits: longestRead, omittingEmptySubsequences: false)
        guard labels.count > 1 else { return nil }
        if let host = registered(name), isAlone || trusted.haveDomain(of: host) { return host }
        // The reader's eye stops at a name that it knows, whatever follows: `paypal.com.x`, `paypal.com-x`.
        for count in (2...longestRead).reversed() where count <= labels.count {
            let last = labels[count - 1]
            for end in [last.endIndex, last.firstIndex(of: UInt8(ascii: "-"))] {
                guard let candidate = end.map({ name[..<$0] }) else { continue }
                if let host = registered(candidate), trusted.haveDomain(of: host) { return host }
            }
        }
        return nil
    }

    /// More labels than a name has that people take in at a glance.
    private static let longestRead = 5

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// A name in small letters, if a registry could have it; dots and hyphens after it do not count.
    private static func registered(_ name: ArraySlice<UInt8>) -> String? {
        var name = name
        while let last = name.last, last == UInt8(ascii: ".") || last == UInt8(ascii: "-") { name = name.dropLast() }
        let host = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
        return WebAddress(host)?.hostName == host ? host : nil
    }

    /// The segments of the requested page, decoded once, in small letters and without parameters
    /// (`;v=1`): browsers take out what `.` and `..` take back (WHATWG URL, section 4.4), and servers read `//` as `/`.
    static func segments(of path: String) -> [String] {
        var segments: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            let decoded = BeelineContent.PercentEncoding.bytes(Array(part)[...])
            switch step(decoded) {
            case .stay: break
            case .up: _ = segments.popLast()
            case .down: segments.append(comparable(decoded))
            }
        }
        return segments.filter { !$0.isEmpty }
    }

    private static func comparable(_ segment: some Sequence<UInt8>) -> String {
        String(decoding: segment.prefix { $0 != UInt8(ascii: ";") }.map(\.asciiLowercased), as: UTF8.self)
    }

    private enum Step {
        case stay, up, down
    }

    /// Where a segment leads from those before it.
    private static func step(_ segment: [UInt8]) -> Step {
        guard (1...2).contains(segment.count), segment.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return .down }
        return segment.count == 1 ? .stay : .up
    }
}
