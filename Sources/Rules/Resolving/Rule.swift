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

    /// How others could have written it, or what it is made of; nil when they could not.
    let distrust: String?
    /// What the set knows that it is in.
    let set: SetKnowledge

    init(
        id: String, title: String?, file: String, continues: Bool, isSwitchedOff: Bool = false, distrust: String? = nil
    ) {
        (self.id, self.title, self.file, self.distrust) = (id, title, file, distrust)
        (self.continues, self.isSwitchedOff, set) = (continues, isSwitchedOff, .none)
    }

    /// The same rule in a set.
    init(_ rule: Rule, in set: SetKnowledge) {
        (id, title, file, distrust) = (rule.id, rule.title, rule.file, rule.distrust)
        (continues, isSwitchedOff, self.set) = (rule.continues, rule.isSwitchedOff, set)
    }

    /// Rules are equal when id, title, file and whether they continue are.
    public static func == (left: Rule, right: Rule) -> Bool {
        left === right
            || (left.id == right.id && left.title == right.title && left.file == right.file
                && left.continues == right.continues)
    }

    /// Feeds the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What a set of rules knows as a whole. Its rules carry it, and their actions carry the rules, so that none is ever
/// performed or printed without it.
final class SetKnowledge: Sendable {
    /// Knows the hosts that the rules trust.
    let linkGuard: LinkGuard
    /// What of the memory the rules ask for.
    let memoryUse: MemoryUse

    /// That of a rule that belongs to no set.
    static let none = SetKnowledge(.standard, memoryUse: .none)

    init(_ linkGuard: LinkGuard, memoryUse: MemoryUse) { (self.linkGuard, self.memoryUse) = (linkGuard, memoryUse) }
}
