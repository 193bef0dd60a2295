internal import BeelineContent

/// The hosts that rules trust, prepared so that others can be compared with them. A class, so that looking at it copies
/// nothing.
final class TrustedHosts: Sendable {
    /// The hosts as they were given.
    private let hosts: Set<String>
    /// What somebody has registered of them: `example.co.uk`.
    private let domains: Set<String>
    /// Both, by the hash of their bytes from the end.
    private let own: [UInt64: [UInt8]]
    private let ownHashes: HashTable
    private let entries: [Entry]
    private let bySkeleton: [Skeleton: [Int]]
    /// The skeletons of the names, and those without one of their letters, for a first look.
    private let names: HashTable
    private let nearNames: HashTable
    /// How long the names are, a bit for each length up to 63.
    private let lengths: UInt64

    private struct Entry: Sendable {
        let domain: String
        /// The label below the public suffix, which people know it by.
        let name: Substring
        let suffix: Substring
        let skeleton: Skeleton

        /// What a host that resembles it has among its labels. Every other host has a `www`, which is a name only where
        /// the domain is that of a service below which others register (`www.googleapis.com`): there it is the next one.
        var mark: Skeleton { name == "www" ? Skeleton(suffix.prefix { $0 != "." }) : skeleton }
    }

    /// Shorter names have too many neighbours that mean something.
    private static let leastLength = 5

    /// Words that many hosts have in their names for what they are, and nobody for whom they imitate.
    private static let words: Set<String> = [
        "account", "books", "catalog", "catalogue", "cloud", "event", "events", "example", "forms", "images", "library",
        "links", "login", "mobile", "movies", "museum", "music", "online", "opendata", "portal", "product", "products",
        "scholar", "search", "secure", "service", "shopping", "static", "store", "support", "test", "tickets", "video",
        "world",
    ]

