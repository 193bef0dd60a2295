/// What a rule file must know of an action to be checked: its name, its parameters, what it may touch.
///
/// Plugins publish it; the rules never see the plugin itself.
public struct ActionSignature: Hashable, Sendable {
    /// The name after `"action":` in a rule.
    public let name: String
    /// What it does, in one sentence.
    public let summary: String
    public let parameters: [Parameter]
    /// What it finds, for actions after it to use.
    public let results: Results
    /// What it touches outside of this process; empty: nothing.
    public let effects: Set<Effect>

    public init(
        name: String, summary: String, parameters: [Parameter], results: Results = .none, effects: Set<Effect>
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.results = results
        self.effects = effects
    }

    /// Names that a parameter cannot have, because the rule language or the output gives them a meaning of their own.
    public static let reservedNames: Set<String> = [
        "action", "as", "ask", "do", "link", "needs", "note", "optional", "outcome", "problem", "rule", "when",
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
    public enum ParameterType: String, Hashable, Sendable, CaseIterable {
        /// A URI template whose host no code chooses.
        case url
        /// A text with `{name}` in it.
        case text
        /// An object whose names are free and whose values are texts with `{name}` in them.
        case fields
        /// The name of a service of the rule files. The action gets what the service says of itself instead: `service` (its
        /// name), `url`, `headers` and `results` (a JSON Pointer for each name).
        case service
        /// An object with a value for each name that the service's URL and headers ask for; goes with `service`.
        case serviceValues
    }

    /// The names of what an action finds.
    public enum Results: Hashable, Sendable {
        case none
        case named([String])
        /// Those of the service that the action asks, and `found`.
        case ofService
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
