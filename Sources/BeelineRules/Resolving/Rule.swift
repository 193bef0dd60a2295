/// A rule of a set, as far as people ask for it.
public struct Rule: Hashable, Sendable {
    /// Unique in the set.
    public let id: String
    /// What it does, in a few words; nil where the file does not say.
    public let title: String?
    /// The name of the file that has it.
    public let file: String
    /// Whether it adds its actions and leaves the code to the rules after it.
    public let continues: Bool
}
