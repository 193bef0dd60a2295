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
/// A question without an answer within a minute counts as a no, and so does one of too many at once.
package final class QuestionBoard: Sendable {
    private struct Entry {
        let json: [UInt8]
        let answer: Race<Dispatcher.Reply>
    }

    private struct State {
        var open: [Int: Entry] = [:]
        var last = 0
        var isClosed = false
    }

    private let events: EventLog
    private let patience: Duration
    private let state = Mutex(State())

    /// More than a user at the desk could look at. Callers that ask for more must not hide the question that counts.
    package static let most = 32

    package init(_ events: EventLog, patience: Duration = .seconds(60)) {
        (self.events, self.patience) = (events, patience)
    }

    /// Shows a question, and waits for the answer.
    @Sendable package func ask(_ question: Dispatcher.Question) async -> Dispatcher.Reply {
        let answer = Race<Dispatcher.Reply>()
        let patience = patience
        let asked = state.withLock { state -> (id: Int, json: [UInt8])? in
            guard !state.isClosed, state.open.count < Self.most else { return nil }
            state.last += 1
            let json = question.json(id: state.last, seconds: patience.wholeSeconds)
            state.open[state.last] = Entry(json: json, answer: answer)
            return (state.last, json)
        }
        guard let asked else { return .no }
        events.append("question", asked.json)
        let clock = Task.detached {
            try? await Task.sleep(for: patience)
            answer.finish(.no)
        }
        // One telephone's link must not keep the scans of all others waiting.
        let reply = await Turns.givingWay {
            await withTaskCancellationHandler {
                await answer.value()
            } onCancel: {
                answer.finish(.no)
            }
        }
        clock.cancel()
        state.withLock { $0.open[asked.id] = nil }
        var json = JSONWriter()
        json.object { json in
            json.member("id", asked.id)
            json.member("reply", reply.name)
        }
        events.append("answered", json.bytes)
        return reply
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

    /// The open questions, the oldest first: `{"version":1,"questions":[…]}`.
    package func list() -> [UInt8] {
        let open = state.withLock { state in state.open.sorted { $0.key < $1.key }.map(\.value.json) }
        var json = JSONWriter()
        json.object { json in
            json.member("version", ResultJSON.version)
            json.array("questions") { json in for question in open { json.value(json: question) } }
        }
        return json.bytes
    }

    /// Answers all with no, also those to come: the server stops.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for entry in open { entry.answer.finish(.no) }
    }
}

extension Dispatcher.Reply {
    /// As requests and events have it.
    package var name: String {
        switch self {
        case .yes: "yes"
        case .always: "always"
        case .no: "no"
        case .stop: "stop"
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
    /// about it. Secrets are hidden already.
    fileprivate func json(id: Int, seconds: Int) -> [UInt8] {
        let shown = action.redacted
        var json = JSONWriter()
        json.object { json in
            json.member("id", id)
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
            json.member("input", input)
            json.member("expires", seconds)
        }
        return json.bytes
    }
}
