package import BeelineContent
package import BeelineSupport

/// A call of a plugin that a rule requests for a code, with its arguments.
public final class Action: Hashable, Sendable {
    /// The part that is the same for every code.
    let shape: ActionShape
    /// The rule that requests it.
    let owner: Rule
    /// The arguments, in the order of the rule, without those that wait for results of other actions.
    public let arguments: [Argument]
    /// Whether one of its arguments is secret as a whole.
    public let holdsSecret: Bool
    /// Why it cannot be performed with this code; nil when it can.
    public let problem: String?
    /// What is doubtful about the links that come from the code; nil when nothing is.
    let doubt: LinkDoubt?
    /// What is filled in once the results of earlier actions are known.
    let pending: PendingAction?

    init(
        shape: ActionShape, owner: Rule, arguments: [Argument], holdsSecret: Bool, problem: String?, doubt: LinkDoubt?,
        pending: PendingAction?
    ) {
        (self.shape, self.owner, self.arguments, self.holdsSecret) = (shape, owner, arguments, holdsSecret)
        (self.problem, self.doubt, self.pending) = (problem, doubt, pending)
    }

    /// Whether it cannot be performed with this code, although the rule requires it.
    package var isImpossible: Bool { problem != nil && !isOptional && !isOtherwise }

    /// The name of the action: `open-url`.
    public var name: String { shape.name }

    /// The id of the rule that requests it.
    public var rule: String { owner.id }

    /// The name of the file of that rule; empty for an action that a program created.
    package var ruleFile: String { owner.file }

    /// Whether its rule requires confirmation, even if the policy allows it.
    public var requiresConfirmation: Bool { shape.asks }

    /// Whether the rule continues when it fails.
    public var isOptional: Bool { shape.isOptional }

    /// Whether the code chooses the host of one of its links.
    package var hasHostOfCode: Bool {
        arguments.contains { if case .url = $0.value { !shape.hostsOfRule.contains($0.name) } else { false } }
    }

    /// Whether it is performed even if the rule's list has ended before it.
    package var isAlways: Bool { shape.isAlways }

    /// Whether it is an alternative (`otherwise`): it is performed if the last regular action before it was not done.
    package var isOtherwise: Bool { shape.isOtherwise }

    /// Whether it refuses the code once it is done.
    package var refuses: Bool { shape.refuses }

    /// Whether the rules of its set use earlier scans or session values.
    package var isOfRemembering: Bool { !owner.set.memoryUse.isNone }

    /// For how long it is kept and sent again where it could not be sent; nil where it is not kept.
    package var retry: Duration? { shape.retry }

    /// The name by which later actions of the rule use its results; nil when it has none.
    public var resultName: String? { shape.resultName }

    /// The names of the actions whose results it waits for, in the order of their first use; usually empty.
    public var awaitedResults: [String] { pending?.needs ?? [] }

    /// Writes the action as members of an object, secrets as they are:
    /// `"action":"open-url","rule":"book.amazon","ask":true,"url":"https://…"`. Parameters that are objects may be left
    /// out, because they were not assigned.
    package func writeMembers(to json: inout JSONWriter, leavesOutFields: Bool = false) {
        json.member("action", name)
        json.member("rule", rule)
        if requiresConfirmation { json.member("ask", true) }
        for argument in arguments {
            if leavesOutFields, case .fields = argument.value { continue }
            json.name(argument.name)
            argument.value.write(to: &json)
        }
    }

    /// The value of a parameter; nil where the rule does not give it.
    public subscript(parameter: String) -> ActionValue? { arguments.first { $0.name == parameter }?.value }

    /// The first argument that is a link.
    public var url: String? {
        for argument in arguments { if case .url(let url) = argument.value { return url } }
        return nil
    }

    /// The action with the results of earlier actions of its rule, by their `as` names, filled in, so that it waits for
    /// nothing more. Actions that found nothing have no results. Nil when its own condition is false, so that it is
    /// skipped.
    package func completed(with results: ActionResults) -> Action? {
        pending.map { $0.completed(with: results) } ?? self
    }

    /// The action with the secrets that its templates name inserted. An error for the first one without a value.
    package func revealed(_ secret: (String) -> String?) throws(MissingSecret) -> Action {
        for name in arguments.flatMap(\.value.secretNames) where secret(name) == nil {
            throw MissingSecret(name: name)
        }
        return revealingKnown(secret)
    }

    /// The action with the known secrets inserted. Values with an unknown secret stay `.withSecrets`: of several
    /// services only those with known secrets are used.
    ///
    /// - Parameter secret: the value of a secret, by its name; nil for an unknown one.
    package func revealingKnown(_ secret: (String) -> String?) -> Action {
        guard namesSecret else { return self }
        return with(arguments.map { $0.revealingKnown(secret) }, holdsSecret: true, problem: problem)
    }

    /// The same action with other values of its parameters.
    private func with(_ arguments: [Argument], holdsSecret: Bool, problem: String?) -> Action {
        Action(
            shape: shape, owner: owner, arguments: arguments, holdsSecret: holdsSecret, problem: problem, doubt: doubt,
            pending: pending)
    }

