internal import Beeline
internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// The routes of the desk: scans, events and questions.
enum DeskRoutes {
    static let all: [Route] = [
        Route(
            method: .post, path: "/v1/scans", name: "sendScan", subject: .desk,
            summary: "Sends a scan to the desk, which performs the actions of its rules. A key is used only once.",
            access: .device, parameters: [ReadingRoutes.name], headers: [key],
            bodies: [.json(.named("IncomingScan"), most: longestScan)] + ReadingRoutes.pictures,
            answers: [
                .json(
                    200, .named("DeskScan"),
                    "The outcome; with `Idempotency-Replayed` if it is that of an earlier request."),
                .problem(422, "The key was used for another scan, or no code can be read from the picture."),
                .problem(503, "Too many pictures wait; `Retry-After` says when to try again."),
            ], work: .waits, handler: send),
        Route(
            method: .get, path: "/v1/scans", name: "listScans", subject: .desk,
            summary: "The last scans, the newest first; a telephone sees its own.", access: .device,
            parameters: [Parameter("limit", .integer(1...500), "How many. Default: 50.", example: "50")],
            answers: [.json(200, .named("DeskScans"), "The scans.")],
            handler: { call throws(Problem) in
                ServerResponse(
                    200, MediaType.json,
                    try call.services.desk.recent(limit: call.query.integer("limit") ?? 50, for: call.caller))
            }),
        Route(
            method: .delete, path: "/v1/scans/{key}", name: "undoScan", subject: .desk,
            summary: "Takes back a scan of the caller within five minutes. What its actions did stays done.",
            access: .device,
            answers: [
                .empty(204, "It is taken back."), .problem(404, "The caller has no such scan, or it is too old."),
            ],
            handler: { call throws(Problem) in
                let (desk, key, caller) = (call.services.desk, call.values[0], call.caller)
                try runBlocking { () async throws(Problem) in try await desk.undo(key, by: caller) }
                return ServerResponse(204)
            }),
        Route(
            method: .get, path: "/v1/events", name: "listen", subject: .desk,
            summary: "Events as server-sent events: scans, sources, telephones, rules, questions.", access: .device,
            parameters: [
                Parameter(
                    "after", .integer(0...Int.max), "The last event that the client has received.",
                    example: "1700000000000")
            ],
            headers: [
                Parameter(
                    "Last-Event-ID", .integer(0...Int.max), "The same, as browsers send it.", example: "1700000000000")
            ],
            answers: [
                Route.Answer(status: 200, summary: "Events, until one side ends it.", forms: [(MediaType.events, nil)]),
                .problem(503, "There are too many listeners; `Retry-After` says when to try again."),
            ], work: .waits, handler: listen),
        Route(
            method: .get, path: "/v1/questions", name: "listQuestions", subject: .desk,
            summary: "The actions that wait for confirmation.", access: .desk,
            answers: [.json(200, .named("Questions"), "The questions that are open.")],
            handler: { call in ServerResponse(200, MediaType.json, call.services.desk.questions()) }),
        Route(
            method: .post, path: "/v1/questions/{id}", name: "answerQuestion", subject: .desk,
            summary: "Answers one of them.", access: .desk,
            bodies: [
                .json(.object([.always("reply", .choice(QuestionReply.allCases.map(\.rawValue)))]), most: 1_024)
            ],
            answers: [.empty(204, "It is answered."), .problem(404, "No such question is open.")],
            handler: reply),
    ]

    /// The most bytes of a body. Six bytes of JSON may represent one byte of a code, and a scan is stored three times:
    /// in the history, as its answer, and as an event.
    static let longestScan = 6 * Symbol.mostBytes + 4_096

    private static let key = Parameter(
        "Idempotency-Key", .text(most: 128), "A key for this scan: a scan with the same key is accepted only once.",
        example: "8f14e45f-ceea-467f-ab5c-2c5d0b1f4d2a", isRequired: true)

    private static func send(_ call: Call) throws(Problem) -> ServerResponse {
        let key = call.request.head.headers["Idempotency-Key"] ?? ""
        // Before a picture is decoded needlessly.
        try IncomingScan.check(key: key)
        guard !call.body.isEmpty else { throw .emptyBody }
        let scan = call.mediaType == MediaType.json ? try sent(call, key) : try photographed(call, key)
        let (desk, caller) = (call.services.desk, call.caller)
        let answer = try runBlocking { () async throws(Problem) in try await desk.scan(scan, by: caller) }
        var response = ServerResponse(200, MediaType.json, answer.body)
        if answer.isReplayed { response.headers.append(("Idempotency-Replayed", "true")) }
        return response
    }

