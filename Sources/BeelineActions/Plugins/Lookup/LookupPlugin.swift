internal import BeelineJSON
public import BeelineRules

/// `lookup`: asks a service of the web what it knows of a code, and gives what it answers to the actions after it.
///
/// The rules describe the service. The action has its `url` (a link), `headers` (a text for each name) and `results` (a
/// JSON Pointer for each name), all filled in already. The result `found` says whether the service knows the code: 404
/// and 204 say no, and so does an answer that has none of the results; none of these is a failure.
public struct LookupPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "lookup",
        summary: "Asks a service of the web about the code.",
        parameters: [
            .init("service", .service, summary: "The name of a service that the rules describe."),
            .init(
                "with", .serviceValues, isRequired: false,
                summary: "A text for each name that the service's URL and headers ask for."),
        ],
        results: .ofService,
        effects: [.network])

    /// What services learn of who asks them, where the rules give no `User-Agent` of their own.
    public static let userAgent = "Beeline/0.1.0 (+https://example.com/beeline)"

    private let userAgent: String
    private let limits: Limits

    /// What a look-up may cost at most.
    struct Limits: Sendable {
        /// In bytes, once it is unpacked.
        var body = 2 << 20
        var time = Duration.seconds(10)
        var redirects = 3
    }

    /// - Parameter userAgent: should name the program and a way to reach whoever runs it; some services refuse others.
    public init(userAgent: String = Self.userAgent) { self.init(userAgent: userAgent, limits: Limits()) }

    init(userAgent: String = Self.userAgent, limits: Limits) {
        self.userAgent = userAgent
        self.limits = limits
    }

    public func perform(_ action: Action) async throws -> ActionResult {
        let service = if case .text(let name)? = action["service"] { name } else { signature.name }
        do {
            return try await lookUp(action)
        } catch let reason as LookupError.Reason {
            throw LookupError(service: service, reason: reason)
        } catch let error as HTTPError {
            throw LookupError(service: service, reason: .http(error))
        } catch let problem as RedirectProblem {
            throw LookupError(service: service, reason: .redirect(problem))
        }
    }

    private func lookUp(_ action: Action) async throws -> ActionResult {
        guard case .url(let url)? = action["url"] else { throw LookupError.Reason.notDescribed }
        let headers = try Self.headers(Self.fields(action["headers"]))
        let results = try LookupResults(Self.fields(action["results"]))
        let response = try await get(url, headers)
        switch response.status {
        case 204, 404: return ActionResult(message: "nothing found", fields: LookupResults.nothing)
        case 200...299: break
        default: throw LookupError.Reason.status(response.status, retryAfter: response.retryAfter)
        }
        let answer: JSONValue
        do { answer = try Self.json(response.body) } catch { throw LookupError.Reason.notJSON(error) }
        let fields = results.fields(in: answer)
        return ActionResult(message: fields[0].value == .boolean(true) ? "found" : "nothing found", fields: fields)
    }

    /// Asks for a URL, and for those that it redirects to.
    private func get(_ first: String, _ headers: [HTTPHeader]) async throws -> HTTPResponse {
        let redirects: RedirectGuard
        do { redirects = try RedirectGuard(first: first) } catch { throw LookupError.Reason.badURL(error) }
        let deadline = ContinuousClock.now + limits.time
        var url = first
        for _ in 0...limits.redirects {
            let timeLeft = deadline - .now
            guard timeLeft > .zero else { throw HTTPError.tooSlow }
            let response = try await HTTPClient.get(
                HTTPRequest(
                    url: url, headers: redirects.isSameOrigin(url) ? headers : Self.accept, userAgent: userAgent,
                    limit: limits.body, timeLimit: timeLeft))
            guard (300...399).contains(response.status), let next = response.redirect else { return response }
            try redirects.check(next)
            url = next
        }
        throw RedirectProblem.tooMany(limit: limits.redirects)
    }

    private static let accept = HTTPHeader("Accept", "application/json").map { [$0] } ?? []

    private static func fields(_ value: ActionValue?) -> [Action.Argument] {
        if case .fields(let fields)? = value { fields } else { [] }
    }

    private static func headers(_ fields: [Action.Argument]) throws(LookupError.Reason) -> [HTTPHeader] {
        var headers: [HTTPHeader] = []
        for field in fields {
            guard case .text(let value) = field.value, let header = HTTPHeader(field.name, value) else {
                throw .badHeader(field.name)
            }
            headers.append(header)
        }
        return headers.contains { $0.name.lowercased() == "accept" } ? headers : headers + accept
    }

    /// Services are not strict, and a name that is there twice, or a byte order mark, harms nobody.
    private static func json(_ body: [UInt8]) throws(JSONError) -> JSONValue {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return try JSONValue(
            parsing: body.dropFirst(body.starts(with: mark) ? mark.count : 0), options: .allowDuplicateNames)
    }
}
