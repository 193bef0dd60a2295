internal import Beeline
package import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import Synchronization

/// Questions whether an action may be performed, which the desk's page shows.
///
///     let questions = QuestionBoard(events)
///     let dispatcher = Dispatcher(policy: .ask, confirm: questions.ask)
///
/// A question waits for a minute. There is none where no one is at the desk, and it ends soon after the last one has left: a
/// page that is loaded again, or that has lost its connection, comes back within some seconds.
package final class QuestionBoard: Sendable {
    private struct Entry {
        let json: [UInt8]
        let answer: Race<Dispatcher.Reply>
        /// Who has scanned the code.
        let asker: Caller
    }

    private struct State {
        var open: [Int: Entry] = [:]
        var last = 0
        var isClosed = false
        /// When the list of the open ones was read last.
        var listed: ContinuousClock.Instant?
    }

    /// Who has scanned the code whose actions are performed by this task. Default: someone at the desk.
    @TaskLocal static var asker = Caller.local

    private let events: EventLog
    private let patience: Duration
    private let absence: Duration
    private let state = Mutex(State())

    /// More than a user at the desk could look at. Callers that ask for more must not hide the question that counts.
    package static let most = 32
    /// How many of them are left to scans at the desk.
    static let mostOfDesk = 8
    /// How many of them one telephone, or one token, has.
    static let mostOfOne = 8

    /// - Parameter absence: for how long a page of the desk may be away. Default: 10 seconds.
    package init(_ events: EventLog, patience: Duration = .seconds(60), absence: Duration = .seconds(10)) {
        (self.events, self.patience, self.absence) = (events, patience, absence)
    }

    /// Shows a question, and waits for the answer.
    @Sendable package func ask(_ question: Dispatcher.Question) async -> Dispatcher.Reply {
        guard isAttended else { return .unanswered(because: Self.unattended) }
        let answer = Race<Dispatcher.Reply>()
        let (patience, asker) = (patience, Self.asker)
        let asked = state.withLock { state -> (id: Int, json: [UInt8])? in
            guard !state.isClosed, Self.hasRoom(for: asker, beside: state.open.values.map(\.asker)) else { return nil }
            state.last += 1
            let json = question.json(id: state.last, seconds: patience.wholeSeconds)
            state.open[state.last] = Entry(json: json, answer: answer, asker: asker)
            return (state.last, json)
        }
        guard let asked else {
            return .unanswered(because: state.withLock(\.isClosed) ? Self.stopping : Self.tooMany)
        }
        events.append("question", asked.json)
        let clock = Task.detached { [self] in
            let end = ContinuousClock.now + patience
            while .now < end, isAttended, !Task.isCancelled {
                try? await Task.sleep(until: min(end, .now + .seconds(1)), tolerance: .zero)
            }
            answer.finish(.unanswered(because: isAttended ? Self.late(patience) : Self.unattended))
        }
        // One telephone's link must not keep the scans of all others waiting.
        let reply = await Turns.givingWay {
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

    /// Whether someone is there who can answer, or was there a moment ago.
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
    private static let tooMany = "too many questions are open at the desk; answer them, and scan again"
    private static let stopping = "the server stops, and asks nothing more"

    private static func late(_ patience: Duration) -> String {
        patience == .seconds(60) ? "no one answered in a minute" : "no one answered in \(patience.wholeSeconds) s"
    }

    /// Answers a question.
    ///
    /// - Throws: 404 `no-question` where it is not open any more.
    package func reply(to question: Int, _ reply: Dispatcher.Reply) throws(Problem) {
        // Removed at once: of two answers only one must be confirmed as the one that counts.
        guard let entry = state.withLock({ $0.open.removeValue(forKey: question) }) else {
            throw Problem(404, "no-question", "This question was already answered, or has expired.")
        }
        entry.answer.finish(reply)
    }

    /// The open questions, the oldest first: `{"version":1,"questions":[…]}`. Who asks for them is there to answer.
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

    /// Those that are open, by their numbers, for tests: who looks at them so is not at the desk.
    var numbers: [Int] { state.withLock { $0.open.keys.sorted() } }

    /// Ends all, also those to come: the server stops.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for entry in open { entry.answer.finish(.unanswered(because: Self.stopping)) }
    }
}

extension Caller {
    /// Whether someone at the desk has scanned: no telephone, and no program.
    fileprivate var isDesk: Bool { role == .desk && !isProgram }
}

extension Dispatcher.Reply {
    /// As requests and events have it.
    package var name: String {
        switch self {
        case .yes: "yes"
        case .always: "always"
        case .no: "no"
        case .stop: "stop"
        case .unanswered: "none"
        }
    }

    /// What the page may answer; nil for anything else.
    package init?(name: String) {
        guard let reply = [Self.yes, .always, .no].first(where: { $0.name == name }) else { return nil }
        self = reply
    }
}

extension Dispatcher.Question {
    /// What is going to happen, whole: the action, each of its parameters, the host of its link, and all that is noticeable
    /// about it. Secrets are hidden already. Where it is asked for several codes of a document, each is in `items`.
    fileprivate func json(id: Int, seconds: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("id", id)
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
        shown.arguments.write(to: &json)
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
        json.member("code", code)
    }
}

/// Lets tasks do something one after the other, in the order in which they came.
final class Turns: Sendable {
    /// Whose turn the task has.
    @TaskLocal private static var current: Turns?

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// How many of `waiting` had their turn.
        var first = 0
    }

    private let state = Mutex(State())

    func take<Value: Sendable>(_ work: () async -> Value) async -> Value {
        await begin()
        defer { end() }
        return await Self.$current.withValue(self) { await work() }
    }

    /// Does what may take a minute, such as a question to the user: others have their turns meanwhile, and this task
    /// waits for the next one afterwards.
    static func givingWay<Value: Sendable>(_ work: () async -> Value) async -> Value {
        guard let current else { return await work() }
        current.end()
        let value = await work()
        await current.begin()
        return value
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
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
