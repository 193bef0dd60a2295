package import BeelineContent
public import BeelineRules

/// Something that performs the actions of one name.
///
///     struct Shout: ActionPlugin {
///         let signature = ActionSignature(
///             name: "shout", summary: "Prints a text in capitals.",
///             parameters: [.init("text", .text, summary: "What to shout.")], effects: [])
///
///         func perform(_ action: Action) async throws -> ActionResult {
///             guard case .text(let text)? = action["text"] else { return ActionResult() }
///             return ActionResult(message: text.uppercased())
///         }
///     }
public protocol ActionPlugin: Sendable {
    /// The name, parameters and effects that rules are checked against. Always the same for a plugin.
    var signature: ActionSignature { get }

    /// Performs an action whose parameters were checked against the signature: the required ones are there, each of
    /// its type. The policy has allowed it.
    ///
    /// An action that takes too long is cancelled, and no longer waited for: the plugin must then come to an end, as
    /// `Task.sleep` and asynchronous reading do by themselves.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action) async throws -> ActionResult

    /// The same for plugins that want to know of the code as well. This is what is called; where a plugin does not have
    /// it, it calls the other one.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult

    /// How long an action may take before it is cancelled; nil, which is the default: as long as the dispatcher allows to
    /// any.
    func timeLimit(for action: Action) -> Duration?

    /// Closes what is kept open between actions, when no more of them are to come; a later one opens it again. The
    /// default: there is nothing of the kind.
    func end() async
}

extension ActionPlugin {
    public func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        try await perform(action)
    }

    public func timeLimit(for action: Action) -> Duration? { nil }

    public func end() async {}
}

/// What came of an action that was done.
public struct ActionResult: Hashable, Sendable {
    /// What was done, in a few words for people; empty when there is nothing to say.
    public let message: String
    /// What was found or made, by name.
    public let fields: [Action.Argument]

    public init(message: String = "", fields: [Action.Argument] = []) {
        self.message = message
        self.fields = fields
    }
}

/// An error whose description may cite what a code keeps secret, such as the last line of a program.
package protocol MaskedError: Error {
    func description(hiding mask: SecretMask) -> String
}
