internal import Beeline
internal import BeelineSupport
internal import BeelineSymbols

/// Answers requests: finds the route, checks caller and content, and calls the handler.
final class Application: RequestHandler {
    let state: ServerState
    private let router = Router(Route.all)
    private let resolver: LinkResolver?

    init(_ services: ServerServices) {
        state = ServerState(services, routes: Route.all.count)
        resolver = services.setup.links.map { LinkResolver($0) { [desk = services.setup.desk] in desk.resolver } }
    }

    private var services: ServerServices { state.services }

    /// Makes `/healthz` report that the server stops, so that a proxy sends no more requests.
    func beginStopping() { state.beginStopping() }

    /// The resolver for Digital Link paths, which are public and need no token; nil for other paths.
    private func links(for head: RequestHead) -> LinkResolver? {
        resolver.flatMap { LinkResolver.takes(head.rawPath) ? $0 : nil }
    }

    func admit(_ head: RequestHead) -> Admission {
        if let links = links(for: head) {
            // What has no body may keep the connection.
            return head.method.isSafe ? .body(limit: 0) : .answer(links.respond(to: head))
        }
        do throws(Problem) {
            let found = try find(head)
            guard let route = found.route else { return .answer(secured(found.methods(head.method), head)) }
            let (call, _) = try self.call(found, route, ServerRequest(head))
            guard !route.bodies.isEmpty else { return .body(limit: 0) }
            let body = route.bodies.first { $0.type == call.mediaType }
            // What a stolen telephone sends must leave room for the desk.
            let owner = call.caller.role == .device ? call.caller.key : nil
            switch body?.limit {
            case .bytes(let count)?: return .body(limit: min(count, services.setup.settings.bodyLimit), owner: owner)
            case .whole?, nil: return .body(limit: services.setup.settings.bodyLimit, owner: owner)
            }
        } catch {
            return .answer(secured(refused(error), head))
        }
    }

    func respond(to request: ServerRequest) -> ServerResponse {
        let head = request.head
        if let links = links(for: head) { return links.respond(to: head) }
        var response: ServerResponse
        do throws(Problem) {
            let found = try find(head)
            guard let route = found.route else { return secured(found.methods(head.method), head) }
            let (call, handler) = try self.call(found, route, request)
            response = try state.work.run(route.work, for: call.caller) { () throws(Problem) in try handler(call) }
            response.owner = call.caller.key
            if route.subject == .page { return secured(response, PageFiles.headers(at: route.path)) }
        } catch {
            response = refused(error)
        }
        return secured(response, head)
    }

    func refusal(status: Int, code: String, detail: String) -> ServerResponse {
        var response = secured(Problem(status, code, detail).response, .answer)
        response.closes = true
        return response
    }

    func finished(_ head: RequestHead, status: Int, sent: Int, after duration: Duration) {
        if links(for: head) != nil {
            state.metrics.noteLink(status: status, sent: sent, after: duration)
        } else {
            let entry = (try? router.entry(head.rawPath))?.entry
            let found = entry?.route(head.method)
            state.metrics.note(
                found?.place, status: status, sent: sent, after: found?.route.isStream == true ? nil : duration)
        }
        guard let log = services.setup.accessLog else { return }
        log.log(
            AccessLog.Entry(
                address: head.peer.address,
                caller: links(for: head) == nil
                    ? (try? services.access.caller(of: head, .lenient, isForAnySite: true))?.name : nil,
                method: head.method.rawValue, path: head.rawPath, status: status, bytes: sent, duration: duration))
    }

    func refused(_ target: String?, from peer: RequestHead.Peer, status: Int, after duration: Duration) {
        state.metrics.note(nil, status: status, sent: 0, after: duration)
        services.setup.accessLog?.log(
            AccessLog.Entry(
                address: peer.address, method: "-", path: target ?? "-", status: status, bytes: 0, duration: duration))
    }

    private struct Found {
        let entry: Router.Entry
        let values: [String]
        let route: Route?

        /// The answer to a method that the path does not have: the field `Allow` lists those it has.
        func methods(_ method: HTTPMethod) -> ServerResponse {
            let allow = [("Allow", entry.allow)]
            if method == .options { return ServerResponse(204, headers: allow) }
            var response = Problem(
                405, "method-not-allowed",
                "the method '\(method.rawValue)' is not allowed for this path; use \(entry.allow)"
            ).response
            response.headers += allow
            return response
        }
    }

