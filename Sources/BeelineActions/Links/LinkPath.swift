internal import BeelineContent
internal import BeelineSymbols

/// What follows the host of a link and pretends to be the host.
enum LinkPath {
    /// The name behind an `@` that looks as if it were the host, as in `/login@paypal.com`: right behind the host, or anywhere
    /// in the path if it is one that the rules trust; nil for people on sites such as `/@name`, and for addresses of mail
    /// further on.
    static func hostBehindAtSign(of address: WebAddress, trusted: TrustedHosts) -> String? {
        guard address.url.utf8.contains(UInt8(ascii: "@")) || address.url.utf8.contains(UInt8(ascii: "%")) else {
            return nil
        }
        let path = address.path
        if path.isEmpty {
            // `https://evil.example?@paypal.com`; a parameter has a name before it.
            let rest = address.query ?? address.fragment ?? ""
            guard let sign = rest.utf8.firstIndex(of: UInt8(ascii: "@")),
                !rest.utf8[..<sign].contains(UInt8(ascii: "="))
            else { return nil }
            return host(rest[rest.utf8.index(after: sign)...])
        }
        for (place, segment) in path.utf8.split(separator: UInt8(ascii: "/")).enumerated() {
            let segment = PercentEncoding.bytes(Array(segment)[...])
            guard let sign = segment.lastIndex(of: UInt8(ascii: "@")),
                let host = host(String(decoding: segment[(sign + 1)...], as: UTF8.self)[...])
            else { continue }
            if trusted.contains(host) || (place == 0 && segment.first != UInt8(ascii: "@")) { return host }
        }
        return nil
    }

    /// The host that a text begins with; its last label must be one that registries really have.
    private static func host(_ text: Substring) -> String? {
        let name = String(text.prefix { $0 != ":" && $0 != ";" && $0 != "/" && $0 != "?" && $0 != "#" })
        guard let host = WebAddress(name)?.hostName, name.lowercased().hasPrefix(host) else { return nil }
        return host
    }
}
