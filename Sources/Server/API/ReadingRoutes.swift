internal import Beeline
internal import BeelineContent
internal import BeelineDrawing
internal import BeelineLive
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// The routes that read pictures, codes, and the frames of a camera.
enum ReadingRoutes {
    static let all: [Route] = [
        Route(
            method: .post, path: "/v1/scan", name: "scan", subject: .reading,
            summary: "Reads the codes in a picture or a PDF, and resolves them.", access: .device,
            parameters: [name, effort(DecodeEffort.allCases), only, region, one, diagnose, charset, perform],
            bodies: pictures,
            answers: [
                .json(200, .named("Answer"), "The codes, and the actions of their rules."),
                .problem(403, "The policy allows no request to perform anything, or `max` is for the desk."),
                .problem(422, "The picture cannot be read."),
                .problem(503, "Too many pictures wait; `Retry-After` says when to try again."),
            ], work: .waits, handler: scan),
        Route(
            method: .post, path: "/v1/resolve", name: "resolve", subject: .reading,
            summary: "Returns the meaning of a code and the actions of its rule.", access: .device,
            parameters: [charset, perform], bodies: codes,
            answers: [
                Route.Answer(
                    status: 200, summary: "The resolution; for several lines, a line for each.",
                    forms: [(MediaType.json, .named("Answer")), (MediaType.lines, .named("Answer"))]),
                .problem(403, "The policy allows no request to perform anything."),
            ], handler: { call throws(Problem) in try resolve(call, explains: false) }),
        Route(
            method: .post, path: "/v1/explain", name: "explain", subject: .reading,
            summary: "Returns the same, with the result of every rule.", access: .device,
            parameters: [charset], bodies: explained,
            answers: [
                Route.Answer(
                    status: 200,
                    summary: "The resolution with the result of every rule; for several lines, a line for each.",
                    forms: [(MediaType.json, .named("Answer")), (MediaType.lines, .named("Answer"))])
            ], work: .explains, handler: { call throws(Problem) in try resolve(call, explains: true) }),
        Route(
            method: .post, path: "/v1/frames", name: "readFrame", subject: .reading,
            summary: "Reads one camera frame, and returns which of its codes count as a scan now.",
            access: .device, parameters: [session, effort([.fast, .normal]), only, counted, repeats, diagnose],
            bodies: pictures,
            answers: [
                .json(200, .named("Frame"), "The codes in the frame, and those that count."),
                .problem(422, "The picture cannot be read."),
                .problem(503, "Too many pictures wait; `Retry-After` says when to try again."),
            ], work: .waits, handler: frame),
    ]

    static let name = Parameter(
        "name", .text(most: 200), "The name of the picture in the answer.", example: "shelf.jpg")
    private static let only = Parameter(
        "only", .text(most: 1_000), "The symbologies to read, separated by commas. Default: all.",
        example: "ean_13,qr", formerName: "symbologies")
    private static let region = Parameter(
        "roi", .text(most: 100), "The part to scan: x,y,width,height in pixels or in fractions of the picture.",
        example: "0.1,0.2,0.5,0.5", formerName: "region")
    private static let diagnose = Parameter(
        "diagnose", .flag, "Whether to report the passes that were tried, and why no code may have been found.",
        example: "true")
    private static let one = Parameter("one", .flag, "Whether to stop at the first code.", example: "true")
    private static let charset = Parameter(
        "charset", .text(most: 40), "The character set of codes that are not UTF-8. Default: that of the server.",
        example: "windows-1251")
    private static let perform = Parameter(
        "perform", .flag, "Whether to perform the actions that the policy allows.", example: "true")

    private static let session = Parameter(
        "session", .text(most: 64), "The camera: frames of one session are compared.", example: "camera-1",
        isRequired: true)

    private static let counted = Parameter(
        "counts", .text(most: 100),
        "The part whose codes count, as `roi`. While none is in it, the one nearest to the middle counts.",
        example: "0.1,0.3,0.8,0.4")
    private static let repeats = Parameter(
        "repeat", .integer(1...3_600),
        "After how many seconds a code in view counts again. Default: when it was out of view.", example: "5")

    private static func effort(_ choices: [DecodeEffort]) -> Parameter {
        Parameter(
            "effort", .choice(choices.map(\.rawValue)),
            "How hard to try to find a code; `max` is for the desk. Default: normal.", example: "fast")
    }

    static let pictures = [
        "image/*", "application/pdf", "application/vnd.apple.pkpass", "application/octet-stream",
    ].map { type in
        Route.Body(type: type, schema: .any, limit: .whole)
    }

    private static let codes = [
        .json(.named("CodeInput"), most: InputFormat.longestLine),
        Route.Body(type: MediaType.text, schema: .text, limit: .bytes(InputFormat.longestLine)),
        Route.Body(type: MediaType.lines, schema: .named("CodeInput"), limit: .whole),
    ]

