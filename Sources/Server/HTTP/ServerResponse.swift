internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

package struct ServerResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    package var closes = false
    /// The caller whose memory it takes until it is sent; nil: it counts for no caller.
    package var owner: String?

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Pieces as they come, until one is nil.
        case stream(any ResponseStream)
    }

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
        self.init(status, headers: [("Content-Type", type)], body: .bytes(bytes))
    }

    /// A JSON document with the version, to which `write` adds members.
    static func json(_ write: (inout JSONWriter) -> Void) -> ServerResponse {
        ServerResponse(
            200, MediaType.json,
            JSONWriter.line { json in
                json.member("version", 1)
                write(&json)
            })
    }
}

/// A body without a known end, such as a stream of events. One connection reads it, on its own thread.
package protocol ResponseStream: Sendable {
    /// The next piece, which is not empty; nil ends the answer. It may block.
    func next() -> [UInt8]?
    /// Ends the stream and wakes its thread, because the server stops or the connection is gone.
    func cancel()
}

/// Answers the requests of a server. Its functions are called on the thread of the connection, which they may block.
package protocol RequestHandler: Sendable {
    /// Whether a request may continue: called before its body is read.
    func admit(_ head: RequestHead) -> Admission

    /// The answer to a request that was admitted.
    func respond(to request: ServerRequest) -> ServerResponse

    /// The answer to an invalid request, which the guard refused, or whose body is too long.
    func refusal(status: Int, code: String, detail: String) -> ServerResponse

    /// Called after an answer was sent, or the connection was lost.
    func finished(_ head: RequestHead, status: Int, sent: Int, after duration: Duration)

    /// Called after an invalid request was refused. Its target is as it was sent, if it is known.
    func refused(_ target: String?, from peer: RequestHead.Peer, status: Int, after duration: Duration)
}

/// Whether the body of a request is read.
package enum Admission: Sendable {
    /// The body is read up to a limit in bytes; a longer one is answered with 413. The owner's budget pays for it.
    case body(limit: Int, owner: String? = nil)
    /// The request is answered without reading the body, and the connection is closed.
    case answer(ServerResponse)
}

enum MediaType {
    static let json = "application/json"
    static let lines = "application/x-ndjson"
    static let problem = "application/problem+json"
    static let text = "text/plain"
    static let csv = "text/csv"
    static let events = "text/event-stream"

    /// The type in a field `Content-Type`, in lower case, without parameters; nil if it is wrong or not in UTF-8.
    static func parse(_ field: String) -> String? {
        // Nearly all of them.
        if field == json { return json }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.lowercased().filter { $0 != " " && $0 != "\t" }
        }
        let halves = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isHTTPToken) }) else {
            return nil
        }
        for parameter in parts.dropFirst() where parameter.hasPrefix("charset=") {
            let name = parameter.dropFirst(8).filter { $0 != "\"" }
            guard ["utf-8", "utf8", "us-ascii"].contains(name) else { return nil }
        }
        return parts[0]
    }
}

/// The field `ETag`: a hash of a body, with which a client asks whether its copy is current (RFC 9110, section 8.8.3).
enum EntityTag {
    static func of(_ bytes: [UInt8]) -> String { "\"\(Base64.encode(Array(SHA256.hash(bytes).prefix(12))))\"" }

    /// Whether a client has the body with this tag already (RFC 9110, section 13.1.2).
    static func isKnown(_ tag: String, to head: RequestHead) -> Bool {
        head.headers.all("If-None-Match").contains { names(tag, in: $0) }
    }

    /// Whether a field contains a tag, weak or not.
    private static func names(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " || $0 == "\t" }
            while part.last == " " || part.last == "\t" { part.removeLast() }
            if part.hasPrefix("W/") { part = part.dropFirst(2) }
            return part == "*" || part == tag
        }
    }
}
