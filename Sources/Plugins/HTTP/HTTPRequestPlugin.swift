package import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport

/// `http-request`: sends a request to a web server.
///
/// Unlike a look-up it is made each time. Where the server cannot answer just now it is made again only if that comes
/// to the same (GET, PUT and DELETE). Redirects are followed by GET only.
package struct HTTPRequestPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "http-request",
        summary: "Sends a request to a web server.",
        parameters: [
            .init(
                "method", .text, freedom: .choice(HTTPMethod.allCases.map(\.rawValue)),
                summary: "The method of the request."),
            .init("url", .url, summary: "Where it is sent."),
            .init("headers", .headers, isRequired: false, summary: "The headers; they can contain secrets."),
            .init(
                "json", .fields, isRequired: false,
                summary: "The body as a JSON object; a value that is only {name} keeps its type."),
            .init("text", .text, isRequired: false, summary: "The body as plain text, instead of json."),
            .init(
                "statuses", .text, isRequired: false, freedom: .fixed,
                summary: "The statuses that count as success: \"200 404\", or \"2xx\" for 200 to 299. Default: 2xx."),
            .init(
                "results", .pointers, isRequired: false,
                summary: "The results: your own names, with JSON Pointers into the answer."),
        ],
        results: .withPointers([Self.status]),
        effects: [.network],
        check: ArgumentCheck { written in
            if let statuses = written.texts["statuses"], StatusList(statuses) == nil {
                return .init(ActionProblem.badStatuses(statuses).description, parameter: "statuses")
            }
            let bodies = written.parameters.intersection(["json", "text"])
            if bodies.count > 1 { return .init(ActionProblem.twoBodies.description) }
            let isGet = written.texts["method"] == HTTPMethod.get.rawValue
            return isGet && !bodies.isEmpty ? .init(ActionProblem.bodyOfGet.description) : nil
        })

    /// The result that is always there.
    static let status = "status"
    private let userAgent: String
    private let limits: ServiceLimits
    private let client: WebClient

    /// - Parameter userAgent: what servers learn of who asks them, where the rule gives no `User-Agent` of its own.
    package init(userAgent: String = LookupPlugin.userAgent) {
        self.init(userAgent: userAgent, limits: ServiceLimits(), client: .shared)
    }

    init(userAgent: String = LookupPlugin.userAgent, limits: ServiceLimits, client: WebClient) {
        self.userAgent = userAgent
        self.limits = limits
        self.client = client
    }

    package func timeLimit(for action: Action) -> Duration? { limits.timeLimit + .seconds(5) }

    /// - Throws: `ActionProblem`, which never cites the URL or a header, as they may contain secrets;
    ///   `CancellationError`.
    package func perform(_ action: Action) async throws -> ActionResult {
        do {
            return try await send(action)
        } catch let reason as LookupError.Reason {
            throw ActionProblem("\(reason)")
        } catch let error as HTTPError {
            throw ActionProblem("\(LookupError.Reason.http(error))")
        } catch let problem as RedirectProblem {
            throw ActionProblem("\(LookupError.Reason.redirect(problem))")
        }
    }

    private func send(_ action: Action) async throws -> ActionResult {
        let statuses: StatusList =
            try Self.text(action["statuses"]).map { text in
                guard let list = StatusList(text) else { throw ActionProblem.badStatuses(text) }
                return list
            } ?? .success
        let results = try LookupResults(LookupService.fields(action["results"]), existing: [Self.status])
        let exchange: HTTPExchange
        let request = try request(for: action)
        do { exchange = try HTTPExchange(request) } catch { throw LookupError.Reason.badURL(error) }
        let manner = WebClient.Manner(perSecond: limits.perSecond, isShared: false)
        let response = try await client.response(to: exchange, manner)
        guard statuses.contains(response.status) else {
            throw LookupError.Reason.status(response.status, retryAfter: response.retryAfter)
        }
        var fields = [Action.Argument(name: Self.status, value: .number(DecimalNumber(Int32(response.status))))]
        if !results.isEmpty, (200...299).contains(response.status) {
            do {
                fields += results.values(in: try JSONValue(answer: response.body))
            } catch {
                throw LookupError.Reason.notJSON(error)
            }
        }
        return ActionResult(message: "answered with status \(response.status)", fields: fields)
    }

    private func request(for action: Action) throws -> HTTPRequest {
        guard let name = Self.text(action["method"]), let method = HTTPMethod(rawValue: name),
            case .url(let url)? = action["url"]
        else { throw ActionProblem("it has no method or no URL") }
        var headers = try LookupService.headers(LookupService.fields(action["headers"]))
        var body: [UInt8]?
        var type: String?
        switch (action["json"], Self.text(action["text"])) {
        case (nil, nil):
            // Without a body these still say that it is empty (RFC 9110, section 8.6).
            body = method == .get || method == .delete ? nil : []
        case (.fields(let fields)?, nil):
            var json = JSONWriter()
            fields.write(to: &json)
            (body, type) = (json.bytes, "application/json")
        case (nil, let text?): (body, type) = (Array(text.utf8), "text/plain; charset=utf-8")
        default: throw ActionProblem.twoBodies
        }
        guard method != .get || body == nil else { throw ActionProblem.bodyOfGet }
        if body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            // Without a type libcurl would call it a form.
            headers += HTTPHeader("Content-Type", type ?? "application/octet-stream").map { [$0] } ?? []
        }
        return HTTPRequest(
            method: method, url: url, headers: headers, body: body, userAgent: userAgent, limit: limits.longestAnswer,
            timeLimit: limits.timeLimit)
    }

    private static func text(_ value: ActionValue?) -> String? {
        if case .text(let text)? = value { text } else { nil }
    }
}

extension ActionProblem {
    fileprivate static let twoBodies = ActionProblem("it has both 'json' and 'text'; leave one of them out")
    fileprivate static let bodyOfGet = ActionProblem(
        "GET has no body: leave out 'json' and 'text', or use POST")

    fileprivate static func badStatuses(_ text: String) -> ActionProblem {
        ActionProblem("'\(text)' is not a list of statuses, such as \"200 404\" or \"2xx\"")
    }
}
