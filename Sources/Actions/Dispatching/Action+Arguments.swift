internal import BeelineContent
public import BeelineRules

extension Action {
    /// The text of a parameter, which its signature requires.
    ///
    ///     let isbn = try action.text("isbn")
    ///
    /// A link, a number and what else is one value count as their texts.
    ///
    /// - Throws: an error that names the parameter, where the rule does not give it or it is not one value. The action
    ///   then fails with it.
    public func text(_ parameter: String) throws -> String {
        switch self[parameter] {
        case .text(let text)?, .url(let text)?: return text
        case .number(let number)?: return number.description
        case .boolean(let value)?: return "\(value)"
        case nil: throw ArgumentProblem(description: "'\(name)' has no '\(parameter)'")
        case .list, .array, .fields, .null, .withSecrets:
            throw ArgumentProblem(description: "'\(parameter)' of '\(name)' is not a text")
        }
    }
}

/// Why a plugin cannot use an argument.
private struct ArgumentProblem: Error, CustomStringConvertible {
    let description: String
}
