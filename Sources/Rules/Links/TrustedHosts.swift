internal import BeelineContent
internal import BeelineSymbols

/// The trusted hosts, prepared for comparison with others.
struct TrustedHosts: Sendable {
    /// Their registered domains: `example.co.uk`.
    private let domains: Set<String>
    /// The domains, and the hosts as they were given.
    private let names: Set<Substring>
    private let entries: [Entry]
    private let bySkeleton: [Skeleton: [Int]]
    /// Long names by their first two letters, and by their last two: names that are one step apart share one of them.
    private let byBeginning, byEnd: [Skeleton: [Int]]

    private struct Entry: Sendable {
        let domain: String
        /// The label below the public suffix, which people know it by.
        let name: Substring
        let suffix: Substring
        let skeleton: Skeleton
    }

    /// Shorter names are similar to too many other words.
    private static let leastLength = 5
    /// No label that DNS knows is longer.
    private static let longestLabel = 63

    /// Common words in the names of hosts, which do not show that a host imitates another.
    private static let words: Set<String> = [
        "account", "books", "catalog", "catalogue", "cloud", "event", "events", "example", "forms", "images", "library",
        "links", "login", "mobile", "movies", "museum", "music", "online", "opendata", "portal", "product", "products",
        "scholar", "search", "secure", "service", "shopping", "static", "store", "support", "test", "tickets", "video",
        "world",
    ]

    /// What hosts that imitate a name add before or after it, without a hyphen.
    private static let affixes = [
        "account", "accounts", "alert", "auth", "billing", "com", "confirm", "customer", "help", "login", "logon", "my",
        "net", "official", "online", "org", "payment", "recovery", "refund", "secure", "security", "service", "signin",
        "support", "unlock", "update", "verify", "wallet", "web", "www",
    ].map { Skeleton($0) }

    /// Countries whose names everyone registers, wherever they are: for what the letters mean elsewhere, for nothing,
    /// or because they are `com` with a letter missing.
    private static let openCountries: Set<Substring> = [
        "ac", "ag", "ai", "am", "as", "bi", "bz", "cc", "cd", "cf", "ci", "cm", "co", "cv", "cx", "dj", "dm", "fm",
        "ga", "gd", "gg", "gl", "gp", "gq", "gs", "gy", "hm", "hn", "ht", "im", "io", "je", "ki", "la", "lc", "ly",
        "md", "me", "mg", "ml", "mn", "ms", "mu", "mw", "nf", "nr", "nu", "om", "pm", "pn", "pw", "re", "sb", "sc",
        "sh", "sl", "sm", "so", "sr", "st", "su", "sx", "tc", "tf", "tg", "tk", "tl", "tm", "to", "tt", "tv", "vc",
        "vg", "vu", "wf", "ws", "yt",
    ]

    /// - Parameter hosts: in A-labels, without the dot of the root; each stands for all hosts below it.
    init(_ hosts: Set<String>) {
        var entries: [Entry] = []
        var domains: Set<String> = []
        for host in hosts.sorted() {
            guard let domain = WebAddress(absoluteURL: "https://\(host)/")?.domain, domains.insert(domain).inserted,
                let dot = domain.utf8.firstIndex(of: UInt8(ascii: "."))
            else { continue }
            let unicode = WebAddress("https://\(domain)/")?.unicodeHost ?? domain
            let label = unicode.split(separator: ".").first ?? ""
            entries.append(
                Entry(
                    domain: domain, name: domain[..<dot], suffix: domain[domain.utf8.index(after: dot)...],
                    skeleton: Skeleton(label)))
        }
        self.domains = domains
        names = Set(hosts.union(domains).map { $0[...] })
        self.entries = entries
        bySkeleton = Dictionary(entries.indices.map { (entries[$0].skeleton, [$0]) }, uniquingKeysWith: +)
        let long = entries.indices.filter { Self.isLong(entries[$0].skeleton) }
        byBeginning = Dictionary(grouping: long) { entries[$0].skeleton.beginning }
        byEnd = Dictionary(grouping: long) { entries[$0].skeleton.end }
    }

    /// Whether a host is one of them, or below the registered domain of one: `amazon.com` for `www.amazon.com`.
    func haveDomain(of host: String) -> Bool { HostName.withParents(host).contains(where: names.contains) }

    /// How a host resembles one of them without being one; nil for most. The host, never an address, is in A-labels
    /// and lower case, without the dot of the root, and as people write it. The domain is its registered one.
    func resemblance(of host: String, unicode: String, domain: @autoclosure () -> String?) -> LinkReason? {
        guard !entries.isEmpty, let domain = domain(), !domains.contains(domain) else { return nil }
        let plain = host.split(separator: ".")
        let labels = unicode.split(separator: ".")
        let ownCount = domain.split(separator: ".").count
        guard labels.count == plain.count, labels.count >= ownCount else { return nil }
        let place = labels.count - ownCount
        let skeletons = labels[...place].map { Skeleton($0) }
        let suffix = plain[(place + 1)...].joined(separator: ".")
        if isOfOwner(plain[place], skeletons[place], suffix) { return nil }
        return sameName(host, plain[place], skeletons[place], suffix: suffix)
            ?? prefix(host, skeletons) ?? near(host, skeletons[place]) ?? word(host, labels[...place], place)
            ?? run(host, skeletons)
    }

