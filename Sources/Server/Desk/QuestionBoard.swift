internal import Beeline
package import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import Synchronization

/// The open questions whether an action may be performed. The desk's page shows them.
///
///     let questions = QuestionBoard(events)
///     let dispatcher = Dispatcher(policy: .ask, confirm: questions.ask)
///
/// A question waits for a minute. Without anyone at the desk no question is asked, and open ones end soon after the
/// last page has gone. A page that is reloaded or has lost its connection comes back within seconds.
package final class QuestionBoard: Sendable {
    private struct Entry {
        let json: [UInt8]
        let answer: FirstResult<ActionReply>
        let consents: [Consent]
        /// Who has scanned the code.
        let asker: Caller
    }

    private struct State {
        var open: [Int: Entry] = [:]
        var last = 0
        var isClosed = false
        /// When the list of open questions was last read.
        var listed: ContinuousClock.Instant?
    }

    /// The caller who scanned the code whose actions this task performs. Default: someone at the desk.
    @TaskLocal static var asker = Caller.local
    /// What is called before a question of this task waits for its answer.
    @TaskLocal static var asking = Asking {}

    /// A value of its own: Swift 6.3 loses the type of a task-local function when it optimizes, and the program crashes.
    struct Asking: Sendable {
        let begin: @Sendable () -> Void
    }

    private let events: EventLog
    private let patience: Duration
    private let absence: Duration
    private let state = Mutex(State())

    /// The most open questions, more than a user could read: callers with many must not hide the one that counts.
    package static let most = 32
    /// The number of them that is reserved for scans at the desk.
    static let mostOfDesk = 8
    /// The number of them for one telephone or one token.
    static let mostOfOne = 8

    /// - Parameter absence: how long the page of the desk may be disconnected. Default: 10 seconds.
    package init(_ events: EventLog, patience: Duration = .seconds(60), absence: Duration = .seconds(10)) {
        (self.events, self.patience, self.absence) = (events, patience, absence)
    }

    @Sendable package func ask(_ question: ActionQuestion) async -> ActionReply {
        if Self.asker.role == .device, question.isHarmlessLink { return .unanswered(because: Self.ofTelephone) }
        guard isAttended else { return .unanswered(because: Self.unattended) }
        let answer = FirstResult<ActionReply>()
        let (patience, asker) = (patience, Self.asker)
        let asked = state.withLock { state -> (id: Int, json: [UInt8])? in
            guard !state.isClosed, Self.hasRoom(for: asker, beside: state.open.values.map(\.asker)) else { return nil }
            state.last += 1
            let json = question.json(id: state.last, seconds: patience.wholeSeconds, source: asker.source)
            state.open[state.last] = Entry(
                json: json, answer: answer, consents: question.others.isEmpty ? question.consents : [], asker: asker)
            return (state.last, json)
        }
        guard let asked else {
            return .unanswered(because: state.withLock(\.isClosed) ? Self.stopping : Self.tooMany)
        }
        events.append("question", asked.json)
        Self.asking.begin()
        let clock = Task.detached { [self] in
            let end = ContinuousClock.now + patience
            while .now < end, isAttended, !Task.isCancelled {
                try? await Task.sleep(until: min(end, .now + .seconds(1)), tolerance: .zero)
            }
            answer.finish(.unanswered(because: isAttended ? Self.late(patience) : Self.unattended))
        }
        // One telephone's link must not keep the scans of all others waiting.
        let reply = await AsyncLock.releasing {
            await withTaskCancellationHandler {
                await answer.value()
            } onCancel: {
                answer.finish(.unanswered(because: "it was cancelled"))
            }
        }
        clock.cancel()
        state.withLock { $0.open[asked.id] = nil }
        var json = JSONWriter()
        json.object { json in
            json.member("id", asked.id)
            json.member("reply", reply.name)
            if case .unanswered(let reason) = reply { json.member("reason", reason) }
        }
        events.append("answered", json.bytes)
        return reply
    }

    /// Whether someone can answer, or could a moment ago.
    private var isAttended: Bool {
        if events.unattended.map({ $0 < absence }) ?? true { return true }
        // A program may ask for the list again and again.
        return state.withLock { $0.listed }.map { .now - $0 < absence } ?? false
    }

    private static func hasRoom(for asker: Caller, beside open: [Caller]) -> Bool {
        guard open.count < most else { return false }
        if asker.isDesk { return true }
        return open.count(where: { $0.key == asker.key && !$0.isDesk }) < mostOfOne
            && open.count(where: { !$0.isDesk }) < most - mostOfDesk
    }

    private static let unattended = "it needs confirmation, and no one is at the desk to ask"
    private static let ofTelephone = "it can be opened on the telephone that scanned it"
    private static let tooMany = "too many questions are open at the desk; answer them, and scan again"
    private static let stopping = "the server stops, and asks nothing more"

    private static func late(_ patience: Duration) -> String {
        patience == .seconds(60) ? "no one answered in a minute" : "no one answered in \(patience.wholeSeconds) s"
    }

    /// Answers a question. 404 `no-question` when it is no longer open.
    package func reply(to question: Int, _ reply: ActionReply) throws(Problem) {
        // Removed at once: of two answers only one must be confirmed as the one that counts.
        guard let entry = state.withLock({ $0.open.removeValue(forKey: question) }) else {
            throw Problem(404, "no-question", "This question was already answered, or has expired.")
        }
        entry.answer.finish(reply)
    }

    /// The lasting consents that an open question offers.
    package func consents(of question: Int) -> [Consent] { state.withLock { $0.open[question]?.consents ?? [] } }

    /// The open questions, the oldest first: `{"version":1,"questions":[…]}`. The reader counts as present.
    package func list() -> [UInt8] {
        let open = state.withLock { state in
            state.listed = .now
            return state.open.sorted { $0.key < $1.key }.map(\.value.json)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("version", ResultJSON.version)
            json.array("questions") { json in for question in open { json.value(json: question) } }
        }
        return json.bytes
    }

    /// The numbers of the open questions, for tests. The reader does not count as present.
    var numbers: [Int] { state.withLock { $0.open.keys.sorted() } }

    /// Ends all questions, also future ones, because the server stops.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for entry in open { entry.answer.finish(.unanswered(because: Self.stopping)) }
    }
}