    /// Actions are equal when they do the same for the same rule.
    public static func == (left: Action, right: Action) -> Bool {
        left.shape == right.shape && left.owner.id == right.owner.id && left.arguments == right.arguments
            && left.holdsSecret == right.holdsSecret && left.problem == right.problem
            && left.awaitedResults == right.awaitedResults
            && left.doubt == right.doubt
    }

    /// Feeds the action, its rule and its values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(rule)
        hasher.combine(arguments)
    }

    /// A parameter and its value.
    public struct Argument: Hashable, Sendable {
        /// The name of the parameter, as rules write it.
        public let name: String
        /// The value for this code.
        public let value: ActionValue
        /// Whether the value contains a secret of the code, so that neither output nor logs may show it.
        public let isSecret: Bool

        /// An argument; not secret by default.
        public init(name: String, value: ActionValue, isSecret: Bool = false) {
            (self.name, self.value, self.isSecret) = (name, value, isSecret)
        }

        /// The argument with the known secrets inserted; it is secret if its value names any.
        func revealingKnown(_ secret: (String) -> String?) -> Argument {
            Argument(name: name, value: value.revealingKnown(secret), isSecret: isSecret || value.namesSecret)
        }
    }
}

/// The part of an action that is the same for every code; all actions from one place in a rule share it.
package final class ActionShape: Hashable, Sendable {
    package let name: String
    package let asks: Bool
    package let isOptional: Bool
    package let isAlways: Bool
    package let isOtherwise: Bool
    package let resultName: String?
    /// For how long it is kept and sent again where it could not be sent.
    let retry: Duration?
    var refuses: Bool { name == ActionSignature.refuse }
    /// The parameters that are links whose host the rule sets, and not the code.
    let hostsOfRule: Set<String>

    init(
        name: String, asks: Bool, isOptional: Bool, resultName: String?, isAlways: Bool = false,
        isOtherwise: Bool = false, retry: Duration? = nil, hostsOfRule: Set<String> = []
    ) {
        (self.name, self.asks, self.isOptional, self.resultName) = (name, asks, isOptional, resultName)
        self.retry = retry
        (self.isAlways, self.isOtherwise, self.hostsOfRule) = (isAlways, isOtherwise, hostsOfRule)
    }

    package static func == (left: ActionShape, right: ActionShape) -> Bool {
        left === right
            || (left.name == right.name && left.asks == right.asks && left.isOptional == right.isOptional
                && left.resultName == right.resultName && left.hostsOfRule == right.hostsOfRule
                && left.isAlways == right.isAlways && left.isOtherwise == right.isOtherwise
                && left.retry == right.retry)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Action: CustomStringConvertible {
    /// `open-url https://example.com/`, with `•••` instead of a secret.
    public var description: String { arguments.reduce(name) { "\($0) \($1.shownValue)" } }
}

extension Action.Argument {
    /// The value for output: `•••` for a secret.
    public var shownValue: String { isSecret ? Reading.secretMark : withoutLinkPasswords(value.description) }

    /// The same argument with `•••` instead of secrets, also within its fields.
    public var redacted: Action.Argument {
        if isSecret { return Action.Argument(name: name, value: .text(Reading.secretMark), isSecret: true) }
        guard case .fields(let fields) = value else { return self }
        return Action.Argument(name: name, value: .fields(fields.map(\.redacted)))
    }
}

extension Action {
    /// An action that a program creates itself, for example to test a plugin; other actions come from rules.
    ///
    /// - Parameters:
    ///   - rule: the id of the rule that requests it.
    ///   - requiresConfirmation: whether its rule requires confirmation, even if the policy allows it.
    ///   - isOptional: whether the rule continues when it fails.
    ///   - resultName: the name by which later actions of the rule refer to its results.
    ///   - problem: why it cannot be performed; nil when it can.
    public convenience init(
        name: String, rule: String, arguments: [Argument], requiresConfirmation: Bool = false,
        isOptional: Bool = false, resultName: String? = nil, problem: String? = nil
    ) {
        self.init(
            shape: ActionShape(
                name: name, asks: requiresConfirmation, isOptional: isOptional, resultName: resultName),
            owner: Rule(id: rule, title: nil, file: "", continues: false), arguments: arguments,
            holdsSecret: arguments.contains(where: \.isSecret), problem: problem, doubt: nil, pending: nil)
    }

    /// The same action with `•••` instead of secrets.
    public var redacted: Action { with(arguments.map(\.redacted), holdsSecret: holdsSecret, problem: problem) }

    /// The same action with `•••` instead of what a mask hides in its arguments and its problem.
    /// Arguments that are secret as a whole stay as they are; `redacted` hides these.
    package func masked(by mask: SecretMask) -> Action {
        guard !mask.isEmpty else { return self }
        return with(
            arguments.map { $0.isSecret ? $0 : mask.masked($0) }, holdsSecret: holdsSecret,
            problem: problem.map(mask.masked))
    }

    /// Whether it uses one of the user's secrets.
    package var namesSecret: Bool { arguments.contains(where: \.value.namesSecret) }
}
