package import BeelineActions
package import BeelineRules
package import BeelineSupport

/// `lookup`: asks services of the web what they know of a code, and gives what is found to the actions after it.
///
/// The rules describe the services. The action has of each its name, its `url` (a link), `headers` (a text for each name),
/// `results` (a JSON Pointer for each name) and `limits`, all filled in already; `ServiceParameter` says how they are
/// called. The services are asked in order until one knows the code; one that fails is passed over, and the message says
/// so. The result `found` says whether the code is known: 404 and 204 say no, and so does an answer that has none of the
/// results; none of these is a failure. `service` is the name of the one that knows it, or else of the last that answered.
package struct LookupPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "lookup",
        summary: "Asks services of the web about the code, in order, until one knows it.",
        parameters: [
            .init("service", .service, summary: "A service that the rules describe, or a list of them."),
            .init(
                "with", .serviceValues, isRequired: false,
                summary: "A text for each name that the URLs and headers of the services ask for."),
        ],
        results: .ofService,
        effects: [.network])

    /// What services learn of who asks them, where the rules give no `User-Agent` of their own.
    package static let userAgent = "Beeline/0.1.0 (+https://example.com/beeline)"

    private let userAgent: String
    private let limits: ServiceLimits
    private let client: WebClient
    private let cache: LookupCache

    /// - Parameter userAgent: should name the program and a way to reach whoever runs it; some services refuse others.
    package init(userAgent: String = Self.userAgent) {
        self.init(userAgent: userAgent, limits: ServiceLimits(), client: .shared, cache: .ofUser)
    }

    /// - Parameter limits: those that hold where a service says nothing.
    init(userAgent: String = Self.userAgent, limits: ServiceLimits, client: WebClient, cache: LookupCache) {
        self.userAgent = userAgent
        self.limits = limits
        self.client = client
        self.cache = cache
    }

    /// As long as all its services may take.
    package func timeLimit(for action: Action) -> Duration? {
        // They end in time by themselves; who cuts them short would not learn which of them it was.
        LookupService.names(in: action).indices.reduce(Duration.seconds(5)) { time, place in
            time + (LookupService.limits(in: action, at: place, defaults: limits) ?? limits).timeLimit
        }
    }

    package func perform(_ action: Action) async throws -> ActionResult {
        let names = LookupService.names(in: action)
        guard !names.isEmpty else { throw LookupError(service: signature.name, reason: .notDescribed) }
        var errors: [LookupError] = []
        var last: (name: String, answer: Answer)?
        for (place, name) in names.enumerated() {
            do {
                let answer = try await answer(of: service(action, at: place), name)
                last = (name, answer)
                if answer.isFound { break }
            } catch let reason as LookupError.Reason {
                errors.append(LookupError(service: name, reason: reason))
            } catch let error as HTTPError {
                errors.append(LookupError(service: name, reason: .http(error)))
            } catch let problem as RedirectProblem {
                errors.append(LookupError(service: name, reason: .redirect(problem)))
            }
        }
        guard let last else {
            if errors.count == 1 { throw errors[0] }
            throw LookupFailure(errors: errors)
        }
        let found = last.answer.isFound ? "found by \(last.name)\(last.answer.origin)" : "nothing found"
        return ActionResult(
            message: ([found] + errors.map(\.description)).joined(separator: "; "),
            fields: LookupResults.fields(isFound: last.answer.isFound, service: last.name, last.answer.values))
    }

    private func service(_ action: Action, at place: Int) throws(LookupError.Reason) -> LookupService {
        try LookupService(action, at: place, userAgent: userAgent, limits: limits)
    }

    /// What a service answered.
    private struct Answer {
        let isFound: Bool
        let values: [Action.Argument]
        /// Where it comes from when not from the service itself, for people.
        var origin = ""
    }

    /// What a service says, now or not long ago.
    private func answer(of service: LookupService, _ name: String) async throws -> Answer {
        let keeping = service.limits.cache
        let key = keeping > .zero ? CacheKey(service.exchange.request) : nil
        if let key, let kept = cache.answer(for: key, atMost: keeping),
            var answer = try? Self.answer(kept.response, service.results),
            kept.age <= (answer.isFound ? keeping : LookupCache.shortened(keeping))
        {
            answer.origin = " \(kept.ageInWords) ago"
            return answer
        }
        let manner = WebClient.Manner(perSecond: service.limits.perSecond, isShared: true)
        let response = try await client.response(to: service.exchange, manner)
        let answer = try Self.answer(response, service.results)
        // A service may say what it was told.
        if let key, !service.tellsSecret(response.body) {
            cache.keep(response, for: key, lasting: answer.isFound ? keeping : LookupCache.shortened(keeping))
        }
        return answer
    }

    /// - Throws: `LookupError.Reason`.
    private static func answer(_ response: HTTPResponse, _ results: LookupResults) throws(LookupError.Reason) -> Answer
    {
        switch response.status {
        case 204, 404: return Answer(isFound: false, values: [])
        case 200...299: break
        default: throw .status(response.status, retryAfter: response.retryAfter)
        }
        let json: JSONValue
        do { json = try JSONValue(answer: response.body) } catch { throw .notJSON(error) }
        let values = results.values(in: json)
        return Answer(isFound: results.areFound(values), values: values)
    }
}

