internal import BeelineContent
internal import BeelineSymbols

/// Looks at a link before it is opened. Nothing is fetched to decide.
///
///     LinkGuard.standard.verdict(on: "https://paypal.com@evil.example/").reasons   // [.userInfo]
///
/// One that knows which hosts its user trusts also finds others that look like them:
///
///     let guarded = LinkGuard(trusting: ["www.paypal.com"])
///     guarded.verdict(on: "https://paypa1.com/").decision   // .deny
public struct LinkGuard: Sendable {
    private let trusted: TrustedHosts

    /// Trusts no host, and so knows no look-alikes.
    public static let standard = LinkGuard(trusting: [])

    /// - Parameter hosts: in lower case and A-labels, as links have them, such as `RuleSet.trustedHosts`; each stands for all
    ///   hosts below it. They are not spared any other doubt.
    public init(trusting hosts: some Sequence<String>) { trusted = TrustedHosts(hosts) }

    /// The verdict on a URL.
    public func verdict(on url: String) -> LinkVerdict {
        var seen = SeenHosts()
        return verdict(on: url, &seen)
    }

    /// The verdict on one of many URLs.
    ///
    /// - Parameter seen: what this guard has found out about the hosts of the others.
    public func verdict(on url: String, _ seen: inout SeenHosts) -> LinkVerdict {
        LinkVerdict(reasons: OrdinaryLink.reasons(url, trusted, &seen) ?? closelySeenReasons(url, &seen))
    }

    /// What is noticeable about any URL.
    func closelySeenReasons(_ url: String) -> [LinkReason] {
        var seen = SeenHosts()
        return closelySeenReasons(url, &seen)
    }

    private func closelySeenReasons(_ url: String, _ seen: inout SeenHosts) -> [LinkReason] {
        var reasons: [LinkReason] = []
        if HiddenCharacters.areIn(url) { reasons.append(.hiddenCharacters) }
        // What is opened is the text as it is, so that nothing may be added to it here or be taken away.
        if let address = WebAddress(absoluteURL: url) {
            reasons += self.reasons(address, &seen)
        } else if let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon > url.startIndex {
            let scheme = url[..<colon].lowercased()
            if LinkScheme.isIrregular(scheme, rest: url[url.utf8.index(after: colon)...]) {
                reasons.append(.irregularSlashes)
            } else if scheme.hasPrefix("http") {
                reasons.append(.notUnderstood)
                // A host beyond ASCII is none as it is, but one can say what it was meant to be.
                if let address = WebAddress(url) { reasons += self.reasons(ofHost: address, &seen) }
            } else {
                reasons.append(LinkScheme.reason(scheme))
            }
        } else {
            reasons.append(.notUnderstood)
        }
        return reasons
    }

    private func reasons(_ address: WebAddress, _ seen: inout SeenHosts) -> [LinkReason] {
        var reasons: [LinkReason] = []
        switch address.scheme {
        case "https": break
        case "http": reasons.append(.notEncrypted)
        case let scheme: reasons.append(LinkScheme.reason(scheme))
        }
        if address.userInfo != nil { reasons.append(.userInfo) }
        // Of other schemes nobody knows what their host means.
        guard let usualPort = LinkScheme.usualPorts[address.scheme] else { return reasons }
        reasons += self.reasons(ofHost: address, &seen)
        if let port = address.port, port != usualPort { reasons.append(.unusualPort(port)) }
        let path = address.path
        if let name = LinkPath.hostBehindAtSign(of: path, trusted: trusted) { reasons.append(.atSignInPath(name)) }
        if let ending = LinkPath.runnableExtension(of: path) { reasons.append(.runnableDownload(ending)) }
        return reasons
    }

    /// Nothing but the host decides on these.
    private func reasons(ofHost address: WebAddress, _ seen: inout SeenHosts) -> [LinkReason] {
        let host = address.hostName
        return seen.reasons(of: host) { reasons(ofHost: address, named: host) }
    }

    private func reasons(ofHost address: WebAddress, named host: String) -> [LinkReason] {
        if let literal = HostAddress(host) { return literal.reasons(host) }
        if HostName.isMetadataService(host) { return [.metadataService(host)] }
        var reasons: [LinkReason] = []
        if HostName.isLocal(host) || KnownHosts.entry(for: host, in: KnownHosts.mirrors) != nil {
            reasons.append(.localHost(host))
        }
        if host.utf8.count > HostName.longest { reasons.append(.overlongHost(host.utf8.count)) }
        guard !trusted.contains(host) else { return reasons }
        let unicode = address.unicodeHost ?? host
        if unicode != host, let reason = HostScripts.reason(host, unicode: unicode) { reasons.append(reason) }
        if let reason = trusted.resemblance(of: host, unicode: unicode, domain: address.domain) {
            reasons.append(reason)
        }
        if let service = KnownHosts.entry(for: host, in: KnownHosts.shorteners) { reasons.append(.shortener(service)) }
        return reasons
    }
}
