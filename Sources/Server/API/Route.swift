internal import BeelineSupport
internal import BeelineSymbols

/// A route: what is answered to a method on a path. The table `Route.all` is the source of the router, the admission of
/// requests and the OpenAPI document.
struct Route: Sendable {
    let method: HTTPMethod
    /// The path, with variable segments in braces: `/v1/devices/{id}`.
    let path: String
    /// The `operationId`: `listDevices`.
    let name: String
    let subject: Subject
    let summary: String
    let access: Access
    var parameters: [Parameter] = []
    var headers: [Parameter] = []
    /// The allowed forms of the body; empty if there is no body.
    var bodies: [Body] = []
    /// The answers of this route, without those of all routes.
    let answers: [Answer]
    var work = WorkLimits.Work.makes
    let handler: @Sendable (Call) throws(Problem) -> ServerResponse

    enum Subject: String, CaseIterable, Sendable {
        case reading, desk, access, reference, drawing, operations, page
    }

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

    struct Body: Sendable {
        /// `application/json`; `image/*` is any type that begins with `image/`.
        let type: String
        let schema: Schema
        let limit: Limit

        enum Limit: Sendable {
            case bytes(Int)
            /// The limit in the settings.
            case whole
        }

        static func json(_ schema: Schema, most count: Int) -> Body {
            Body(type: MediaType.json, schema: schema, limit: .bytes(count))
        }

        func takes(_ mediaType: String) -> Bool {
            type.hasSuffix("/*") ? mediaType.hasPrefix(type.dropLast()) : mediaType == type
        }
    }

    /// An answer: a status and the form of its body.
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

    /// All answers: those in the table, and those that follow from the other columns.
    var allAnswers: [Answer] {
        var all = answers
        func add(_ status: Int, _ summary: String) {
            if !all.contains(where: { $0.status == status }) { all.append(.problem(status, summary)) }
        }
        if subject != .page { add(400, "The query or the body is not valid; the detail gives the reason.") }
        if access != .open { add(401, "A token, or the cookie of a paired telephone, is needed.") }
        if access == .desk { add(403, "A paired telephone is not allowed to do this.") }
        if !bodies.isEmpty {
            add(413, "The body is too long.")
            add(415, "The media type of the body is not supported.")
        }
        return all.sorted { $0.status < $1.status }
    }

    /// Whether pages of other sites may link to it: true for the files of the page and for public paths that reveal nothing.
    var isForAnySite: Bool { access == .open && !path.hasPrefix("/v1/") }

    /// Whether its answers are streams without end, whose duration means nothing.
    var isStream: Bool { answers.contains { $0.forms.contains { $0.type == MediaType.events } } }
}

/// An admitted request, as handlers get it.
struct Call: Sendable {
    let application: ServerState
    let route: Route
    let request: ServerRequest
    let caller: Caller
    /// The values of the names in the path, in their order.
    let values: [String]
    let query: Query
    /// The form of the body that the request has.
    let mediaType: String

    var services: ServerServices { application.services }
    var setup: ServerSetup { application.services.setup }
    var body: [UInt8] { request.body }

    /// Waits for a decoder, and does the work that decodes a picture. Throws as ``DecodingQueue/run(for:unless:_:)``.
    func decoding<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Problem) -> Result<Value, Failure> {
        try application.queue.run(for: caller, unless: request.isAbandoned) { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
    }
}

/// Finds the route of a path and a method.
struct Router: Sendable {
    /// The routes of one path, by method.
    struct Entry: Sendable {
        let template: [Segment]
        var routes: [(place: Int, route: Route)]

        /// The methods of the path, as in the field `Allow`.
        var allow: String {
            let methods = routes.map(\.route.method)
            let all = HTTPMethod.allCases.filter { method in
                methods.contains(method) || method == .options || (method == .head && methods.contains(.get))
            }
            return all.map(\.rawValue).joined(separator: ", ")
        }

        /// The route of a method, with its index in the table. HEAD has the route of GET.
        func route(_ method: HTTPMethod) -> (place: Int, route: Route)? {
            let method = method == .head ? HTTPMethod.get : method
            return routes.first { $0.route.method == method }
        }
    }

    enum Segment: Hashable, Sendable {
        case word(String)
        /// Any text; the handler gets its value.
        case value
    }

    let routes: [Route]
    /// The routes without variable segments, by path: enough for nearly all requests.
    private var plain: [String: Entry] = [:]
    private var others: [Entry] = []

    init(_ routes: [Route]) {
        self.routes = routes
        for (place, route) in routes.enumerated() {
            let template = Self.template(route.path)
            if template.contains(.value) {
                if let known = others.firstIndex(where: { $0.template == template }) {
                    others[known].routes.append((place, route))
                } else {
                    others.append(Entry(template: template, routes: [(place, route)]))
                }
            } else {
                plain[route.path, default: Entry(template: template, routes: [])].routes.append((place, route))
            }
        }
    }

    /// The routes of a path, and the values in it; nil for an unknown path.
    func entry(_ rawPath: String) throws(Problem) -> (entry: Entry, values: [String])? {
        if let entry = plain[rawPath] { return (entry, []) }
        let segments = try RequestTarget.segments(rawPath)
        // The same path may be spelled with escapes.
        if let entry = plain["/" + segments.joined(separator: "/")], entry.template.count == segments.count {
            return (entry, [])
        }
        for entry in others {
            if let values = Self.values(in: segments, entry.template) { return (entry, values) }
        }
        return nil
    }

    private static func values(in segments: [String], _ template: [Segment]) -> [String]? {
        guard segments.count == template.count else { return nil }
        var values: [String] = []
        for (segment, part) in zip(segments, template) {
            switch part {
            case .word(let word): if word != segment { return nil }
            case .value: if segment.isEmpty { return nil } else { values.append(segment) }
            }
        }
        return values
    }

    private static func template(_ path: String) -> [Segment] {
        path.split(separator: "/").map { $0.hasPrefix("{") ? .value : .word(String($0)) }
    }
}
