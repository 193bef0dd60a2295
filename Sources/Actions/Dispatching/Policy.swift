public import BeelineRules
internal import BeelineSupport

/// What may be done without asking, what only after it, and what never.
public struct Policy: Hashable, Sendable {
    /// What is decided about an action: `allow`, `ask` or `deny`.
    public typealias Decision = BeelineRules.Decision

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

extension Policy {
    /// The policy that a file makes of another one.
    ///
    ///     let text = #"{ "allow": ["open-url"], "deny": ["process"] }"#
    ///     let policy = try Policy.ask.changed(byFile: "policy.json", Array(text.utf8), actions: ["open-url"])
    ///
    /// The file is a JSON object with lists of effects and actions: `allow`, `ask`, `deny`. A `note` may stand beside them.
    ///
    /// - Parameters:
    ///   - name: of the file, for messages.
    ///   - actions: the names of the actions that there are.
    /// - Throws: `PolicyError`, with everything that is wrong.
    package func changed(
        byFile name: String, _ bytes: [UInt8], actions: [String]
    ) throws(PolicyError) -> Policy {
        let log = IssueLog(RuleFile(name: name, bytes: bytes))
        var reader = PolicyReader(log, actions: actions)
        let policy = reader.read(self)
        guard log.issues.isEmpty else { throw PolicyError(issues: log.issues) }
        return policy
    }
}

/// Why a policy cannot be used: everything that is wrong with its file.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    package let issues: [RuleIssue]

    package init(issues: [RuleIssue]) { self.issues = issues }

    package var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Reads a policy from JSON, and logs all that is wrong.
private struct PolicyReader {
    let log: IssueLog
    /// What the lists may hold.
    let known: [String]
    /// Where each name stands that was read.
    private var seen: [String: JSONPath] = [:]

    private static let keys = Policy.Decision.allCases.map(\.rawValue)

    init(_ log: IssueLog, actions: [String]) {
        self.log = log
        known = Effect.allCases.map(\.rawValue) + actions
    }

    mutating func read(_ start: Policy) -> Policy {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: log.file.bytes)
        } catch {
            log.error(
                error.isDuplicateName ? "a name is here for the second time" : "not JSON: \(error.message)",
                position: error.position)
            return start
        }
        guard case .object(let members) = root else {
            log.error("a policy is an object such as {\"allow\": [\"open-url\"]}, not \(root.typeName)", at: JSONPath())
            return start
        }
        var policy = start
        for member in members where member.name != "note" && member.name != "$schema" {
            let path = JSONPath().member(member.name)
            guard let decision = Policy.Decision(rawValue: member.name) else {
                let hint = log.hint(for: member.name, in: Self.keys + ["note"])
                log.error(
                    "a policy has no '\(member.name)'" + (hint.isEmpty ? "; it has allow, ask, deny" : hint), at: path,
                    .name)
                continue
            }
            guard let elements = member.value.array else {
                log.error("'\(member.name)' is a list of names, not \(member.value.typeName)", at: path)
                continue
            }
            for (index, element) in elements.enumerated() {
                set(element, to: decision, at: path.element(index), in: &policy)
            }
        }
        return policy
    }

    private mutating func set(
        _ element: JSONValue, to decision: Policy.Decision, at path: JSONPath, in policy: inout Policy
    ) {
        guard let name = element.string else {
            return log.error("the name of an effect or an action is expected, not \(element.typeName)", at: path)
        }
        guard known.contains(name) else {
            let hint = Spelling.hint(for: name, in: known)
            // One that is like none of these may be that of a plugin that is not used this time.
            if hint.isEmpty, ActionSignature.isPlainName(name) { return policy.set(action: name, to: decision) }
            return log.error(
                "no action or effect is called '\(name)'"
                    + (hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint), at: path)
        }
        if let first = seen.updateValue(path, forKey: name) {
            log.error("'\(name)' is here for the second time; it stands in \(first) as well", at: path)
        } else if let effect = Effect(rawValue: name) {
            policy.set(effect, to: decision)
        } else {
            policy.set(action: name, to: decision)
        }
    }
}
