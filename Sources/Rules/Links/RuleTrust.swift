internal import BeelineContent

/// How far a rule is trusted. Its actions carry it, so that nobody can perform or print them without it.
final class RuleTrust: Sendable {
    /// Knows the hosts that the rules of its set trust.
    let linkGuard: LinkGuard
    /// How others could have written the rule; nil when they could not.
    let distrust: String?

    /// That of a rule that belongs to no set.
    static let none = RuleTrust(.standard, distrust: nil)

    init(_ linkGuard: LinkGuard, distrust: String?) {
        self.linkGuard = linkGuard
        self.distrust = distrust
    }
}
