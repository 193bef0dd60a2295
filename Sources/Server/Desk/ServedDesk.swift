internal import Beeline
package import BeelineActions
internal import BeelineContent
package import BeelineLive
package import BeelinePlugins
internal import BeelineRules
internal import BeelineSupport
package import BeelineSymbols
internal import Synchronization

/// The desk: takes scans from telephones, the page and programs, and performs the actions of their rules.
///
/// A scan is identified by its caller and its key, and taken once: it is accepted, resolved, performed, recorded and
/// answered. Sent again, it gets the same answer. An answered scan is in the history once, however the program ends. If
/// the program is killed between acceptance and answer, the scan runs again when its caller repeats it: it is still
/// recorded once, but its other actions are performed again. Actions are performed at least once.
package final class ServedDesk: Sendable {
    private let setup: ServerSetup
    private let store: ScanStore
    private let recorder: RecordPlugin?
    /// Locked while the actions of a scan are performed: those of several scans would interfere, as at a station.
    private let lock = AsyncLock()
    private let sessions: CameraSessions
    private let quota = ScanQuota()
    private let running = Mutex(RunningScans())

    private struct RunningScans {
        var tasks: [String: Task<Result<ScanAnswer, Problem>, Never>] = [:]
        var counts: [String: Int] = [:]
        /// What a telephone is answered while the desk is asked about its scan.
        var early: [String: ScanAnswer] = [:]

        mutating func end(_ name: String, of caller: String) {
            tasks[name] = nil
            early[name] = nil
            let left = (counts[caller] ?? 1) - 1
            counts[caller] = left > 0 ? left : nil
        }
    }

    /// How many scans of one telephone may wait. They continue without their connections, and all others wait for them.
    private static let mostOfDevice = 16
    /// The same for the desk, and for each token.
    private static let mostOfDesk = 256

    /// - Parameter clock: for tests.
    package init(_ setup: ServerSetup, clock: @escaping @Sendable () -> Timestamp.Clock = Timestamp.clock) throws {
        self.setup = setup
        sessions = CameraSessions { [desk = setup.desk] in desk.resolver.identity(of: $0) }
        store = ScanStore(setup.database, clock: clock)
        recorder = setup.desk.memory.path.map { path in
            // Two that write into one file wait for each other.
            let standard = path == History.standardPath ? PluginRegistry.standard["record"] : nil
            return standard as? RecordPlugin ?? RecordPlugin(path: path)
        }
    }

    /// Takes a scan, once. A telephone whose scan leads to a question at the desk is answered at once with what the code
    /// means (`waits`); the outcome is an event, and the answer to the same scan sent again.
    ///
    /// Errors: 400 `bad-key`, 422 `no-code`, `key-reused`; 429 `too-many-scans`; 503 `desk-busy`; other 5xx when the
    /// scan could not be stored, and should be sent again.
    package func scan(_ scan: IncomingScan, by caller: Caller) async throws(Problem) -> ScanAnswer {
        guard caller.role != nil else {
            throw Problem(401, "not-paired", "Pair this telephone with the desk, or use a token.")
        }
        let scan = try scan.checked()
        try quota.check(caller.deviceID)
        let owner = caller.key
        let name = "\(owner) \(scan.key)"
        let most = caller.role == .device ? Self.mostOfDevice : Self.mostOfDesk
        let first = FirstResult<Result<ScanAnswer, Problem>>()
        @Sendable func answerEarly(_ answer: ScanAnswer) {
            running.withLock { $0.early[name] = answer }
            first.finish(.success(answer))
        }
        while true {
            if let early = running.withLock({ $0.early[name] }) { return early }
            let begun = running.withLock {
                running -> (task: Task<Result<ScanAnswer, Problem>, Never>, isOwn: Bool)? in
                if let other = running.tasks[name] { return (other, false) }
                guard running.counts[owner, default: 0] < most else { return nil }
                // A task of its own: it continues where the connection is lost.
                let task = Task {
                    let result = await QuestionBoard.$asker.withValue(caller) {
                        () async -> Result<ScanAnswer, Problem> in
                        do throws(Problem) {
                            return .success(try await self.run(scan, caller, answeringEarly: answerEarly))
                        } catch {
                            return .failure(error)
                        }
                    }
                    self.running.withLock { $0.end(name, of: owner) }
                    first.finish(result)
                    return result
                }
                running.tasks[name] = task
                running.counts[owner, default: 0] += 1
                return (task, true)
            }
            guard let (task, isOwn) = begun else {
                throw Problem(
                    503, "desk-busy", "\(most) of your scans are waiting. Send this one again in a few seconds.",
                    retryAfter: 5)
            }
            if isOwn { return try await first.value().get() }
            // Its answer is in the database then; where it has failed this is a try of its own.
            _ = await task.value
        }
    }

    /// - Parameter answerEarly: takes the answer of a telephone when a question is asked.
    private func run(
        _ scan: IncomingScan, _ caller: Caller, answeringEarly answerEarly: @escaping @Sendable (ScanAnswer) -> Void
    ) async throws(Problem) -> ScanAnswer {
        let accepted = try await store.accept(scan, by: caller)
        if let answer = accepted.answer { return ScanAnswer(body: answer, isReplayed: true) }
        let source = caller.source
        let moment = Timestamp.parsed(accepted.at).map { Scan.at($0.seconds, source: source) } ?? .now(source: source)
        let resolver = setup.desk.resolver
        // A key that comes back after it was forgotten is another scan.
        let keys = (0..<scan.symbols.count).map { "\(caller.key) \(accepted.accepted) \(scan.key)#\($0)" }
        let rows = keys.map { HistoryRows(key: $0, time: accepted.at) }
        let desk = caller.isProgram ? setup.requestDesk : setup.desk
        let readings = resolver.parser.readings(of: scan.symbols, on: moment.date)
        func takeAll() async throws(Problem) -> [CodeResult] {
            var results: [CodeResult] = []
            for (reading, rows) in zip(readings, rows) {
                results.append(try await take(reading, moment, scan.image, rows, resolver, desk))
            }
            return results
        }
        let memory = setup.desk.memory
        @Sendable func planned() -> [Resolution] {
            readings.map { resolver.rules.resolve($0, scan: moment, memory: memory) }
        }
        @Sendable func asking() {
            guard caller.role == .device else { return }
            let body = Self.json(
                scan, accepted, source: source, planned().map { CodeResult($0) }, history: [], waits: true)
            answerEarly(ScanAnswer(body: body, isReplayed: false))
        }
        let outcome: Result<[CodeResult], Problem> = await QuestionBoard.$asking.withValue(.init(begin: asking)) {
            do throws(Problem) {
                return .success(
                    try await (desk ?? setup.desk).asOneDocument(
                        of: readings.count, planned, input: scan.image, takeAll))
            } catch {
                return .failure(error)
            }
        }
        let results = try outcome.get()
        let body = Self.json(scan, accepted, source: source, results, history: rows.flatMap(\.ids))
        quota.note(body.count, of: caller.deviceID)
        try await store.answer(accepted, body, device: caller.deviceID)
        setup.events.append("scan", body, to: caller.deviceID)
        return ScanAnswer(body: body, isReplayed: false)
    }

    /// Resolves one code, performs its actions, and records it.
    private func take(
        _ reading: Reading, _ moment: Scan, _ image: String?, _ rows: HistoryRows, _ resolver: Resolver,
        _ desk: Desk?
    ) async throws(Problem) -> CodeResult {
        let resolution = resolver.rules.resolve(reading, scan: moment, memory: setup.desk.memory.before(rows))
        var result = CodeResult(resolution)
        var problem: Problem?
        /// Records a code that no rule has recorded, while its keys are still locked.
        func keep(_ result: CodeResult) async {
            guard rows.ids.isEmpty else { return }
            // A ticket that was refused, because it was not sold yet, was not admitted.
            let keys = result.refusal == nil ? resolver.rules.memoryKeys(of: reading, scan: moment) : []
            do throws(Problem) { try await record(result, moment, image, rows, keys) } catch {
                problem = error
            }
        }
        if let desk, desk.performs {
            do throws(KeyLockError) {
                result = try await desk.perform(
                    resolution, by: resolver, scan: moment, input: image, rows: rows
                ) { work in
                    let result = await lock.withLock(work)
                    await keep(result)
                    return result
                }
            } catch {
                throw Problem(503, "code-busy", "\(error)", retryAfter: 5)
            }
        } else {
            await keep(result)
        }
        if let problem { throw problem }
        return result
    }

    /// Records a code that no rule has recorded, under its keys in the history.
    private func record(
        _ result: CodeResult, _ moment: Scan, _ image: String?, _ rows: HistoryRows, _ keys: [MemoryKey]
    ) async throws(Problem) {
        guard let recorder else { return }
        let rule = result.resolution.rule?.id ?? ""
        let context = ActionContext(
            resolution: result.resolution, scan: moment, input: image,
            outcomes: (result.outcomes ?? []).filter { $0.action.rule == rule }, rows: rows)
        do {
            let action = Action(name: "record", rule: rule, arguments: [])
            _ = try await recorder.perform(action, in: context, keys: keys)
        } catch let error as SQLiteError {
            throw Problem(error)
        } catch {
            throw Problem(503, "not-recorded", "The scan was not recorded. Send it again.", retryAfter: 5)
        }
    }

    private static func json(
        _ scan: IncomingScan, _ accepted: ScanStore.Accepted, source: String, _ results: [CodeResult], history: [Int],
        waits: Bool = false
    ) -> [UInt8] {
        let symbol = scan.symbols.first
        let input = scan.image ?? symbol?.text ?? String(decoding: symbol?.bytes ?? [], as: UTF8.self)
        let answer = Answer(
            input: .text(input), outcome: .success(results), image: scan.image == nil ? nil : Answer.ImageReport()
        ).redacted { $0.text ?? "" }
        var output = JSONOutput(summarizes: true)
        output.append(answer) { json in
            json.member("scan", scan.key)
            json.member("at", accepted.at)
            json.member("source", source)
            json.array("history") { json in for id in history { json.value(id) } }
            json.member("count", accepted.count)
            if waits { json.member("waits", true) }
        }
        return Array(output.bytes.dropLast())
    }

    /// The last scans, the newest first: `{"version":1,"scans":[…]}`. A telephone sees its own.
    package func recent(limit: Int, for caller: Caller) throws(Problem) -> [UInt8] {
        let answers = try store.recent(min(max(limit, 0), 500), of: caller.role == .desk ? nil : caller)
        var json = JSONWriter()
        json.object { json in
            json.member("version", ResultJSON.version)
            json.array("scans") { json in for answer in answers { json.value(json: answer) } }
        }
        return json.bytes
    }

    /// Takes back a scan of the last minutes, which was then never seen. What its actions did stays done. Its readers
    /// get an event `undone`.
    ///
    /// - Throws: 404 `no-scan`.
    package func undo(_ key: String, by caller: Caller) async throws(Problem) {
        guard let answer = try await store.forget(key, by: caller) else {
            throw Problem(404, "no-scan", "There is no such scan of yours, or it is too old to be taken back.")
        }
        let rows = (try? JSONValue(parsing: answer))?["history"]?.array?.compactMap(\.integer) ?? []
        if !rows.isEmpty {
            var filter = HistoryFilter()
            filter.ids = rows
            _ = try Self.deleteRecorded(filter, setup.desk.memory.path)
        }
        var json = JSONWriter()
        json.object { json in json.member("scan", key) }
        setup.events.append("undone", json.bytes, to: caller.deviceID)
    }

    /// Deletes recorded scans, and returns how many.
    static func deleteRecorded(_ filter: HistoryFilter, _ path: String?) throws(Problem) -> Int {
        guard let history = path.map(History.init), history.absence == nil else { return 0 }
        return try stored { () throws(SQLiteError) in try history.delete(matching: filter) }
    }

    /// Reads the codes in one frame of a camera.
    ///
    /// - Parameters:
    ///   - session: the name of the camera, as long as the page has it open. It sends one frame at a time.
    ///   - options: with the effort `.fast`, the passes are distributed over the frames; with more, each frame gets all
    ///     of them.
    ///   - wish: which codes count.
    /// - Returns: the codes in this frame, and those that count as a scan now.
    /// - Throws: 409 `busy` while the previous frame is being decoded; 503 `too-many-cameras`; the problem with the
    ///   picture.
    package func frame(
        session: String, image: [UInt8], options: DecodeOptions, wish: CameraSessions.Wish = .init(), by caller: Caller
    ) async throws(Problem) -> [UInt8] {
        let name = CameraSessions.Name(caller: caller.key, session: session)
        let number =
            caller.role == .device
            ? try sessions.begin(name, mostOfCaller: CameraSessions.mostOfDevice, repeats: wish.repeats)
            : try sessions.begin(name, repeats: wish.repeats)
        var options = options
        if options.effort == .fast { options.frame = number }
        let decoding: Decoding
        do throws(DecodeError) {
            decoding = try await setup.decoder.decode(.bytes(image), options: options)
            if let failure = decoding.onlyFailure { throw failure }
        } catch {
            sessions.fail(name)
            throw Problem(error)
        }
        let reports = sessions.end(name, decoding, wish)
        return json(decoding, reports, source: caller.source)
    }

    private func json(_ decoding: Decoding, _ reports: [Sightings.Report], source: String) -> [UInt8] {
        let results =
            decoding.symbols.isEmpty
            ? [] : setup.desk.resolver.resolve(decoding.symbols, scan: .now(source: source)).map { CodeResult($0) }
        let shown = results.redacted()?.results ?? results
        var json = JSONWriter()
        json.object { json in
            json.member("version", ResultJSON.version)
            json.member("width", decoding.pages.first?.width)
            json.member("height", decoding.pages.first?.height)
            json.array("symbols") { json in for result in shown { result.resolution.symbol.write(to: &json) } }
            // With their secrets: the page, which has the picture, sends them to the desk.
            json.array("scans") { json in for report in reports { report.symbol.write(to: &json) } }
            guard let findings = decoding.pages.first?.diagnosis?.findings else { return }
            json.member("findings", findings) { json, finding in finding.write(to: &json) }
        }
        return json.bytes
    }

    /// Forwards an event of a live source to readers. Only its rules record it.
    package func take(_ event: LiveEvent) {
        switch event {
        case .sighting(let sighting): setup.events.append("scan", JSONOutput.line(sighting))
        case .source(let status): setup.events.append("source", JSONOutput.line(status))
        case .gone: break
        }
    }

    /// The open questions: `{"version":1,"questions":[…]}`.
    package func questions() -> [UInt8] { setup.questions.list() }

    /// The lasting consents that an open question offers.
    package func consents(of question: Int) -> [Consent] { setup.questions.consents(of: question) }

    /// - Throws: 404 `no-question`.
    package func reply(to question: Int, _ reply: ActionReply) throws(Problem) {
        try setup.questions.reply(to: question, reply)
    }

    /// Waits for accepted scans, and closes the history.
    package func end() async {
        for task in running.withLock({ Array($0.tasks.values) }) { _ = await task.value }
        setup.desk.memory.close()
        await recorder?.end()
    }
}
