internal import BeelineActions
internal import BeelineRules
internal import BeelineSupport

struct HTTPRequest: Hashable, Sendable {
    var method = HTTPMethod.get
    var url: String
    /// Names and values, checked by `HTTPHeader`. They may contain secrets.
    var headers: [HTTPHeader] = []
    var body: [UInt8]?
    let userAgent: String
    /// The most bytes of the decompressed body of the answer.
    let limit: Int
    var timeLimit: Duration
    var mustBePublic = false
    /// `HOST:PORT:ADDRESS`, which overrides name servers.
    var address: String?
}

struct HTTPResponse: Hashable, Sendable {
    let status: Int
    let body: [UInt8]
    /// The absolute URL that a redirect leads to.
    var redirect: String?
    /// Whether the server has a public address.
    var isOfInternet = true
    /// After how many seconds the server allows the next request.
    var retryAfter: Int?
}

/// A valid header of a request.
struct HTTPHeader: Hashable, Sendable {
    let name: String
    /// It may be a secret.
    let value: String

    /// Nil when a rule must not set this header, or when the value could end the line: a code must not add headers.
    init?(_ name: String, _ value: String) {
        guard HeaderName.problem(with: name) == nil,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
        else { return nil }
        self.name = name
        self.value = value
    }

    /// The headers by default.
    static let acceptingJSON = HTTPHeader("Accept", "application/json").map { [$0] } ?? []

    /// The header for libcurl: a name alone would remove the header, a name with a semicolon sends it without a value.
    var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }
}

/// A list of HTTP statuses: `200 404`, or `2xx` for all from 200 to 299.
struct StatusList: Hashable, Sendable {
    private let ranges: [ClosedRange<Int>]

    static let success = StatusList(ranges: [200...299])

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// Nil when the text is not such a list.
    init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for word in text.split(separator: " ") {
            guard word.utf8.count == 3 else { return nil }
            if word.hasSuffix("xx"), let hundreds = word.first?.wholeNumberValue, (1...5).contains(hundreds) {
                ranges.append((hundreds * 100)...(hundreds * 100 + 99))
            } else if let status = Int(word), (100...599).contains(status) {
                ranges.append(status...status)
            } else {
                return nil
            }
        }
        guard !ranges.isEmpty else { return nil }
        self.ranges = ranges
    }

    func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }
}

/// Why a request failed, or its answer cannot be used. No text cites a URL or a header.
package enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    case unknownHost
    case unreachable
    /// Nothing listens at the port of the host.
    case refused
    case notPublic
    case insecure(String)
    case tooSlow
    /// The host has had the allowed number of requests, or wants no more for a while; in seconds.
    case toWait(seconds: Int)
    /// In bytes.
    case tooLong(limit: Int)
    case brokenOff
    case otherScheme
    case failed(String)

    /// Whether the host has perhaps not received the request, for a reason that may be over later.
    var mayPass: Bool {
        switch self {
        case .unknownHost, .unreachable, .refused, .insecure, .tooSlow, .toWait, .brokenOff, .failed: true
        case .noLibrary, .notPublic, .tooLong, .otherScheme: false
        }
    }

    /// How long the host wants to have no further request, in seconds.
    var pause: Int? { if case .toWait(let seconds) = self { seconds } else { nil } }

    /// The reason after the name of the host: `127.0.0.1:9009: connection refused`.
    func description(at host: String) -> String {
        let reason =
            switch self {
            case .unknownHost: "unknown host; check its name, and whether this machine is online"
            case .unreachable: "no connection"
            case .refused: "connection refused"
            case .insecure(let problem): "no trusted encrypted connection: \(problem)"
            case .tooSlow: "no answer within the time limit"
            case .toWait(let seconds): "the next request is allowed in \(seconds) s"
            case .tooLong(let limit): "the answer is longer than the limit of \(limit) bytes"
            case .brokenOff: "the answer broke off"
            case .noLibrary, .notPublic, .otherScheme, .failed: description
            }
        return "\(host): \(reason)"
    }

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libcurl cannot be loaded (\(problem)); install the package libcurl4 (Fedora: libcurl)"
        case .unknownHost: "its host is unknown; check its name, and whether this machine is online"
        case .unreachable: "no connection to its host"
        case .refused: "its host refused the connection"
        case .notPublic: "it redirects to this machine or the local network"
        case .insecure(let problem): "no trusted encrypted connection to its host: \(problem)"
        case .tooSlow: "it took too long to answer"
        case .toWait(let seconds): "its host allows the next request in \(seconds) s"
        case .tooLong(let limit): "its answer is longer than the limit of \(limit) bytes"
        case .brokenOff: "its answer broke off"
        case .otherScheme: "its URL is neither http nor https"
        case .failed(let problem): "the request failed: \(problem)"
        }
    }
}
