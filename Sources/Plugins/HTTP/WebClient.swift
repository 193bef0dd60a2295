internal import BeelineActions

/// Asks services of the web as they want to be asked: not too often, again where that helps, and once for all who ask
/// for the same at one time.
final class WebClient: Sendable {
    /// The one of this process: a service counts what comes from a machine, whichever rule is the reason.
    static let shared = WebClient()

    private let rates = HostRates()
    private let requests = SharedRequests()
    private let repeats: HTTPRepeats

    init(repeats: HTTPRepeats = HTTPRepeats()) { self.repeats = repeats }

    /// How a request is made.
    struct Manner: Sendable {
        /// How many requests its host gets in a second.
        var perSecond: Double
        /// Whether an answer to another who asks for the same just now will do.
        var isShared: Bool
    }

    /// Asks, within the time limit of the request.
    ///
    /// - Throws: `HTTPError`; `RedirectProblem`; `CancellationError`.
    func response(to exchange: HTTPExchange, _ manner: Manner) async throws -> HTTPResponse {
        guard manner.isShared else { return try await ask(exchange, manner) }
        return try await requests.response(to: exchange.request) { try await self.ask(exchange, manner) }
    }

    private func ask(_ exchange: HTTPExchange, _ manner: Manner) async throws -> HTTPResponse {
        let deadline = ContinuousClock.now + exchange.request.timeLimit
        var repeated = 0
        while true {
            let turn = try rates.turn(at: exchange.server, perSecond: manner.perSecond, deadline: deadline)
            if turn > .now { try await Task.sleep(until: turn, clock: .continuous) }
            let outcome: Result<HTTPResponse, HTTPError>
            do {
                outcome = .success(try await exchange.perform(until: deadline))
            } catch let error as HTTPError {
                outcome = .failure(error)
            }
            if case .success(let response) = outcome, [429, 503].contains(response.status),
                let seconds = response.retryAfter
            {
                rates.hold(exchange.server, for: .seconds(seconds))
            }
            guard exchange.request.method.isRepeatable,
                let delay = repeats.delay(after: outcome, repeats: repeated), .now + delay < deadline
            else { return try outcome.get() }
            try await Task.sleep(for: delay)
            repeated += 1
        }
    }
}
