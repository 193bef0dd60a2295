internal import BeelineSymbols

/// The declaration of an action, against which rules are checked: name, parameters, results and effects.
///
/// A plugin provides it; rules never use the plugin itself.
public struct ActionSignature: Hashable, Sendable {
    /// The name after `"action":` in a rule.
    public let name: String
    /// A description in one sentence.
    public let summary: String
    /// The keys that a rule writes beside `"action"`, in the order of the reference.
    public let parameters: [Parameter]
    /// The results that later actions can use.
    package let results: Results
    /// What it affects outside of this process; empty for nothing.
    public let effects: Set<Effect>
    /// Checks arguments beyond their names and types when rules are loaded; nil for no such check.
    package let check: ArgumentCheck?

    /// - Parameters:
    ///   - name: as rules write it: small letters, digits and `-`.
    ///   - results: the names of the results that later actions can use. Default: none.
    ///   - effects: what it affects outside of this process; a policy allows or forbids these.
    public init(name: String, summary: String, parameters: [Parameter], results: [String] = [], effects: Set<Effect>) {
        let results: Results = results.isEmpty ? .none : .named(results)
        self.init(name: name, summary: summary, parameters: parameters, results: results, effects: effects, check: nil)
    }

    package init(
        name: String, summary: String, parameters: [Parameter], results: Results = .none, effects: Set<Effect>,
        check: ArgumentCheck? = nil
    ) {
        (self.name, self.summary, self.parameters) = (name, summary, parameters)
        (self.results, self.effects, self.check) = (results, effects, check)
    }

    /// Names that a parameter cannot have, because the rule language or the output gives them a meaning of their own.
    package static let reservedNames: Set<String> = [
        "action", "always", "as", "ask", "do", "link", "needs", "note", "optional", "otherwise", "outcome", "problem",
        "retry", "rule", "when",
    ]

    /// Whether it sends something that may also come later, so that a rule can have it kept (`retry`): not what a person
    /// waits for, as a page or the answer of a service.
    package var mayComeLater: Bool {
        effects.contains(.network) && results != .ofService && name != Self.openURL
    }

    /// The name of the action that refuses a code. The rule language knows it, because it ends the list of its rule.
    package static let refuse = "refuse"
    /// The name of the action that opens a link. Output knows it: only the link of this action is for people to open.
    package static let openURL = "open-url"
    /// The name of the action that records a scan. The rule language knows it: a list must not skip it unnoticed.
    package static let record = "record"
    /// The names of the actions that set session values. The rule language knows them: a value that none sets is misspelled.
    package static let (set, count) = ("set", "count")

    /// One key that a rule may or must write in the action.
    public struct Parameter: Hashable, Sendable {
        /// The key, as rules write it.
        public let name: String
        /// The form of its value.
        public let type: ParameterType
        /// Whether a rule must write it.
        public let isRequired: Bool
        /// What the code may decide about it.
        package let freedom: Freedom
        /// Whether a `text` is a number, or begins with one, so that rules may write a number of JSON.
        package let isNumber: Bool
        /// The allowed names of `fields`; nil for any.
        public let fieldNames: [String]?
        /// A description in one sentence.
        public let summary: String

        /// A parameter; by default it is required, and can contain values of the code.
        ///
        /// - Parameters:
        ///   - fieldNames: the allowed names of `fields`; nil for any.
        ///   - summary: a description in one sentence.
        public init(
            _ name: String, _ type: ParameterType, isRequired: Bool = true, fieldNames: [String]? = nil, summary: String
        ) {
            self.init(name, type, isRequired: isRequired, freedom: .template, fieldNames: fieldNames, summary: summary)
        }

        /// - Parameter freedom: what the code may decide about a `text`.
        package init(
            _ name: String, _ type: ParameterType, isRequired: Bool = true, freedom: Freedom,
            fieldNames: [String]? = nil, summary: String
        ) {
            self.init(
                name, type, isRequired: isRequired, freedom: freedom, isNumber: false, fieldNames: fieldNames,
                summary: summary)
        }

        /// - Parameter isNumber: whether rules may write a number of JSON.
        package init(
            _ name: String, _ type: ParameterType, isRequired: Bool = true, freedom: Freedom = .template,
            isNumber: Bool, fieldNames: [String]? = nil, summary: String
        ) {
            (self.name, self.type, self.isRequired, self.isNumber) = (name, type, isRequired, isNumber)
            (self.freedom, self.fieldNames, self.summary) = (freedom, fieldNames, summary)
        }
    }

