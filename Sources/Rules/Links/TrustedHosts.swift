internal import BeelineContent
internal import BeelineSymbols

/// The hosts that rules trust, prepared so that others can be compared with them. A class, so that looking at it copies
/// nothing.
final class TrustedHosts: Sendable {
    /// What someone has registered of them: `example.co.uk`.
    private let domains: Set<String>
    /// These and the hosts as they were given.
    private let names: HostTable<Bool>
    private let entries: [Entry]
    private let bySkeleton: [Skeleton: [Int]]
    /// By each skeleton of a long name without one of its letters. Two names that are one step apart have such a
    /// skeleton, or a whole one, in common.
    private let byShortened: [Skeleton: [Int]]
    private let filter: ResemblanceFilter

    private struct Entry: Sendable {
        let domain: String
        /// The label below the public suffix, which people know it by.
        let name: Substring
        let suffix: Substring
        let skeleton: Skeleton
    }

    /// Shorter names have too many neighbours that mean something.
    private static let leastLength = 5
    /// No label that DNS knows is longer.
    private static let longestLabel = 63

    /// Words that many hosts have in their names for what they are, and no one for whom they imitate.
    private static let words: Set<String> = [
        "account", "books", "catalog", "catalogue", "cloud", "event", "events", "example", "forms", "images", "library",
        "links", "login", "mobile", "movies", "museum", "music", "online", "opendata", "portal", "product", "products",
        "scholar", "search", "secure", "service", "shopping", "static", "store", "support", "test", "tickets", "video",
        "world",
    ]

    /// What is before or after a name, without a hyphen, in hosts that imitate it.
    private static let affixes = [
        "account", "accounts", "alert", "auth", "billing", "com", "confirm", "customer", "help", "login", "logon",
        "my",
        "net", "official", "online", "org", "payment", "recovery", "refund", "secure", "security", "service",
        "signin",
        "support", "unlock", "update", "verify", "wallet", "web", "www",
    ].map { Skeleton($0) }

    /// Countries whose names everyone registers, wherever they are: for what the letters mean elsewhere, for nothing, or
    /// because they are `com` with a letter missing.
    private static let openCountries: Set<Substring> = [
        "ac", "ag", "ai", "am", "as", "bi", "bz", "cc", "cd", "cf", "ci", "cm", "co", "cv", "cx", "dj", "dm", "fm",
        "ga", "gd", "gg",
        "gl", "gp", "gq", "gs", "gy", "hm", "hn", "ht", "im", "io", "je", "ki", "la", "lc", "ly", "md", "me", "mg",
        "ml", "mn", "ms", "mu",
        "mw", "nf", "nr", "nu", "om", "pm", "pn", "pw", "re", "sb", "sc", "sh", "sl", "sm", "so", "sr", "st", "su",
        "sx", "tc", "tf", "tg",
        "tk", "tl", "tm", "to", "tt", "tv", "vc", "vg", "vu", "wf", "ws", "yt",
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
        names = HostTable(hosts.union(domains))
        self.entries = entries
        bySkeleton = Dictionary(entries.indices.map { (entries[$0].skeleton, [$0]) }, uniquingKeysWith: +)
        let shortened = entries.indices.flatMap { index in
            Self.isLong(entries[index].skeleton) ? entries[index].skeleton.shortened.map { ($0, [index]) } : []
        }
        byShortened = Dictionary(shortened, uniquingKeysWith: +)
        filter = ResemblanceFilter(
            Array(bySkeleton.keys) + Array(byShortened.keys), domains: entries.map { Self.skeletons(of: $0.domain) },
            affixes: Self.affixes, leastLength: Self.leastLength)
    }

    /// Whether a host is one of them, or below what someone has registered of one: `amazon.com` for `www.amazon.com`.
    func haveDomain(of host: String) -> Bool { names.contains(host) }

