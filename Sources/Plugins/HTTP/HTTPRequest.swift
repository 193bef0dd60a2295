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
    /// The most bytes of body, once it is unpacked.
    let limit: Int
    var timeLimit: Duration
    /// Whether the host must be one of the internet, whatever its name stands for.
    var mustBePublic = false
    /// `HOST:PORT:ADDRESS`, which goes before what name servers say.
    var address: String?
}

struct HTTPResponse: Hashable, Sendable {
    let status: Int
    let body: [UInt8]
    /// The absolute URL that a redirect leads to.
    var redirect: String?
    /// Whether the connection led to an address of the internet.
    var isOfInternet = true
    /// After how many seconds the server wants to be asked again.
    var retryAfter: Int?
}

/// A header of a request, fit to be sent.
struct HTTPHeader: Hashable, Sendable {
    let name: String
    /// It may be a secret.
    let value: String

    /// Nil when the name is none that a rule may set, or when the value could end the line: what a code says must not
    /// become a header of its own.
    init?(_ name: String, _ value: String) {
        guard HeaderName.problem(with: name) == nil,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
        else { return nil }
        self.name = name
        self.value = value
    }

    /// What is sent where nothing else is said.
    static let acceptingJSON = HTTPHeader("Accept", "application/json").map { [$0] } ?? []

    /// As libcurl wants it: a name alone would take the header away, one with a semicolon is sent without a value.
    var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }
}

/// Statuses of HTTP: `200 404`, or `2xx` for all from 200 to 299.
struct StatusList: Hashable, Sendable {
    private let ranges: [ClosedRange<Int>]

    static let success = StatusList(ranges: [200...299])

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// Nil when the text is not a list of them.
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

/// Why a web server could not be asked, or its answer not be taken. No text cites a URL or a header.
package enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    case unknownHost
    case unreachable
    case notPublic
    case insecure(String)
    case tooSlow
    /// The host has had as many requests as it should, or wants to be left alone for a while; in seconds.
    case toWait(seconds: Int)
    /// In bytes.
    case tooLong(limit: Int)
    case brokenOff
    case otherScheme
    case failed(String)

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libcurl cannot be loaded (\(problem)); install the package libcurl4 (Fedora: libcurl)"
        case .unknownHost: "its host is unknown; check its name, and whether this machine is online"
        case .unreachable: "no connection to its host"
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
