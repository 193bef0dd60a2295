internal import BeelineSupport
internal import BeelineSymbols

/// What is answered to a request.
package struct ServerResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// Whether the connection is closed after it.
    package var closes = false
    /// Whose memory it takes, until it was sent; nil: that of no one in particular.
    package var owner: String?

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Bytes that never change, without a copy.
        case fixed(StaticBytes)
        /// Pieces as they come, until one is nil.
        case stream(any ResponseStream)
    }

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
        self.init(status, headers: [("Content-Type", type)], body: .bytes(bytes))
    }

    /// A document of JSON, whose members `write` adds to the version.
    static func json(_ write: (inout JSONWriter) -> Void) -> ServerResponse {
        ServerResponse(
            200, MediaType.json,
            JSONWriter.line { json in
                json.member("version", 1)
                write(&json)
            })
    }
}

/// A body that has no end when it begins, such as a stream of events. One connection reads it, on a thread of its own.
package protocol ResponseStream: Sendable {
    /// The next piece, which is not empty. It may wait; nil ends the answer.
    func next() -> [UInt8]?
    /// Wakes the thread that waits, permanently: the server stops, or the connection is gone.
    func cancel()
}

/// Bytes of the program.
package struct StaticBytes: Sendable {
    /// Shared by threads: constant memory.
    private nonisolated(unsafe) let start: UnsafeRawPointer?
    package let count: Int

    /// - Parameter start: stays valid for as long as the program runs.
    package init(_ start: UnsafeRawPointer?, count: Int) {
        (self.start, self.count) = (start, count)
    }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// What answers the requests of a server. Its functions are called on the thread of the connection, which they may block.
package protocol RequestHandler: Sendable {
    /// Whether a request may continue: called before its body is read.
    func admit(_ head: RequestHead) -> Admission

    /// The answer to a request that was admitted.
    func respond(to request: ServerRequest) -> ServerResponse

    /// The answer to what never was a request: the guard has refused it, or its body is too long.
    func refusal(status: Int, code: String, detail: String) -> ServerResponse

    /// Called when an answer was sent, or the connection was lost before.
    func finished(_ head: RequestHead, status: Int, sent: Int, after duration: Duration)

    /// Called when what never was a request was refused.
    ///
    /// - Parameter target: what it asked for, as it was sent; nil where that is not known.
    func refused(_ target: String?, from peer: RequestHead.Peer, status: Int, after duration: Duration)
}

/// Whether the body of a request is read.
package enum Admission: Sendable {
    /// At most so many bytes; more is answered with 413.
    ///
    /// - Parameter owner: whose memory they take; nil: that of no one in particular.
    case body(limit: Int, owner: String? = nil)
    /// The answer is known already; a body is not read, and the connection is closed.
    case answer(ServerResponse)
}

/// The media types that are taken and answered.
enum MediaType {
    static let json = "application/json"
    static let lines = "application/x-ndjson"
    static let problem = "application/problem+json"
    static let text = "text/plain"
    static let csv = "text/csv"
    static let events = "text/event-stream"

    /// The type of a field `Content-Type`, in small letters, without its parameters; nil where it cannot be read, or where
    /// it names another character set than UTF-8.
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