    /// What a host has in common with one of them without being one; nil for most.
    ///
    /// - Parameters:
    ///   - host: in A-labels and lower case, without the dot of the root; no address.
    ///   - unicode: the same host as people write it.
    ///   - domain: what someone has registered of it; nil for none.
    func resemblance(of host: String, unicode: String, domain: @autoclosure () -> String?) -> LinkReason? {
        guard !entries.isEmpty, let domain = domain(), !domains.contains(domain), mayKnow(host, unicode, domain) else {
            return nil
        }
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

    /// Whether the filter lets a host through.
    private func mayKnow(_ host: String, _ unicode: String, _ domain: String) -> Bool {
        guard host == unicode, host.hasSuffix(domain), let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return true
        }
        let suffix = domain.utf8.distance(from: dot, to: domain.utf8.endIndex)
        return host.utf8.withContiguousStorageIfAvailable { bytes in
            filter.mayKnow(UnsafeBufferPointer(rebasing: bytes.dropLast(suffix)))
        } ?? true
    }

    private static func isLong(_ skeleton: Skeleton) -> Bool { skeleton.letters.count >= leastLength }

    /// A label that someone registered which reads like a name.
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
        for skeleton in [own] + own.shortened {
            for index in (bySkeleton[skeleton] ?? []) + (byShortened[skeleton] ?? [])
            where Self.isLong(entries[index].skeleton) && entries[index].skeleton.isOneStep(from: own) {
                return .nearName(host, of: entries[index].domain)
            }
        }
        return nil
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

    /// The host whose name has a skeleton, if the name is long enough to mean it.
    private func named(_ skeleton: Skeleton) -> Entry? {
        Self.isLong(skeleton) ? bySkeleton[skeleton]?.first.map { entries[$0] } : nil
    }
}

/// Hosts that are prepared when the first link of another host is looked at: most runs of the command look at none.
final class PreparedHosts: Sendable {
    private let hosts: Set<String>
    private let names: HostTable<Bool>
    private let prepared = LazyReference<TrustedHosts>()
    let seen = SeenLinks()

    /// - Parameter hosts: in A-labels; each stands for all hosts below it.
    init(_ hosts: some Sequence<String>) {
        self.hosts = Set(hosts.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
        names = HostTable(self.hosts)
    }

    /// Whether a host is one of them, or below one.
    func contains(_ host: String) -> Bool { names.contains(host) }

    var trusted: TrustedHosts { prepared.object ?? prepared.setIfNil(TrustedHosts(hosts)) }
}

/// Decides in about a microsecond that a host resembles none of the trusted ones, which is so for nearly every host.
///
/// It only saves time: `TrustedHosts.resemblance` finds the same without it. It knows a hash of each skeleton that the
/// comparisons look up, and sees whether any skeleton that they would make of a host has such a hash.
struct ResemblanceFilter: Sendable {
    /// A word for each skeleton or more, in which three bits are set by its hash (a blocked Bloom filter). One hash in
    /// several thousand passes by chance, and a host has about fifty.
    private var words: [UInt64]
    private let shift: UInt64
    /// What may be before or after a name, by its length and its hash.
    private let affixes: [(count: Int, hash: UInt64)]
    private let leastLength: Int

    /// Longer names are compared without it.
    private static let longest = 255

    /// - Parameters:
    ///   - skeletons: all that the comparisons look up.
    ///   - domains: the skeletons of the labels of each domain that is looked for whole.
    ///   - affixes: what may be before or after a name.
    ///   - leastLength: shorter names are looked up only as whole labels.
    init(_ skeletons: [Skeleton], domains: [[Skeleton]], affixes: [Skeleton], leastLength: Int) {
        var width: UInt64 = 6
        while 1 << width < skeletons.count + domains.count { width += 1 }
        words = [UInt64](repeating: 0, count: 1 << Int(width))
        shift = 64 - width
        self.affixes = affixes.map { ($0.letters.count, $0.letters.reduce(0, Self.next)) }
        self.leastLength = leastLength
        // Of a domain, two labels are enough: `www` of `www.gov.uk` is at the beginning of half of all hosts.
        let pairs = domains.map { $0[0].letters + ["."] + $0[1].letters }
        for letters in skeletons.map(\.letters) + pairs {
            let mixed = Self.mixed(letters.reduce(0, Self.next))
            words[Int(mixed >> shift)] |= Self.bits(mixed)
        }
    }

