internal import BeelineContent
internal import BeelineSymbols

/// A rule of a set: its id, title and file.
public final class Rule: Hashable, Sendable {
    /// Unique in the set.
    public let id: String
    /// A short description; nil if the file has none.
    public let title: String?
    /// The name of its file.
    public let file: String
    /// Whether it adds its actions and continues with the next rule.
    public let continues: Bool
    /// Whether the constants that it tests switch it off.
    public let isSwitchedOff: Bool

    /// How others could have written it or a part of it; nil if they could not.
    let distrust: String?
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

/// The knowledge that all rules of a set share. Each rule has it, and each action has its rule, so that no action is
/// performed or printed without it.
final class SetKnowledge: Sendable {
    let linkGuard: LinkGuard
    let memoryUse: MemoryUse

    /// For a rule without a set.
    static let none = SetKnowledge(.standard, memoryUse: .none)

    init(_ linkGuard: LinkGuard, memoryUse: MemoryUse) { (self.linkGuard, self.memoryUse) = (linkGuard, memoryUse) }
}
