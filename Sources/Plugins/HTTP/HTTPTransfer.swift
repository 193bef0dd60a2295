internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import CCurl
internal import Dispatch

/// Sends requests to web servers, with a connection for each request. Redirects are reported, not followed; there are
/// no cookies, and no passwords from files. A proxy that the environment names (`https_proxy`, `no_proxy`) is used.
enum HTTPClient {
    /// Sends a request once. libcurl blocks, so it has a thread of its own: those of the concurrency runtime are as few
    /// as there are cores.
    ///
    /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled.
    static func perform(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let transfer = try HTTPTransfer()
        let race = FirstResult<Result<HTTPResponse, any Error>>()
        return try await withTaskCancellationHandler {
            // A serial queue of its own never waits for another request.
            DispatchQueue(label: "beeline.http").async {
                race.finish(Result { () throws(any Error) in try transfer.perform(request) })
            }
            return await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
            transfer.cancel()
        }.get()
    }
}

/// A request and the requests of its redirects.
struct HTTPExchange: Sendable {
    let request: HTTPRequest
    private let redirects: RedirectGuard
    private static let mostRedirects = 3

    /// - Throws: `RedirectProblem` when the URL is not valid for a request.
    init(_ request: HTTPRequest) throws(RedirectProblem) {
        self.request = request
        redirects = try RedirectGuard(first: request.url)
    }

    /// The host of the first request, with its port.
    var server: String { redirects.server }

    /// Sends the request, and follows redirects. `ask` sends a single request.
    ///
    /// - Throws: `HTTPError`; `RedirectProblem`; `CancellationError`.
    func perform(
        until deadline: ContinuousClock.Instant,
        asking ask: @Sendable (HTTPRequest) async throws -> HTTPResponse = HTTPClient.perform
    ) async throws -> HTTPResponse {
        var asked = request
        var firstIsOfInternet: Bool?
        for _ in 0...Self.mostRedirects {
            asked.timeLimit = deadline - .now
            guard asked.timeLimit > .zero else { throw HTTPError.tooSlow }
            let response = try await ask(asked)
            let isOfInternet = firstIsOfInternet ?? response.isOfInternet
            firstIsOfInternet = isOfInternet
            guard (300...399).contains(response.status), let next = response.redirect else { return response }
            guard request.method == .get else { throw RedirectProblem.withBody }
            try redirects.check(next)
            asked.url = next
            // The rule's own host may be on the local network, at any port. But a public host must not redirect to the
            // local network, even if its name servers resolve to it.
            asked.mustBePublic = isOfInternet || redirects.leadsElsewhere(next)
            // Any header of the first request may be a secret.
            asked.headers = redirects.isSameOrigin(next) ? request.headers : HTTPHeader.acceptingJSON
        }
        throw RedirectProblem.tooMany(limit: Self.mostRedirects)
    }
}

/// One exchange with a web server, by libcurl.
final class HTTPTransfer: Sendable {
    // The C code allows one thread to perform and others to cancel. `perform` is called only by the closure that
    // `HTTPClient.perform` sends to a queue, and `deinit` comes after all of them.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// - Throws: `HTTPError`, when libcurl cannot be loaded or there is no memory.
    init() throws(HTTPError) {
        if let problem = beeline_http_load() { throw .noLibrary(String(cString: problem)) }
        guard let handle = beeline_http_new() else { throw .failed("out of memory") }
        self.handle = handle
    }

    deinit { beeline_http_free(handle) }

    /// Sends the request, and waits for the answer on this thread, once. `CancellationError` when it was cancelled.
    func perform(_ request: HTTPRequest) throws -> HTTPResponse {
        let lines = request.headers.map { Array($0.line.utf8CString) }
        let response = Self.withPointers(to: lines) { headers in
            request.url.withCString { url in
                request.userAgent.withCString { userAgent in
                    request.method.rawValue.withCString { method in
                        Self.withPointers(to: request) { body, address in
                            var asked = beeline_http_request(
                                url: url, method: method, body: body, body_length: request.body?.count ?? 0,
                                is_public: request.mustBePublic ? Self.isPublic : nil, address: address,
                                user_agent: userAgent, headers: headers, limit: request.limit,
                                milliseconds: max(1, Int(request.timeLimit / .milliseconds(1))))
                            return beeline_http_perform(handle, &asked)
                        }
                    }
                }
            }
        }
        guard response.end == beeline_http_answered else { throw failure(response, request) }
        return HTTPResponse(
            status: response.status, body: Array(UnsafeBufferPointer(start: response.body, count: response.length)),
            redirect: response.redirect.map { String(cString: $0) },
            isOfInternet: response.peer.map { isPublicAddress(String(cString: $0)) } ?? true,
            retryAfter: response.retry_after > 0 ? Int(response.retry_after) : nil)
    }

    /// Cancels the request, from any thread.
    func cancel() { beeline_http_cancel(handle) }

    private static let isPublic: beeline_http_check = { bytes, count in
        isPublicAddress(UnsafeBufferPointer(start: bytes, count: count))
    }

