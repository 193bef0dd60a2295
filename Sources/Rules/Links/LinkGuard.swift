package import BeelineContent
internal import BeelineSymbols
internal import Synchronization

/// Checks a link before it is opened, without fetching anything.
///
///     LinkGuard.standard.verdict(on: "https://paypal.com@evil.example/").reasons   // [.userInfo]
///
/// With trusted hosts, it also finds hosts that look like them:
///
///     let guarded = LinkGuard(trusting: ["www.paypal.com"])
///     guarded.verdict(on: "https://paypa1.com/").decision   // .deny
package struct LinkGuard: Sendable {
    private let hosts: GuardedHosts

    /// A guard without trusted hosts, which finds no look-alikes.
    package static let standard = LinkGuard(trusting: [])

    /// The hosts are in lower case and A-labels, as links have them, such as `RuleSet.trustedHosts`; each includes all
    /// hosts below it. All other checks apply to them, too.
    package init(trusting hosts: some Sequence<String>) { self.hosts = GuardedHosts(hosts) }

    package func verdict(on url: String) -> LinkVerdict {
        // What is opened is the text as it is, so that nothing may be added to it here or be taken away.
        LinkVerdict(reasons: reasons(url, WebAddress(absoluteURL: url)))
    }

    /// The same verdict on a URL that was read already.
    package func verdict(on address: WebAddress) -> LinkVerdict {
        LinkVerdict(reasons: reasons(address.url, address))
    }

    /// What is noticeable about a URL; `address` is nil where it is not an absolute one.
    private func reasons(_ url: String, _ address: WebAddress?) -> [LinkReason] {
        var reasons: [LinkReason] = []
        if HiddenLinkCharacters.areIn(url) { reasons.append(.hiddenCharacters) }
        if let address {
            add(address, to: &reasons)
        } else if let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon > url.startIndex {
            let scheme = url[..<colon].lowercased()
            if LinkScheme.isIrregular(scheme, rest: url[url.utf8.index(after: colon)...]) {
                reasons.append(.irregularSlashes)
            } else if scheme.hasPrefix("http") {
                reasons.append(.notUnderstood)
                // A host beyond ASCII is none as it is, but one can say what it was meant to be.
                if let address = WebAddress(url) { reasons += hosts.facts(ofHost: address).reasons }
            } else {
                reasons.append(LinkScheme.reason(scheme))
            }
        } else {
            reasons.append(.notUnderstood)
        }
        return reasons
    }

    private func add(_ address: WebAddress, to reasons: inout [LinkReason]) {
        let scheme = address.scheme
        switch scheme {
        case "https": break
        case "http": reasons.append(.notEncrypted)
        default: reasons.append(LinkScheme.reason(scheme))
        }
        if address.userInfo != nil { reasons.append(.userInfo) }
        // What the host of another scheme means is not known.
        guard let usualPort = LinkScheme.usualPort(scheme) else { return }
        let host = hosts.facts(ofHost: address)
        if !host.reasons.isEmpty { reasons += host.reasons }
        if let port = address.port, port != usualPort { reasons.append(.unusualPort(port)) }
        let behindAtSign = LinkPath.hostBehindAtSign(of: address, trusted: { hosts.trusted })
        if let behindAtSign { reasons.append(.atSignInPath(behindAtSign)) }
        if let ending = RunnableFiles.ending(of: address) { reasons.append(.runnableDownload(ending)) }
        if host.redirectingPages.contains(where: { $0.includes(address) })
            || host.mayLeadOn && ForwardingLink.leadsOn(address)
        {
            reasons.append(.redirector(address.domain ?? address.hostName))
        }
    }
}

private struct HostFacts: Sendable {
    let reasons: [LinkReason]
    /// Whether its redirecting pages are to be reported: the rules do not trust it.
    let mayLeadOn: Bool
    /// Its pages that are known to redirect to a target in the link.
    let redirectingPages: [KnownHosts.RedirectingPage]
}

/// The trusted hosts of a guard, and a cache of its findings about hosts.
private final class GuardedHosts: Sendable {
    private let hosts: Set<Substring>
    private let prepared = Mutex<TrustedHosts?>(nil)
    /// A stream has the same hosts again and again.
    private let known = BoundedCache<HostFacts>()

    /// - Parameter hosts: in A-labels; each stands for all hosts below it.
    init(_ hosts: some Sequence<String>) { self.hosts = Set(hosts.map { HostName.withoutRoot($0)[...] }) }

