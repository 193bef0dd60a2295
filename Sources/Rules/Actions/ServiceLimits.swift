internal import BeelineSupport

/// The limits of requests to a service, and how long its answers are kept.
///
///     { "url": "https://api.example.com/{code}", "cache": "30d", "perSecond": 1, "timeLimit": 20, "results": {} }
package struct ServiceLimits: Hashable, Sendable {
    /// For how long an answer is kept and used again. Default: zero, not at all: only the author of a service knows how
    /// soon its answers are old, and kept answers reveal what was scanned.
    package var cache = Duration.zero
    /// The most requests per second to its host, shared by all services of the host. Default: 5.
    package var perSecond = 5.0
    /// The time limit of a request with all of its retries. Default: 10 seconds.
    package var timeLimit = Duration.seconds(10)
    /// The most bytes of an answer, once it is unpacked. Default: 2 MiB.
    package var longestAnswer = 2 << 20

    package init() {}

    /// The keys of a service in a rule file that set them.
    package enum Key: String, Hashable, Sendable, CaseIterable {
        case cache, perSecond, timeLimit, limit

        /// The accepted values, for messages.
        var accepted: String {
            switch self {
            case .cache: "must be a duration in a string, such as \"12h\" or \"30 days\", at most 365 days"
            case .perSecond: "is a number from 0.01 to 1000"
            case .timeLimit: "must be a number of seconds from 0.1 to 60"
            case .limit: "must be a whole number of bytes from 1 to 16777216"
            }
        }
    }

    /// Sets one of them by the text of its value. Returns whether the value is valid.
    package mutating func set(_ key: Key, to text: String) -> Bool {
        switch key {
        case .cache:
            guard let duration = Duration(written: text), duration <= .seconds(365 * 86_400) else { return false }
            cache = duration
        case .perSecond:
            guard let number = Double(text), (0.01...1000).contains(number) else { return false }
            perSecond = number
        case .timeLimit:
            guard let seconds = Double(text), (0.1...60).contains(seconds) else { return false }
            timeLimit = .seconds(seconds)
        case .limit:
            guard let bytes = Int(text), (1...(16 << 20)).contains(bytes) else { return false }
            longestAnswer = bytes
        }
        return true
    }

    /// Reads the limits from the argument of an action, which may leave out some. Nil when a field is not valid.
    package init?(_ fields: [Action.Argument], defaults: ServiceLimits = ServiceLimits()) {
        self = defaults
        for field in fields {
            guard let key = Key(rawValue: field.name), case .text(let text) = field.value, set(key, to: text) else {
                return nil
            }
        }
    }
}

/// What an action gets about each service that it uses, instead of the names that its rule gives it. The first
/// service's parameters have the plain names, those of the services after it a number at the end: `url`, `url2`,
/// `url3`.
package enum ServiceParameter: String, Hashable, Sendable, CaseIterable {
    case service
    case url
    case headers
    case results
    /// The limits in the rule file, as `ServiceLimits` reads them; absent if there are none.
    case limits

    /// The most services that an action may use.
    package static let mostServices = 8

    /// The name of the action's parameter.
    ///
    ///     ServiceParameter.url.name(at: 1)   // "url2"
    ///
    /// - Parameter place: the index of the service, from 0.
    package func name(at place: Int) -> String { place == 0 ? rawValue : "\(rawValue)\(place + 1)" }
}

/// Durations in the parameters of actions, in the forms of `Duration.init(written:)`.
///
/// A module that looks for the initializers of `Duration` itself also finds those of the C library, and then cannot use
/// `timespec` otherwise.
package enum WrittenDuration {
    package static let forms = Duration.writtenForms

    /// Nil for any other text.
    package static func read(_ text: String) -> Duration? { Duration(written: text) }
}
