internal import Beeline
internal import BeelineDrawing
internal import BeelineSupport
internal import BeelineSymbols

/// An error response (RFC 9457): `application/problem+json`.
package struct Problem: Error, Hashable, Sendable {
    package var status: Int
    /// A stable name for programs: `queue-full`.
    package var code: String
    /// For people: what is wrong, and what to do.
    package var detail: String
    /// The seconds after which the request may be repeated.
    package var retryAfter: Int?
    /// The individual errors, if there can be several.
    package var errors: [String] = []

    package init(_ status: Int, _ code: String, _ detail: String, retryAfter: Int? = nil) {
        (self.status, self.code, self.detail, self.retryAfter) = (status, code, detail, retryAfter)
    }

    static func badBody(_ detail: String) -> Problem { Problem(400, "bad-body", detail) }
    static func badQuery(_ detail: String) -> Problem { Problem(400, "bad-query", detail) }

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

/// The HTTP statuses of the server (RFC 9110, section 15).
package enum HTTPStatus {
    private static let titles: [Int: String] = [
        200: "OK", 201: "Created", 204: "No Content", 300: "Multiple Choices", 304: "Not Modified",
        307: "Temporary Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 421: "Misdirected Request",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
    ]

    static let all = titles.keys.sorted()

    package static func title(_ status: Int) -> String { titles[status] ?? "Error" }
}

/// Errors of other modules as problems.
extension Problem {
    /// The problem for a picture that cannot be read.
    init(_ error: DecodeError) {
        let status =
            switch error {
            case .tooLarge: 413
            case .cannotOpen, .unreadableImage, .decoderDied, .timedOut: 422
            case .nothingReads: 400
            case .unavailable, .cancelled: 503
            }
        // A caller over HTTP cannot run the command that the description names.
        let message = error.description.replacing("'beeline formats' lists", with: "/v1/formats lists")
        self.init(status, error.code, message, retryAfter: status == 503 ? 5 : nil)
    }

    /// The problem for a database that cannot be read or written. It does not reveal the path.
    init(_ error: SQLiteError) {
        let name = error.subject.name
        switch error.problem {
        case .full: self.init(507, "disk-full", "there is no space left for \(name); free some at the desk")
        case .busy:
            self.init(503, "database-busy", "another program keeps \(name) locked; try again", retryAfter: 5)
        case .server: self.init(503, "database-busy", "the server of \(name) cannot be used; try again", retryAfter: 5)
        default: self.init(500, "database-failed", "\(name) cannot be read or written; the server's log says why")
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

/// Runs a closure, and turns errors of the database into problems.
func stored<Value>(_ work: () throws(SQLiteError) -> Value) throws(Problem) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw Problem(error) }
}
