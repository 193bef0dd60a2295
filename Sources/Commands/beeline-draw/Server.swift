internal import BeelineDrawing

/// Serves one socket until the other side closes it. Each frame is a request.
struct Server {
    let socket: Int32
    private var document: Document?
    /// Why the document cannot be made. It is kept until the last page has arrived.
    private var failure: DrawingError?

    init(socket: Int32) { self.socket = socket }

    /// - Returns: the exit status: 0 when the other side closed the socket.
    mutating func run() -> Int32 {
        guard writeFrame([UInt8(DrawingRequest.version)], to: socket) else { return 1 }
        while let frame = readFrame(from: socket) {
            guard let request = DrawingRequest(frame: frame) else { return 3 }
            if let page = request.page, !page.isLast {
                add(page)
                continue
            }
            var answer = DrawingAnswer()
            do throws(DrawingError) {
                try perform(request, &answer)
            } catch {
                answer.error = [error.reason.rawValue, error.place, error.problem, error.remedy]
            }
            guard writeFrame(answer.frame, to: socket) else { return 1 }
        }
        return 0
    }

    private mutating func perform(_ request: DrawingRequest, _ answer: inout DrawingAnswer) throws(DrawingError) {
        if let symbol = request.symbol {
            answer.symbol = EncodedSymbol(symbol)
        } else if let page = request.page {
            defer { (document, failure) = (nil, nil) }
            add(page)
            if let failure { throw failure }
            answer.file = try document?.finish() ?? []
        } else if !request.lines.isEmpty {
            answer.numbers = try Fonts.fits(of: request.lines, size: request.lineSize, width: request.lineWidth)
                .map(\.number)
        } else {
            let picture = try Picture(request.logo)
            answer.numbers = [Int32(picture.width), Int32(picture.height)]
        }
    }

    private mutating func add(_ page: PaintedPage) {
        guard failure == nil else { return }
        do throws(DrawingError) {
            let open: Document
            if let document { open = document } else { open = try Document(page) }
            document = open
            try open.paint(page)
        } catch {
            failure = error
        }
    }
}
