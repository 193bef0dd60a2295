/// Names of hosts that lead to no place of the internet, whoever writes them.
enum HostName {
    /// The last labels, and ends of names, that are found in local networks (RFC 6761, RFC 6762, RFC 8375; `corp`, `home`
    /// and `mail` are never given to a registry, by ICANN's resolution 2018.02.04.12).
    static let localNames: Set<Substring> = [
        "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "mail", "private",
    ]

    /// Whether a name leads to this machine or a network around it.
    ///
    /// - Parameter host: in lower case; no address.
    static func isLocal(_ host: String) -> Bool {
        guard let last = lastLabel(host) else { return true }
        // A name without a dot is looked for in the local network.
        return last.utf8.count == host.utf8.count - (host.hasSuffix(".") ? 1 : 0) || localNames.contains(last)
            || host.hasSuffix(".home.arpa") || host.hasSuffix(".home.arpa.")
    }

    /// Names by which machines of a cloud reach where they get their keys.
    private static let metadataServices: Set<String> = [
        "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    ]

    static func isMetadataService(_ host: String) -> Bool {
        metadataServices.contains(host.hasSuffix(".") ? String(host.dropLast()) : host)
    }

    /// What follows the last dot, save for one at the end; nil for a host of dots.
    static func lastLabel(_ host: String) -> Substring? {
        let utf8 = host.utf8
        let name = utf8.last == UInt8(ascii: ".") ? utf8.dropLast() : utf8[...]
        let start = name.lastIndex(of: UInt8(ascii: ".")).map(name.index(after:)) ?? name.startIndex
        return start < name.endIndex ? host[start..<name.endIndex] : nil
    }

    /// More characters than a name has that people read to its end; names of machines in clouds have up to 75.
    static let longest = 90
}
