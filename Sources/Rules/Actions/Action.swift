internal import BeelineContent
package import BeelineSupport

/// One thing that should be done, with all that the plugin needs to know.
public struct Action: Hashable, Sendable {
    /// What does not depend on the code.
    private let shape: ActionShape
    /// The value of the first parameter, which is the only one of most actions and so needs no array.
    private let first: First
    /// What most actions do not have; nil where this one has nothing of it.
    private let details: Details?

    /// Kept apart, so that an action is small. It never changes.
    private final class Details: Sendable {
        /// The values of the parameters after the first, in the order of the shape; nil for one that waits for a
        /// result.
        let others: [ActionValue?]
        /// The places of the values that reveal a secret of the code.
        let secrets: UInt64
        let problem: String?
        let pending: PendingAction?
        /// What is doubtful about the links that the code gives.
        let doubt: LinkDoubt?

        private init(
            others: [ActionValue?], secrets: UInt64, problem: String?, pending: PendingAction?, doubt: LinkDoubt?
        ) {
            (self.others, self.secrets, self.problem, self.pending) = (others, secrets, problem, pending)
            self.doubt = doubt
        }

        /// Nil when there is nothing to keep; an initializer that fails would have asked for the memory before.
        static func keeping(
            others: [ActionValue?], secrets: UInt64, problem: String?, pending: PendingAction? = nil, doubt: LinkDoubt?
        ) -> Details? {
            guard !others.isEmpty || secrets != 0 || problem != nil || pending != nil || doubt != nil else {
                return nil
            }
            return Details(others: others, secrets: secrets, problem: problem, pending: pending, doubt: doubt)
        }
    }

    /// A first value, or that there is none: because the action has no parameter, waits for it, or has a problem with
    /// it.
    ///
    /// An optional value would say the same, but be copied by asking what type it is of.
    private enum First: Hashable, Sendable {
        case none
        case link(String)
        case other(ActionValue)

        init(_ value: ActionValue?) {
            switch value {
            case nil: self = .none
            case .url(let url): self = .link(url)
            case let value?: self = .other(value)
            }
        }

        var value: ActionValue? {
            switch self {
            case .none: nil
            case .link(let url): .url(url)
            case .other(let value): value
            }
        }
    }

    /// An action of one parameter, which is a link.
    ///
    /// - Parameter link: nil where there is a problem.
    init(shape: ActionShape, link: String?, secrets: UInt64, problem: String?, doubt: LinkDoubt?) {
        self.shape = shape
        first = link.map(First.link) ?? .none
        details = Details.keeping(others: [], secrets: secrets, problem: problem, doubt: doubt)
    }

    init(shape: ActionShape, only value: ActionValue?, secrets: UInt64, problem: String?, doubt: LinkDoubt?) {
        self.shape = shape
        first = First(value)
        details = Details.keeping(others: [], secrets: secrets, problem: problem, doubt: doubt)
    }

    /// - Parameter values: of all parameters, in the order of the shape; nil for one that waits for a result.
    init(
        shape: ActionShape, values: [ActionValue?], secrets: UInt64, problem: String?, pending: PendingAction? = nil,
        doubt: LinkDoubt? = nil
    ) {
        self.shape = shape
        first = First(values.first ?? nil)
        details = Details.keeping(
            others: values.count > 1 ? Array(values.dropFirst()) : [], secrets: secrets, problem: problem,
            pending: pending, doubt: doubt)
    }

    /// An action that a program creates itself, for example to test a plugin; other actions come from rules.
    ///
    /// - Parameters:
    ///   - rule: the id of the rule that asks for it.
    ///   - asks: whether it needs confirmation, even if the policy allows it.
    ///   - isOptional: whether the rule continues when it fails.
    ///   - resultName: the name by which later actions of the rule refer to its results.
    ///   - problem: why it cannot be performed; nil when it can.
    public init(
        name: String, rule: String, arguments: [Argument], asks: Bool = false, isOptional: Bool = false,
        resultName: String? = nil, problem: String? = nil
    ) {
        self.init(
            shape: ActionShape(
                name: name, owner: Rule(id: rule, title: nil, file: "", continues: false),
                parameters: arguments.map(\.name), asks: asks, isOptional: isOptional,
                resultName: resultName),
            values: arguments.map(\.value),
            secrets: arguments.enumerated().reduce(0) { $1.element.isSecret ? $0 | Self.bit($1.offset) : $0 },
            problem: problem)
    }

    /// The bit of a place; those beyond the last share its bit, so that rather too much is withheld than too little.
    static func bit(_ place: Int) -> UInt64 { 1 << UInt64(min(place, 63)) }

    /// The values of all parameters; nil for one that waits for a result.
    private var values: [ActionValue?] {
        shape.parameters.isEmpty ? [] : [first.value] + (details?.others ?? [])
    }

    private var secrets: UInt64 { details?.secrets ?? 0 }

    /// Why it cannot be done with this code; nil when it can.
    public var problem: String? { details?.problem }

