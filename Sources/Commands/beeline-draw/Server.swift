internal import BeelineDrawing

/// Serves one socket: each frame that arrives is a request, until the other side closes.
struct Server {
    let socket: Int32
    /// What pages are being added to.
    private var document: Document?
    /// Why the document cannot be made, until its last page is there: others are still on their way.
    private var failure: DrawingError?

    init(socket: Int32) { self.socket = socket }

    /// - Returns: the exit status: 0 when the other side closed the socket.
    mutating func run() -> Int32 {
        var greeting = WireWriter()
        greeting.put(DrawingRequest.version)
        guard writeFrame(greeting.bytes, to: socket) else { return 1 }
        while let frame = readFrame(from: socket) {
            let request: DrawingRequest
            do throws(WireError) {
                request = try DrawingRequest(frame: frame)
            } catch {
                return 3
            }
            guard let answer = answer(to: request) else { continue }
            guard writeFrame(answer, to: socket) else { return 1 }
        }
        return 0
    }

    /// - Returns: nil where the request has no answer.
    private mutating func answer(to request: DrawingRequest) -> [UInt8]? {
        var answer = WireWriter()
        do throws(DrawingError) {
            answer.put(true)
            return try perform(request, &answer) ? answer.bytes : nil
        } catch {
            answer = WireWriter()
            answer.put(false)
            for text in [error.reason.rawValue, error.place, error.problem, error.remedy] { answer.put(text) }
            return answer.bytes
        }
    }

    /// - Returns: whether there is an answer.
    private mutating func perform(
        _ request: DrawingRequest, _ answer: inout WireWriter
    ) throws(DrawingError) -> Bool {
        switch request {
        case .symbol(let request): EncodedSymbol(request).put(to: &answer)
        case .logo(let file):
            let picture = try Picture(file)
            answer.put(picture.width)
            answer.put(picture.height)
        case .missingCharacters(let lines):
            let flags = try Fonts.lackCharacters(of: lines)
            answer.put(flags.count)
            for flag in flags { answer.put(flag) }
        case .page(let page, let form, let isLast):
            do throws(DrawingError) {
                if failure == nil { try add(page, form) }
            } catch {
                failure = error
            }
            guard isLast else { return false }
            defer { (document, failure) = (nil, nil) }
            if let failure { throw failure }
            answer.put(try document?.finish() ?? [])
        }
        return true
    }

    private mutating func add(_ page: PaintedPage, _ form: DocumentForm) throws(DrawingError) {
        let open: Document
        if let document { open = document } else { open = try Document(form, page) }
        document = open
        try open.paint(page)
    }
}