    /// What the code may decide about a parameter. For types other than `text`, the type determines it.
    package enum Freedom: Hashable, Sendable {
        /// Anything that the template makes of the code.
        case template
        /// Nothing: it is the same for every code, made of literal text and constants.
        case fixed
        /// Nothing: as `fixed`, but for the source of the scan, which is one level of the topic.
        case topic
        /// Nothing, and it is one of these.
        case choice([String])
        /// Nothing, and it is one of these, or the path of a file whose name ends so, counted from the folder of the
        /// rule file.
        case choiceOrFile([String], endings: [String])

        /// The listed choices; empty if there is no list.
        package var choices: [String] {
            switch self {
            case .template, .fixed, .topic: []
            case .choice(let choices), .choiceOrFile(let choices, _): choices
            }
        }
    }

    /// What a rule writes as a parameter's value.
    public enum ParameterType: String, Hashable, Sendable, CaseIterable {
        /// A URI template whose host no code chooses.
        case url
        /// A text with `{name}` in it.
        case text
        /// A list of texts with `{name}` in them, each of which becomes one argument of a program.
        ///
        /// A value of the code must not become an option: an argument whose template begins with a name and whose value
        /// begins with `-` is refused, unless the rule writes `--` before it.
        case texts
        /// A text with `{name}` in it that may also contain `{secret.NAME}`. No output shows it.
        case secret
        /// An object whose names are free and whose values are texts with `{name}` in them.
        case fields
        /// A JSON object with any values; texts in it can have `{name}` in them, and one that is `{name}` alone is the
        /// value itself, of its own type. A member whose value is absent is left out.
        case json
        /// An object whose names are HTTP headers and whose values are texts that may contain secrets.
        case headers
        /// An object whose names are free and whose values are JSON Pointers (RFC 6901) into the answer that the action
        /// receives.
        case pointers
        /// The name of a service of the rule files, or a list of names: a service is used if those before it have no
        /// answer. The action gets the definitions of the services instead: the parameters that `ServiceParameter`
        /// names.
        case service
        /// An object with a value for each name that the services ask for; goes with `service`.
        case serviceValues
    }

    package enum Results: Hashable, Sendable {
        case none
        case named([String])
        /// These results, which always exist.
        case certain([String])
        /// These results, which always exist, and those that the parameter of type `pointers` names.
        case withPointers([String])
        /// The results of all services that the action uses, and `found` and `service`, which always exist.
        case ofService
    }
}

/// What an action may affect.
public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The user's own files or session.
    case local
    /// Another machine.
    case network
    /// A program that a rule names.
    case process
}

extension ActionSignature {
    /// Whether a text can be the name of a plugin or of an action outside of this program: small letters, digits and
    /// `-`, the first a letter, at most 64 of them.
    package static func isPlainName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { isSmallLetter($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isPlain && text.utf8.first.map(isSmallLetter) ?? false && text.utf8.count <= 64
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    /// Whether rules can write it after the dot of `disc.title`.
    package static func isResultName(_ text: String) -> Bool { text.utf8.count <= 64 && RuleName.isValid(text) }

    package static func isParameterName(_ text: String) -> Bool { isResultName(text.replacing("-", with: "_")) }
}

/// A check of an action's arguments by its plugin when rules are loaded, beyond names and types.
///
///     let check = ArgumentCheck { written in
///         guard let size = written.texts["size"], Int(size) == nil else { return nil }
///         return .init("'\(size)' is not a number", parameter: "size")
///     }
package struct ArgumentCheck: Sendable {
    /// The arguments of a rule, as far as they are the same for every code.
    package struct Written: Sendable {
        /// The parameters that the rule gives.
        package internal(set) var parameters: Set<String> = []
        /// The texts without names of the code, by parameter; constants are filled in.
        package internal(set) var texts: [String: String] = [:]
        /// The names in objects, by parameter.
        package internal(set) var names: [String: Set<String>] = [:]
        /// The texts in objects that are the same for every code, by parameter and name.
        package internal(set) var fieldTexts: [String: [String: String]] = [:]
        /// The name of the rule file that has it.
        package internal(set) var file = ""
    }

    package struct Problem: Hashable, Sendable {
        package let message: String
        /// The parameter that it is about; nil: the action as a whole.
        package let parameter: String?

        package init(_ message: String, parameter: String? = nil) {
            self.message = message
            self.parameter = parameter
        }
    }

    let problem: @Sendable (Written) -> Problem?

    /// - Parameter problem: returns nil when nothing is known to be wrong.
    package init(_ problem: @escaping @Sendable (Written) -> Problem?) { self.problem = problem }
}

/// Signatures are equal when their declarations are; the check itself is not compared.
extension ArgumentCheck: Hashable {
    package static func == (one: ArgumentCheck, other: ArgumentCheck) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