    /// The bodies of `/v1/explain`. The result of each rule cites the code, so the answer may be 900 times as long as
    /// the body. The limit is the longest code; six bytes of JSON may represent one byte of it.
    private static let explained = [
        .json(.named("CodeInput"), most: 6 * Symbol.mostBytes + 1_024),
        Route.Body(type: MediaType.text, schema: .text, limit: .bytes(Symbol.mostBytes + 2)),
        Route.Body(type: MediaType.lines, schema: .named("CodeInput"), limit: .bytes(1 << 18)),
    ]

    private static func scan(_ call: Call) throws(Problem) -> ServerResponse {
        let (options, charset) = (try options(call), try charset(call))
        let desk = try performingDesk(call)
        guard !call.body.isEmpty else { throw .emptyBody }
        let decoding = try decoding(call, options)
        let scan = Scan.now(source: source)
        let resolver = call.setup.desk.resolver
        let symbols = decoding.symbols.map { $0.told(in: charset) }
        let results = resolver.resolve(symbols, scan: scan, memory: call.setup.desk.memory)
            .map { CodeResult($0) }
        let name = call.query["name"] ?? "picture"
        var answer = Answer(
            input: .text(name), outcome: .success(results),
            image: Answer.ImageReport(pages: decoding.pages, losses: decoding.losses))
        if let desk { answer = answer.performed(by: desk, resolver, scan: scan, image: name, for: call.caller) }
        var json = JSONOutput()
        json.append(answer.redacted { _ in nil })
        return ServerResponse(200, MediaType.json, json.bytes)
    }

    /// Decodes the picture of a request. It is an error when it cannot be read.
    static func decoding(_ call: Call, _ options: DecodeOptions) throws(Problem) -> Decoding {
        let (decoder, image) = (call.setup.decoder, ImageSource.bytes(call.body))
        let result = try call.decoding { () async throws(DecodeError) in
            try await decoder.decode(image, options: options)
        }
        do throws(DecodeError) {
            let decoding = try result.get()
            if let failure = decoding.onlyFailure { throw failure }
            call.application.metrics.note(decoding.symbols)
            return decoding
        } catch {
            call.application.metrics.noteUnreadable()
            throw Problem(error)
        }
    }

    /// The decoding options in the query. Without an effort there: the usual one, by default that of the server.
    static func options(_ call: Call, usual: DecodeEffort? = nil) throws(Problem) -> DecodeOptions {
        var options = DecodeOptions()
        let asked = call.query["effort"].flatMap { DecodeEffort(rawValue: $0) }
        options.effort = asked ?? usual ?? call.setup.settings.effort
        guard options.effort != .max || call.caller.role == .desk else {
            throw Problem(403, "not-allowed", "effort=max is for the desk; use effort=normal")
        }
        options.stopsAtFirst = call.query.flag("one")
        options.diagnoses = call.query.flag("diagnose")
        if let list = call.query["only"] {
            do throws(SelectionProblem) {
                options.only = try Set(wanted: list)
            } catch {
                throw .badQuery("'only' has '\(error.name)': \(error.advice)")
            }
        }
        options.region = try part("roi", of: call)
        return options
    }

    /// The part of a picture that a parameter names.
    private static func part(_ name: String, of call: Call) throws(Problem) -> ImageRegion? {
        guard let text = call.query[name] else { return nil }
        do throws(RegionProblem) {
            return try ImageRegion(text)
        } catch {
            throw .badQuery("'\(name)': \(error)")
        }
    }

    private static func charset(_ call: Call) throws(Problem) -> Conversion.Charset? {
        guard let name = call.query["charset"] else { return nil }
        if let problem = Conversion.Charset.problem(with: name) { throw .badQuery("'charset': \(problem)") }
        return Conversion.Charset(name: name)
    }

    private static func frame(_ call: Call) throws(Problem) -> ServerResponse {
        guard !call.body.isEmpty else { throw .emptyBody }
        // With more effort each picture is read as if it were the only one.
        let options = try options(call, usual: .fast)
        let (desk, image, caller, session) = (call.services.desk, call.body, call.caller, call.query["session"] ?? "")
        let wish = CameraSessions.Wish(
            part: try part("counts", of: call),
            repeats: call.query["repeat"].flatMap { Int($0) }.map { .after(.seconds($0)) })
        let result = try call.decoding { () async throws(Problem) in
            try await desk.frame(session: session, image: image, options: options, wish: wish, by: caller)
        }
        return ServerResponse(200, MediaType.json, try result.get())
    }

    /// The source of scans by request, for rules and for the policy.
    static let source = "http"

