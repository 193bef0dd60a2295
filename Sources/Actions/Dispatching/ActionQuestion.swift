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
}

/// The reply of the user.
public enum ActionReply: Hashable, Sendable {
    /// Yes, this time.
    case yes
    /// Yes, and do not ask again for actions of that name of the same rule. Doubtful links are asked for anyway,
    /// and so is what the rule itself wants asked.
    case always
    case no
    /// No, and do nothing more.
    case stop
    /// There is no reply; the action is refused for this reason, in a few words: `no one answered in a minute`.
    case unanswered(because: String)
}