    /// Prepared for the first link to another host: most runs of the command check none.
    var trusted: TrustedHosts {
        prepared.withLock { prepared in
            let trusted = prepared ?? TrustedHosts(Set(hosts.map(String.init)))
            prepared = trusted
            return trusted
        }
    }

    /// The findings about the host of a link, which depend only on the host.
    func facts(ofHost address: WebAddress) -> HostFacts {
        known.value(of: address.hostName) { findFacts(ofHost: address) }
    }

    private func findFacts(ofHost address: WebAddress) -> HostFacts {
        let isTrusted = HostName.withParents(HostName.withoutRoot(address.hostName)).contains(where: hosts.contains)
        let reasons = reasons(ofHost: address, isTrusted: isTrusted)
        // One that leads on is known as such already.
        let leadsOn = reasons.contains { if case .redirector = $0 { true } else { false } }
        return HostFacts(
            reasons: reasons, mayLeadOn: !leadsOn && !isTrusted,
            redirectingPages: leadsOn ? [] : address.domain.map(KnownHosts.redirectingPages(of:)) ?? [])
    }

    /// What is noticeable about the host of a link.
    private func reasons(ofHost address: WebAddress, isTrusted: Bool) -> [LinkReason] {
        let host = HostName.withoutRoot(address.hostName)
        if let literal = HostAddress(host) { return literal.reasons(host) }
        let known = KnownHosts.find(host)
        let inside = HostName.addressInside(host, isMirror: known?.role == .mirror)
        if known?.role == .metadataService || inside?.place == .metadataService { return [.metadataService(host)] }
        var reasons: [LinkReason] = []
        if HostName.isLocal(host) || known?.role == .local || known?.role == .mirror || inside != nil {
            reasons.append(.localHost(host))
        }
        if host.utf8.count > HostName.longest { reasons.append(.overlongHost(host.utf8.count)) }
        guard !isTrusted else { return reasons }
        let unicode = address.unicodeHost.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? host
        if unicode != host, let reason = HostScripts.reason(host, unicode: unicode) { reasons.append(reason) }
        if known?.role != .owned, let reason = trusted.resemblance(of: host, unicode: unicode, domain: address.domain) {
            reasons.append(reason)
        }
        switch known {
        case (let name, .shortener)?: reasons.append(.shortener(name))
        case (let name, .redirector)?: reasons.append(.redirector(name))
        case (let name, .dynamic)?: reasons.append(.dynamicHost(name))
        case (_, .mirror)?, (_, .local)?, (_, .metadataService)?, (_, .owned)?, nil: break
        }
        return reasons
    }
}

enum LinkScheme {
    /// Schemes that run code, read files, install programs or connect to the shares of others.
    private static let dangerous: Set<String> = {
        let groups = [
            // Code in the link itself.
            "data javascript livescript mocha vbscript applescript",
            // Pages of a browser, and what it has inside of it.
            "about brave chrome chrome-extension chrome-search devtools edge moz-extension moz-icon opera resource vivaldi view-source wyciwyg",
            // Files and archives, of this machine or of one that a share belongs to.
            """
            afp blob cifs content dav davs feed feeds file filesystem jar mhtml mk ms-its nfs res smb smb2 webdav webdavs
            x-nautilus-search x-nautilus-desktop
            """,
            // Windows: searches in foreign folders, troubleshooters, installers, consoles.
            """
            hcp ms-appinstaller ms-cxh ms-cxh-full ms-help ms-msdt ms-officecmd ms-search ms-wpc search search-ms shell
            """,
            // Programs that are installed or started.
            "android-app apk appinstaller apt help intent itms-services jnlp jnlps snap x-man-page",
        ]
        return Set(groups.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init))
    }()

    /// The default port of a scheme with an internet host; nil for other schemes.
    static func usualPort(_ scheme: String) -> Int? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        case "ftp": 21
        default: nil
        }
    }

    /// The reason for caution with one that is not of the web.
    static func reason(_ scheme: String) -> LinkReason {
        dangerous.contains(scheme) ? .dangerousScheme(scheme) : .otherScheme(scheme)
    }

    /// Whether browsers make a link of the text after the colon that is not one: backslashes before the path, or
    /// another number of slashes than two (WHATWG URL, section 4.4).
    static func isIrregular(_ scheme: String, rest: Substring) -> Bool {
        guard usualPort(scheme) != nil, !rest.isEmpty else { return false }
        let bytes = Array(rest.utf8)
        let slashes = bytes.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard slashes.count == 2, !slashes.contains(UInt8(ascii: "\\")) else { return bytes.count > slashes.count }
        return bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.contains(UInt8(ascii: "\\"))
    }
}
