public import BeelineRules
internal import BeelineSupport

/// A policy: which actions are allowed, which need confirmation, and which are denied.
public struct Policy: Hashable, Sendable {
    /// A decision about an action: `allow`, `ask` or `deny`.
    public typealias Decision = BeelineRules.Decision

    private var effects: [Effect: Decision]
    /// The decision for an effect that has none.
    private var rest = Decision.ask
    private var actions: [String: Decision] = [:]
    /// The policies for sources whose codes do not come from the user, such as requests over HTTP.
    private var sources: [Source: Policy] = [:]
    /// The source that this policy is for; nil for the user. The policy of a source denies what it does not name.
    private var source: Source?
    /// What the user has consented to permanently. The policies of sources have none.
    private var consents: Set<Consent> = []
    /// Whether codes are taken while the server of the history cannot be reached: they are decided by what this machine
    /// has recorded meanwhile, and sent later. Default: no, codes that rules remember are refused.
    public var admitsOffline = false

    /// Actions that reach another machine or start a program need confirmation; the rest is allowed.
    public static let ask = Policy(effects: [.local: .allow, .network: .ask, .process: .ask])

    /// Everything is allowed, except for links that are dangerous in themselves.
    public static let allow = Policy(effects: [.local: .allow, .network: .allow, .process: .allow])

    /// Actions that have an effect are denied, except for those that are allowed by name; the rest, such as `emit` and
    /// `refuse`, is allowed.
    public static let deny = {
        var policy = Policy(effects: [:])
        policy.rest = .deny
        return policy
    }()

    /// - Parameter effects: the decision for each effect; a missing one needs confirmation.
    public init(effects: [Effect: Decision]) { self.effects = effects }

    /// Sets the decision for an effect.
    public mutating func set(_ effect: Effect, to decision: Decision) { effects[effect] = decision }

    /// Sets the decision for an effect, and removes less strict decisions for actions that have it.
    package mutating func set(_ effect: Effect, to decision: Decision, overriding signatures: [ActionSignature]) {
        effects[effect] = decision
        for signature in signatures where signature.effects.contains(effect) {
            if let byName = actions[signature.name], byName < decision { actions[signature.name] = nil }
        }
    }

    /// Sets the decision for the actions of a name, whatever their effects.
    public mutating func set(action name: String, to decision: Decision) { actions[name] = decision }

    /// The same policy that allows the actions of some names.
    ///
    ///     let policy = Policy.ask.allowing("open-url", "lookup")
    ///
    /// What an effect denies stays denied.
    public func allowing(_ actions: String...) -> Policy {
        var policy = self
        for name in actions { policy.set(action: name, to: .allow) }
        return policy
    }

    /// The same policy with consents of the user, which count where it asks.
    ///
    ///     let policy = Policy.ask.consenting(to: [Consent(action: "open-url", rule: "book.amazon")])
    ///
    /// What it denies stays denied, and doubtful links are asked about.
    public func consenting(to consents: [Consent]) -> Policy {
        var policy = self
        policy.consents.formUnion(consents)
        return policy
    }

    /// Removes the consents to actions of some names.
    package mutating func dropConsents(toActions names: Set<String>) {
        consents = consents.filter { !names.contains($0.action) }
    }

    /// Whether the user has consented to an action permanently.
    func hasConsent(to action: Action) -> Bool { !consents.isEmpty && consents.contains { $0.covers(action) } }

    /// Whether its user may consent permanently: codes of other sources are not theirs.
    var takesConsents: Bool { source == nil }

    /// The actions that have a decision by name, in order; some may be actions of plugins that are not loaded.
    public var actionNames: [String] {
        sources.values.reduce(into: Set(actions.keys)) { $0.formUnion($1.actions.keys) }.sorted()
    }

    /// The decision for an action: by its name if that was set, else the strictest for its effects. A denied effect is
    /// denied to every action.
    public func decision(for signature: ActionSignature) -> Decision { ruling(for: signature).decision }

    /// The decision for an action, and the settings that led to it: its name, or its strictest effects.
    func ruling(for signature: ActionSignature) -> Ruling {
        let byEffect = signature.effects.map { (effect: $0, decision: decision(for: $0)) }
        let strictest = byEffect.map(\.decision).max() ?? .allow
        let settings = byEffect.filter { $0.decision == strictest }.map(\.effect.rawValue).sorted()
        let isDenied = signature.effects.contains { effects[$0] == .deny }
        if !isDenied, let byName = actions[signature.name] { return Ruling(byName, [signature.name]) }
        return Ruling(strictest, settings, unnamedFor: strictest == .deny && !isDenied ? source : nil)
    }