    private static func isLong(_ skeleton: Skeleton) -> Bool { skeleton.letters.count >= leastLength }

    /// A registered label that reads like a trusted name.
    private func sameName(_ host: String, _ label: Substring, _ skeleton: Skeleton, suffix: String) -> LinkReason? {
        for index in bySkeleton[skeleton] ?? [] {
            let entry = entries[index]
            if label != entry.name {
                if Self.isLong(skeleton) || suffix == entry.suffix { return .lookAlike(host, of: entry.domain) }
            } else if Self.isLong(skeleton), !Self.words.contains(String(label)) {
                return .nearName(host, of: entry.domain)
            }
        }
        return nil
    }

    /// Whether a label is a name below another suffix that its company is likely to have as well: that of a registry of
    /// a country, or `com` where the name is of a country. Elsewhere anyone has it: in countries whose names everyone
    /// registers, where the owner of a registered name gives names to others (`github.io`, `co.com`), and below the
    /// suffixes of no country.
    private func isOfOwner(_ label: Substring, _ skeleton: Skeleton, _ suffix: String) -> Bool {
        guard Self.isLong(skeleton), !Self.words.contains(String(label)), PublicSuffixes.isOfRegistry(suffix) else {
            return false
        }
        let isOfCountry = Self.isOfCountry(suffix[...])
        guard isOfCountry || suffix == "com" else { return false }
        return (bySkeleton[skeleton] ?? []).contains { index in
            entries[index].name == label && (isOfCountry || Self.isOfCountry(entries[index].suffix))
        }
    }

    private static func isOfCountry(_ suffix: Substring) -> Bool {
        let last = HostName.lastLabel(String(suffix))
        return last.utf8.count == 2 && !openCountries.contains(last)
    }

    /// A trusted domain whole, before the labels that decide: `amazon.com.evil.example`.
    private func prefix(_ host: String, _ skeletons: [Skeleton]) -> LinkReason? {
        for (start, skeleton) in skeletons.enumerated() {
            for index in bySkeleton[skeleton] ?? [] {
                let wanted = Self.skeletons(of: entries[index].domain)
                if skeletons[start...].starts(with: wanted) { return .lookAlike(host, of: entries[index].domain) }
            }
        }
        return nil
    }

    private static func skeletons(of domain: String) -> [Skeleton] { domain.split(separator: ".").map { Skeleton($0) } }

    /// A name with a letter more, less or changed, or two swapped.
    private func near(_ host: String, _ own: Skeleton) -> LinkReason? {
        guard Self.isLong(own), own.letters.count <= Self.longestLabel + 1 else { return nil }
        let candidates = (byBeginning[own.beginning] ?? []) + (byEnd[own.end] ?? [])
        let near = candidates.filter { entries[$0].skeleton.isOneStep(from: own) }.min()
        return near.map { .nearName(host, of: entries[$0].domain) }
    }

    /// A name as one word of a label, or as a label of a host of others.
    private func word(_ host: String, _ labels: ArraySlice<Substring>, _ place: Int) -> LinkReason? {
        for (index, label) in labels.enumerated() {
            for word in label.split(separator: "-") where index < place || word.utf8.count < label.utf8.count {
                if !Self.words.contains(String(word)), let entry = named(Skeleton(word)) {
                    return .nearName(host, of: entry.domain)
                }
            }
        }
        return nil
    }

    /// A name that runs into what is around it, `wwwamazon.com` or `amazonlogin.com`, or is cut apart, `ama.zon.com`.
    private func run(_ host: String, _ skeletons: [Skeleton]) -> LinkReason? {
        let joined = skeletons.flatMap { $0.letters.filter { $0 != "-" } }
        for letters in skeletons.map(\.letters) + [joined] {
            // What is a name by itself was looked at before.
            var candidates =
                letters == joined && letters != skeletons[skeletons.count - 1].letters ? [Skeleton(folded: joined)] : []
            for affix in Self.affixes {
                if letters.starts(with: affix.letters) {
                    candidates.append(Skeleton(folded: letters.dropFirst(affix.letters.count)))
                }
                if letters.reversed().starts(with: affix.letters.reversed()) {
                    candidates.append(Skeleton(folded: letters.dropLast(affix.letters.count)))
                }
            }
            for candidate in candidates {
                if let entry = named(candidate), !Self.words.contains(String(entry.name)) {
                    return .nearName(host, of: entry.domain)
                }
            }
        }
        return nil
    }

    /// The host whose name has a skeleton, if the name is long enough for comparison.
    private func named(_ skeleton: Skeleton) -> Entry? {
        Self.isLong(skeleton) ? bySkeleton[skeleton]?.first.map { entries[$0] } : nil
    }
}