    /// A scan of one code, read by the telephone or typed by its user.
    private static func sent(_ call: Call, _ key: String) throws(Problem) -> IncomingScan {
        let body = try JSONBody(call.body, known: nil)
        let symbol: Symbol
        do throws(SymbolFormatError) {
            symbol = try Symbol(json: body.value).guessingText
        } catch {
            throw Problem(400, "bad-input", "\(error)")
        }
        guard !symbol.isTooLong else { throw Problem(422, "code-too-long", InputError.codeTooLong.message) }
        let at = try body.text("at", most: 40)
        if let at, Timestamp.parsed(at) == nil {
            throw .badBody("'at' must be a time with its zone, such as 2026-01-31T12:34:56.789Z")
        }
        return IncomingScan(key: key, symbols: [symbol], image: try body.text("input", most: 200), at: at)
    }

    private static func photographed(_ call: Call, _ key: String) throws(Problem) -> IncomingScan {
        let decoding = try ReadingRoutes.decoding(call, DecodeOptions())
        guard !decoding.symbols.isEmpty else {
            throw Problem(422, "no-code", "no code was found in the picture; move closer, and hold still")
        }
        return IncomingScan(key: key, symbols: decoding.symbols, image: call.query["name"] ?? "picture", at: nil)
    }

    private static func listen(_ call: Call) throws(Problem) -> ServerResponse {
        var last = call.query.integer("after")
        // A browser that connects again says it in the header, and keeps the query that it began with.
        if let field = call.request.head.headers["Last-Event-ID"] {
            guard let id = Int(field), id >= 0 else {
                throw Problem(400, "bad-event", "the field 'Last-Event-ID' must be the number of an event")
            }
            last = id
        }
        // Each has a connection, and some have to be left for requests.
        guard call.setup.events.readers < call.setup.settings.mostStreams else {
            throw Problem(
                503, "too-many-streams",
                "there are too many listeners for events; try again later, or start the server with more --connections",
                retryAfter: 30)
        }
        // A telephone or a token that is revoked hears no more.
        let (access, caller) = (call.services.access, call.caller)
        let stream = call.setup.events.stream(
            after: last, for: caller, while: { access.isCurrent(caller) }, answers: true)
        return ServerResponse(
            200,
            // A proxy in front must not collect events.
            headers: [("Content-Type", MediaType.events), ("X-Accel-Buffering", "no")],
            body: .stream(CountedStream(stream, call.application.metrics)))
    }

    private enum QuestionReply: String, CaseIterable {
        case yes, no, always
        case keepHost = "keep-host"
        case keepRule = "keep-rule"
    }

    private static func reply(_ call: Call) throws(Problem) -> ServerResponse {
        guard let id = Int(call.values[0]), id > 0 else {
            throw Problem(404, "no-question", "there is no such question")
        }
        let body = try JSONBody(call.body, known: ["reply"])
        guard let word: QuestionReply = try body.choice("reply") else {
            throw .badBody("the member 'reply' is missing: yes, no or always")
        }
        let desk = call.services.desk
        guard let reply = ActionReply(name: word.rawValue, offered: desk.consents(of: id)) else {
            throw .badBody("the question does not offer '\(word.rawValue)'; its member 'consents' lists what it offers")
        }
        try call.services.desk.reply(to: id, reply)
        return ServerResponse(204)
    }
}

/// A stream of events that metrics count while a client listens.
private final class CountedStream: ResponseStream {
    private let stream: any ResponseStream
    private let metrics: Metrics
    private let isOpen = Mutex(true)

    init(_ stream: any ResponseStream, _ metrics: Metrics) {
        (self.stream, self.metrics) = (stream, metrics)
        metrics.noteStream(opened: true)
    }

    deinit { close() }

    func next() -> [UInt8]? {
        guard let piece = stream.next() else {
            close()
            return nil
        }
        metrics.noteEvent()
        return piece
    }

    func cancel() {
        stream.cancel()
        close()
    }

    private func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { metrics.noteStream(opened: false) }
    }
}
