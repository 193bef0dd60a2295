internal import BeelineSymbols

/// What a rule file must know of an action to be checked: its name, its parameters, what it may touch.
///
/// Plugins publish it; the rules never see the plugin itself.
public struct ActionSignature: Hashable, Sendable {
    /// The name after `"action":` in a rule.
    public let name: String
    /// A description in one sentence.
    public let summary: String
    /// The keys that a rule writes beside `"action"`, in the order of the reference.
    public let parameters: [Parameter]
    /// What it finds, for actions after it to use.
    package let results: Results
    /// What it touches outside of this process; empty: nothing.
    public let effects: Set<Effect>
    /// What can be wrong with a rule's parameters beyond their names and types; nil: nothing that is known early.
    package let check: ArgumentCheck?

    /// - Parameters:
    ///   - name: as rules write it: small letters, digits and `-`.
    ///   - results: the names of what it finds, which actions after it use. Default: nothing.
    ///   - effects: what it touches outside of this process; a policy allows or forbids these.
    public init(
        name: String, summary: String, parameters: [Parameter], results: [String] = [], effects: Set<Effect>
    ) {
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
        "rule", "when",
    ]

    /// The name of the action that refuses a code. The language knows it, because nothing of its rule's list follows
    /// it.
    package static let refuse = "refuse"
    /// The name of the action that opens a link. Output knows it, because the link of no other action is one that a person
    /// may open.
    package static let openURL = "open-url"
    /// The name of the action that keeps a scan. The language knows it, because a list must not lose one.
    package static let record = "record"

    /// One key that a rule may or must write in the action.
    public struct Parameter: Hashable, Sendable {
        /// The key, as rules write it.
        public let name: String
        /// The form of its value.
        public let type: ParameterType
        /// Whether a rule must write it.
        public let isRequired: Bool
        /// What of it a code may decide.
        package let freedom: Freedom
        /// Of `fields`, the names that they may have; nil: any.
        public let fieldNames: [String]?
        /// A description in one sentence.
        public let summary: String

        /// A parameter; by default it is required, and can contain values of the code.
        ///
        /// - Parameters:
        ///   - fieldNames: of `fields`, the names that they may have; nil: any.
        ///   - summary: a description in one sentence.
        public init(
            _ name: String, _ type: ParameterType, isRequired: Bool = true, fieldNames: [String]? = nil,
            summary: String
        ) {
            self.init(name, type, isRequired: isRequired, freedom: .template, fieldNames: fieldNames, summary: summary)
        }

        /// - Parameter freedom: what of a `text` a code may decide.
        package init(
            _ name: String, _ type: ParameterType, isRequired: Bool = true, freedom: Freedom,
            fieldNames: [String]? = nil, summary: String
        ) {
            (self.name, self.type, self.isRequired) = (name, type, isRequired)
            (self.freedom, self.fieldNames, self.summary) = (freedom, fieldNames, summary)
        }
    }

    /// What of a parameter a code may decide. Of what is no `text` it decides as much as the type lets it.
    package enum Freedom: Hashable, Sendable {
        /// Whatever the template makes of the code.
        case template
        /// Nothing: it is the same for every code, made of literal text and constants.
        case fixed
        /// Nothing, and it is one of these.
        case choice([String])
        /// Nothing, and it is one of these, or the path of a file whose name ends so, counted from the folder of the
        /// rule file.
        case choiceOrFile([String], endings: [String])

        /// Those that there are; empty where there is no such list.
        package var choices: [String] {
            switch self {
            case .template, .fixed: []
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
        /// What begins with a name of the code must not become an option: an argument whose template begins with a name
        /// and whose value begins with `-` is refused, unless the rule writes `--` before it.
        case texts
        /// A text with `{name}` in it that may also contain `{secret.NAME}`. No output shows it.
        case secret
        /// An object whose names are free and whose values are texts with `{name}` in them.
        case fields
        /// A JSON object with any values; texts in it can have `{name}` in them, and one that is `{name}` alone is the
        /// value itself, of its own type. A member whose value is absent is left out.
        case json
        /// An object whose names are headers of HTTP and whose values are texts, in which secrets may stand.
        case headers
        /// An object whose names are free and whose values are JSON Pointers (RFC 6901) into what an action gets.
        case pointers
        /// The name of a service of the rule files, or a list of names: a service is used if those before it have no
        /// answer. The action gets the definitions of the services instead: the parameters that `ServiceParameter`
        /// names.
        case service
        /// An object with a value for each name that the services ask for; goes with `service`.
        case serviceValues
    }

    /// The names of what an action finds.
    package enum Results: Hashable, Sendable {
        case none
        case named([String])
        /// These, which are always there.
        case certain([String])
        /// These, which are always there, and those that the parameter of the type `pointers` names.
        case withPointers([String])
        /// Those of all services that the action asks, and `found` and `service`, which are always there.
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

extension ActionSignature {
    /// Whether a text can be the name of a plugin or of an action outside of this program: small letters, digits and
    /// `-`, the first a letter, at most 64 of them.
    package static func isPlainName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { isSmallLetter($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isPlain && text.utf8.first.map(isSmallLetter) ?? false && text.utf8.count <= 64
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    /// Whether rules can write it after the dot of `disc.title`.
    package static func isResultName(_ text: String) -> Bool {
        text.utf8.count <= 64 && RuleName.isValid(text)
    }

    package static func isParameterName(_ text: String) -> Bool { isResultName(text.replacing("-", with: "_")) }
}

/// What a plugin knows to be wrong with an action of a rule before any code is scanned, beyond names and types.
///
///     let check = ArgumentCheck { written in
///         guard let size = written.texts["size"], Int(size) == nil else { return nil }
///         return .init("'\(size)' is not a number", parameter: "size")
///     }
package struct ArgumentCheck: Sendable {
    /// What a rule writes, as far as it is the same for every code.
    package struct Written: Sendable {
        /// The parameters that are there.
        package internal(set) var parameters: Set<String> = []
        /// Those that are a text without a name of the code, by parameter; constants are filled in.
        package internal(set) var texts: [String: String] = [:]
        /// The names in those that are an object, by parameter.
        package internal(set) var names: [String: Set<String>] = [:]
        /// The texts in those that are an object, by parameter and name, as far as they are the same for every code.
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

    /// - Parameter problem: nil where nothing is wrong that can be known.
    package init(_ problem: @escaping @Sendable (Written) -> Problem?) { self.problem = problem }
}

/// Signatures are the same when they say the same: how they look at what is written says nothing.
extension ArgumentCheck: Hashable {
    package static func == (one: ArgumentCheck, other: ArgumentCheck) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
