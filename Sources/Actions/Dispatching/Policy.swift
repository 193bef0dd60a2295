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

    /// Sets what is decided for an effect, also for those actions that have it and for which something freer was set.
    public mutating func set(_ effect: Effect, to decision: Decision, above signatures: [ActionSignature]) {
        effects[effect] = decision
        for signature in signatures where signature.effects.contains(effect) {
            if let byName = actions[signature.name], byName < decision { actions[signature.name] = nil }
        }
    }

    /// Sets what is decided for the actions of a name, whatever their effects.
    public mutating func set(action name: String, to decision: Decision) { actions[name] = decision }

    /// The actions for which something is set by name, in order; some may be those of plugins that are not there.
    public var actionNames: [String] { actions.keys.sorted() }

    /// What is decided for an action: by its name if that was set, else the strictest for its effects. An effect that is
    /// denied is denied to every action.
    public func decision(for signature: ActionSignature) -> Decision { ruling(for: signature).decision }

    /// What is decided for an action, and by which settings: its name, or those of its effects that are as strict.
    func ruling(for signature: ActionSignature) -> (decision: Decision, settings: [String]) {
        let byEffect = signature.effects.map { (name: $0.rawValue, decision: effects[$0] ?? .ask) }
        let strictest = byEffect.map(\.decision).max() ?? .allow
        let settings = byEffect.filter { $0.decision == strictest }.map(\.name).sorted()
        guard strictest != .deny, let byName = actions[signature.name] else { return (strictest, settings) }
        return (byName, [signature.name])
    }
}

extension Policy: CustomStringConvertible {
    /// `allow: local; ask: network, process; deny: run-program`, effects before actions.
    public var description: String {
        Decision.allCases.compactMap { decision -> String? in
            let names =
                Effect.allCases.filter { (effects[$0] ?? .ask) == decision }.map(\.rawValue)
                + actions.keys.sorted().filter { actions[$0] == decision }
            return names.isEmpty ? nil : "\(decision.rawValue): \(names.joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}