extension JSONValue {
    /// What a service answered. Services are not strict, and a name that is there twice, or a byte order mark, harms
    /// nobody.
    ///
    /// - Throws: `JSONError`.
    init(answer body: [UInt8]) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.dropFirst(body.starts(with: mark) ? mark.count : 0)
        do throws(JSONError) {
            self = try JSONValue(parsing: text, options: .allowDuplicateNames)
        } catch  where error.isNumberTooLarge {
            // Nobody may have asked for it.
            self = try JSONValue(parsing: text, options: [.allowDuplicateNames, .allowLargeNumbers])
        }
    }
}

/// Why a look-up failed. It names the service and what is wrong, never a URL or a header's value, which may be secrets.
package struct LookupError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Error, Hashable, Sendable {
        /// The action has no URL: nothing describes the service.
        case notDescribed
        /// What the URL is not.
        case badURL(RedirectProblem)
        /// A header has a secret that nobody knows.
        case missingSecret(MissingSecret)
        /// What it says of how it may be asked is not understood.
        case badLimits
        /// The header of that name cannot be sent.
        case badHeader(String)
        /// The result of that name cannot be used, and why.
        case unusableResult(String, String)
        case http(HTTPError)
        case redirect(RedirectProblem)
        /// A status other than 2xx and 404, and after how many seconds the service wants to be asked again.
        case status(Int, retryAfter: Int?)
        case notJSON(JSONError)
    }

    /// The name of the service in the rules.
    package let service: String
    package let reason: Reason

    package init(service: String, reason: Reason) {
        self.service = service
        self.reason = reason
    }

    package var description: String { "\(service): \(reason)" }
}

/// Why none of several services answered.
package struct LookupFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One for each, in the order in which they were asked.
    package let errors: [LookupError]

    package var description: String { errors.map(\.description).joined(separator: "; ") }
}

extension LookupError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notDescribed: "no service of this name is described in the rules"
        case .badURL(.notALink): "its URL is no plain http or https link"
        case .badURL(let problem): "its URL leads \(problem)"
        case .missingSecret(let secret): secret.description
        case .badLimits: "what its rule file says of how it may be asked is not understood"
        case .badHeader(let name):
            "the header '\(name)' cannot be sent: its name is not for rules to set, or its value has control characters"
        case .unusableResult(let name, let why): "the result '\(name)': \(why)"
        case .http(let error): error.description
        case .redirect(let problem): "it redirects \(problem)"
        case .status(let status, let retryAfter):
            Self.text(status) + (retryAfter.map { "; it wants to be asked again after \($0) s" } ?? "")
        case .notJSON(let error): "its answer is not JSON: \(error)"
        }
    }

    private static func text(_ status: Int) -> String {
        switch status {
        case 401, 403: "it refuses to answer (status \(status)); see whether it wants a key, and has the right one"
        case 429: "it was asked too often (status 429)"
        case 500...599: "it is out of order (status \(status))"
        default: "it answers with status \(status)"
        }
    }
}