    private func find(_ head: RequestHead) throws(Problem) -> Found {
        guard let (entry, values) = try router.entry(head.rawPath) else {
            // A wrong host or origin is reported before a missing path.
            _ = try caller(of: head, isOpen: true)
            throw Problem(404, "not-found", "there is no such path; /v1/openapi.json lists all paths")
        }
        guard let (_, route) = entry.route(head.method) else {
            _ = try caller(of: head, isOpen: true)
            return Found(entry: entry, values: values, route: nil)
        }
        return Found(entry: entry, values: values, route: route)
    }

    /// Checks everything but the body: the caller, then the query, then the type of the body.
    private func call(
        _ found: Found, _ route: Route, _ request: ServerRequest
    ) throws(Problem) -> (Call, @Sendable (Call) throws(Problem) -> ServerResponse) {
        let head = request.head
        let caller = try caller(of: head, isOpen: route.access == .open, isForAnySite: route.isForAnySite)
        guard route.access.allows(caller) else {
            guard caller.role == nil else {
                throw Problem(
                    403, "not-allowed",
                    "a paired telephone is not allowed to do this; only the desk is: this machine, or a token")
            }
            throw Problem(
                401, "no-token",
                "this request needs a token: send 'Authorization: Bearer TOKEN' ('beeline serve tokens' creates "
                    + "one), or pair this telephone")
        }
        // A page that is opened by a link may have any query; its files have no parameters.
        let query = try Query(route.subject == .page ? nil : head.rawQuery, route.parameters)
        let body = try route.bodies.isEmpty ? nil : Self.body(of: head, route)
        return (
            Call(
                application: state, route: route, request: request, caller: caller, values: found.values, query: query,
                mediaType: body?.type ?? ""), route.handler
        )
    }

    /// Where `isOpen`, a wrong secret counts as none: with an old cookie a browser must reach the page that pairs it.
    private func caller(of head: RequestHead, isOpen: Bool, isForAnySite: Bool = false) throws(Problem) -> Caller {
        try services.access.caller(of: head, isOpen ? .lenient : .strict, isForAnySite: isForAnySite)
    }

    /// The form of the body that the header declares.
    private static func body(of head: RequestHead, _ route: Route) throws(Problem) -> Route.Body {
        if let coding = head.headers["Content-Encoding"], coding.lowercased() != "identity" {
            throw Problem(
                415, "unsupported-coding",
                "encoded bodies are not supported: send it without the field Content-Encoding")
        }
        let field = head.headers["Content-Type"]
        if let field, let type = MediaType.parse(field), let body = route.bodies.first(where: { $0.takes(type) }) {
            return body
        }
        let known = route.bodies.map(\.type).joined(separator: ", ")
        let given = field.map { "not '\($0.shortened(to: 100).withHiddenSpelledOut)'" } ?? "and none is named"
        throw Problem(415, "unsupported-type", "the field Content-Type must be one of \(known) in UTF-8, \(given)")
    }

    private func refused(_ problem: Problem) -> ServerResponse {
        var response = problem.response
        if problem.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer realm=\"beeline\"")) }
        return response
    }

    private func secured(_ response: ServerResponse, _ head: RequestHead) -> ServerResponse {
        var response = secured(response, .answer)
        // The body of an answer to HEAD is not read, and a stream has no end.
        if head.method == .head, case .stream(let stream) = response.body {
            stream.cancel()
            response.body = .bytes([])
        }
        return response
    }

    private func secured(_ response: ServerResponse, _ sort: SecurityHeaders) -> ServerResponse {
        var response = response
        response.headers += sort.fields
        if sort == .answer, !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "no-store"))
        }
        return response
    }
}

/// The fields that keep browsers in bounds, by what they do with an answer.
enum SecurityHeaders {
    /// The page, or its worker: it has a policy of its own.
    case document
    /// What a document loads: a script, a style or a picture. The policy of the document applies to it.
    case part
    /// All others. A drawing that is opened in a browser is a document too, so answers of the API have a policy.
    case answer

    var fields: [(name: String, value: String)] {
        switch self {
        case .document: Self.ofDocument
        case .part: Self.common
        case .answer: Self.ofAnswer
        }
    }

    private static let common = [
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]

    private static let ofAnswer =
        common + [
            (name: "Referrer-Policy", value: "no-referrer"),
            (name: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'"),
        ]

    private static let ofDocument =
        common + [
            (name: "Referrer-Policy", value: "no-referrer"),
            (
                name: "Content-Security-Policy",
                value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
                    + "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            (
                name: "Permissions-Policy",
                value: "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), "
                    + "display-capture=(), browsing-topics=()"
            ),
            (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        ]
}

extension Caller {
    /// The name in the access log; nil for a caller without one.
    var name: String? {
        switch self {
        case .anonymous, .local: nil
        case .token(let token, _): token.name
        case .device(let device): device.name
        }
    }
}
