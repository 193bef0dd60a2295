package import BeelineContent
public import BeelineRules

/// What a plugin may know of the code on whose behalf an action is performed.
///
/// Most plugins need none of it: what they are to do stands in the action. One that keeps or reports what was scanned
/// implements `ActionPlugin.perform(_:in:)` and looks here.
///
/// The code, the action and the input are as they are: the code's text may be a password. Whoever keeps or shows them sees to
/// that, as with `Reading.holdsSecret` and `Action.redacted`. What a plugin answers is masked by the dispatcher.
public struct ActionContext: Sendable {
    /// The code, what it means, and the rule that took it; nil for an action that is performed by itself.
    public let resolution: Resolution?
    /// When it was scanned and by what; nil where nobody says.
    public let scan: Scan?
    /// Where it was found, such as the path of an image; nil for a code that was typed, or where nobody says.
    public let input: String?
    /// What came of the actions before it in its rule, in their order, without secrets.
    public let outcomes: [Outcome]
    /// Hides what the code keeps secret, and what plugins were told in secret before.
    package let mask: SecretMask

    public init(
        resolution: Resolution? = nil, scan: Scan? = nil, input: String? = nil, outcomes: [Outcome] = []
    ) {
        self.resolution = resolution
        self.scan = scan
        self.input = input
        self.outcomes = outcomes
        mask = resolution?.reading.secretMask ?? .none
    }

    /// The same context with what hides more.
    func hiding(_ mask: SecretMask) -> ActionContext { ActionContext(self, mask: mask) }

    private init(_ context: ActionContext, mask: SecretMask) {
        resolution = context.resolution
        scan = context.scan
        input = context.input
        outcomes = context.outcomes
        self.mask = mask
    }

    /// That of an action about which nothing else is known.
    public static let none = ActionContext()
}
