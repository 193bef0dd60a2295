internal import BeelineContent
internal import BeelineSymbols

/// What the name of a host says by itself, the one who has it. Names are in A-labels and lower case, without the dot of
/// the root.
enum HostName {
    /// Last labels that are found in local networks, and ends of names: RFC 6761, RFC 6762, RFC 8375 and ICANN's
    /// resolutions 2018.02.04.12 (`corp`, `home` and `mail` are never given to a registry) and 2024.07.29.06
    /// (`internal`).
    static let localNames: Set<Substring> = [
        "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "mail", "private",
    ]

    /// More characters than a name has that people read to its end; names of machines in clouds have up to 75.
    static let longest = 90

    /// Whether a name leads to this machine or a network around it.
    static func isLocal(_ host: String) -> Bool {
        let last = lastLabel(host)
        // A name without a dot, and one that no registry of the internet has, are looked for in the local network.
        return last.utf8.count == host.utf8.count || localNames.contains(last) || host.hasSuffix(".home.arpa")
            || !(last == "example" || PublicSuffixes.isTopLevelDomain(String(last)))
    }

    /// A name without the dot of the root, which makes no difference to where it leads.
    static func withoutRoot(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// What follows the last dot.
    static func lastLabel(_ host: String) -> Substring {
        host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host[host.utf8.index(after: $0)...] } ?? host[...]
    }
}
