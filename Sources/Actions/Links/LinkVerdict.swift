/// What to think of a link before it is opened, and why.
public struct LinkVerdict: Hashable, Sendable {
    public let decision: Policy.Decision
    /// What is noticeable about it; empty for a plain link.
    public let reasons: [LinkReason]

    /// The strictest of the reasons decides.
    public init(reasons: [LinkReason]) {
        self.reasons = reasons
        var strictest = Policy.Decision.allow
        for reason in reasons { strictest = max(strictest, reason.decision) }
        decision = strictest
    }
}
