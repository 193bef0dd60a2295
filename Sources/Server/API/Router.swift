internal import BeelineSupport

/// Finds the routes of a path.
struct Router: Sendable {
    /// The routes of one path, by method.
    struct Entry: Sendable {
        let template: [Segment]
        var routes: [(place: Int, route: Route)]

        /// The methods that the path has, as the field `Allow` lists them.
        var allow: String {
            let methods = routes.map(\.route.method)
            let all = HTTPMethod.allCases.filter { method in
                methods.contains(method) || method == .options || (method == .head && methods.contains(.get))
            }
            return all.map(\.rawValue).joined(separator: ", ")
        }

        /// The route of a method, with its place in the table. HEAD is answered as GET is.
        func route(_ method: HTTPMethod) -> (place: Int, route: Route)? {
            let method = method == .head ? HTTPMethod.get : method
            return routes.first { $0.route.method == method }
        }
    }

    enum Segment: Hashable, Sendable {
        case word(String)
        /// Any text, which the handler gets.
        case value
    }

    let routes: [Route]
    /// Those whose paths have no value, by the path as it is sent: nearly all requests need no more.
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

    /// The routes of a path, and the values in it; nil where there are none.
    ///
    /// - Throws: for a path that cannot be read.
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
