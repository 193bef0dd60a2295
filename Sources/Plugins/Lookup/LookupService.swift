internal import BeelineActions
internal import BeelineContent
package import BeelineRules
package import BeelineSupport

/// A service as an action describes it: the request, its limits, and which parts of the answer are used.
package struct LookupService: Sendable {
    let exchange: HTTPExchange
    let results: LookupResults
    let limits: ServiceLimits
    /// The secrets in its headers: the last word of each, as in `Token hunter2`.
    private let secretWords: [String]

    /// The names of the services that an action asks, in order.
    static func names(in action: Action) -> [String] {
        let names = (0..<ServiceParameter.mostServices).map { place -> String? in
            if case .text(let name)? = action[ServiceParameter.service.name(at: place)] { name } else { nil }
        }
        return Array(names.prefix { $0 != nil }.compactMap(\.self))
    }

    /// The service at a place of the action, counted from 0. `limits` are the defaults for a service without limits of
    /// its own. An impossible request is an error.
    init(_ action: Action, at place: Int, userAgent: String, limits: ServiceLimits) throws(LookupError.Reason) {
        func value(_ parameter: ServiceParameter) -> ActionValue? { action[parameter.name(at: place)] }
        guard case .url(let url)? = value(.url) else { throw .notDescribed }
        guard let own = Self.limits(in: action, at: place, defaults: limits) else { throw .badLimits }
        self.limits = own
        let headers = try Self.headers(Self.fields(value(.headers)))
        let holdsSecret = action.arguments.contains {
            $0.name == ServiceParameter.headers.name(at: place) && $0.isSecret
        }
        secretWords = holdsSecret ? headers.compactMap { Self.lastWord(of: $0.value) } : []
        results = try LookupResults(Self.fields(value(.results)))
        let request = HTTPRequest(
            url: url, headers: headers, userAgent: userAgent, limit: own.longestAnswer, timeLimit: own.timeLimit)
        do { exchange = try HTTPExchange(request) } catch { throw .badURL(error) }
    }

    private static func lastWord(of value: String) -> String? {
        value.split { " =".contains($0) }.last.flatMap { $0.utf8.count >= 4 ? String($0) : nil }
    }

    /// Whether an answer repeats a secret of the request.
    func tellsSecret(_ body: [UInt8]) -> Bool {
        guard !secretWords.isEmpty else { return false }
        let text = String(decoding: body, as: UTF8.self)
        return secretWords.contains(where: text.contains)
    }

    /// The limits of a service of an action; nil where they are not valid.
    static func limits(in action: Action, at place: Int, defaults: ServiceLimits) -> ServiceLimits? {
        ServiceLimits(fields(action[ServiceParameter.limits.name(at: place)]), defaults: defaults)
    }

    static func fields(_ value: ActionValue?) -> [Action.Argument] {
        if case .fields(let fields)? = value { fields } else { [] }
    }

    /// The headers of a rule, with an `Accept` for JSON where the rule has none.
    static func headers(_ fields: [Action.Argument]) throws(LookupError.Reason) -> [HTTPHeader] {
        var headers: [HTTPHeader] = []
        for field in fields {
            if case .withSecrets(let parts) = field.value {
                // Known secrets are filled in by now.
                for case .secret(let name) in parts { throw .missingSecret(MissingSecret(name: name)) }
            }
            guard case .text(let value) = field.value, let header = HTTPHeader(field.name, value) else {
                throw .badHeader(field.name)
            }
            headers.append(header)
        }
        return headers.contains { $0.name.lowercased() == "accept" } ? headers : headers + HTTPHeader.acceptingJSON
    }
}

/// The results of a service, and the place of each in its answer.
struct LookupResults: Sendable {
    /// The name of the result for whether the code is known.
    static let found = "found"
    /// The name of the result for the service that answered.
    static let service = "service"

    private let places: [(name: String, pointer: JSONPointer)]

