internal import BeelineSupport
internal import BeelineSymbols

/// What is answered to a method on a path. The table of all of them (`Route.all`) is what the router, the admission of
/// requests and the OpenAPI document are made from.
struct Route: Sendable {
    let method: HTTPMethod
    /// With names in braces for the segments that vary: `/v1/devices/{id}`.
    let path: String
    /// What programs call it (`operationId`): `listDevices`.
    let name: String
    let subject: Subject
    /// In one sentence.
    let summary: String
    let access: Access
    var parameters: [Parameter] = []
    /// What the header has to say beside.
    var headers: [Parameter] = []
    /// The forms that its body may have; empty where it has none.
    var bodies: [Body] = []
    /// What it answers, but for what is said of all routes.
    let answers: [Answer]
    var work = Work.makes
    let handler: @Sendable (Call) throws(Problem) -> ServerResponse

    /// The group of routes in the document.
    enum Subject: String, CaseIterable, Sendable {
        case reading, desk, access, reference, drawing, operations, page
    }

    /// Who may ask.
    enum Access: Sendable {
        case open
        /// A paired telephone, or more.
        case device
        /// This machine, or a token.
        case desk

        func allows(_ caller: Caller) -> Bool {
            switch self {
            case .open: true
            case .device: caller.role != nil
            case .desk: caller.role == .desk
            }
        }
    }

    /// What its handler does most of the time.
    enum Work: Sendable {
        /// It makes the answer.
        case makes
        /// The same, and the answer may be long.
        case explains
        /// It waits for decoders, for the desk or for events, whose places are limited.
        case waits
    }

    /// A form of a body.
    struct Body: Sendable {
        /// `application/json`; `image/*` is any that begins so.
        let type: String
        let schema: Schema
        let limit: Limit

        enum Limit: Sendable {
            case bytes(Int)
            /// What the settings say.
            case whole
        }

        /// Whether a media type is of this form.
        func takes(_ mediaType: String) -> Bool {
            type.hasSuffix("/*") ? mediaType.hasPrefix(type.dropLast()) : mediaType == type
        }
    }

    /// What is answered: a status, and the form of its body.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// Each media type with its schema; nil for one that is not JSON. Empty: there is no body.
        let forms: [(type: String, schema: Schema?)]

        static func json(_ status: Int = 200, _ schema: Schema, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, forms: [(MediaType.json, schema)])
        }

        static func problem(_ status: Int, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, forms: [(MediaType.problem, .named("Problem"))])
        }

        static func empty(_ status: Int, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, forms: [])
        }
    }

    /// All that it answers: what its row says, and what follows from the row.
    var allAnswers: [Answer] {
        var all = answers
        func add(_ status: Int, _ summary: String) {
            if !all.contains(where: { $0.status == status }) { all.append(.problem(status, summary)) }
        }
        if subject != .page { add(400, "The query or the body is not valid; the detail gives the reason.") }
        if access != .open {
            add(401, "A token, or the cookie of a paired telephone, is needed.")
        }
        if access == .desk { add(403, "A paired telephone is not allowed to do this.") }
        if !bodies.isEmpty {
            add(413, "The body is too long.")
            add(415, "The media type of the body is not supported.")
        }
        return all.sorted { $0.status < $1.status }
    }

    /// Whether a page of another site may lead to it: the page itself, which a link opens, and what says nothing.
    var isForAnySite: Bool { access == .open && !path.hasPrefix("/v1/") }

    /// Whether its answers continue for as long as a client listens, so that their time says nothing.
    var isStream: Bool { answers.contains { $0.forms.contains { $0.type == MediaType.events } } }
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

/// A request that was admitted, as handlers get it.
struct Call: Sendable {
    let application: Application
    let route: Route
    let request: ServerRequest
    let caller: Caller
    /// The values of the names in the path, in their order.
    let values: [String]
    let query: Query
    /// The form of the body that the request has.
    let mediaType: String

    var services: ServerServices { application.services }
    var body: [UInt8] { request.body }
}
