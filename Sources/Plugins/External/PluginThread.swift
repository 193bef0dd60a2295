internal import BeelineActions
internal import BeelineRules
internal import BeelineSupport
internal import Dispatch
internal import Synchronization

/// The state that a host shares with the thread of its plugin.
final class PluginLink: Sendable {
    let folder: PluginFolder
    let show: PluginStderr.Show
    let traffic: Mutex<RequestQueue>
    let secrets = DisclosedSecrets()

    var name: String { folder.manifest.name }

    init(_ folder: PluginFolder, _ show: @escaping PluginStderr.Show) {
        self.folder = folder
        self.show = show
        traffic = Mutex(RequestQueue(timeLimit: folder.manifest.timeLimit, inFlight: folder.manifest.inFlight))
    }

    func add(_ id: Int, _ waiter: RequestQueue.Waiter, _ rest: ArraySlice<UInt8>) {
        let refusal = traffic.withLock { traffic -> ExternalPluginError? in
            switch traffic.phase {
            case .ending, .ended: return .ended(plugin: name)
            case .unused:
                do throws(ProgramError) {
                    traffic.wakeUp = try WakeUp(for: folder.program)
                } catch {
                    return .notStarted(plugin: name, error)
                }
                traffic.phase = .running
                startThread()
            case .running: break
            }
            traffic.add(id, waiter, rest)
            if traffic.isAsleep {
                traffic.isAsleep = false
                traffic.wakeUp?()
            }
            return nil
        }
        if let refusal { waiter.resume(throwing: refusal) }
    }

    func cancel(_ id: Int) {
        traffic.withLock { $0.abandon(id) }?.resume(throwing: CancellationError())
    }

    /// Asks the plugin to end, if it runs, and refuses all further requests.
    func end() {
        traffic.withLock { traffic in
            switch traffic.phase {
            case .unused: traffic.phase = .ended
            case .running: traffic.phase = .ending
            case .ending, .ended: break
            }
            traffic.wakeUp?()
        }
    }

    private func startThread() {
        // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
        DispatchQueue(label: "beeline.plugin").async { [self] in
            var thread = PluginThread(self)
            thread.run()
        }
    }
}

/// The thread of a plugin: it starts and restarts the program, writes requests, reads answers, checks time limits.
struct PluginThread: ~Copyable {
    private let link: PluginLink
    private var program: PipedProgram?
    private var voice: PluginStderr
    private var delay = RestartDelay()
    /// The bytes to write, from `written` on.
    private var writing: [UInt8] = []
    private var written = 0
    private var answers = PluginAnswers()
    private var lastAnswer = ContinuousClock.now

    private static let chunk = 1 << 18
    /// How long a plugin may take to end after it has closed its pipes, also on a busy machine.
    private static let lastMoments = Duration.seconds(2)
    /// How long a plugin may take to end, by itself and after SIGTERM.
    private static let farewell = Duration.seconds(1)

    init(_ link: PluginLink) {
        self.link = link
        voice = PluginStderr(name: link.name, secrets: link.secrets, show: link.show)
    }