    /// - Parameter hosts: in A-labels; each stands for all hosts below it.
    init(_ hosts: some Sequence<String>) {
        self.hosts = Set(hosts.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
        var entries: [Entry] = []
        var domains: Set<String> = []
        for host in self.hosts.sorted() {
            guard let domain = Self.domain(of: host), domains.insert(domain).inserted,
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
        self.entries = entries
        let all = self.hosts.union(domains).map { (TextHash($0.utf8.reversed()).value, Array($0.utf8)) }
        own = Dictionary(all) { first, _ in first }
        ownHashes = HashTable(own.keys)
        bySkeleton = Dictionary(entries.indices.map { (entries[$0].skeleton, [$0]) }) { $0 + $1 }
        names = HashTable(entries.map(\.mark.hash))
        let long = entries.map(\.skeleton.bytes).filter { $0.count >= Self.leastLength }
        nearNames = HashTable(
            long.flatMap { bytes -> [UInt64] in
                var hashes = [TextHash(bytes).value]
                _ = bytes.withUnsafeBufferPointer { bytes in
                    TextHash.anyWithoutOne(of: bytes) { hash in
                        hashes.append(hash)
                        return false
                    }
                }
                return hashes
            })
        lengths = long.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
    }

    /// Whether one of them, or what was registered of one, is exactly this.
    ///
    /// - Parameter hash: of its bytes from the end.
    func hasOwn(_ host: Slice<UnsafeBufferPointer<UInt8>>, _ hash: TextHash) -> Bool {
        ownHashes.contains(hash.value) && own[hash.value].map { $0.elementsEqual(host) } ?? false
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether a host is one of them, or below one.
    func contains(_ host: String) -> Bool {
        !hosts.isEmpty && KnownHosts.entry(for: host, in: hosts) != nil
    }

    private static func domain(of host: String) -> String? { WebAddress(absoluteURL: "https://\(host)/")?.domain }

    /// Whether a label in ASCII may resemble one of the names, or have it in it; a first look, which may say yes to others.
    func mayResemble(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !entries.isEmpty, label.count <= 63 else { return !entries.isEmpty }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { room in
            let count = Skeleton.write(label, to: room)
            let skeleton = UnsafeBufferPointer(rebasing: room[..<count])
            // Its words, and the whole.
            var hash = TextHash()
            for byte in skeleton {
                if byte == UInt8(ascii: "-") {
                    if names.contains(hash.value) { return true }
                    hash = TextHash()
                } else {
                    hash.append(byte)
                }
            }
            let whole = TextHash(skeleton).value
            if names.contains(hash.value) || names.contains(whole) { return true }
            // Names of this length, and those one shorter and one longer. No shorter label is near any.
            guard count >= Self.leastLength, lengths >> UInt64(count - 1) & 0b111 != 0 else { return false }
            return nearNames.contains(whole) || TextHash.anyWithoutOne(of: skeleton, nearNames.contains)
        }
    }

    private func mayResemble(_ label: Substring) -> Bool {
        var label = String(label)
        return label.withUTF8(mayResemble)
    }

    /// What a host has in common with one of them without being one; nil for most.
    ///
    /// - Parameters:
    ///   - host: in A-labels and lower case; no address.
    ///   - unicode: the same host as people write it.
    ///   - domain: what somebody has registered of it; nil for none.
    func resemblance(of host: String, unicode: String, domain: @autoclosure () -> String?) -> LinkReason? {
        let plain = host.split(separator: ".")
        let isWorthALook = !entries.isEmpty && (unicode != host || plain.contains { mayResemble($0) })
        guard isWorthALook, let domain = domain(), !domains.contains(domain) else { return nil }
        let labels = unicode.split(separator: ".")
        let ownCount = domain.split(separator: ".").count
        guard labels.count == plain.count, labels.count >= ownCount else { return nil }
        let place = labels.count - ownCount
        let suffix = plain[(place + 1)...].joined(separator: ".")
        return reason(host, label: plain[place], Skeleton(labels[place]), suffix: suffix)
            ?? prefix(host, labels[...place].map { Skeleton($0) }) ?? near(host, labels[...place], place)
    }

    /// A label that somebody registered which reads like a name.
    private func reason(_ host: String, label: Substring, _ skeleton: Skeleton, suffix: String) -> LinkReason? {
        for index in bySkeleton[skeleton] ?? [] {
            let entry = entries[index]
            let isLong = skeleton.bytes.count >= Self.leastLength
            if label != entry.name {
                if isLong || suffix == entry.suffix { return .lookAlike(host, of: entry.domain) }
            } else if isLong, !Self.words.contains(String(label)), !Self.isOfCountryOrOld(suffix) {
                return .nearName(host, of: entry.domain)
            }
        }
        return nil
    }

    /// Whether companies have their own name there as well: countries, and the first of the registries.
    private static func isOfCountryOrOld(_ suffix: String) -> Bool {
        let last = suffix.split(separator: ".").last ?? ""
        return last.utf8.count == 2 || ["com", "org", "net", "edu", "gov"].contains(last)
    }

    /// A trusted domain whole, before the labels that decide: `amazon.com.evil.example`.
    private func prefix(_ host: String, _ skeletons: [Skeleton]) -> LinkReason? {
        for (start, skeleton) in skeletons.enumerated() {
            for index in bySkeleton[skeleton] ?? [] {
                let wanted = entries[index].domain.split(separator: ".").map { Skeleton($0) }
                if skeletons[start...].starts(with: wanted), start + wanted.count <= skeletons.count {
                    return .lookAlike(host, of: entries[index].domain)
                }
            }
        }
        return nil
    }

    /// A name with a letter more, less or changed, or a name as one word of others.
    private func near(_ host: String, _ labels: ArraySlice<Substring>, _ place: Int) -> LinkReason? {
        let own = Skeleton(labels[place])
        if own.bytes.count >= Self.leastLength,
            let entry = entries.first(where: {
                $0.skeleton.bytes.count >= Self.leastLength && $0.skeleton.isOneStep(from: own)
            })
        {
            return .nearName(host, of: entry.domain)
        }
        for (index, label) in labels.enumerated() {
            for word in label.split(separator: "-") where index < place || word.count < label.count {
                let skeleton = Skeleton(word)
                guard skeleton.bytes.count >= Self.leastLength, !Self.words.contains(String(word)) else { continue }
                if let first = bySkeleton[skeleton]?.first { return .nearName(host, of: entries[first].domain) }
            }
        }
        return nil
    }
}
