/// Any JSON value. An object keeps the order of its members.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The first member of that name; nil where there is none, or the value is no object.
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

    /// The digits of a number; nil for any other value. A real number has those that tell it from its neighbours.
    package var numberText: String? {
        switch self {
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        default: nil
        }
    }

    /// What it is, in a word for people: "a string", "an object".
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

extension JSONValue {
    /// The value as JSON text for people: what fits into 100 columns on one line, and else each member and element on a
    /// line of its own, two blanks deeper than what it is in. At the end stands a line feed.
    package func indented() -> [UInt8] {
        var text: [UInt8] = []
        write(to: &text, indent: 0, column: 0)
        text.append(UInt8(ascii: "\n"))
        return text
    }

    private static let width = 100

    /// - Parameter column: how much stands before it on its line.
    private func write(to text: inout [UInt8], indent: Int, column: Int) {
        let line = self.line
        guard column + line.count >= Self.width else {
            text += line
            return
        }
        switch self {
        case .object(let members) where !members.isEmpty:
            Self.enclose(members, "{", "}", to: &text, indent) { member, text in
                let name = JSONValue.string(member.name).line + ": ".utf8
                text += name
                member.value.write(to: &text, indent: indent + 2, column: indent + 2 + name.count)
            }
        case .array(let elements) where !elements.isEmpty:
            Self.enclose(elements, "[", "]", to: &text, indent) {
                $0.write(to: &$1, indent: indent + 2, column: indent + 2)
            }
        case .object, .array, .null, .boolean, .integer, .real, .string: text += line
        }
    }

    private static func enclose<Element>(
        _ elements: [Element], _ open: String, _ close: String, to text: inout [UInt8], _ indent: Int,
        write: (Element, inout [UInt8]) -> Void
    ) {
        func newLine(_ text: inout [UInt8], _ indent: Int) {
            text.append(UInt8(ascii: "\n"))
            text += repeatElement(UInt8(ascii: " "), count: indent)
        }
        text += open.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ",".utf8 }
            newLine(&text, indent + 2)
            write(element, &text)
        }
        newLine(&text, indent)
        text += close.utf8
    }

    /// All of it on one line, with a blank after each comma and colon.
    private var line: [UInt8] {
        switch self {
        case .object(let members) where !members.isEmpty:
            let parts = members.map { JSONValue.string($0.name).line + ": ".utf8 + $0.value.line }
            return "{ ".utf8 + Array(parts.joined(separator: ", ".utf8)) + " }".utf8
        case .array(let elements):
            return "[".utf8 + Array(elements.map(\.line).joined(separator: ", ".utf8)) + "]".utf8
        case .object, .null, .boolean, .integer, .real, .string:
            var json = JSONWriter()
            json.value(self)
            return json.bytes
        }
    }
}
