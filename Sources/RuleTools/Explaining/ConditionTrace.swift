public import BeelineContent
internal import BeelineRules

/// How it went with one condition when it was asked of a code.
///
///     ✗ isbn13 begins with "9784"   "9780306406157"
public struct ConditionTrace: Hashable, Sendable {
    /// The condition in a few words for people: `isbn13 begins with "9784"`.
    public let title: String
    public let outcome: Outcome
    /// How its parts make it up; nil where it is a test of a name.
    public let combination: Combination?
    /// The name that it looks at: `isbn13`; nil for all that is no test of a name.
    public let name: String?
    /// What the name stood for; nil where it was absent, or nobody looked.
    public let value: FieldValue?
    /// Whether the value, or what was found in it, tells a secret of the code.
    public let isSecret: Bool
    /// What the names in its operands stood for, in their order: `{price}`, `today+7`.
    public let operands: [NamedValue]
    /// What it has found: the captures of a pattern, the cells of a row. Empty where it does not hold.
    public let findings: [NamedValue]
    /// The conditions that it is made of, in the order in which they are asked.
    public let parts: [ConditionTrace]
    /// The title as anybody may see it.
    let safeTitle: String

    init(
        _ title: String, _ outcome: Outcome, _ combination: Combination? = nil, name: String? = nil,
        value: FieldValue? = nil, isSecret: Bool = false,
        operands: [NamedValue] = [], findings: [NamedValue] = [], parts: [ConditionTrace] = [],
        safeTitle: String? = nil
    ) {
        self.title = title
        self.outcome = outcome
        self.combination = combination
        self.name = name
        self.value = value
        self.isSecret = isSecret
        self.operands = operands
        self.findings = findings
        self.parts = parts
        self.safeTitle = safeTitle ?? title
    }

    /// Whether a condition held.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        case held
        case failed
        /// Those before it had decided already, or it waits for what an action finds.
        case notAsked = "not-asked"
    }

    /// How a condition is made of others.
    public enum Combination: String, Hashable, Sendable, CaseIterable {
        /// It holds when all of them do; with none, always.
        case all
        /// It holds when one of them does.
        case any
        /// It holds when its one part does not.
        case not
    }

    /// A name and what it stood for.
    public struct NamedValue: Hashable, Sendable {
        public let name: String
        /// Nil where it was absent.
        public let value: FieldValue?
        /// Whether the value tells a secret of the code.
        public let isSecret: Bool
    }

    /// Whether it held.
    public var holds: Bool { outcome == .held }
}