extension Caller {
    /// Whether someone at the desk scans: no telephone, and no program.
    fileprivate var isDesk: Bool { role == .desk && !isProgram }
}

extension ActionReply {
    /// The name in requests and events.
    package var name: String {
        switch self {
        case .yes: "yes"
        case .always: "always"
        case .keep(let consent): consent.host == nil ? "keep-rule" : "keep-host"
        case .no: "no"
        case .stop: "stop"
        case .unanswered: "none"
        }
    }

    /// The reply with a name that the page may send.
    ///
    /// - Parameter consents: those that the question offers.
    package init?(name: String, offered consents: [Consent] = []) {
        let replies = [Self.yes, .always, .no] + consents.map { .keep($0) }
        guard let reply = replies.first(where: { $0.name == name }) else { return nil }
        self = reply
    }
}

extension ActionQuestion {
    /// Whether it is about links only that nothing speaks against, and no rule asks about. The user of the telephone
    /// opens them with a tap.
    fileprivate var isHarmlessLink: Bool {
        ([self] + others).allSatisfy { question in
            question.action.name == ActionSignature.openURL && question.link?.decision == .allow
                && !question.action.requiresConfirmation
        }
    }

    /// The question in full: the action, its parameters, the host of its link, and the reasons for caution. Secrets are
    /// hidden already. For several codes of a document, each is in `items`.
    fileprivate func json(id: Int, seconds: Int, source: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("id", id)
            json.member("source", source)
            writeMembers(to: &json)
            json.member("input", input)
            json.member("expires", seconds)
            guard !others.isEmpty else { return }
            json.member("count", others.count + 1)
            json.member("items", [self] + others) { json, question in question.writeMembers(to: &json) }
        }
        return json.bytes
    }

    private func writeMembers(to json: inout JSONWriter) {
        let shown = action.redacted
        json.member("action", shown.name)
        json.member("rule", shown.rule)
        json.name("parameters")
        shownArguments.write(to: &json)
        if let url = shown.url {
            json.member("url", url)
            json.member("host", WebAddress(absoluteURL: url)?.hostName)
        }
        if let link {
            json.object("link") { json in
                json.member("verdict", link.decision.rawValue)
                json.member("reasons", link.codes)
                json.member("messages", link.messages)
            }
        }
        json.member("causes", causes)
        json.member("causeNames", causeNames)
        json.member("code", code)
        guard others.isEmpty, !consents.isEmpty else { return }
        json.member("consents", consents) { json, consent in
            json.member("reply", ActionReply.keep(consent).name)
            json.member("host", consent.host)
        }
    }
}

/// A lock for tasks. They get it in the order in which they ask for it.
final class AsyncLock: Sendable {
    /// The lock that this task has.
    @TaskLocal private static var current: AsyncLock?

    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The index of the next one in `waiting`.
        var first = 0
    }

    private let state = Mutex(State())

    func withLock<Value: Sendable>(_ work: () async -> Value) async -> Value {
        await lock()
        defer { unlock() }
        return await Self.$current.withValue(self) { await work() }
    }

    /// Releases the lock of this task while it does work that may take a minute, such as a question to the user.
    static func releasing<Value: Sendable>(_ work: () async -> Value) async -> Value {
        guard let current else { return await work() }
        current.unlock()
        let value = await work()
        await current.lock()
        return value
    }

    private func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isLocked { state.waiting.append(continuation) }
                defer { state.isLocked = true }
                return !state.isLocked
            }
            if isFree { continuation.resume() }
        }
    }

    private func unlock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.first < state.waiting.count else {
                state = State()
                return nil
            }
            state.first += 1
            return state.waiting[state.first - 1]
        }
        next?.resume()
    }
}
