internal import BeelineContent
internal import BeelineSymbols

/// Known hosts with their roles; each includes all hosts below it.
enum KnownHosts {
    enum Role: String, CaseIterable, Hashable, Sendable {
        /// A service that redirects to a target of someone else's choice. Not for their owner's pages only.
        case shortener
        /// A service that redirects to a target in the link.
        case redirector
        /// A service that gives names to machines that can be anywhere and change at any time.
        case dynamic
        /// A name that resolves to the address written in it, or to this machine.
        case mirror
        /// A name that routers resolve to themselves, or that is used within a cluster.
        case local
        /// The name of a metadata service, which gives keys to the machines of a cloud.
        case metadataService
        /// A genuine name of an owner that would otherwise look like an imitation.
        case owned
    }

    /// The longest known name, in A-labels and lower case, that a host is or is below, and its role; nil for most.
    static func find(_ host: String) -> (name: String, role: Role)? {
        for name in HostName.withParents(host) {
            if let role = roles[name] { return (String(name), role) }
        }
        return nil
    }

    private static let roles: [Substring: Role] = {
        var roles: [Substring: Role] = [:]
        for role in Role.allCases {
            for name in names(of: role) { roles[name] = role }
        }
        return roles
    }()

    static func names(of role: Role) -> [Substring] { LinkLists.words("hosts.\(role.rawValue)") }

    struct RedirectingPage: Sendable {
        /// The beginning of the path, by segments in small letters.
        let segments: [String]
        /// The parameter, in small letters, without which it does not; nil for none.
        let parameter: Substring?

        /// Whether a link of its site leads to it.
        func includes(_ address: WebAddress) -> Bool {
            guard LinkPath.segments(of: address.path).starts(with: segments) else { return false }
            guard let parameter else { return true }
            return LinkParameter.all(of: address).contains { $0.name == parameter }
        }
    }

    private static let pagesByDomain: [Substring: [RedirectingPage]] = {
        var pages: [Substring: [RedirectingPage]] = [:]
        for page in LinkLists.words("pages.redirecting") {
            let parts = page.split(separator: "?")
            let names = parts[0].split(separator: "/")
            let redirecting = RedirectingPage(
                segments: names.dropFirst().map(String.init), parameter: parts.count > 1 ? parts[1] : nil)
            pages[names[0], default: []].append(redirecting)
        }
        return pages
    }()

    /// The pages of a site, by its registered domain, that redirect to a target in the link; none for nearly all.
    static func redirectingPages(of domain: String) -> [RedirectingPage] {
        var pages = pagesByDomain[domain[...]] ?? []
        // The label right below the suffix of a registry is a company: `google` of `google.co.uk`.
        if let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")), let ofCompany = pagesByDomain[domain[..<dot]],
            PublicSuffixes.isOfRegistry(String(domain[domain.utf8.index(after: dot)...]))
        {
            pages += ofCompany
        }
        return pages
    }
}
