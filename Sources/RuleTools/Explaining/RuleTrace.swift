public import BeelineRules

/// How it went with one rule when a code was resolved.
public struct RuleTrace: Hashable, Sendable {
    public let rule: Rule
    public let state: State

    /// What became of a rule.
    public enum State: Hashable, Sendable {
        /// It takes only codes of other kinds, whose names these are, and so it was not asked.
        case passedOver(takes: [String])
        /// Its condition did not hold.
        case failed(ConditionTrace)
        /// Its condition held; it added its actions, and left the code to the rules after it.
        case added(ConditionTrace, [ActionTrace])
        /// Its condition held, and it took the code.
        case took(ConditionTrace, [ActionTrace])
        /// A rule before it had taken the code.
        case notAsked
        /// A rule file switches it off.
        case disabled
    }

    /// How it went with its condition; nil where it was not asked.
    public var condition: ConditionTrace? {
        switch state {
        case .failed(let trace), .added(let trace, _), .took(let trace, _): trace
        case .passedOver, .notAsked, .disabled: nil
        }
    }

    /// What became of its actions, in their order; empty where it did not hold.
    public var actions: [ActionTrace] {
        switch state {
        case .added(_, let actions), .took(_, let actions): actions
        case .passedOver, .failed, .notAsked, .disabled: []
        }
    }
}

/// What became of one action of a rule that held.
public struct ActionTrace: Hashable, Sendable {
    /// The name of the action: `open-url`.
    public let name: String
    /// The action; nil where its own condition did not hold, and it was left out.
    public let action: Action?
    /// How it went with its own condition; nil where it has none. One that asks for what other actions find was not
    /// asked: it waits for them.
    public let condition: ConditionTrace?
}

/// How it went with one of the kinds that rule files make of codes.
public struct KindTrace: Hashable, Sendable {
    /// The kind's name.
    public let name: String
    public let title: String?
    /// The name of the file that has it.
    public let file: String
    public let state: State

    public enum State: Hashable, Sendable {
        /// It is made only of codes of other kinds, whose names these are.
        case passedOver(takes: [String])
        /// Its condition did not hold.
        case failed(ConditionTrace)
        /// Its condition held: the code is of this kind.
        case took(ConditionTrace)
        /// The code was of another kind already.
        case notAsked
    }
}