    /// Whether it cannot be done with this code, though the rule needs it.
    package var isImpossible: Bool { details?.problem != nil && !isOptional && !isOtherwise }

    /// What is doubtful about the links that the code gives; nil where they are as the code has them.
    var doubt: LinkDoubt? { details?.doubt }

    /// What is still to be done once results are there.
    var pending: PendingAction? { details?.pending }

    /// The name of the action: `open-url`.
    public var name: String { shape.name }

    /// The id of the rule that asks for it.
    public var rule: String { shape.owner.id }

    /// The rule that asks for it.
    var owner: Rule { shape.owner }
    /// The name of the file of that rule; empty where a program made the action up.
    package var ruleFile: String { shape.owner.file }

    /// Whether the rule wants the user asked, whatever the policy allows.
    public var asks: Bool { shape.asks }

    /// Whether the rule continues when it fails.
    public var isOptional: Bool { shape.isOptional }

    /// Whether it is performed even where the rule's list has ended before it.
    package var isAlways: Bool { shape.isAlways }

    /// Whether it is in for the last action before it that does not: it is performed when that one was not done.
    package var isOtherwise: Bool { shape.isOtherwise }

    /// Whether it refuses the code once it is done.
    package var refuses: Bool { shape.refuses }

    /// Whether the rules of its set use earlier scans or session values.
    package var isOfRemembering: Bool { !owner.trust.memoryUse.isNone }

    /// The name by which later actions of the rule know what it finds; nil where they do not ask.
    public var resultName: String? { shape.resultName }

    /// The names of the actions whose results it waits for, in the order in which it asks for them; empty for most.
    public var needs: [String] { pending?.needs ?? [] }

    /// The plugin's parameters, in the order of the rule; those that wait for results are not among them.
    public var arguments: [Argument] {
        var arguments: [Argument] = []
        arguments.reserveCapacity(values.count)
        for (place, value) in values.enumerated() {
            guard let value else { continue }
            arguments.append(
                Argument(name: shape.parameters[place], value: value, isSecret: secrets & Self.bit(place) != 0))
        }
        return arguments
    }

    /// Writes the action as members of an object, secrets as they are:
    /// `"action":"open-url","rule":"book.amazon","ask":true,"url":"https://…"`.
    ///
    /// - Parameter leavesOutFields: whether parameters that are objects are left out, because they were not assigned.
    package func writeMembers(to json: inout JSONWriter, leavesOutFields: Bool = false) {
        json.member("action", name)
        json.member("rule", rule)
        if shape.asks { json.member("ask", true) }
        switch first {
        case .none: break
        case .link(let url):
            json.name(shape.parameters[0])
            json.value(url)
        case .other(.fields) where leavesOutFields: break
        case .other(let value):
            json.name(shape.parameters[0])
            value.write(to: &json)
        }
        guard let details else { return }
        for place in details.others.indices {
            guard let value = details.others[place] else { continue }
            if leavesOutFields, case .fields = value { continue }
            json.name(shape.parameters[place + 1])
            value.write(to: &json)
        }
    }

    /// Hands on what `arguments` has, the names and the values, without making an array of them.
    public func forEachArgument(_ body: (_ name: String, _ value: ActionValue) -> Void) {
        if let value = first.value { body(shape.parameters[0], value) }
        guard let details else { return }
        for place in details.others.indices {
            if let value = details.others[place] { body(shape.parameters[place + 1], value) }
        }
    }

    /// The value of a parameter; nil where the rule does not give it.
    public subscript(parameter: String) -> ActionValue? {
        guard let place = shape.parameters.firstIndex(of: parameter) else { return nil }
        return place == 0 ? first.value : details?.others[place - 1] ?? nil
    }

    /// Hands on the parameters that are links, and of each whether its host is the rule's and not the code's.
    func forEachLink(_ body: (_ url: String, _ isHostOfRule: Bool) -> Void) {
        if case .link(let url) = first { body(url, shape.hostsOfRule & Self.bit(0) != 0) }
        guard let details else { return }
        for place in details.others.indices {
            if case .url(let url)? = details.others[place] { body(url, shape.hostsOfRule & Self.bit(place + 1) != 0) }
        }
    }

    /// The first parameter that is a link.
    public var url: String? {
        if case .link(let url) = first { return url }
        for value in details?.others ?? [] {
            if case .url(let url)? = value { return url }
        }
        return nil
    }

    /// The action once others have found something.
    ///
    /// - Parameter results: what the actions before it in its rule have found, by the names that `as` gave them; those
    ///   that found nothing are not in it.
    /// - Returns: an action that waits for nothing more; nil when its own condition is false, and it is to be
    ///   skipped.
    package func completed(with results: ActionResults) -> Action? {
        pending.map { $0.completed(results) } ?? self
    }

