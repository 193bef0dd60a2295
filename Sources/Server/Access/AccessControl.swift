internal import BeelineSupport
internal import BeelineSymbols

/// Authenticates the caller of a request, and checks its host and origin.
///
/// A page of another site can make the browser send requests to this server, also to 127.0.0.1. So each request must
/// name a host of this server (which DNS rebinding does not), and a request that changes something must come from a
/// page of this server, or from a program that is not a browser.
package struct AccessControl: Sendable {
    private let hosts: [HostAndPort]
    private let requiresToken: Bool
    private let tokens: TokenStore
    private let devices: DeviceStore
    private let guesses: GuessLimit

    /// The name of the cookie with the secret of a token or a telephone.
    package static let cookie = "beeline"
    private static let loopback: Set = ["localhost", "127.0.0.1", "::1"]
    /// Header fields in which a proxy names its client.
    private static let proxyFields = [
        "Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP", "CF-Connecting-IP",
        "Fastly-Client-IP", "Fly-Client-IP",
    ]
    /// The prefix of such fields.
    private static let proxyPrefix = "x-forwarded"
    private static let mostGuesses = 10

    /// `hosts` are names and addresses of this server, with a port or for any port: `192.168.1.5:8377`, `[::1]`,
    /// `id.example.com`. Names of the loopback are always accepted by a loopback listener, and `localhost` by a socket
    /// in the file system. `requiresToken` is whether callers at this machine need a token as well, such as those of a
    /// proxy. `now` is for tests.
    package init(
        hosts: [String], requiresToken: Bool, tokens: TokenStore, devices: DeviceStore,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.hosts = hosts.compactMap { text in
            // An address of IPv6 by itself has no brackets.
            let isBare = !text.hasPrefix("[") && text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1
            return (try? HostAndPort(isBare ? "[\(text)]" : text))?.lowercased
        }
        (self.requiresToken, self.tokens, self.devices) = (requiresToken, tokens, devices)
        guesses = GuessLimit(most: Self.mostGuesses, now: now)
    }

    /// How an unknown secret is treated.
    package enum Authentication: Sendable {
        /// It is an error: 401 `bad-token`.
        case strict
        /// The caller is anonymous: for public paths such as `/v1/me`, by which an old cookie shows as not paired.
        case lenient
    }

    /// - Throws: 421 `unknown-host`, 403 `cross-origin`, 401 `bad-token`, 429 `too-many-tries`.
    package func caller(of head: RequestHead) throws(Problem) -> Caller { try caller(of: head, .strict) }

    /// Where `isForAnySite`, pages of other sites may link there. The route says so: paths have several spellings.
    package func caller(
        of head: RequestHead, _ authentication: Authentication, isForAnySite: Bool = false
    ) throws(Problem) -> Caller {
        let host = try checkedHost(of: head)
        if !(isForAnySite && head.method.isSafe) { try checkOrigin(of: head, host) }
        let isLocal = isAtThisMachine(head, host)
        if let header = head.headers["Authorization"] {
            if let caller = Self.bearer(header).flatMap({ caller(withToken: $0) }) { return caller }
            return try refused(head, authentication)
        }
        let cookies = Self.secrets(inCookies: head.headers.all("Cookie"))
        if let caller = cookies.lazy.compactMap({ caller(withCookie: $0) }).first { return caller }
        // Cookies do not know ports: this one may be of another server on this machine, or of a desk that was.
        if isLocal { return .local }
        return cookies.isEmpty ? .anonymous : try refused(head, authentication)
    }

    /// Signs a user in by the secret of a token. Returns the secret of the session, which is not stored. Errors: 401
    /// `bad-token`, 429 `too-many-tries`; a database that cannot be written.
    package func beginSession(_ secret: String, of head: RequestHead) throws(Problem) -> (Token, secret: String) {
        guard let token = tokens.token(secret) else {
            _ = try refused(head, .strict)
            throw Self.badToken
        }
        return (token, try stored { () throws(SQLiteError) in try tokens.beginSession(of: token) })
    }

    /// Ends the sessions of the cookies of a request. Returns the telephone that was unpaired by that.
    package func endSession(of head: RequestHead) throws(Problem) -> Device? {
        try stored { () throws(SQLiteError) in
            var unpaired: Device?
            for secret in Self.secrets(inCookies: head.headers.all("Cookie")) {
                try tokens.endSession(secret)
                guard let device = devices.device(secret) else { continue }
                if try devices.revoke(id: device.id) { unpaired = device }
            }
            return unpaired
        }
    }

    /// Whether a caller still has access: for streams, which outlive a revocation.
    package func isCurrent(_ caller: Caller) -> Bool {
        switch caller {
        case .anonymous, .local: true
        case .token(let token, .header): tokens.has(token.id)
        case .token(_, .cookie(let session)): tokens.hasSession(session)
        case .device(let device): devices.has(device.id)
        }
    }

    private func checkedHost(of head: RequestHead) throws(Problem) -> HostAndPort {
        guard let text = head.headers["Host"], let host = (try? HostAndPort(text))?.lowercased, !host.host.isEmpty
        else { throw Problem(421, "unknown-host", "This request has no host.") }
        let isOurs =
            (head.peer.isLocal && Self.loopback.contains(host.host))
            // A page in a browser cannot reach a socket in the file system, by whatever name.
            || (head.peer.isUnixSocket && host.host == "localhost")
            // A numeric address cannot be rebound by DNS. Addresses of this machine change
            // while the server runs.
            || (!head.peer.isLocal && HostAndPort.isAddress(host.host))
            || hosts.contains { $0.host == host.host && ($0.port == nil || $0.port == host.port(of: scheme(of: head))) }
        guard isOurs else {
            throw Problem(
                421, "unknown-host",
                "This server does not accept the host name '\(text.shortened(to: 100))'. Start it with --host to add names."
            )
        }
        return host
    }

    private func checkOrigin(of head: RequestHead, _ host: HostAndPort) throws(Problem) {
        let site = head.headers["Sec-Fetch-Site"].map { $0.lowercased() }
        let isOwnSite = site == nil || site == "same-origin" || site == "none"
        guard isOwnSite, head.headers.all("Origin").allSatisfy({ isOurs($0, head, host) }) else {
            throw Problem(
                403, "cross-origin", "This request comes from a page of another site. Use the page of this server.")
        }
    }

    private func isOurs(_ origin: String, _ head: RequestHead, _ host: HostAndPort) -> Bool {
        let scheme = scheme(of: head)
        guard origin.lowercased().hasPrefix("\(scheme)://"),
            let named = (try? HostAndPort(origin.dropFirst(scheme.utf8.count + 3)))?.lowercased
        else { return false }
        return named.host == host.host && named.port(of: scheme) == host.port(of: scheme)
    }

    /// The scheme of the browser, as a proxy with the certificate reports. A page of another site cannot set it.
    private func scheme(of head: RequestHead) -> String {
        let isEncrypted = head.peer.isEncrypted || head.headers["X-Forwarded-Proto"]?.lowercased() == "https"
        return isEncrypted ? "https" : "http"
    }

    /// Whether the caller is at this machine: over the loopback, and not by a proxy.
    private func isAtThisMachine(_ head: RequestHead, _ host: HostAndPort) -> Bool {
        !requiresToken && head.peer.isLocal && Self.loopback.contains(host.host)
            // nginx passes requests on so, without a field for the client, unless its configuration says otherwise. Browsers and curl
            // have spoken HTTP/1.1 for decades.
            && !head.isHTTP10
            && Self.proxyFields.allSatisfy { head.headers[$0] == nil }
            && !head.headers.all.contains { $0.name.lowercased().hasPrefix(Self.proxyPrefix) }
    }

    private func caller(withToken secret: String) -> Caller? {
        tokens.token(secret).map { .token($0, by: .header) } ?? devices.device(secret).map(Caller.device)
    }

    /// The caller of a cookie. It is not the secret of a token: a user can sign out of a session, but not of a token.
    private func caller(withCookie secret: String) -> Caller? {
        tokens.session(secret).map { .token($0.token, by: .cookie(session: $0.id)) }
            ?? devices.device(secret).map(Caller.device)
    }

    private func refused(_ head: RequestHead, _ authentication: Authentication) throws(Problem) -> Caller {
        if authentication == .lenient { return .anonymous }
        guard !guesses.note(head.peer.address) else {
            throw Problem(
                429, "too-many-tries", "There were too many wrong tokens from this address. Try again in a minute.",
                retryAfter: 60)
        }
        throw Self.badToken
    }

    private static let badToken = Problem(
        401, "bad-token",
        "This token is not known, or was revoked. Make one with 'beeline serve tokens', or pair the telephone again.")

    /// The secret of `Bearer SECRET` (RFC 6750).
    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].split(separator: " ", maxSplits: 1).first.map(String.init)
    }

    /// The values of the server's cookie: several when another path or host of this machine has set it too.
    private static func secrets(inCookies fields: [String]) -> [String] {
        fields.flatMap { $0.split(separator: ";") }.compactMap { pair -> String? in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix("\(cookie)=") else { return nil }
            return String(pair.dropFirst(cookie.utf8.count + 1))
        }.prefix(4).filter { !$0.isEmpty }
    }
}

extension HostAndPort {
    /// The name in lower case, for comparison.
    fileprivate var lowercased: HostAndPort { HostAndPort(host: host.lowercased(), port: port) }

    /// The port, with the default of the scheme.
    fileprivate func port(of scheme: String) -> UInt16 { port ?? (scheme == "https" ? 443 : 80) }
}
