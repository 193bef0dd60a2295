public import BeelineRules

/// What may be done without asking, what only after it, and what never.
public struct Policy: Hashable, Sendable {
    /// From the freest to the strictest.
    public enum Decision: String, Hashable, Sendable, Comparable, CaseIterable {
        case allow
        case ask
        case deny

        public static func < (left: Decision, right: Decision) -> Bool { left.strictness < right.strictness }

        private var strictness: Int {
            switch self {
            case .allow: 0
            case .ask: 1
            case .deny: 2
            }
        }
    }

    private var effects: [Effect: Decision]
    private var actions: [String: Decision] = [:]

    /// Whatever touches another machine or starts a program is asked for; the rest is allowed.
    public static let ask = Policy(effects: [.local: .allow, .network: .ask, .process: .ask])

    /// Everything is allowed, save for links that are dangerous in themselves.
    public static let allow = Policy(effects: [.local: .allow, .network: .allow, .process: .allow])

    /// - Parameter effects: those that are missing are asked for.
    public init(effects: [Effect: Decision]) { self.effects = effects }

    /// Sets what is decided for an effect.
    public mutating func set(_ effect: Effect, to decision: Decision) { effects[effect] = decision }

    /// Sets what is decided for the actions of a name, whatever their effects.
    public mutating func set(action name: String, to decision: Decision) { actions[name] = decision }

    /// What is decided for an action: by its name if that was set, else the strictest for its effects. An effect that is
    /// denied is denied to every action.
    public func decision(for signature: ActionSignature) -> Decision {
        let byEffects = signature.effects.map { effects[$0] ?? .ask }.max() ?? .allow
        return byEffects == .deny ? .deny : actions[signature.name] ?? byEffects
    }
}
