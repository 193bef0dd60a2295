public import BeelineContent

/// One thing that should be done, with all that the plugin needs to know.
public struct Action: Hashable, Sendable {
    /// The name of the action: `open-url`.
    public let name: String
    /// The id of the rule that asks for it.
    public let rule: String
    /// The plugin's parameters, in the order of the rule.
    public let arguments: [Argument]
    /// Whether the rule wants the user asked, whatever the policy allows.
    public let asks: Bool
    /// Whether the rule goes on when it fails.
    public let isOptional: Bool
    /// Why it cannot be done with this code; nil when it can.
    public let problem: String?

    public init(
        name: String, rule: String, arguments: [Argument], asks: Bool = false, isOptional: Bool = false,
        problem: String? = nil
    ) {
        self.name = name
        self.rule = rule
        self.arguments = arguments
        self.asks = asks
        self.isOptional = isOptional
        self.problem = problem
    }

    /// The value of a parameter; nil where the rule does not give it.
    public subscript(parameter: String) -> ActionValue? {
        arguments.first { $0.name == parameter }?.value
    }

    /// The first parameter that is a link.
    public var url: String? {
        for argument in arguments {
            if case .url(let url) = argument.value { return url }
        }
        return nil
    }

    /// A parameter and its value.
    public struct Argument: Hashable, Sendable {
        public let name: String
        public let value: ActionValue
        /// Whether the value tells a secret of the code, so that neither output nor logs may show it.
        public let isSecret: Bool

        public init(name: String, value: ActionValue, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }
}

/// The value of an action's parameter, or of one of its free fields.
public enum ActionValue: Hashable, Sendable {
    case text(String)
    case url(String)
    case number(DecimalNumber)
    case boolean(Bool)
    case list([String])
    case fields([Action.Argument])
}

extension Action: CustomStringConvertible {
    /// `open-url https://example.com/`, with `•••` in place of a secret.
    public var description: String {
        arguments.reduce(name) { "\($0) \($1.shownValue)" }
    }
}

extension ActionValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text), .url(let text): text
        case .number(let number): number.description
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let texts): texts.joined(separator: ",")
        case .fields(let fields):
            fields.map { "\($0.name)=\($0.shownValue)" }.joined(separator: " ")
        }
    }
}

extension Action.Argument {
    /// The value as anybody may see it: `•••` for a secret.
    public var shownValue: String { isSecret ? Reading.secretMark : value.description }

    /// The same argument with `•••` in place of a secret, also of those among its fields.
    public var redacted: Action.Argument {
        if isSecret { return Action.Argument(name: name, value: .text(Reading.secretMark), isSecret: true) }
        guard case .fields(let fields) = value else { return self }
        return Action.Argument(name: name, value: .fields(fields.map(\.redacted)))
    }
}

extension Action {
    /// The same action with `•••` in place of secrets.
    public var redacted: Action {
        Action(
            name: name, rule: rule, arguments: arguments.map(\.redacted), asks: asks, isOptional: isOptional,
            problem: problem)
    }
}
