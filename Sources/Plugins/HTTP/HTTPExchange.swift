internal import BeelineActions

/// A request with all that its redirects lead to.
struct HTTPExchange: Sendable {
    let request: HTTPRequest
    private let redirects: RedirectGuard
    private static let mostRedirects = 3

    /// - Throws: `RedirectProblem` when the URL is none that a server can be asked for.
    init(_ request: HTTPRequest) throws(RedirectProblem) {
        self.request = request
        redirects = try RedirectGuard(first: request.url)
    }

    /// The host that is asked first, with its port.
    var server: String { redirects.server }

    /// Asks, and follows redirects.
    ///
    /// - Parameter ask: asks for one document.
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
            // The rule's own host may be of the local network, at whatever port. A host of the internet does not become one
            // of the local network on the way, though its name servers may say so.
            asked.mustBePublic = isOfInternet || redirects.leadsElsewhere(next)
            // Of the headers of the first request any may be a secret.
            asked.headers = redirects.isSameOrigin(next) ? request.headers : HTTPHeader.acceptingJSON
        }
        throw RedirectProblem.tooMany(limit: Self.mostRedirects)
    }
}
