public import BeelineRules
internal import Synchronization

extension Dispatcher {
    /// What the user is asked.
    public struct Question: Hashable, Sendable {
        /// What is to be done, with `•••` in place of secrets.
        public let action: Action
        /// The verdict on the action's links, if it has any.
        public let link: LinkVerdict?
        /// Why it is asked, beside what is noticeable about the links: a few words each.
        public let causes: [String]
        /// The text of the code on whose behalf it is done, without what it keeps secret; nil where that is no text.
        public let code: String?
        /// Where the code was found, such as the path of an image, without what the code keeps secret; nil for one that was
        /// typed.
        public let input: String?

        /// - Parameters:
        ///   - action: what is to be done, without secrets.
        ///   - link: the verdict on its links. Default: it has none.
        ///   - causes: why the user is asked, beside what is noticeable about the links.
        ///   - code: the text of the code, without secrets. Default: it is no text.
        ///   - input: where the code was found. Default: it was typed.
        public init(
            action: Action, link: LinkVerdict? = nil, causes: [String] = [], code: String? = nil, input: String? = nil
        ) {
            self.action = action
            self.link = link
            self.causes = causes
            self.code = code
            self.input = input
        }
    }

    /// What the user answers.
    public enum Reply: Hashable, Sendable, ExpressibleByBooleanLiteral {
        /// Yes, this time.
        case yes
        /// Yes, and do not ask again for actions of that name of the same rule. Doubtful links are asked for all the same,
        /// and so is what the rule itself wants asked.
        case always
        case no
        /// No, and do nothing more.
        case stop

        /// `true` is `yes`, `false` is `no`.
        public init(booleanLiteral value: Bool) { self = value ? .yes : .no }
    }
}

/// What the user has answered once for all, as long as a dispatcher and its copies live.
final class StandingReplies: Sendable {
    private struct State {
        var allowed: Set<String> = []
        var hasStopped = false
    }

    private let state = Mutex(State())

    /// Whether nothing more is to be done.
    var hasStopped: Bool { state.withLock { $0.hasStopped } }

    func allows(_ action: String) -> Bool { state.withLock { $0.allowed.contains(action) } }

    func note(_ reply: Dispatcher.Reply, to action: String) {
        state.withLock { state in
            switch reply {
            case .always: state.allowed.insert(action)
            case .stop: state.hasStopped = true
            case .yes, .no: break
            }
        }
    }
}
