/// What a rule file must know of an action to be checked: its name, its parameters, what it may touch.
///
/// Plugins publish it; the rules never see the plugin itself.
public struct ActionSignature: Hashable, Sendable {
    /// The name after `"action":` in a rule.
    public let name: String
    /// What it does, in one sentence.
    public let summary: String
    public let parameters: [Parameter]
    /// What it touches outside of this process; empty: nothing.
    public let effects: Set<Effect>

    public init(name: String, summary: String, parameters: [Parameter], effects: Set<Effect>) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.effects = effects
    }

    /// Names that a parameter cannot have, because the rule language or the output gives them a meaning of their own.
    public static let reservedNames: Set<String> = [
        "action", "as", "ask", "do", "link", "note", "optional", "outcome", "problem", "rule", "when",
    ]

    /// One key that a rule may or must write in the action.
    public struct Parameter: Hashable, Sendable {
        public let name: String
        public let type: ParameterType
        public let isRequired: Bool
        /// What it is, in one sentence.
        public let summary: String

        public init(_ name: String, _ type: ParameterType, isRequired: Bool = true, summary: String) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// What a rule writes as a parameter's value.
    public enum ParameterType: Hashable, Sendable {
        /// A URI template whose host no code chooses.
        case url
        /// A text with `{name}` in it.
        case text
        /// An object whose names are free and whose values are texts with `{name}` in them.
        case fields
    }
}

/// What an action may touch.
public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The user's own files or session.
    case local
    /// Another machine.
    case network
    /// A program that a rule names.
    case process
}
