internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization
internal import WebPage

/// The files of the page, as a table: no path of a request is looked up in the file system.
enum PageFiles {
    struct File: Sendable {
        /// Below the root: `app.js`.
        let name: String
        let type: String
        let bytes: @Sendable () -> [UInt8]
    }

    struct Content: Sendable {
        let body: ServerResponse.Body
        /// The entity tag of the bytes, in quotes.
        let tag: String

        init(_ bytes: [UInt8]) { (body, tag) = (.bytes(bytes), EntityTag.of(bytes)) }
    }

    /// A file as it is, and compressed where that makes it smaller.
    private struct Forms: Sendable {
        let plain: Content
        let packed: Content?
    }

    /// The forms of the files that were requested, by name.
    private static let forms = Mutex<[String: Forms]>([:])

    static let all: [File] = {
        var count = 0
        let first = beeline_page_files(&count)
        let files = UnsafeBufferPointer(start: first, count: count).map { file in
            let bytes = StaticBytes(file.bytes, count: file.count)
            return File(name: String(cString: file.name), type: String(cString: file.type)) {
                bytes.withUnsafeBytes { Array($0) }
            }
        }
        // Computed from all characters of Unicode.
        let hidden = File(name: "hidden.js", type: "text/javascript; charset=utf-8") {
            Array(HiddenCharacterSet.javaScript.utf8)
        }
        return files + [hidden]
    }()

    /// The page and its worker have a policy of their own. A picture of SVG is a document where it is opened alone.
    static func headers(at path: String) -> SecurityHeaders {
        if ["/", "/pair", "/index.html", "/worker.js"].contains(path) { return .document }
        return path.hasSuffix(".svg") ? .answer : .part
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
                    .empty(304, "The file of `If-None-Match` is current."),
                ],
                handler: { call in answer(file, to: call.request.head) })
        }
    }

    private static func answer(_ file: File, to head: RequestHead) -> ServerResponse {
        let forms = forms(of: file)
        let content = forms.packed.flatMap { Gzip.isTaken(by: head) ? $0 : nil } ?? forms.plain
        var headers = [("Content-Type", file.type), ("ETag", content.tag), ("Cache-Control", "no-cache")]
        if forms.packed != nil { headers.append(("Vary", "Accept-Encoding")) }
        if EntityTag.isKnown(content.tag, to: head) {
            return ServerResponse(304, headers: Array(headers.dropFirst()))
        }
        if content.tag != forms.plain.tag { headers.append(("Content-Encoding", "gzip")) }
        return ServerResponse(200, headers: headers, body: content.body)
    }

    /// The forms of a file, which are made at its first request.
    private static func forms(of file: File) -> Forms {
        forms.withLock { known in
            if let forms = known[file.name] { return forms }
            let bytes = file.bytes()
            let forms = Forms(plain: Content(bytes), packed: Gzip.packed(bytes).map { Content($0) })
            known[file.name] = forms
            return forms
        }
    }
}

/// Constant bytes of the program.
private struct StaticBytes: Sendable {
    /// Shared by threads: constant memory.
    private nonisolated(unsafe) let start: UnsafeRawPointer?
    let count: Int

    /// - Parameter start: stays valid for as long as the program runs.
    init(_ start: UnsafeRawPointer?, count: Int) { (self.start, self.count) = (start, count) }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
