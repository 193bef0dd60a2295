internal import BeelineActions

/// When a server is asked again that could not answer.
struct HTTPRepeats: Sendable {
    /// How often, beside the first time.
    var most = 3
    /// How long to wait before the first time; each further one it is twice as long.
    var firstDelay = Duration.milliseconds(250)

    /// How long to wait before the server is asked again; nil when that is of no use.
    ///
    /// - Parameters:
    ///   - repeats: how often it was asked again so far.
    ///   - chance: from 0 to 1. Many who failed together should not all come back at the same moment.
    func delay(
        after outcome: Result<HTTPResponse, HTTPError>, repeats: Int, chance: Double = .random(in: 0...1)
    ) -> Duration? {
        guard repeats < most, Self.mayPass(outcome) else { return nil }
        let delay = firstDelay * Double(1 << repeats) * (0.5 + chance / 2)
        guard case .success(let response) = outcome, let seconds = response.retryAfter else { return delay }
        return max(delay, .seconds(seconds))
    }

    /// Whether what went wrong may be over soon.
    private static func mayPass(_ outcome: Result<HTTPResponse, HTTPError>) -> Bool {
        switch outcome {
        case .success(let response): [429, 502, 503, 504].contains(response.status)
        case .failure(.unreachable), .failure(.brokenOff): true
        // A name that nobody knows is nearly always wrong, or this machine offline.
        case .failure: false
        }
    }
}
