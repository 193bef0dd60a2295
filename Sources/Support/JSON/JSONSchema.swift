/// A JSON Schema (draft 2020-12), or a piece of one, which is written in Swift as it is in JSON.
///
///     let schema: JSONSchema = ["type": "array", "minItems": 1]
package struct JSONSchema: Hashable, Sendable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package let json: JSONValue

    package init(_ json: JSONValue) { self.json = json }

    package init(_ text: String) { json = .string(text) }

    package init(_ number: Int) { json = .integer(number) }

    package init(_ elements: some Sequence<JSONSchema>) { json = .array(elements.map(\.json)) }

    package init(members: some Sequence<(String, JSONSchema)>) {
        json = .object(members.map { JSONValue.Member(name: $0, value: $1.json) })
    }

    package init(dictionaryLiteral elements: (String, JSONSchema)...) { self.init(members: elements) }

    package init(arrayLiteral elements: JSONSchema...) { self.init(elements) }

    package init(stringLiteral text: String) { self.init(text) }

    package init(integerLiteral number: Int) { self.init(number) }

    package init(booleanLiteral truth: Bool) { json = .boolean(truth) }

    package static func strings(_ texts: some Sequence<String>) -> JSONSchema {
        JSONSchema(texts.map { JSONSchema($0) })
    }

    package var members: [(String, JSONSchema)] {
        guard case .object(let members) = json else { return [] }
        return members.map { ($0.name, JSONSchema($0.value)) }
    }

    package func adding(_ further: [(String, JSONSchema)]) -> JSONSchema { JSONSchema(members: members + further) }
}
