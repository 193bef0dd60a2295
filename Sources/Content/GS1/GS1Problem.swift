/// What is wrong with GS1 element strings: which rule an element breaks, and where that stands.
package struct GS1Problem: Error, Hashable, Sendable {
    /// The Application Identifier; where there is no such, the characters that stand in its place.
    package let identifier: String
    /// Where the element begins in the text: the number of its first character, counted from 1.
    package let position: Int
    package let reason: Reason

    package init(identifier: String, position: Int, reason: Reason) {
        self.identifier = identifier
        self.position = position
        self.reason = reason
    }

    /// The rule that is broken.
    package enum Reason: Hashable, Sendable {
        /// No Application Identifier is there.
        case unknownIdentifier
        /// The value has fewer characters than this.
        case tooShort(minimum: Int)
        /// The value has more characters than this.
        case tooLong(maximum: Int)
        /// The value ends inside of one of its parts.
        case incomplete
        /// The value has a character that its part must not have.
        case wrongCharacter(allowed: ApplicationIdentifier.CharacterSet)
        /// The value breaks another rule; with the name of the check and what it found.
        case wrongValue(check: String, String)
        /// What it needs on the same item is not there; the alternatives, as in ``ApplicationIdentifier/companions``.
        case lacksCompanions([[String]])
        /// Another one stands there that must not.
        case excludes(String)
        /// It was there before, with another value.
        case repeated
        /// It cannot stand in this place of a Digital Link.
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

extension ContentWarning {
    init(_ problem: GS1Problem) {
        let isIncomplete = if case .lacksCompanions = problem.reason { true } else { false }
        self = .elementString(problem.description, isIncomplete: isIncomplete)
    }
}

extension GS1Problem.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownIdentifier: "there is no such Application Identifier"
        case .tooShort(let count): "its value is too short, it has \(count) characters at least"
        case .tooLong(let count): "its value is too long, it has \(count) characters at most"
        case .incomplete: "its value ends inside of one of its parts"
        case .wrongCharacter(.numeric): "only digits may stand there"
        case .wrongCharacter(.set39): "only capitals, digits, #, - and / may stand there"
        case .wrongCharacter(.set64): "only letters, digits, - and _, and = at the end, may stand there"
        case .wrongCharacter(.set82): "a character stands there that no value has"
        case .wrongValue(_, let finding): finding
        case .lacksCompanions(let alternatives): "it needs \(Self.list(alternatives)) beside it"
        case .excludes(let other): "it must not stand beside (\(other))"
        case .repeated: "it is there twice, with different values"
        case .misplaced: "it cannot stand in this place of a link"
        }
    }

    private static func list(_ alternatives: [[String]]) -> String {
        let texts = alternatives.map { $0.map { "(\($0))" }.joined(separator: " and ") }
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// Which elements need, and which forbid, others beside them (GS1 General Specifications, section 4.14).
enum Companions {
    /// The elements without those that come again.
    ///
    /// - Throws: when one comes again with another value.
    static func unrepeated(_ found: [FoundElement]) throws(GS1Problem) -> [FoundElement] {
        guard found.count > 1 else { return found }
        var kept: [FoundElement] = []
        for element in found {
            guard let earlier = kept.first(where: { $0.identifier == element.identifier }) else {
                kept.append(element)
                continue
            }
            if earlier.value != element.value { throw element.problem(.repeated) }
        }
        return kept
    }

    /// The first element that lacks what it needs; nil when all have it.
    static func missing(_ found: [FoundElement]) -> GS1Problem? {
        for element in found
        where !isSatisfied(
            element.identifier,
            by: { pattern in
                found.contains { pattern.range.contains($0.identifier.number) }
            })
        {
            return element.problem(.lacksCompanions(element.identifier.companions))
        }
        return nil
    }

    /// The first element beside which another one stands that must not; nil when there is none.
    static func excluded(_ found: [FoundElement]) -> GS1Problem? {
        guard found.count > 1 else { return nil }
        for element in found {
            for pattern in element.identifier.excludedPatterns {
                let other = found.first {
                    pattern.range.contains($0.identifier.number) && $0.identifier != element.identifier
                }
                if let other { return element.problem(.excludes(other.identifier.code)) }
            }
        }
        return nil
    }

    /// Whether all of one of the alternatives are there.
    static func isSatisfied(_ identifier: ApplicationIdentifier, by isThere: (IdentifierPattern) -> Bool) -> Bool {
        let alternatives = identifier.companionPatterns
        return alternatives.isEmpty || alternatives.contains { $0.allSatisfy(isThere) }
    }
}
