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
    private let hosts: PreparedHosts
    private var trusted: TrustedHosts { hosts.trusted }

    /// Trusts no host, and so knows no look-alikes.
    public static let standard = LinkGuard(trusting: [])

    /// - Parameter hosts: in lower case and A-labels, as links have them, such as `RuleSet.trustedHosts`; each stands for all
    ///   hosts below it. They are not spared any other doubt.
    public init(trusting hosts: some Sequence<String>) { self.hosts = PreparedHosts(Array(hosts)) }

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

/// What a guard has found out about the hosts of the links before this one: a stream has the same few again and again.
///
/// It only saves time. Without it every verdict is the same.
package struct SeenHosts: Sendable {
    private var reasons: [String: [LinkReason]] = [:]
    /// The last link: a code and what its rule opens are often the same.
    private var last: (url: String, verdict: LinkVerdict)?

    /// Then it begins anew, so that no stream of ever new hosts fills the memory.
    private static let most = 4096

    package init() {}

    fileprivate mutating func verdict(on url: String, _ find: (inout SeenHosts) -> [LinkReason]) -> LinkVerdict {
        if let last, last.url == url { return last.verdict }
        let verdict = LinkVerdict(reasons: find(&self))
        last = (url, verdict)
        return verdict
    }

    /// The reasons for caution with the host of a link.
    ///
    /// - Parameter find: finds them where the host was not seen before.
    fileprivate mutating func reasons(
        ofHost address: WebAddress, _ find: (WebAddress) -> [LinkReason]
    ) -> [LinkReason] {
        let host = address.hostName
        if let known = reasons[host] { return known }
        let found = find(address)
        if reasons.count >= Self.most { reasons.removeAll(keepingCapacity: true) }
        reasons[host] = found
        return found
    }
}

extension LinkGuard {
    /// The verdict on one of many URLs.
    ///
    /// - Parameter seen: what this guard has found out about the hosts of the others.
    package func verdict(on url: String, _ seen: inout SeenHosts) -> LinkVerdict {
        seen.verdict(on: url) { seen in reasons(url) { seen.reasons(ofHost: $0, reasons(ofHost:)) } }
    }
}

/// What the scheme of a link says about it.
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

    /// The schemes whose host is one of the internet, each with the port that is meant where none is given.
    static let usualPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    /// The reason for caution with one that is not of the web.
    static func reason(_ scheme: String) -> LinkReason {
        dangerous.contains(scheme) ? .dangerousScheme(scheme) : .otherScheme(scheme)
    }

    /// Whether what follows the colon is no link, but is made one by browsers: backslashes before the path, or another
    /// number of slashes than two (WHATWG URL, section 4.4).
    static func isIrregular(_ scheme: String, rest: Substring) -> Bool {
        guard usualPorts[scheme] != nil, !rest.isEmpty else { return false }
        let bytes = Array(rest.utf8)
        let slashes = bytes.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard slashes.count == 2, !slashes.contains(UInt8(ascii: "\\")) else { return bytes.count > slashes.count }
        return bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.contains(UInt8(ascii: "\\"))
    }
}