    private func decision(for effect: Effect) -> Decision { effects[effect] ?? (source == nil ? rest : .deny) }

    /// A decision about an action, and the reason.
    struct Ruling {
        let decision: Decision
        /// The action or the effects of the policy that led to the decision.
        let settings: [String]
        /// The source whose policy does not name the action; nil where it does, or where there is no source.
        let unnamedFor: Source?

        init(_ decision: Decision, _ settings: [String], unnamedFor source: Source? = nil) {
            (self.decision, self.settings, unnamedFor) = (decision, settings, source)
        }

        /// Why an action is denied.
        func refusal(of name: String) -> String {
            guard let source = unnamedFor?.rawValue else {
                return "the policy denies it: \(settings.joined(separator: ", "))"
            }
            let remedy = "{\"sources\": {\"\(source)\": {\"allow\": [\"\(name)\"]}}}"
            return
                "the policy does not allow it for the source '\(source)'; to allow it, put \(remedy) into the "
                + "policy file"
        }
    }
}

extension Policy {
    /// A source of codes that does not act for the user, and so has a policy of its own.
    package enum Source: String, CaseIterable, Hashable, Sendable {
        /// Requests to `beeline serve` by other programs.
        case http
    }

    /// The policy for the codes of a source. Actions that have an effect are denied, unless the file allows them under
    /// `sources`. What the policy denies to all stays denied.
    package func policy(for source: Source) -> Policy {
        var policy = sources[source] ?? Policy(effects: [:])
        policy.source = source
        for (effect, decision) in effects where decision == .deny { policy.effects[effect] = .deny }
        for (name, decision) in actions where decision == .deny { policy.actions[name] = .deny }
        return policy
    }

    /// Sets the policy for the codes of a source.
    fileprivate mutating func set(_ source: Source, to policy: Policy) { sources[source] = policy }

    /// Whether any action with an effect is not denied to the codes of a source.
    package func allowsAnything(to source: Source) -> Bool {
        let policy = policy(for: source)
        return (Array(policy.effects.values) + Array(policy.actions.values)).contains { $0 != .deny }
    }
}

extension Policy: CustomStringConvertible {
    /// `allow: local; ask: network, process; deny: run-program`, effects before actions, sources last.
    public var description: String {
        let decisions = Decision.allCases.compactMap { decision -> String? in
            let names =
                Effect.allCases.filter { self.decision(for: $0) == decision }.map(\.rawValue)
                + actions.keys.sorted().filter { actions[$0] == decision }
            return names.isEmpty ? nil : "\(decision.rawValue): \(names.joined(separator: ", "))"
        }
        let apart = Source.allCases.filter { sources[$0] != nil }.map { "\($0.rawValue) (\(policy(for: $0)))" }
        return (decisions + apart + (admitsOffline ? ["offline: admit"] : [])).joined(separator: "; ")
    }
}

extension Policy {
    /// The policy with the changes of a file.
    ///
    ///     let text = #"{ "allow": ["open-url"], "deny": ["process"] }"#
    ///     let policy = try Policy.ask.changed(byFile: "policy.json", Array(text.utf8), actions: ["open-url"])
    ///
    /// The file is a JSON object with lists of effects and actions: `allow`, `ask`, `deny`. A `note` may be beside
    /// them, and `sources`: an object that has the same lists for a source, as `{"http": {"allow": ["record"]}}`.
    /// `"offline": "admit"` sets `admitsOffline`.
    ///
    /// - Parameters:
    ///   - name: the name of the file, for messages.
    ///   - actions: the names of the known actions.
    /// - Throws: `PolicyError`, with everything that is wrong.
    package func changed(byFile name: String, _ bytes: [UInt8], actions: [String]) throws(PolicyError) -> Policy {
        let log = IssueLog(RuleFile(name: name, bytes: bytes))
        let reader = PolicyReader(log, actions: actions)
        let policy = reader.read(self)
        guard log.issues.isEmpty else { throw PolicyError(issues: log.issues) }
        return policy
    }
}

/// Why a policy cannot be used: everything that is wrong with its file.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    package let issues: [RuleIssue]

    package var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Reads a policy from JSON, and logs all that is wrong.
private struct PolicyReader {
    let log: IssueLog
    /// The allowed values of the lists.
    let known: [String]

