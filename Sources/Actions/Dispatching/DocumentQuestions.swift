internal import BeelineRules
internal import Synchronization

/// Asks the questions for the codes of one document together, such as those of the pages of a PDF: 60 links are one
/// question and not 60. A yes counts only for what the question has shown. An action that needs the results of another
/// one cannot be shown, and has its own question. After any other reply nothing more is asked for the document.
package final class DocumentQuestions: Sendable {
    /// The questions of the document whose actions this task performs.
    @TaskLocal static var current: DocumentQuestions?

    private struct State {
        /// What has not been asked yet; nil before the first question.
        var planned: [ActionQuestion]?
        var answered: [ActionQuestion: ActionReply] = [:]
        /// The answer to all that is left.
        var rest: ActionReply?
    }

    private let plan: @Sendable () -> [ActionQuestion]
    private let state = Mutex(State())

    /// The most bytes of parameters in one question; the rest goes into a further one.
    private static let mostBytes = 256 << 10

    /// - Parameter plan: all questions of the document, as far as they are known.
    init(_ plan: @escaping @Sendable () -> [ActionQuestion]) { self.plan = plan }

    /// The answer to a question, which is asked together with those after it.
    func reply(to question: ActionQuestion, by confirm: Dispatcher.Confirmation) async -> ActionReply {
        let known = state.withLock { state in state.answered[question] ?? state.rest }
        if let known { return known }
        if state.withLock({ $0.planned == nil }) {
            let planned = plan()
            state.withLock { $0.planned = planned }
        }
        let others = state.withLock { state in Self.take(&state, with: question) }
        var asked = question
        asked.others = others
        let reply = await confirm(asked)
        state.withLock { state in
            for question in [question] + others { state.answered[question] = reply }
            switch reply {
            case .yes, .always, .keep: break
            case .no, .stop, .unanswered: state.rest = reply
            }
        }
        return reply
    }

    /// Takes the planned questions that are asked together with one, up to `mostBytes`.
    private static func take(_ state: inout State, with question: ActionQuestion) -> [ActionQuestion] {
        var planned = state.planned ?? []
        guard let own = planned.firstIndex(of: question) else { return [] }
        planned.remove(at: own)
        var others: [ActionQuestion] = []
        var left = mostBytes - question.size
        while let next = planned.first {
            left -= next.size
            guard left >= 0 else { break }
            others.append(planned.removeFirst())
        }
        state.planned = planned
        return others
    }
}

extension ActionQuestion {
    /// About how many bytes a reader sees of it.
    fileprivate var size: Int {
        action.arguments.reduce(200 + (code?.utf8.count ?? 0)) { $0 + "\($1.value)".utf8.count }
    }
}
