/// Any JSON value. An object keeps the order of its members.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The first member of that name; nil where there is none, or the value is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a string; nil for any other value.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array; nil for any other value.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The value of an integer; nil for any other value.
    package var integer: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The digits of a number; nil for any other value. A real number has as many as distinguish it from its
    /// neighbours.
    package var numberText: String? {
        switch self {
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        default: nil
        }
    }

    /// The type of the value, in words for people: "a string", "an object".
    package var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

// Literals, for documents that the program makes itself.
extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral truth: Bool) { self = .boolean(truth) }
    package init(integerLiteral number: Int) { self = .integer(number) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// The members keep their order.
    package init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }

    /// An object of members in their order.
    package init(_ members: [(String, JSONValue)]) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }

    /// A list of texts.
    package init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }
}

/// The error in a text that is not JSON, and its place.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and a few characters of the text that show it.
    package let message: String
    /// What is wrong, without any character of the text, for a text that must not be shown.
    package let messageWithoutCitation: String
    /// Where the token or the character is that is wrong.
    package let position: TextPosition
    /// Whether the text is JSON, except that an object has a name twice.
    package let isDuplicateName: Bool
    /// Whether a number is too large: a whole number beyond 64 bits, or a real number beyond a `Double`.
    package let isNumberTooLarge: Bool

    /// The message after its line and column.
    package var description: String { "line \(position.line), column \(position.column): \(message)" }
}

package struct JSONParsing: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Accept an object that has a name twice; the last member counts.
    package static let allowDuplicateNames = JSONParsing(rawValue: 1)
    /// Accept whole numbers beyond 64 bits. All numbers then are real ones, with about fifteen digits.
    package static let allowLargeNumbers = JSONParsing(rawValue: 2)
}
