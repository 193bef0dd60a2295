internal import Beeline
internal import BeelineSupport

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
