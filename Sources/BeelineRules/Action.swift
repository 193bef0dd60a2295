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

        public init(name: String, value: ActionValue) {
            self.name = name
            self.value = value
        }
    }
}

/// The value of an action's parameter, or of one of its free fields.
public enum ActionValue: Hashable, Sendable {
    case text(String)
    case url(String)
    case boolean(Bool)
    case fields([Action.Argument])
}

extension Action: CustomStringConvertible {
    /// `open-url https://example.com/`.
    public var description: String {
        arguments.reduce(name) { "\($0) \($1.value)" }
    }
}

extension ActionValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text), .url(let text): text
        case .boolean(let truth): truth ? "true" : "false"
        case .fields(let fields):
            fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        }
    }
}
