internal import BeelineSupport

/// A JSON Schema (draft 2020-12), as OpenAPI 3.1 has it.
struct Schema: Hashable, Sendable {
    private(set) var members: [JSONValue.Member]

    private init(_ members: [(String, JSONValue)]) { self.members = members.map { .init(name: $0.0, value: $0.1) } }

    var json: JSONValue { .object(members) }

    /// Any value.
    static let any = Schema([])
    static let boolean = Schema([("type", .string("boolean"))])
    static let number = Schema([("type", .string("number"))])
    static let integer = Schema([("type", .string("integer"))])
    static let text = Schema([("type", .string("string"))])

    static func text(most: Int) -> Schema {
        Schema([("type", .string("string")), ("maxLength", .integer(most))])
    }

    static func text(pattern: String) -> Schema {
        Schema([("type", .string("string")), ("pattern", .string(pattern))])
    }

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema([
            ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
            ("maximum", .integer(range.upperBound)),
        ])
    }

    static func choice(_ words: [String]) -> Schema {
        Schema([("type", .string("string")), ("enum", .array(words.map(JSONValue.string)))])
    }

    static func constant(_ word: String) -> Schema { Schema([("const", .string(word))]) }
    static func constant(_ number: Int) -> Schema { Schema([("const", .integer(number))]) }
    static func none(of words: [String]) -> Schema {
        Schema([
            ("type", .string("string")),
            ("not", .object([.init(name: "enum", value: .array(words.map(JSONValue.string)))])),
        ])
    }

    static func list(_ element: Schema, exactly count: Int? = nil) -> Schema {
        var schema = Schema([("type", .string("array")), ("items", element.json)])
        if let count {
            schema.members += [
                .init(name: "minItems", value: .integer(count)), .init(name: "maxItems", value: .integer(count)),
            ]
        }
        return schema
    }

    /// One of the schemas of the document, by its name.
    static func named(_ name: String) -> Schema {
        Schema([("$ref", .string("#/components/schemas/\(name)"))])
    }

    static func any(of schemas: [Schema]) -> Schema { Schema([("anyOf", .array(schemas.map(\.json)))]) }
    static func one(of schemas: [Schema]) -> Schema { Schema([("oneOf", .array(schemas.map(\.json)))]) }

    /// The value, or null.
    var orNull: Schema { .any(of: [self, Schema([("type", .string("null"))])]) }

    /// The same with a description.
    func described(_ summary: String) -> Schema {
        guard !summary.isEmpty else { return self }
        var schema = self
        schema.members.append(.init(name: "description", value: .string(summary)))
        return schema
    }

    /// A member of an object.
    struct Member {
        let name: String
        let schema: Schema
        let isRequired: Bool
    }

    /// - Parameter others: what members have that are not named. Default: nil, nothing is said of them.
    static func object(_ members: [Member], others: Schema? = nil) -> Schema {
        var schema = Schema([("type", .string("object"))])
        if !members.isEmpty {
            let properties = members.map { JSONValue.Member(name: $0.name, value: $0.schema.json) }
            schema.members.append(.init(name: "properties", value: .object(properties)))
        }
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema.members.append(.init(name: "required", value: .array(required))) }
        if let others { schema.members.append(.init(name: "additionalProperties", value: others.json)) }
        return schema
    }
}

extension Schema.Member {
    /// A member that is always there.
    static func always(_ name: String, _ schema: Schema, _ summary: String = "") -> Schema.Member {
        Schema.Member(name: name, schema: schema.described(summary), isRequired: true)
    }

    /// A member that may be absent.
    static func sometimes(_ name: String, _ schema: Schema, _ summary: String = "") -> Schema.Member {
        Schema.Member(name: name, schema: schema.described(summary), isRequired: false)
    }

    /// The version of the form, which every document has.
    static let version = always(
        "version", .constant(1), "The version of this format; it changes with incompatible changes.")
}
