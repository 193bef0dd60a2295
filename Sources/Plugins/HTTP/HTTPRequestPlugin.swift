package import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport

/// `http-request`: sends a request to a web server. Unlike a look-up, it is sent each time. A request that fails for
/// now is repeated only if it is idempotent (GET, PUT and DELETE). Only GET follows redirects.
package struct HTTPRequestPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "http-request", summary: "Sends a request to a web server.",
        parameters: [
            .init(
                "method", .text, freedom: .choice(HTTPRequestPlugin.methods.map(\.rawValue)),
                summary: "The method of the request."),
            .init("url", .url, summary: "Where it is sent."),
            .init("headers", .headers, isRequired: false, summary: "The headers; they can contain secrets."),
            .init(
                Body.json.rawValue, .json, isRequired: false,
                summary:
                    "The body as JSON; a value that is only {name} keeps its type, or is left out; {scan} is the whole result."
            ),
            .init(
                Body.form.rawValue, .fields, isRequired: false,
                summary: "The body as the fields of an HTML form, instead of json."),
            .init(Body.text.rawValue, .text, isRequired: false, summary: "The body as plain text, instead of json."),
            .init(
                "statuses", .text, isRequired: false, freedom: .fixed, isNumber: true,
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
            let bodies = written.parameters.intersection(Body.allCases.map(\.rawValue))
            if bodies.count > 1 { return .init(ActionProblem.twoBodies.description) }
            let isGet = written.texts["method"] == HTTPMethod.get.rawValue
            if isGet, !bodies.isEmpty { return .init(ActionProblem.bodyOfGet.description) }
            return Body.forgery(in: written).map { .init($0.description, parameter: Body.text.rawValue) }
        })

    /// The parameters that can be the body.
    private enum Body: String, CaseIterable {
        case json, form, text

        var type: String {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .text: "text/plain; charset=utf-8"
            }
        }

        /// The body for this parameter; nil where the action does not have it.
        func bytes(of action: Action) -> [UInt8]? {
            switch (self, action[rawValue]) {
            case (.json, let value?): value.jsonBytes
            case (.form, .fields(let fields)?): Self.form(fields)
            case (.text, .text(let text)?): Array(text.utf8)
            default: nil
            }
        }

        /// Names and values as browsers send them, with `%20` for a blank (WHATWG URL, section 5.2, reads both).
        private static func form(_ fields: [Action.Argument]) -> [UInt8] {
            Array(
                fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value.description))" }
                    .joined(separator: "&").utf8)
        }

        /// Why a code could inject into a text body: the headers declare it as JSON, a form or markup.
        static func forgery(in written: ArgumentCheck.Written) -> ActionProblem? {
            guard written.parameters.contains(text.rawValue), written.texts[text.rawValue] == nil else { return nil }
            for header in (written.names["headers"] ?? []).sorted() where header.lowercased() == "content-type" {
                let type = written.fieldTexts["headers"]?[header] ?? ""
                let essence = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
                if !["text/plain", "application/octet-stream"].contains(essence) { return .forgery(essence) }
            }
            return nil
        }
    }

    /// The result that is always there.
    static let status = "status"
    private let userAgent: String
    private let limits: ServiceLimits
    private let client: WebClient

    /// - Parameter userAgent: the default `User-Agent`, for rules without one of their own.
    package init(userAgent: String = WebClient.userAgent) {
        self.init(userAgent: userAgent, limits: ServiceLimits(), client: .shared)
    }

    init(userAgent: String = WebClient.userAgent, limits: ServiceLimits, client: WebClient) {
        self.userAgent = userAgent
        self.limits = limits
        self.client = client
    }

    package func timeLimit(for action: Action) -> Duration? { limits.timeLimit + .seconds(5) }

    /// - Throws: `ActionProblem`, which cites the host, and never the path or a header, as they may contain secrets;
    ///   `CancellationError`.
    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        do {
            return try await send(action, context.idempotencyKey)
        } catch let reason as LookupError.Reason {
            throw ActionProblem("\(reason)")
        } catch let problem as RedirectProblem {
            throw ActionProblem("\(LookupError.Reason.redirect(problem))")
        }
    }

    private func send(_ action: Action, _ key: String?) async throws -> ActionResult {
        let statuses: StatusList =
            try Self.text(action["statuses"]).map { text in
                guard let list = StatusList(text) else { throw ActionProblem.badStatuses(text) }
                return list
            } ?? .success
        let results = try LookupResults(LookupService.fields(action["results"]), existing: [Self.status])
        let exchange: HTTPExchange
        let request = try request(for: action, key)
        do { exchange = try HTTPExchange(request) } catch { throw LookupError.Reason.badURL(error) }
        let manner = WebClient.Manner(perSecond: limits.perSecond, isShared: false)
        let response: HTTPResponse
        do {
            response = try await client.response(to: exchange, manner)
        } catch let error as HTTPError {
            throw ActionProblem(error.description(at: exchange.server), mayPass: error.mayPass, pause: error.pause)
        }
        guard statuses.contains(response.status) else {
            let reason = LookupError.Reason.status(response.status, retryAfter: response.retryAfter)
            let mayPass = response.status == 429 || response.status >= 500
            throw ActionProblem(
                "\(exchange.server): \(reason)", mayPass: mayPass, pause: response.retryAfter)
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

    /// The methods that rules may use.
    private static let methods: [HTTPMethod] = [.get, .post, .put, .patch, .delete]

    private func request(for action: Action, _ key: String?) throws -> HTTPRequest {
        guard let name = Self.text(action["method"]), let method = Self.methods.first(where: { $0.rawValue == name }),
            case .url(let url)? = action["url"]
        else { throw ActionProblem("it has no method or no URL") }
        var headers = try LookupService.headers(LookupService.fields(action["headers"]))
        let bodies = Body.allCases.compactMap { form in form.bytes(of: action).map { (bytes: $0, type: form.type) } }
        guard bodies.count < 2 else { throw ActionProblem.twoBodies }
        // POST, PUT and PATCH without a body declare that it is empty (RFC 9110, section 8.6).
        let body = bodies.first?.bytes ?? (method == .get || method == .delete ? nil : [])
        guard method != .get || body == nil else { throw ActionProblem.bodyOfGet }
        if body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            // Without a type libcurl would call it a form.
            headers += HTTPHeader("Content-Type", bodies.first?.type ?? "application/octet-stream").map { [$0] } ?? []
        }
        if let key, !headers.contains(where: { $0.name.lowercased() == "idempotency-key" }) {
            headers += HTTPHeader("Idempotency-Key", key).map { [$0] } ?? []
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
    fileprivate static let twoBodies = ActionProblem("it has more than one of 'json', 'form' and 'text'; use one")
    fileprivate static let bodyOfGet = ActionProblem(
        "GET has no body: leave out 'json', 'form' and 'text', or use POST")

    fileprivate static func forgery(_ type: String) -> ActionProblem {
        let remedy =
            type.contains("json")
            ? "give it in 'json', which is made of values"
            : type.hasSuffix("x-www-form-urlencoded")
                ? "give it in 'form', which is made of values"
                : "give it in 'json' or 'form', or as text/plain"
        return ActionProblem("a code could write into a text of the type '\(type)': \(remedy)")
    }

    fileprivate static func badStatuses(_ text: String) -> ActionProblem {
        ActionProblem("'\(text)' is not a list of statuses, such as \"200 404\" or \"2xx\"")
    }
}
