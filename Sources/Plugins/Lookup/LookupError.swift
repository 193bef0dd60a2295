internal import BeelineActions
public import BeelineRules
public import BeelineSupport

/// Why a look-up failed. It names the service and what is wrong, never a URL or a header's value, which may be secrets.
public struct LookupError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable, Sendable {
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
    public let service: String
    public let reason: Reason

    public init(service: String, reason: Reason) {
        self.service = service
        self.reason = reason
    }

    public var description: String { "\(service): \(reason)" }
}

/// Why none of several services answered.
public struct LookupFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One for each, in the order in which they were asked.
    public let errors: [LookupError]

    public var description: String { errors.map(\.description).joined(separator: "; ") }
}

extension LookupError.Reason: CustomStringConvertible {
    public var description: String {
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
