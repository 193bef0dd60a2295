public import BeelineRules

/// A question to the user: whether an action may be performed.
public struct ActionQuestion: Hashable, Sendable {
    /// The action, with `•••` instead of secrets.
    public let action: Action
    /// The verdict on the action's links, if it has any.
    public let link: LinkVerdict?
    /// Why the user is asked, beside the verdict on the links: a few words each.
    public let causes: [String]
    /// The text of the code, without its secrets; nil where it is not text.
    public let code: String?
    /// Where the code was found, such as the path of an image, without secrets of the code; nil for one that was
    /// typed.
    public let input: String?
    /// The questions of the other codes of the document that the reply answers too. Each of them has no others.
    public package(set) var others: [ActionQuestion] = []
    /// The lasting consents that the user may be offered, the narrowest first; none where they would not count.
    public package(set) var consents: [Consent] = []
    /// The names of `causes` for programs: `policy-network`, `rule-asks`.
    package var causeNames: [String] = []

    /// - Parameters:
    ///   - action: what is to be done, without secrets.
    ///   - link: the verdict on its links. Default: it has none.
    ///   - causes: why the user is asked, beside the verdict on the links.
    ///   - code: the text of the code, without secrets. Default: it is not text.
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

    /// What a person should see of its arguments: without those that are empty, and without those of services that say
    /// only how the answer is read.
    package var shownArguments: [Action.Argument] {
        let internals = [ServiceParameter.results, .limits].flatMap { parameter in
            (0..<ServiceParameter.mostServices).map(parameter.name(at:))
        }
        let isLookup = action[ServiceParameter.service.rawValue] != nil
        return action.arguments.map(\.redacted).filter { argument in
            if isLookup, internals.contains(argument.name) { return false }
            return switch argument.value {
            case .text(let text), .url(let text): !text.isEmpty
            case .list(let elements): !elements.isEmpty
            case .fields(let fields): !fields.isEmpty
            case .array(let elements): !elements.isEmpty
            case .number, .boolean, .null, .withSecrets: true
            }
        }
    }
}

/// The reply of the user.
public enum ActionReply: Hashable, Sendable {
    /// Yes, this time.
    case yes
    /// Yes, and do not ask again for actions of that name of the same rule. Doubtful links are asked for anyway,
    /// and so is what the rule itself wants asked.
    case always
    /// Yes, and do not ask again for what one of the offered consents covers. The program that asks keeps it for later runs.
    case keep(Consent)
    case no
    /// No, and do nothing more.
    case stop
    /// There is no reply; the action is refused for this reason, in a few words: `no one answered in a minute`.
    case unanswered(because: String)
}
