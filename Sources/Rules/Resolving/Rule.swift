internal import BeelineContent
internal import BeelineSymbols

/// A rule of a set, as far as people ask for it.
public final class Rule: Hashable, Sendable {
    /// Unique in the set.
    public let id: String
    /// What it does, in a few words; nil where the file does not say.
    public let title: String?
    /// The name of the file that has it.
    public let file: String
    /// Whether it adds its actions and leaves the code to the rules after it.
    public let continues: Bool
    /// Whether the constants that it asks for keep it from taking anything.
    public let isSwitchedOff: Bool

    init(id: String, title: String?, file: String, continues: Bool, isSwitchedOff: Bool = false) {
        (self.id, self.title, self.file) = (id, title, file)
        (self.continues, self.isSwitchedOff) = (continues, isSwitchedOff)
    }

    /// How far it is trusted, which is known once its set is complete.
    var trust: RuleTrust { trustInSet.object ?? .none }

    /// Lends the same: all threads would write to the count of its references.
    func withTrust<Result>(_ body: (RuleTrust) -> Result) -> Result {
        trustInSet.withObject { body($0) } ?? body(.none)
    }

    /// Notes how far a set trusts it. The first set counts.
    func join(_ trust: RuleTrust) { _ = trustInSet.setIfNil(trust) }

    private let trustInSet = LazyReference<RuleTrust>()

    /// Rules are equal when id, title, file and whether they continue are.
    public static func == (left: Rule, right: Rule) -> Bool {
        left === right
            || (left.id == right.id && left.title == right.title && left.file == right.file
                && left.continues == right.continues)
    }

    /// Feeds the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// How far a rule is trusted, and what else its set knows. Its actions carry it, so that they are never performed or printed
/// without it.
final class RuleTrust: Sendable {
    /// Knows the hosts that the rules of its set trust.
    let linkGuard: LinkGuard
    /// How others could have written the rule; nil when they could not.
    let distrust: String?
    /// What of the memory the rules of its set ask for.
    let memoryUse: MemoryUse

    /// That of a rule that belongs to no set.
    static let none = RuleTrust(.standard, distrust: nil)

    init(_ linkGuard: LinkGuard, distrust: String?, memoryUse: MemoryUse = .none) {
        self.linkGuard = linkGuard
        self.distrust = distrust
        self.memoryUse = memoryUse
    }
}
