internal import BeelineSupport

/// A JSON Schema in the OpenAPI 3.1 document.
typealias Schema = JSONSchema

extension Schema {
    static let any: Schema = [:]

    var isAny: Bool { members.isEmpty }

    static let boolean: Schema = ["type": "boolean"]
    static let number: Schema = ["type": "number"]
    static let integer: Schema = ["type": "integer"]
    static let text: Schema = ["type": "string"]

    static func text(most: Int) -> Schema { ["type": "string", "maxLength": Schema(most)] }

    static func text(pattern: String) -> Schema { ["type": "string", "pattern": Schema(pattern)] }

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        ["type": "integer", "minimum": Schema(range.lowerBound), "maximum": Schema(range.upperBound)]
    }

    static func choice(_ words: [String]) -> Schema { ["type": "string", "enum": .strings(words)] }

    static func constant(_ word: String) -> Schema { ["const": Schema(word)] }
    static func constant(_ number: Int) -> Schema { ["const": Schema(number)] }
    static func none(of words: [String]) -> Schema { ["type": "string", "not": ["enum": .strings(words)]] }

    static func list(_ element: Schema, exactly count: Int? = nil) -> Schema {
        let list: Schema = ["type": "array", "items": element]
        guard let count else { return list }
        return list.adding([("minItems", Schema(count)), ("maxItems", Schema(count))])
    }

    /// One of the schemas of the document, by its name.
    static func named(_ name: String) -> Schema { ["$ref": "#/components/schemas/\(name)"] }

    static func any(of schemas: [Schema]) -> Schema { ["anyOf": Schema(schemas)] }
    static func one(of schemas: [Schema]) -> Schema { ["oneOf": Schema(schemas)] }

    var orNull: Schema { .any(of: [self, ["type": "null"]]) }

    func described(_ summary: String) -> Schema {
        summary.isEmpty ? self : adding([("description", Schema(summary))])
    }

    struct Member {
        let name: String
        let schema: Schema
        let isRequired: Bool

        static func always(_ name: String, _ schema: Schema, _ summary: String = "") -> Member {
            Member(name: name, schema: schema.described(summary), isRequired: true)
        }

        static func sometimes(_ name: String, _ schema: Schema, _ summary: String = "") -> Member {
            Member(name: name, schema: schema.described(summary), isRequired: false)
        }

        /// A list of objects with these members.
        static func each(
            _ name: String, _ members: Member..., summary: String = "", isRequired: Bool = true
        ) -> Member {
            Member(name: name, schema: .list(.object(members)).described(summary), isRequired: isRequired)
        }

        /// The version of the format, which every document has.
        static let version = always(
            "version", .constant(1), "The version of this format; it changes with incompatible changes.")
    }

    /// - Parameter others: the schema of other members. Default: nil, other members are not described.
    static func object(_ members: [Member], others: Schema? = nil) -> Schema {
        var parts: [(String, Schema)] = []
        if !members.isEmpty { parts.append(("properties", Schema(members: members.map { ($0.name, $0.schema) }))) }
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty { parts.append(("required", .strings(required))) }
        if let others { parts.append(("additionalProperties", others)) }
        return (["type": "object"] as Schema).adding(parts)
    }
}