    private static let lists = Policy.Decision.allCases.map(\.rawValue)
    private static let sources = "sources"
    private static let offline = "offline"

    init(_ log: IssueLog, actions: [String]) {
        self.log = log
        known = Effect.allCases.map(\.rawValue) + actions
    }

    func read(_ start: Policy) -> Policy {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: log.file.bytes)
        } catch  where error.isDuplicateName {
            log.error("a name is used twice", position: error.position)
            return start
        } catch {
            log.report(notJSON: error, minimum: "{}")
            return start
        }
        guard case .object(let members) = root else {
            log.error(
                "a policy must be an object such as {\"allow\": [\"open-url\"]}, not \(root.typeName)", at: JSONPath())
            return start
        }
        var policy = start
        readLists(of: members, at: JSONPath(), into: &policy, "a policy", others: [Self.sources, Self.offline])
        if let offline = members.first(where: { $0.name == Self.offline }) {
            switch offline.value.string {
            case "admit": policy.admitsOffline = true
            case "refuse": policy.admitsOffline = false
            default:
                log.error("'\(Self.offline)' must be \"refuse\" or \"admit\"", at: JSONPath().member(Self.offline))
            }
        }
        if let sources = members.first(where: { $0.name == Self.sources }) {
            readSources(sources.value, at: JSONPath().member(Self.sources), into: &policy)
        }
        return policy
    }

    /// Reads the lists of an object that messages name so; its other members are read elsewhere.
    private func readLists(
        of members: [JSONValue.Member], at path: JSONPath, into policy: inout Policy, _ title: String,
        others: [String] = []
    ) {
        // Where each name is that was read.
        var seen: [String: JSONPath] = [:]
        for member in members where !(others + ["note", "$schema"]).contains(member.name) {
            let path = path.member(member.name)
            guard let decision = Policy.Decision(rawValue: member.name) else {
                let hint = log.hint(for: member.name, in: Self.lists + others + ["note"])
                let names = (Self.lists + others).joined(separator: ", ")
                log.error(
                    "\(title) has no '\(member.name)'" + (hint.isEmpty ? "; it has \(names)" : hint), at: path, .name)
                continue
            }
            guard let elements = member.value.array else {
                log.error("'\(member.name)' must be a list of names, not \(member.value.typeName)", at: path)
                continue
            }
            for (index, element) in elements.enumerated() {
                set(element, to: decision, at: path.element(index), in: &policy, &seen)
            }
        }
    }

    private func readSources(_ value: JSONValue, at path: JSONPath, into policy: inout Policy) {
        guard case .object(let members) = value else {
            return log.error(
                "'\(Self.sources)' must be an object such as {\"http\": {\"allow\": [\"record\"]}}, not "
                    + "\(value.typeName)",
                at: path)
        }
        let known = Policy.Source.allCases.map(\.rawValue)
        for member in members where member.name != "note" {
            let path = path.member(member.name)
            guard let source = Policy.Source(rawValue: member.name) else {
                let hint = log.hint(for: member.name, in: known)
                log.error("unknown source '\(member.name)'\(Spelling.suggestion(hint, known))", at: path, .name)
                continue
            }
            guard case .object(let lists) = member.value else {
                log.error(
                    "the value of a source must be an object such as {\"allow\": [\"record\"]}, not "
                        + "\(member.value.typeName)",
                    at: path)
                continue
            }
            var own = Policy(effects: [:])
            readLists(of: lists, at: path, into: &own, "a source")
            policy.set(source, to: own)
        }
    }

    private func set(
        _ element: JSONValue, to decision: Policy.Decision, at path: JSONPath, in policy: inout Policy,
        _ seen: inout [String: JSONPath]
    ) {
        guard let name = element.string else {
            return log.error("must be the name of an effect or an action, not \(element.typeName)", at: path)
        }
        guard known.contains(name) else {
            let hint = Spelling.hint(for: name, in: known)
            // A name that is like none of these may belong to a plugin that is not loaded.
            if hint.isEmpty, ActionSignature.isPlainName(name) { return policy.set(action: name, to: decision) }
            return log.error("unknown action or effect '\(name)'\(Spelling.suggestion(hint, known))", at: path)
        }
        if let first = seen.updateValue(path, forKey: name) {
            log.error("'\(name)' is used twice; it is also in \(first)", at: path)
        } else if let effect = Effect(rawValue: name) {
            policy.set(effect, to: decision)
        } else {
            policy.set(action: name, to: decision)
        }
    }
}
