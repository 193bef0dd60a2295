internal import BeelineContent
internal import BeelineSymbols

/// What the name of a host says by itself, whoever has it. Names are in A-labels and lower case, without the dot of the root.
enum HostName {
    /// Last labels that are found in local networks, and ends of names: RFC 6761, RFC 6762, RFC 8375 and ICANN's resolutions
    /// 2018.02.04.12 (`corp`, `home` and `mail` are never given to a registry) and 2024.07.29.06 (`internal`).
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

    /// What follows the last dot.
    static func lastLabel(_ host: String) -> Substring {
        host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host[host.utf8.index(after: $0)...] } ?? host[...]
    }

    /// The special IPv4 address that is written in a name, as services that answer with it have it: four labels that are
    /// numbers, a label of four numbers with hyphens, and below such a service also one of eight hexadecimal digits.
    ///
    /// - Parameter isMirror: whether the name is below a service that is known for it.
    static func addressInside(_ host: String, isMirror: Bool) -> IPv4Address? {
        // All but the hexadecimal form has digits, and nearly every host none.
        guard isMirror || host.utf8.contains(where: \.isASCIIDigit) else { return nil }
        let labels = host.split(separator: ".")
        for (place, label) in labels.enumerated() {
            let numbers = label.split(separator: "-", omittingEmptySubsequences: false)
            let candidates = [
                address(labels[place...].prefix(4)),
                isMirror ? address(numbers.suffix(4)) : numbers.count == 4 ? address(numbers[...]) : nil,
                isMirror && label.utf8.count == 8 ? UInt32(label, radix: 16).map(IPv4Address.init(value:)) : nil,
            ]
            if let special = candidates.lazy.compactMap({ $0 }).first(where: { $0.place != .anywhere }) {
                return special
            }
        }
        return nil
    }

    private static func address(_ numbers: ArraySlice<Substring>) -> IPv4Address? {
        let bytes = numbers.compactMap { $0.utf8.allSatisfy(\.isASCIIDigit) ? UInt8($0) : nil }
        return bytes.count == 4 ? IPv4Address(value: bytes.reduce(0) { $0 << 8 | UInt32($1) }) : nil
    }
}
