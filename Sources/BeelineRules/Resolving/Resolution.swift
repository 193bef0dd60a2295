public import BeelineContent
public import BeelineSymbols

/// What should be done about a code.
public struct Resolution: Hashable, Sendable {
    /// The code and what it means.
    public let reading: Reading
    /// The rule that took the code; nil when none did.
    public let rule: Rule?
    /// What to do, in order: the actions of the rules that only add theirs, and of the one that took the code.
    public let actions: [Action]

    public init(reading: Reading, rule: Rule?, actions: [Action]) {
        self.reading = reading
        self.rule = rule
        self.actions = actions
    }

    /// What the code means.
    public var content: Content { reading.content }

    public var symbol: Symbol { reading.symbol }
}
