/// An error in GS1 element strings: the rule that an element breaks, and its place.
package struct GS1Problem: Error, Hashable, Sendable {
    /// The Application Identifier; where there is no such, the characters that are in its place.
    package let identifier: String
    /// Where the element begins in the text: the number of its first character, counted from 1.
    package let position: Int
    package let reason: Reason

    func moved(to position: Int) -> GS1Problem {
        GS1Problem(identifier: identifier, position: position, reason: reason)
    }

    package enum Reason: Hashable, Sendable {
        case unknownIdentifier
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)
        case incomplete
        /// The value has a character that its part must not have.
        case wrongCharacter(allowed: ElementCharacters)
        /// The value breaks another rule; with the name of the check and what it found.
        case wrongValue(check: String, String)
        /// What it needs on the same item is not there; the alternatives, as in ``ApplicationIdentifier/companions``.
        case lacksCompanions([[String]])
        case excludes(String)
        /// A signature is beside this key, which lacks the serial number that would say which thing was signed.
        case lacksSerial(String)
        /// It was there before, with another value.
        case repeated
        case misplaced
    }
}

extension GS1Problem: CustomStringConvertible {
    /// As in `AI (17) at character 19: there is no month 13`.
    package var description: String {
        switch reason {
        case .unknownIdentifier where identifier.isEmpty: "an AI is missing at character \(position)"
        default: "AI (\(identifier)) at character \(position): \(reason)"
        }
    }
}

extension GS1Problem.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownIdentifier: "there is no such Application Identifier"
        case .tooShort(let count): "its value is too short, it has \(count) characters at least"
        case .tooLong(let count): "its value is too long, it has \(count) characters at most"
        case .incomplete: "its value ends inside one of its parts"
        case .wrongCharacter(.numeric): "only digits are allowed there"
        case .wrongCharacter(.set39): "only capitals, digits, #, - and / are allowed there"
        case .wrongCharacter(.set64):
            "only letters, digits, - and _ are allowed there, and = at the end up to a length of 3, 6, 9, …"
        case .wrongCharacter(.set82): "it has an invalid character there"
        case .wrongValue(_, let finding): finding
        case .lacksCompanions(let alternatives): "it needs \(Self.list(alternatives)) beside it"
        case .excludes(let other): "it must not be combined with (\(other))"
        case .lacksSerial(let other): "it needs the serial number of (\(other))"
        case .repeated: "it is there twice, with different values"
        case .misplaced: "it is not allowed in this part of a link"
        }
    }

    private static func list(_ alternatives: [[String]]) -> String {
        let texts = alternatives.map { $0.map { "(\($0))" }.joined(separator: " and ") }
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " or " + last
    }
}
