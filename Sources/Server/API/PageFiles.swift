internal import BeelineSupport
internal import BeelineSymbols
internal import WebPage

/// The files of the page, as a table: no path of a request is looked up in the file system.
enum PageFiles {
    struct File: Sendable {
        /// Below the root: `app.js`.
        let name: String
        let type: String
        /// Made at the first request.
        let content: @Sendable () -> Content
    }

    struct Content: Sendable {
        let body: ServerResponse.Body
        /// The entity tag of the bytes, in quotes.
        let tag: String
    }

    static let all: [File] = {
        var count = 0
        let first = beeline_page_files(&count)
        let files = UnsafeBufferPointer(start: first, count: count).map { file in
            let bytes = StaticBytes(file.bytes, count: file.count)
            let content = Content(body: .fixed(bytes), tag: bytes.withUnsafeBytes { EntityTag.of(Array($0)) })
            return File(name: String(cString: file.name), type: String(cString: file.type)) { content }
        }
        return files + [File(name: "hidden.js", type: "text/javascript; charset=utf-8") { hiddenCharacters }]
    }()

    /// Computed from all characters of Unicode, so it is made at the first request.
    private static let hiddenCharacters: Content = {
        let bytes = Array(HiddenCharacterSet.javaScript.utf8)
        return Content(body: .bytes(bytes), tag: EntityTag.of(bytes))
    }()

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
                    .empty(304, "The file of `If-None-Match` is current."),
                ],
                handler: { call in answer(file, to: call.request.head) })
        }
    }

    private static func answer(_ file: File, to head: RequestHead) -> ServerResponse {
        let content = file.content()
        let headers = [("Content-Type", file.type), ("ETag", content.tag), ("Cache-Control", "no-cache")]
        if EntityTag.isKnown(content.tag, to: head) {
            return ServerResponse(304, headers: Array(headers.dropFirst()))
        }
        return ServerResponse(200, headers: headers, body: content.body)
    }
}
