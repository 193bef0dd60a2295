internal import BeelineRules
internal import BeelineSupport

/// A piece of a JSON Schema, which is written in Swift as it is in JSON.
///
///     let node: SchemaNode = ["type": "array", "minItems": 1]
package struct SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    init(_ text: String) { json = .string(text) }

    init(_ elements: some Sequence<SchemaNode>) { json = .array(elements.map(\.json)) }

    init(members: some Sequence<(String, SchemaNode)>) {
        json = .object(members.map { JSONValue.Member(name: $0, value: $1.json) })
    }

    package init(dictionaryLiteral elements: (String, SchemaNode)...) { self.init(members: elements) }

    package init(arrayLiteral elements: SchemaNode...) { self.init(elements) }

    package init(stringLiteral text: String) { self.init(text) }

    package init(integerLiteral number: Int) { json = .integer(number) }

    package init(booleanLiteral truth: Bool) { json = .boolean(truth) }

    /// The node of that name among the definitions of the schema.
    static func ref(_ name: String) -> SchemaNode { ["$ref": "#/$defs/\(name)"] }

    static func strings(_ texts: some Sequence<String>) -> SchemaNode { SchemaNode(texts.map { SchemaNode($0) }) }

    /// The same with a description in front, which editors show; it goes before one that is there.
    func described(_ text: String) -> SchemaNode {
        SchemaNode(members: [("description", SchemaNode(text))] + members.filter { $0.0 != "description" })
    }

    /// The members of an object; none of anything else.
    var members: [(String, SchemaNode)] {
        guard case .object(let members) = json else { return [] }
        return members.map { ($0.name, SchemaNode($0.value)) }
    }

    /// The same with further members at its end.
    func adding(_ further: [(String, SchemaNode)]) -> SchemaNode {
        SchemaNode(members: members + further)
    }

    /// An object with these members and no other, beside `note`.
    static func object(
        _ description: String, required: [String] = [], _ members: [(String, SchemaNode)]
    ) -> SchemaNode {
        var node: [(String, SchemaNode)] = [("description", SchemaNode(description)), ("type", "object")]
        if !required.isEmpty { node.append(("required", .strings(required))) }
        node.append(("properties", SchemaNode(members: members + [("note", .ref("note"))])))
        node.append(("additionalProperties", false))
        return SchemaNode(members: node)
    }

    /// An object of the language; its keys come from the table.
    ///
    /// - Parameter nodes: what stands behind each key.
    static func object(_ kind: RuleObject, _ nodes: [String: SchemaNode]) -> SchemaNode {
        object(
            kind.sentence, required: kind.keys.filter(\.isRequired).map(\.name),
            kind.keys.map { ($0.name, (nodes[$0.name] ?? ["type": "string"]).described($0.summary)) })
    }

    /// An object whose names are free.
    ///
    /// - Parameter pattern: what the names are like.
    static func open(
        _ description: String, names pattern: String? = nil, _ value: SchemaNode
    ) -> SchemaNode {
        var node: [(String, SchemaNode)] = [("description", SchemaNode(description)), ("type", "object")]
        if let pattern { node.append(("propertyNames", ["pattern": SchemaNode(pattern)])) }
        node.append(("properties", ["note": .ref("note")]))
        node.append(("additionalProperties", value))
        return SchemaNode(members: node)
    }
}
