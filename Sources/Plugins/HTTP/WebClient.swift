internal import BeelineSupport
internal import Synchronization

/// Sends requests to web services: within their rate limits, with retries, and once for equal ones at a time.
package final class WebClient: Sendable {
    /// The default `User-Agent`, for rules without one of their own.
    package static let userAgent = "Beeline/0.1.0 (+https://example.com/beeline)"

    /// The client of this process: services count the requests of a machine, whichever rule makes them.
    static let shared = WebClient()

    private let rates = HostRates()
    private let requests = SharedRequests()
    private let repeats: HTTPRepeats

    init(repeats: HTTPRepeats = HTTPRepeats()) { self.repeats = repeats }

    struct Manner: Sendable {
        /// The most requests a second to its host.
        var perSecond: Double
        /// Whether the answer of a simultaneous equal request may be used.
        var isShared: Bool
    }

    /// Sends the request, within its time limit.
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

/// When a request is repeated that failed for now.
struct HTTPRepeats: Sendable {
    var most = 3
    /// The delay before the first repetition; each further delay is twice as long.
    var firstDelay = Duration.milliseconds(250)

    /// The delay before a request that was repeated so often is repeated again; nil when that is of no use. `chance` is
    /// from 0 to 1: requests that failed together should not all be repeated at the same moment.
    func delay(
        after outcome: Result<HTTPResponse, HTTPError>, repeats: Int, chance: Double = .random(in: 0...1)
    ) -> Duration? {
        guard repeats < most, Self.mayPass(outcome) else { return nil }
        let delay = firstDelay * Double(1 << repeats) * (0.5 + chance / 2)
        guard case .success(let response) = outcome, let seconds = response.retryAfter else { return delay }
        return max(delay, .seconds(seconds))
    }

    /// Whether the problem may be over soon.
    private static func mayPass(_ outcome: Result<HTTPResponse, HTTPError>) -> Bool {
        switch outcome {
        case .success(let response): [429, 502, 503, 504].contains(response.status)
        case .failure(.unreachable), .failure(.refused), .failure(.brokenOff): true
        // An unknown name is nearly always wrong, or this machine is offline.
        case .failure: false
        }
    }
}

/// The rate limits of hosts, for all requests of this process together.
final class HostRates: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// When each host may be asked next.
    private let next = Mutex<[String: Instant]>([:])
    /// When there are so many hosts, those without a pending wait are forgotten.
    private static let mostHosts = 1000
    /// The longest wait that a host can ask for.
    private static let longestHold = Duration.seconds(3600)

    /// Reserves the next request to a host, and returns its time. The requests of a second are spread evenly. One that
    /// would be after the deadline is not reserved: `HTTPError.toWait`.
    func turn(at host: String, perSecond: Double, now: Instant = .now, deadline: Instant) throws(HTTPError) -> Instant {
        let turn = next.withLock { next -> Result<Instant, HTTPError> in
            if next.count >= Self.mostHosts { next = next.filter { $0.value > now } }
            let turn = max(now, next[host] ?? now)
            guard turn < deadline else {
                return .failure(.toWait(seconds: Int(((turn - now) / .seconds(1)).rounded(.up))))
            }
            next[host] = turn + .seconds(1 / perSecond)
            return .success(turn)
        }
        return try turn.get()
    }

    /// Sends no request to a host for a while, as it asked for.
    func hold(_ host: String, for duration: Duration, now: Instant = .now) {
        let end = now + min(duration, Self.longestHold)
        next.withLock { $0[host] = max($0[host] ?? end, end) }
    }
}

/// The running requests, so that simultaneous equal requests share one answer.
final class SharedRequests: Sendable {
    private struct Flight {
        let number: Int
        let task: Task<HTTPResponse, any Error>
        var waiting = 1
    }

    private struct Flights {
        var byRequest: [HTTPRequest: Flight] = [:]
        var count = 0
    }

    private let flights = Mutex(Flights())

    /// The result of a request, which the first caller makes. A cancelled caller waits no longer; when none is left,
    /// the request is cancelled too.
    func response(
        to request: HTTPRequest, asking ask: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let (number, task) = join(request, ask)
        defer { leave(request, number) }
        let race = FirstResult<Result<HTTPResponse, any Error>>()
        Task { race.finish(await task.result) }
        return try await withTaskCancellationHandler {
            await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
        }.get()
    }

    /// The number of callers that wait for a request.
    func waiting(for request: HTTPRequest) -> Int { flights.withLock { $0.byRequest[request]?.waiting ?? 0 } }

    private func join(
        _ request: HTTPRequest, _ ask: @escaping @Sendable () async throws -> HTTPResponse
    ) -> (number: Int, task: Task<HTTPResponse, any Error>) {
        flights.withLock { flights in
            if let flight = flights.byRequest[request] {
                flights.byRequest[request]?.waiting += 1
                return (flight.number, flight.task)
            }
            flights.count += 1
            let number = flights.count
            let task = Task {
                defer { end(request, number) }
                return try await ask()
            }
            flights.byRequest[request] = Flight(number: number, task: task)
            return (number, task)
        }
    }

    /// A new caller starts a new request: this answer may be as old as its start.
    private func end(_ request: HTTPRequest, _ number: Int) {
        flights.withLock { flights in
            if flights.byRequest[request]?.number == number { flights.byRequest[request] = nil }
        }
    }

    private func leave(_ request: HTTPRequest, _ number: Int) {
        flights.withLock { flights in
            guard var flight = flights.byRequest[request], flight.number == number else { return }
            flight.waiting -= 1
            flights.byRequest[request] = flight.waiting > 0 ? flight : nil
            if flight.waiting == 0 { flight.task.cancel() }
        }
    }
}

/// The answer of a web address to a single request, without following redirects.
///
///     let answer = try await WebProbe.ask("https://id.example.com/01/09506000134352")
///     answer.status     // 307
///     answer.redirect   // "https://example.com/tea"
package struct WebProbe: Hashable, Sendable {
    package let status: Int
    /// The absolute URL that a redirect leads to.
    package let redirect: String?

    /// Requests a document that the user has named, also on this machine.
    package static func ask(_ url: String) async throws -> WebProbe {
        // The guard of redirects also checks first URLs.
        _ = try RedirectGuard(first: url)
        let request = HTTPRequest(url: url, userAgent: WebClient.userAgent, limit: longestPage, timeLimit: .seconds(10))
        let response = try await HTTPClient.perform(request)
        return WebProbe(status: response.status, redirect: response.redirect)
    }

    private static let longestPage = 4 << 20
}
