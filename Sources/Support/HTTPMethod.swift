/// The methods of HTTP that are sent and answered (RFC 9110, section 9.3).
package enum HTTPMethod: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether it is safe: it changes nothing (section 9.2.1).
    package var isSafe: Bool { [.get, .head, .options].contains(self) }

    /// Whether it is idempotent: a second request has no further effect (section 9.2.2).
    package var isRepeatable: Bool { self != .post && self != .patch }
}