    private func failure(_ response: beeline_http_response, _ request: HTTPRequest) -> any Error {
        switch response.end {
        case beeline_http_cancelled: CancellationError()
        case beeline_http_too_slow: HTTPError.tooSlow
        case beeline_http_too_long: HTTPError.tooLong(limit: request.limit)
        case beeline_http_unknown_host: HTTPError.unknownHost
        case beeline_http_unreachable: HTTPError.unreachable
        case beeline_http_refused: HTTPError.refused
        case beeline_http_not_public: HTTPError.notPublic
        case beeline_http_broken_off: HTTPError.brokenOff
        case beeline_http_insecure: HTTPError.insecure(response.message.map { String(cString: $0) } ?? "")
        case beeline_http_other_scheme: HTTPError.otherScheme
        default: HTTPError.failed(response.message.map { String(cString: $0) } ?? "unknown")
        }
    }

    /// Lends the body and the address to C, each NULL where there is none.
    private static func withPointers<Result>(
        to request: HTTPRequest, _ lend: (UnsafePointer<UInt8>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        func withBody(_ address: UnsafePointer<CChar>?) -> Result {
            guard let body = request.body else { return lend(nil, address) }
            // An empty array may have no address, which would mean no body.
            return (body + [0]).withUnsafeBufferPointer { lend($0.baseAddress, address) }
        }
        return request.address.map { $0.withCString(withBody) } ?? withBody(nil)
    }

    /// Lends texts to C as a list that ends with NULL.
    private static func withPointers<Result>(
        to texts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        // All in one block, so that no pointer outlives what it points to.
        let starts = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        return texts.flatMap { $0 }.withUnsafeBufferPointer { block in
            var pointers: [UnsafePointer<CChar>?] = starts.dropLast().map { start in
                block.baseAddress.map { $0 + start }
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { list in
                guard let first = list.baseAddress else { preconditionFailure("a list with an end is not empty") }
                return body(first)
            }
        }
    }
}

/// Decides where redirects may lead. The first URL comes from the rule and is trusted; those of a server are not.
struct RedirectGuard: Sendable {
    private let first: WebAddress

    /// Begins with the URL in the rule, which has to be valid for a request.
    init(first url: String) throws(RedirectProblem) { first = try Self.address(url) }

    /// Whether a URL has the scheme, host and port of the first one. Only then headers are sent, perhaps with secrets.
    func isSameOrigin(_ url: String) -> Bool {
        guard let address = WebAddress(absoluteURL: url) else { return false }
        return address.scheme == first.scheme && address.hostName == first.hostName
            && Self.port(address) == Self.port(first)
    }

    /// Whether a URL leads to another host than the first one. Such a host must have a public address.
    func leadsElsewhere(_ url: String) -> Bool { WebAddress(absoluteURL: url)?.hostName != first.hostName }

    /// The host of the first URL and its port, which the rate limits are for.
    var server: String { "\(first.hostName):\(Self.port(first))" }

    /// Accepts a URL of a public host, or of the host of the first URL, which may be on the local network.
    func check(_ url: String) throws(RedirectProblem) {
        let address = try Self.address(url)
        guard address.hostName != first.hostName else { return }
        for reason in LinkGuard.standard.verdict(on: url).reasons {
            switch reason {
            case .literalAddress, .obfuscatedAddress, .reservedAddress, .localHost, .metadataService:
                throw .notPublic(host: address.hostName)
            case .notUnderstood, .irregularSlashes, .dangerousScheme, .otherScheme, .userInfo, .hiddenCharacters:
                throw .notALink
            // Services may have such ports, hosts and files, and the user does not see these URLs.
            case .notEncrypted, .unusualPort, .atSignInPath, .mixedScripts, .confusableLetters, .lookAlike, .nearName,
                .overlongHost, .shortener, .redirector, .dynamicHost, .runnableDownload, .cut, .repaired:
                continue
            }
        }
    }

    private static func address(_ url: String) throws(RedirectProblem) -> WebAddress {
        guard let address = WebAddress(absoluteURL: url) else { throw .notALink }
        guard ["http", "https"].contains(address.scheme) else { throw .scheme(address.scheme) }
        let reasons = LinkGuard.standard.verdict(on: url).reasons
        guard !reasons.contains(.hiddenCharacters), !reasons.contains(.userInfo), !address.hostName.isEmpty else {
            throw .notALink
        }
        return address
    }

    private static func port(_ address: WebAddress) -> Int { address.port ?? (address.scheme == "https" ? 443 : 80) }
}

/// Why a URL is not requested.
package enum RedirectProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case notALink
    case scheme(String)
    case notPublic(host: String)
    case tooMany(limit: Int)
    case withBody

    package var description: String {
        switch self {
        case .notALink: "to a URL that is not a plain http or https link"
        case .scheme(let scheme): "to '\(scheme):', which is neither http nor https"
        case .notPublic(let host): "to \(host), which is not a public host"
        case .tooMany(let limit): "more than \(limit) times"
        case .withBody: "elsewhere, and only GET follows redirects: use the target URL"
        }
    }
}
