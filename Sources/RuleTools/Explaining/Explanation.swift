public import BeelineRules

/// Why a code was taken by one rule and by no other.
///
///     let explanation = rules.explain(reading, scan: scan)
///     explanation.resolution.rule?.id                // "book.search"
///     explanation.rules[0].rule.id                   // "book.amazon"
///     explanation.rules[0].condition?.parts[1].title // "isbn10 is there"
///     explanation.rules[0].condition?.parts[1].holds // false
public struct Explanation: Hashable, Sendable {
    /// What `resolve` says of the code.
    public let resolution: Resolution
    /// The kinds of rule files, in the order in which they are tried.
    public let kinds: [KindTrace]
    /// All rules, in the order in which they are asked.
    public let rules: [RuleTrace]
}
