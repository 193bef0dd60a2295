package import BeelineActions
package import BeelineRules
internal import BeelineSupport

/// `lookup`: looks a code up in web services, and passes the results to later actions.
///
/// The rules describe the services. For each of them the action has its name, its `url` (a link), `headers` (a text for
/// each name), `results` (a JSON Pointer for each name) and `limits`, all filled in; `ServiceParameter` has the names
/// of these. The services are asked in order until one knows the code. One that fails is skipped, and reported in the
/// message. The result `found` is whether the code is known: after 404, 204 or an answer without any of the results it
/// is not; the action is done anyway. `service` is the name of the service that knows it, or else of the last one that
/// answered.
package struct LookupPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "lookup", summary: "Looks the code up in web services, in order, until one finds it.",
        parameters: [
            .init("service", .service, summary: "A service of the rule files, or a list of services."),
            .init(
                "with", .serviceValues, isRequired: false,
                summary: "A text for each name in the URLs and headers of the services."),
        ],
        results: .ofService,
        effects: [.network])

    private let userAgent: String
    private let limits: ServiceLimits
    /// Nil: the client of this process, which is made with the first request.
    private let client: WebClient?
    private let cache: LookupCache

    /// - Parameter userAgent: should name the program and a way to reach its operator; some services refuse others.
    package init(userAgent: String = WebClient.userAgent) {
        self.init(userAgent: userAgent, limits: ServiceLimits(), client: nil, cache: .ofUser)
    }

    /// - Parameter limits: the defaults for a service without limits of its own.
    init(userAgent: String = WebClient.userAgent, limits: ServiceLimits, client: WebClient?, cache: LookupCache) {
        (self.userAgent, self.limits, self.client, self.cache) = (userAgent, limits, client, cache)
    }

    /// The limits of all its services together.
    package func timeLimit(for action: Action) -> Duration? {
        // With a margin: the error of a service itself names the one that was too slow.
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
                let service = try LookupService(action, at: place, userAgent: userAgent, limits: limits)
                let answer = try await answer(of: service)
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

    private struct Answer {
        let isFound: Bool
        let values: [Action.Argument]
        /// The age of a cached answer, for people.
        var origin = ""
    }

    /// The answer of a service, from the cache if possible.
    private func answer(of service: LookupService) async throws -> Answer {
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
        let response = try await (client ?? .shared).response(to: service.exchange, manner)
        let answer = try Self.answer(response, service.results)
        // A service may repeat a secret of the request.
        if let key, !service.tellsSecret(response.body) {
            cache.keep(response, for: key, lasting: answer.isFound ? keeping : LookupCache.shortened(keeping))
        }
        return answer
    }

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