    /// False where no label of a name, nor a part of one, can have a skeleton that is known.
    ///
    /// - Parameter name: labels in ASCII with dots between them: a host without the suffix of its registry.
    func mayKnow(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count <= Self.longest else { return true }
        return withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: name.count * 2) { room in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: name.count + 1) { sums in
                let joined = UnsafeMutableBufferPointer(rebasing: room[name.count...])
                var joinedCount = 0
                var start = 0
                // The hash of the label before, with a dot.
                var before: UInt64?
                while start <= name.count {
                    var end = start
                    while end < name.count, name[end] != UInt8(ascii: ".") { end += 1 }
                    let count = Skeleton.fold(UnsafeBufferPointer(rebasing: name[start..<end]), into: room)
                    let label = UnsafeBufferPointer(rebasing: room[..<count])
                    for letter in label where letter != "-" {
                        joined[joinedCount] = letter
                        joinedCount += 1
                    }
                    if let before, has(label.reduce(before, Self.next)) { return true }
                    if mayKnow(run: label, sums) || mayKnow(wordOf: label, sums) { return true }
                    // Only the label that someone registered is looked for as it is, and with one letter more or less.
                    if end == name.count, mayKnow(own: count, sums) { return true }
                    before = Self.next(sums[count], ".")
                    start = end + 1
                }
                return mayKnow(run: UnsafeBufferPointer(rebasing: joined[..<joinedCount]), sums)
            }
        }
    }

    /// - Parameter count: how many letters the label has whose sums were just made.
    private func mayKnow(own count: Int, _ sums: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        if has(sums[count]) { return true }
        guard count >= leastLength else { return false }
        return (0..<count).contains { index in
            // Without one of its letters.
            let power = Self.powers[count - index - 1]
            return has(sums[index] &* power &+ (sums[count] &- sums[index + 1] &* power))
        }
    }

    /// Words between hyphens.
    private func mayKnow(
        wordOf label: UnsafeBufferPointer<Unicode.Scalar>, _ sums: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        var start = 0
        for end in 0...label.count where end == label.count || label[end] == "-" {
            if end - start >= leastLength, has(Self.hash(sums, start, end)) { return true }
            start = end + 1
        }
        return false
    }

    /// Letters as they are, and with what is around a name taken away; leaves their sums.
    private func mayKnow(
        run letters: UnsafeBufferPointer<Unicode.Scalar>, _ sums: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        let count = letters.count
        sums[0] = 0
        for index in 0..<count { sums[index + 1] = Self.next(sums[index], letters[index]) }
        guard count >= leastLength else { return false }
        if has(sums[count]) { return true }
        for affix in affixes where count - affix.count >= leastLength {
            let rest = count - affix.count
            if sums[affix.count] == affix.hash, has(Self.hash(sums, affix.count, count)) { return true }
            if Self.hash(sums, rest, count) == affix.hash, has(sums[rest]) { return true }
        }
        return false
    }

    private func has(_ hash: UInt64) -> Bool {
        let mixed = Self.mixed(hash)
        let bits = Self.bits(mixed)
        return words[Int(mixed >> shift)] & bits == bits
    }

    /// The hash of a part, from the sums until its ends.
    private static func hash(_ sums: UnsafeMutableBufferPointer<UInt64>, _ start: Int, _ end: Int) -> UInt64 {
        sums[end] &- sums[start] &* powers[end - start]
    }

    private static func next(_ sum: UInt64, _ letter: Unicode.Scalar) -> UInt64 {
        sum &* base &+ UInt64(letter.value) &+ 1
    }

    /// A hash with each of its bits spread over all.
    private static func mixed(_ hash: UInt64) -> UInt64 {
        let mixed = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        return (mixed ^ mixed >> 32) &* 0x94D0_49BB_1331_11EB
    }

    /// The bits of a word that a hash sets, by its lower bits: the upper ones choose the word.
    private static func bits(_ mixed: UInt64) -> UInt64 {
        1 << (mixed >> 12 & 63) | 1 << (mixed >> 18 & 63) | 1 << (mixed >> 24 & 63)
    }

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let powers: [UInt64] = (0..<longest).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) &* base)
    }
}