    private static func resolve(_ call: Call, explains: Bool) throws(Problem) -> ServerResponse {
        let lines = CodeLines(
            resolver: call.setup.desk.resolver, desk: try performingDesk(call), memory: call.setup.desk.memory,
            asker: call.caller, explains: explains, charset: try charset(call),
            format: call.mediaType == MediaType.text ? .lines : .json)
        if call.mediaType == MediaType.lines {
            return ServerResponse(
                200, headers: [("Content-Type", MediaType.lines)], body: .stream(AnswerStream(call, lines)))
        }
        var body = call.body[...]
        if call.mediaType == MediaType.text {
            // Most programs put a line end behind a text.
            if body.last == UInt8(ascii: "\n") { body.removeLast() }
            if body.last == UInt8(ascii: "\r") { body.removeLast() }
        }
        guard !body.isEmpty else { throw .emptyBody }
        var json = JSONOutput(summarizes: explains)
        if let error = lines.append(body.span, .now(source: source), to: &json, showingErrors: false) {
            throw Problem(400, error.code, Secrets.masked(error.message) ?? error.message)
        }
        return ServerResponse(200, MediaType.json, json.bytes)
    }

    /// The desk that performs the actions, if the query asks for that.
    private static func performingDesk(_ call: Call) throws(Problem) -> Desk? {
        guard call.query.flag("perform") else { return nil }
        if let desk = call.setup.requestDesk { return desk }
        throw Problem(
            403, "not-allowed",
            "the policy does not allow requests to perform actions; name '\(source)' under 'sources' in the policy file"
        )
    }
}

extension Problem {
    static let emptyBody = Problem(400, "empty-body", "the body is empty; send the picture or the code itself")
}

extension Answer {
    /// The answer with the outcomes of its actions, about which questions say who has asked for them.
    fileprivate func performed(
        by desk: Desk, _ resolver: Resolver, scan: Scan, image: String?, for asker: Caller
    ) -> Answer {
        runBlocking {
            await QuestionBoard.$asker.withValue(asker) {
                await performed(by: desk, resolver, scan: scan, image: image)
            }
        }
    }
}

/// Answers a code on each line.
private struct CodeLines: Sendable {
    let resolver: Resolver
    let desk: Desk?
    let memory: HistoryMemory
    let asker: Caller
    let explains: Bool
    let charset: Conversion.Charset?
    let format: InputFormat

    /// Writes the answer to a line. Returns the error of an invalid line, unless `showingErrors` has it answered too.
    func append(_ line: Span<UInt8>, _ scan: Scan, to json: inout JSONOutput, showingErrors: Bool) -> InputError? {
        var answer: Answer
        do throws(InputError) {
            let symbol = try format.symbol(line).told(in: charset)
            let result = resolver.result(of: symbol, scan: scan, explaining: explains, memory: memory)
            let isPlain = desk == nil && !result.resolution.tellsSecret
            let input = format.echo(line, of: result.resolution.symbol, keepsAIM: isPlain)
            answer = Answer(input: input, outcome: .success([result]))
        } catch {
            guard showingErrors else { return error }
            answer = Answer(input: format.echo(line, of: nil), outcome: .failure(error))
        }
        if let desk { answer = answer.performed(by: desk, resolver, scan: scan, image: nil, for: asker) }
        json.append(answer.redacted(line: format.line))
        return nil
    }
}

/// The answers to many lines, made while they are sent: they are ten, with explanations a thousand times as long.
private final class AnswerStream: ResponseStream {
    private struct State {
        var place = 0
        var isCancelled = false
    }

    private let bytes: [UInt8]
    private let lines: CodeLines
    private let call: Call
    private let state: Mutex<State>

    /// The bytes sent at a time.
    private static let piece = 1 << 16
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ call: Call, _ lines: CodeLines) {
        (bytes, self.lines, self.call) = (call.body, lines, call)
        state = Mutex(State(place: bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0))
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func next() -> [UInt8]? {
        // Lines that do not get their turn are not answered, and the answer has no end.
        try? call.application.work.run(call.route.work, for: call.caller) { () throws(Problem) in piece() } ?? nil
    }

    private func piece() -> [UInt8]? {
        var json = JSONOutput(capacity: Self.piece + 4_096)
        let scan = Scan.now(source: ReadingRoutes.source)
        var isEmpty = true
        while let line = nextLine() {
            append(line, scan, to: &json)
            isEmpty = false
            // What was done about one line is sent before the next one begins.
            if json.count >= Self.piece || lines.desk != nil { break }
        }
        return isEmpty ? nil : json.bytes
    }

    private func nextLine() -> Range<Int>? {
        // A span is lent by a variable of its own.
        let bytes = bytes
        return state.withLock { state in
            guard !state.isCancelled, state.place < bytes.count else { return nil }
            let end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: state.place) ?? bytes.count
            defer { state.place = end + 1 }
            return state.place..<end
        }
    }

    private func append(_ place: Range<Int>, _ scan: Scan, to json: inout JSONOutput) {
        guard place.count <= InputFormat.longestLine else {
            let beginning = Array(bytes[place].prefix(InputFormat.shownBeginning))
            return json.append(Answer(toLongLine: beginning, showsSecrets: false))
        }
        let bytes = bytes
        let line = bytes.span.extracting(place)
        // Files from other systems end lines with a return as well.
        let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
        _ = lines.append(hasReturn ? line.extracting(droppingLast: 1) : line, scan, to: &json, showingErrors: true)
    }
}
