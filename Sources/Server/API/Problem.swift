internal import Beeline
internal import BeelineDrawing
internal import BeelineSupport
internal import BeelineSymbols

/// Why a request has no answer, as RFC 9457 has it: `application/problem+json`.
package struct Problem: Error, Hashable, Sendable {
    /// The status of HTTP.
    package var status: Int
    /// A name that programs may rely on: `queue-full`.
    package var code: String
    /// For people: what is wrong with this request, and what to do.
    package var detail: String
    /// After how many seconds it may be tried again.
    package var retryAfter: Int?
    /// The single errors, if there can be several.
    package var errors: [String] = []

    package init(_ status: Int, _ code: String, _ detail: String, retryAfter: Int? = nil) {
        (self.status, self.code, self.detail, self.retryAfter) = (status, code, detail, retryAfter)
    }

    /// The answer that says it.
    package var response: ServerResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "urn:beeline:problem:\(code)")
            json.member("title", HTTPStatus.title(status))
            json.member("status", status)
            json.member("code", code)
            json.member("detail", detail)
            if !errors.isEmpty { json.member("errors", errors) }
        }
        var response = ServerResponse(status, "application/problem+json", json.bytes)
        if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
        return response
    }
}

/// The statuses that the server answers with (RFC 9110, section 15).
package enum HTTPStatus {
    private static let titles: [Int: String] = [
        200: "OK", 201: "Created", 204: "No Content", 300: "Multiple Choices", 304: "Not Modified",
        307: "Temporary Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 421: "Misdirected Request",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
    ]

    /// All of them, in their order.
    static let all = titles.keys.sorted()

    package static func title(_ status: Int) -> String { titles[status] ?? "Error" }
}

/// The problems of the layers below, as the server says them.
extension Problem {
    /// Why a picture was not read.
    init(_ error: DecodeError) {
        let status =
            switch error {
            case .tooLarge: 413
            case .cannotOpen, .unreadableImage, .decoderDied, .timedOut: 422
            case .unavailable, .cancelled: 503
            }
        self.init(status, error.code, error.description, retryAfter: status == 503 ? 5 : nil)
    }

    /// A database that cannot be read or written. The path is not for those who send requests.
    init(_ error: SQLiteError) {
        let name = error.subject.name
        switch error.problem {
        case .full: self.init(507, "disk-full", "there is no space left for \(name); free some at the desk")
        case .busy:
            self.init(503, "database-busy", "another program keeps \(name) locked; try again", retryAfter: 5)
        default:
            self.init(500, "database-failed", "\(name) cannot be read or written; the server's log says why")
        }
    }

    init(_ error: FileError) { self.init(500, "file", "\(error)") }

    init(_ error: DrawingError) {
        if error.reason == .library {
            self.init(503, "drawing-unavailable", error.description)
        } else {
            self.init(422, "cannot-draw", error.description)
        }
    }
}

/// Does what reads or writes a database.
func stored<Value>(_ work: () throws(SQLiteError) -> Value) throws(Problem) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw Problem(error) }
}
