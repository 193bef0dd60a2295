/// How far rules are trusted: which hosts are known by them, and which of them others may have written.
public struct RuleTrust: Sendable {
    /// Knows the hosts that the rules trust.
    public let linkGuard: LinkGuard
    /// The rules that start no programs and get no secrets, by their ids: who may have changed them, and what to do about it.
    public let distrusted: [String: String]

    /// Knows nothing of any rules.
    public static let standard = RuleTrust()

    public init(linkGuard: LinkGuard = .standard, distrusted: [String: String] = [:]) {
        self.linkGuard = linkGuard
        self.distrusted = distrusted
    }
}