    /// The action with the secrets that its templates name put in.
    ///
    /// - Parameter secret: the value of a secret, by its name; nil for an unknown one.
    /// - Throws: `MissingSecret` for the first unknown one.
    package func revealed(_ secret: (String) -> String?) throws(MissingSecret) -> Action {
        for name in values.flatMap({ $0?.secretNames ?? [] }) where secret(name) == nil {
            throw MissingSecret(name: name)
        }
        return revealingKnown(secret)
    }

    /// The action with the known secrets inserted. Values with an unknown secret stay `.withSecrets`: of several
    /// services only those with known secrets are used.
    ///
    /// - Parameter secret: the value of a secret, by its name; nil for an unknown one.
    public func revealingKnown(_ secret: (String) -> String?) -> Action {
        guard namesSecret else { return self }
        var secrets = secrets
        for (place, value) in values.enumerated() where value?.namesSecret ?? false { secrets |= Self.bit(place) }
        return Action(
            shape: shape, values: values.map { $0?.revealingKnown(secret) }, secrets: secrets, problem: problem,
            pending: pending, doubt: doubt)
    }

    /// Actions are equal when they do the same for the same rule.
    public static func == (left: Action, right: Action) -> Bool {
        left.shape == right.shape && left.values == right.values && left.secrets == right.secrets
            && left.problem == right.problem && left.needs == right.needs && left.doubt == right.doubt
    }

    /// Feeds the action, its rule and its first value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(shape)
        hasher.combine(first)
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
    }
}

/// What of an action does not depend on the code: all actions of one place in a rule share it.
package final class ActionShape: Hashable, Sendable {
    package let name: String
    let owner: Rule
    package let parameters: [String]
    package let asks: Bool
    package let isOptional: Bool
    package let isAlways: Bool
    package let isOtherwise: Bool
    let refuses: Bool
    package let resultName: String?
    /// The places of the links whose host the rule names, and no code.
    let hostsOfRule: UInt64
    init(
        name: String, owner: Rule, parameters: [String], asks: Bool, isOptional: Bool, resultName: String?,
        isAlways: Bool = false, isOtherwise: Bool = false, hostsOfRule: UInt64 = 0
    ) {
        self.hostsOfRule = hostsOfRule
        (self.isAlways, self.isOtherwise) = (isAlways, isOtherwise)
        refuses = name == ActionSignature.refuse
        (self.name, self.owner, self.parameters) = (name, owner, parameters)
        (self.asks, self.isOptional, self.resultName) = (asks, isOptional, resultName)
    }

    package static func == (left: ActionShape, right: ActionShape) -> Bool {
        left === right
            || (left.name == right.name && left.owner.id == right.owner.id && left.parameters == right.parameters
                && left.asks == right.asks && left.isOptional == right.isOptional
                && left.resultName == right.resultName && left.hostsOfRule == right.hostsOfRule
                && left.isAlways == right.isAlways && left.isOtherwise == right.isOtherwise)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(owner.id)
    }
}

extension Action: CustomStringConvertible {
    /// `open-url https://example.com/`, with `•••` instead of a secret.
    public var description: String { arguments.reduce(name) { "\($0) \($1.shownValue)" } }
}

extension Action.Argument {
    /// The value for output: `•••` for a secret.
    public var shownValue: String { isSecret ? Reading.secretMark : withoutLinkPasswords(value.description) }

    /// The same argument with `•••` instead of a secret, also of those among its fields.
    public var redacted: Action.Argument {
        if isSecret { return Action.Argument(name: name, value: .text(Reading.secretMark), isSecret: true) }
        guard case .fields(let fields) = value else { return self }
        return Action.Argument(name: name, value: .fields(fields.map(\.redacted)))
    }
}

extension Action {
    /// Whether one of its parameters as a whole is not to be shown.
    public var holdsSecret: Bool { secrets != 0 }

    /// The same action with `•••` instead of secrets.
    public var redacted: Action {
        let redacted = values.enumerated().map { place, value -> ActionValue? in
            value.map {
                Argument(name: "", value: $0, isSecret: secrets & Self.bit(place) != 0).redacted.value
            }
        }
        return Action(
            shape: shape, values: redacted, secrets: secrets, problem: problem, pending: pending, doubt: doubt)
    }

    /// The same action with other values instead of those that are not secret as a whole, and with another text for
    /// what is wrong with it.
    func replacingTexts(_ problemText: (String) -> String, value: (ActionValue) -> ActionValue) -> Action {
        let replaced = values.enumerated().map { place, old in
            secrets & Self.bit(place) == 0 ? old.map(value) : old
        }
        return Action(
            shape: shape, values: replaced, secrets: secrets, problem: problem.map(problemText), pending: pending,
            doubt: doubt)
    }
}

extension Action {
    /// Whether it gets a secret of the user.
    package var namesSecret: Bool { values.contains { $0?.namesSecret ?? false } }
}

struct PendingAction: Sendable {
    let needs: [String]
    /// The action once they are there; nil when its condition is false then.
    let completed: @Sendable (ActionResults) -> Action?
}
