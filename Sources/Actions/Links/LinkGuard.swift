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
    public func verdict(on url: String) -> LinkVerdict { LinkVerdict(reasons: reasons(url, ofHost: reasons(ofHost:))) }

    /// What is noticeable about a URL.
    ///
    /// - Parameter ofHost: what is noticeable about its host.
    func reasons(_ url: String, ofHost: (WebAddress) -> [LinkReason]) -> [LinkReason] {
        var reasons: [LinkReason] = []
        if HiddenCharacters.areIn(url) { reasons.append(.hiddenCharacters) }
        // What is opened is the text as it is, so that nothing may be added to it here or be taken away.
        if let address = WebAddress(absoluteURL: url) {
            reasons += self.reasons(address, ofHost)
        } else if let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon > url.startIndex {
            let scheme = url[..<colon].lowercased()
            if LinkScheme.isIrregular(scheme, rest: url[url.utf8.index(after: colon)...]) {
                reasons.append(.irregularSlashes)
            } else if scheme.hasPrefix("http") {
                reasons.append(.notUnderstood)
                // A host beyond ASCII is none as it is, but one can say what it was meant to be.
                if let address = WebAddress(url) { reasons += ofHost(address) }
            } else {
                reasons.append(LinkScheme.reason(scheme))
            }
        } else {
            reasons.append(.notUnderstood)
        }
        return reasons
    }

    private func reasons(_ address: WebAddress, _ ofHost: (WebAddress) -> [LinkReason]) -> [LinkReason] {
        var reasons: [LinkReason] = []
        let scheme = address.scheme
        switch scheme {
        case "https": break
        case "http": reasons.append(.notEncrypted)
        default: reasons.append(LinkScheme.reason(scheme))
        }
        if address.userInfo != nil { reasons.append(.userInfo) }
        // Of other schemes nobody knows what their host means.
        guard let usualPort = LinkScheme.usualPorts[scheme] else { return reasons }
        reasons += ofHost(address)
        if let port = address.port, port != usualPort { reasons.append(.unusualPort(port)) }
        if let name = LinkPath.hostBehindAtSign(of: address, trusted: trusted) { reasons.append(.atSignInPath(name)) }
        let path = address.path
        if let ending = RunnableFiles.ending(of: path) { reasons.append(.runnableDownload(ending)) }
        if let domain = KnownHosts.redirectingDomain(address, path: path) { reasons.append(.redirector(domain)) }
        return reasons
    }

    /// What is noticeable about the host of a link. Nothing but the host decides on it.
    func reasons(ofHost address: WebAddress) -> [LinkReason] {
        var host = address.hostName
        // That of the root makes no difference to where it leads.
        if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
        if let literal = HostAddress(host) { return literal.reasons(host) }
        let known = KnownHosts.find(host)
        let inside = HostName.addressInside(host, isMirror: known?.role == .mirror)
        if known?.role == .metadataService || inside?.place == .metadataService { return [.metadataService(host)] }
        var reasons: [LinkReason] = []
        if HostName.isLocal(host) || known?.role == .local || known?.role == .mirror || inside != nil {
            reasons.append(.localHost(host))
        }
        if host.utf8.count > HostName.longest { reasons.append(.overlongHost(host.utf8.count)) }
        guard !trusted.contains(host) else { return reasons }
        let unicode = address.unicodeHost.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? host
        if unicode != host, let reason = HostScripts.reason(host, unicode: unicode) { reasons.append(reason) }
        if let reason = trusted.resemblance(of: host, unicode: unicode, domain: address.domain) {
            reasons.append(reason)
        }
        switch known {
        case (let name, .shortener)?: reasons.append(.shortener(name))
        case (let name, .redirector)?: reasons.append(.redirector(name))
        case (let name, .dynamic)?: reasons.append(.dynamicHost(name))
        case (_, .mirror)?, (_, .local)?, (_, .metadataService)?, nil: break
        }
        return reasons
    }
}
