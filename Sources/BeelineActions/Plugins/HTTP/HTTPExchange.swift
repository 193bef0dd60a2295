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
    /// - Throws: `HTTPError`; `RedirectProblem`; `CancellationError`.
    func perform(until deadline: ContinuousClock.Instant) async throws -> HTTPResponse {
        var asked = request
        for _ in 0...Self.mostRedirects {
            asked.timeLimit = deadline - .now
            guard asked.timeLimit > .zero else { throw HTTPError.tooSlow }
            let response = try await HTTPClient.perform(asked)
            guard (300...399).contains(response.status), let next = response.redirect else { return response }
            guard request.method == .get else { throw RedirectProblem.withBody }
            try redirects.check(next)
            asked.url = next
            asked.mustBePublic = redirects.leadsElsewhere(next)
            // Of the headers of the first request any may be a secret.
            asked.headers = redirects.isSameOrigin(next) ? request.headers : HTTPHeader.acceptingJSON
        }
        throw RedirectProblem.tooMany(limit: Self.mostRedirects)
    }
}
