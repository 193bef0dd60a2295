internal import BeelineSymbols
internal import WebPage

/// The files of the page. They are a table: no path of a request is ever looked up in the file system.
enum PageFiles {
    struct File: Sendable {
        /// Below the root: `app.js`.
        let name: String
        let type: String
        let bytes: StaticBytes
        /// Of its bytes, in quotes.
        let tag: String
    }

    static let all: [File] = {
        var count = 0
        let first = beeline_page_files(&count)
        return UnsafeBufferPointer(start: first, count: count).map { file in
            let bytes = StaticBytes(file.bytes, count: file.count)
            return File(
                name: String(cString: file.name), type: String(cString: file.type), bytes: bytes, tag: tag(bytes))
        }
    }()

    private static func tag(_ bytes: StaticBytes) -> String {
        let hash = bytes.withUnsafeBytes { SHA256.hash(Array($0)) }
        return "\"\(Base64.encode(Array(hash.prefix(12))))\""
    }

    /// A route for each file, and for the paths at which the page itself is shown.
    static let routes: [Route] = all.flatMap { file in
        let paths = ["/\(file.name)"] + (file.name == "index.html" ? ["/", "/pair"] : [])
        return paths.map { path in
            Route(
                method: .get, path: path, name: "page" + (path == "/" ? "" : ".\(path.dropFirst())"), subject: .page,
                summary: "A file of the page: \(file.name).", access: .open,
                answers: [
                    Route.Answer(
                        status: 200, summary: "The file.", forms: [(String(file.type.prefix { $0 != ";" }), nil)]),
                    .empty(304, "The file that `If-None-Match` names is the newest."),
                ],
                handler: { call in answer(file, to: call.request.head) })
        }
    }

    private static func answer(_ file: File, to head: RequestHead) -> ServerResponse {
        let headers = [("Content-Type", file.type), ("ETag", file.tag), ("Cache-Control", "no-cache")]
        if head.headers.all("If-None-Match").contains(where: { names(file.tag, in: $0) }) {
            return ServerResponse(304, headers: Array(headers.dropFirst()))
        }
        return ServerResponse(200, headers: headers, body: .fixed(file.bytes))
    }

    /// Whether a field `If-None-Match` names a tag, weak or not (RFC 9110, section 13.1.2).
    private static func names(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " || $0 == "\t" }
            while part.last == " " || part.last == "\t" { part.removeLast() }
            if part.hasPrefix("W/") { part = part.dropFirst(2) }
            return part == "*" || part == tag
        }
    }
}
