internal import BeelineActions

/// What is asked of a web server.
enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether asking twice comes to the same as asking once (RFC 9110, section 9.2.2).
    var isRepeatable: Bool {
        switch self {
        case .get, .put, .delete: true
        case .post, .patch: false
        }
    }
}

/// What to ask a web server for.
struct HTTPRequest: Hashable, Sendable {
    var method = HTTPMethod.get
    var url: String
    /// Names and values, checked by `HTTPHeader`. They may hold secrets.
    var headers: [HTTPHeader] = []
    /// What is sent along.
    var body: [UInt8]?
    let userAgent: String
    /// The most bytes of body, once it is unpacked.
    let limit: Int
    /// How long it may take in all.
    var timeLimit: Duration
    /// Whether the host must be one of the internet, whatever its name stands for.
    var mustBePublic = false
    /// `HOST:PORT:ADDRESS`, which goes before what name servers say.
    var address: String?
}

/// What a web server answered.
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