    mutating func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer { buffer.deallocate() }
        while takeUp() {
            if program == nil { startIfWanted() }
            let ready = sleep()
            if ready.answers { readAnswers(buffer) }
            if ready.words { hear(buffer) }
            if ready.room { write() }
            lookForEnd()
            lookAtTime()
        }
        finish(buffer)
    }

    private var name: String { link.name }

    /// Takes the next bytes to write. Returns false when the plugin is to end.
    private mutating func takeUp() -> Bool {
        let (goesOn, fresh) = link.traffic.withLock { traffic -> (Bool, [UInt8]?) in
            traffic.isAsleep = false
            guard traffic.phase == .running else { return (false, nil) }
            guard written == writing.count, !traffic.outgoing.isEmpty else { return (true, nil) }
            defer { traffic.outgoing = [] }
            return (true, traffic.outgoing)
        }
        if let fresh {
            writing = fresh
            written = 0
            // There is nearly always room, so it is tried without waiting.
            write()
        }
        return goesOn
    }

    private mutating func startIfWanted() {
        guard link.traffic.withLock({ $0.hasQueued }) else { return }
        let now = ContinuousClock.now
        if let next = delay.next, next > now {
            guard next - now > RestartDelay.patience else { return }
            fail(link.traffic.withLock { $0.takeQueued() }, .resting(plugin: name, next - now))
            return
        }
        let manifest = link.folder.manifest
        // A stream may run for days, and the permissions of the files may have changed since its start.
        if let reason = link.folder.distrust?.description {
            delay.noteEnd()
            fail(link.traffic.withLock { $0.takeQueued() }, .distrusted(plugin: name, reason))
            return
        }
        let start = ProgramStart(
            path: link.folder.program, arguments: Array(manifest.command.dropFirst()),
            environment: cleanEnvironment(reachesDesktop: manifest.reachesDesktop), folder: link.folder.path)
        do throws(ProgramError) {
            program = try PipedProgram(start)
        } catch {
            delay.noteEnd()
            fail(link.traffic.withLock { $0.takeQueued() }, .notStarted(plugin: name, error))
            return
        }
        writing = []
        written = 0
        answers = PluginAnswers()
        lastAnswer = now
        let fresh = link.traffic.withLock { traffic in
            traffic.isConnected = true
            traffic.send()
            defer { traffic.outgoing = [] }
            return traffic.outgoing
        }
        writing = fresh
        write()
    }

    private struct Ready {
        var answers = false
        var words = false
        var room = false
    }

    /// Sleeps until something is to be done.
    private mutating func sleep() -> Ready {
        let now = ContinuousClock.now
        let quiet = voice.listensAgain(now)
        let hasProgram = program != nil
        let next = delay.next
        let isIdle = written == writing.count
        let (deadline, wakeUp) = link.traffic.withLock { traffic -> (ContinuousClock.Instant?, WakeUp?) in
            // What came meanwhile is not slept over.
            guard traffic.phase == .running, !isIdle || traffic.outgoing.isEmpty else { return (now, nil) }
            // Who is not idle takes up nothing new before all is written.
            traffic.isAsleep = isIdle
            let restart = !hasProgram && traffic.hasQueued ? next ?? now : nil
            return ([traffic.deadline(), restart].compactMap(\.self).min(), traffic.wakeUp)
        }
        let times = [deadline, quiet, voice.countsAgain, looksAgain].compactMap(\.self)
        var awaited = self.awaited(wakeUp, hears: quiet == nil)
        wait(for: &awaited, until: times.min())
        if awaited[0].isReady { wakeUp?.reset() }
        return Ready(answers: awaited[2].isReady, words: awaited[3].isReady, room: awaited[4].isReady)
    }

    private var looksAgain: ContinuousClock.Instant? {
        switch program {
        case .some(let program): program.process.looksAgain
        case .none: nil
        }
    }

    private func awaited(_ wakeUp: WakeUp?, hears: Bool) -> [Awaited] {
        let wake = Awaited.reading(wakeUp?.descriptor.number)
        switch program {
        case .some(let program):
            return [
                wake, program.process.awaitsEnd, .reading(program.output.number),
                .reading(hears ? program.errorOutput.number : nil),
                .writing(written < writing.count ? program.input.number : nil),
            ]
        case .none: return [wake, .reading(nil), .reading(nil), .reading(nil), .writing(nil)]
        }
    }

    private mutating func write() {
        guard written < writing.count, program != nil else { return }
        let answer = writing.withUnsafeBytes { bytes in
            program?.input?.writeAvailable(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
        switch answer {
        case .written(let count): written += count
        case .closed, nil: hasHungUp = true
        }
    }

    private mutating func readAnswers(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let answer = program?.output?.readAvailable(into: buffer) else { return }
        switch answer {
        case .bytes(let count): take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .nothingYet: break
        case .over: hasHungUp = true
        }
    }

    /// Passes answers to their callers.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        let lines = answers.take(bytes, from: name)
        guard !lines.isEmpty else { return }
        var answered: [(RequestQueue.Waiter, Result<ActionResult, ExternalPluginError>)] = []
        var unwanted: [String] = []
        var hasAnswered = false
        link.traffic.withLock { traffic in
            for line in lines {
                switch line {
                case .answer(let id, let result):
                    switch traffic.answer(id) {
                    case .request(let waiter):
                        hasAnswered = true
                        if let waiter { answered.append((waiter, result)) }
                    case .late: unwanted.append("an answer to request \(id), which was answered or given up before")
                    case .neverAsked:
                        unwanted.append("an answer to request \(id), which was never sent")
                        if let only = traffic.onlySent(), case .request(let waiter?) = traffic.answer(only) {
                            answered.append((waiter, .failure(.nonsense(plugin: name, said: "an answer to \(id)"))))
                        }
                    }
                case .nonsense(let said):
                    unwanted.append("no answer: \(said)")
                    // With several requests it is unknown which one this answers; that request times out.
                    if let only = traffic.onlySent(), case .request(let waiter?) = traffic.answer(only) {
                        answered.append((waiter, .failure(.nonsense(plugin: name, said: said))))
                    }
                }
            }
            traffic.send()
        }
        // Before the callers resume: their next requests come after this answer.
        if hasAnswered {
            lastAnswer = .now
            delay.noteAnswer()
            answers.unwanted = 0
        }
        answers.unwanted += unwanted.count
        for (waiter, result) in answered {
            switch result {
            case .success(let found): waiter.resume(returning: found)
            case .failure(let error): waiter.resume(throwing: error)
            }
        }
        for text in unwanted { voice.say("(\(text))") }
    }

    private mutating func hear(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let answer = program?.errorOutput?.readAvailable(into: buffer) else { return }
        switch answer {
        case .bytes(let count): voice.hear(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .nothingYet: break
        case .over: program?.closeErrorOutput()
        }
    }

    /// Whether it has closed its input or its output.
    private var hasHungUp = false

    private mutating func lookForEnd() {
        guard let process = program?.process else { return }
        if answers.isHopeless { return stop(.nonsense(plugin: name, said: "too many lines that are not answers")) }
        // `process.stop()` ends its children first, and then returns how it ended.
        if process.waitForOver(until: hasHungUp ? .now + Self.lastMoments : .now) {
            readRest()
            stop(.died(plugin: name, process.stop()))
        } else if hasHungUp {
            stop(.hungUp(plugin: name))
        }
    }

    /// Reads the rest of an ended program's output, a limited number of times: other processes may have its pipes.
    private mutating func readRest() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer { buffer.deallocate() }
        for _ in 0..<4 {
            guard case .bytes(let count)? = program?.output?.readAvailable(into: buffer) else { break }
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        for _ in 0..<4 {
            guard case .bytes(let count)? = program?.errorOutput?.readAvailable(into: buffer) else { break }
            voice.hear(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Ends the program. The requests that it has received fail.
    private mutating func stop(_ error: ExternalPluginError) {
        let waiters = link.traffic.withLock { $0.takeSent() }
        if let process = program?.process {
            program?.closeInput()
            process.stop(grace: Self.farewell)
        }
        program = nil
        voice.end()
        hasHungUp = false
        writing = []
        written = 0
        delay.noteEnd()
        fail(waiters, error)
    }

    private func fail(_ waiters: [RequestQueue.Waiter], _ error: ExternalPluginError) {
        for waiter in waiters { waiter.resume(throwing: error) }
    }

    private mutating func lookAtTime() {
        let now = ContinuousClock.now
        let (overdue, isStuck) = link.traffic.withLock { [lastAnswer] traffic in
            let overdue = traffic.overdue(now)
            // A plugin that has answered other requests since then still works. One that has not is stuck, and gets no
            // more requests: new ones wait for the next program.
            let isStuck = overdue.first.map { lastAnswer <= $0.sent } ?? false
            if isStuck { traffic.isConnected = false } else if !overdue.isEmpty { traffic.send() }
            return (overdue, isStuck)
        }
        fail(overdue.compactMap(\.waiter), .noAnswer(plugin: name, limit: link.folder.manifest.timeLimit))
        if isStuck { stop(.stuck(plugin: name)) }
    }

    private mutating func finish(_ buffer: UnsafeMutableRawBufferPointer) {
        let waiters = link.traffic.withLock { $0.takeSent() + $0.takeQueued() }
        fail(waiters, .ended(plugin: name))
        var endedByItself: Bool?
        if let process = program?.process {
            // The end of its input is the sign for the plugin to end.
            program?.closeInput()
            endedByItself = process.waitForOver(until: .now + Self.farewell)
            process.stop(grace: Self.farewell)
            readRest()
        }
        program = nil
        voice.end()
        let enders = link.traffic.withLock { traffic in
            traffic.phase = .ended
            traffic.endedByItself = endedByItself
            defer { traffic.enders = [] }
            return traffic.enders
        }
        for ender in enders { ender.resume(returning: endedByItself) }
    }
}