    /// The fields have the name of each result and its JSON Pointer; `existing` are the names of other results.
    init(_ fields: [Action.Argument], existing: [String] = [Self.found, Self.service]) throws(LookupError.Reason) {
        var places: [(name: String, pointer: JSONPointer)] = []
        for field in fields {
            guard !existing.contains(field.name) else {
                throw .unusableResult(field.name, "every look-up has a result with this name")
            }
            guard case .text(let text) = field.value else {
                throw .unusableResult(field.name, "its value must be a JSON Pointer in a text")
            }
            do {
                places.append((field.name, try JSONPointer(text)))
            } catch {
                throw .unusableResult(field.name, error.description)
            }
        }
        self.places = places
    }

    var isEmpty: Bool { places.isEmpty }

    /// `found` and `service`, then the other results.
    static func fields(isFound: Bool, service name: String, _ values: [Action.Argument]) -> [Action.Argument] {
        [
            Action.Argument(name: found, value: .boolean(isFound)),
            Action.Argument(name: service, value: .text(name)),
        ] + values
    }

    /// The results in an answer: texts, numbers, booleans, and lists. Empty lists, which say nothing, are left out.
    func values(in answer: JSONValue) -> [Action.Argument] {
        places.compactMap { place in
            place.pointer.value(in: answer)?.fieldValue.map { Action.Argument(name: place.name, value: $0.actionValue) }
        }
    }

    /// Whether the service knows the code, by its results. It does not where no pointer leads to a value: many services
    /// answer 200 with an empty list or null for an unknown code. Without pointers the status 200 is enough.
    func areFound(_ values: [Action.Argument]) -> Bool { places.isEmpty || !values.isEmpty }
}

extension JSONValue {
    /// Reads the answer of a service leniently: with duplicate names, and with a byte order mark.
    init(answer body: [UInt8]) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.dropFirst(body.starts(with: mark) ? mark.count : 0)
        do throws(JSONError) {
            self = try JSONValue(parsing: text, options: .allowDuplicateNames)
        } catch  where error.isNumberTooLarge {
            // The number might not be needed.
            self = try JSONValue(parsing: text, options: [.allowDuplicateNames, .allowLargeNumbers])
        }
    }
}

/// Why a look-up failed. It names the service and what is wrong, never a URL or a header's value, which may be secrets.
package struct LookupError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Error, Hashable, Sendable {
        case notDescribed
        case badURL(RedirectProblem)
        case missingSecret(MissingSecret)
        case badLimits
        case badHeader(String)
        case unusableResult(String, String)
        case http(HTTPError)
        case redirect(RedirectProblem)
        /// Other than 2xx and 404; and after how many seconds the service allows the next request.
        case status(Int, retryAfter: Int?)
        case notJSON(JSONError)
    }

    /// The name of the service in the rules.
    package let service: String
    package let reason: Reason

    package var description: String { "\(service): \(reason)" }
}

/// Why none of several services answered.
package struct LookupFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One for each service, in the order of the requests.
    package let errors: [LookupError]

    package var description: String { errors.map(\.description).joined(separator: "; ") }
}

extension LookupError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notDescribed: "the rule files have no service with this name"
        case .badURL(.notALink): "its URL is not a plain http or https link"
        case .badURL(let problem): "its URL leads \(problem)"
        case .missingSecret(let secret): secret.description
        case .badLimits: "its limits in the rule file are not valid"
        case .badHeader(let name):
            "the header '\(name)' cannot be sent: rules cannot set this header, or its value has control characters"
        case .unusableResult(let name, let why): "the result '\(name)': \(why)"
        case .http(let error): error.description
        case .redirect(let problem): "it redirects \(problem)"
        case .status(let status, let retryAfter):
            Self.text(status) + (retryAfter.map { "; it allows the next request in \($0) s" } ?? "")
        case .notJSON(let error): "its answer is not JSON: \(error)"
        }
    }

    private static func text(_ status: Int) -> String {
        switch status {
        case 401, 403:
            "it refuses to answer (status \(status)); check whether it needs a key, and whether the key is right"
        case 429: "it got too many requests (status 429)"
        case 500...599: "it has an internal error (status \(status))"
        default: "it answers with status \(status)"
        }
    }
}
