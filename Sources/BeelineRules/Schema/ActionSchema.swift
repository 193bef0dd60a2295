/// The definitions of actions: `action`, and one for each that there is.
struct ActionSchema {
    let signatures: [ActionSignature]

    /// All definitions, by name.
    var definitions: [(String, SchemaNode)] {
        [("action", action)] + signatures.map { ("action.\($0.name)", node($0)) }
            + [
                ("text", Self.text), ("url", Self.url), ("texts", Self.texts), ("serviceName", Self.serviceName),
                ("uriTemplate", Self.uriTemplate),
            ]
    }

    /// An action whose name decides what else it has.
    private var action: SchemaNode {
        let names = signatures.map { signature -> SchemaNode in
            SchemaNode(members: [("const", SchemaNode(signature.name))]).described(signature.summary)
        }
        let cases = signatures.map { signature -> SchemaNode in
            [
                "if": ["properties": ["action": ["const": SchemaNode(signature.name)]], "required": ["action"]],
                "then": .ref("action.\(signature.name)"),
            ]
        }
        let description = RuleObject.action.keys.first { $0.name == "action" }?.summary ?? ""
        var node: [(String, SchemaNode)] = [
            ("description", SchemaNode(RuleObject.action.sentence)),
            ("type", "object"),
            ("required", ["action"]),
            (
                "properties",
                [
                    "action": names.isEmpty
                        ? false : ["description": SchemaNode(description), "anyOf": SchemaNode(names)]
                ]
            ),
        ]
        if !cases.isEmpty { node.append(("allOf", SchemaNode(cases))) }
        return SchemaNode(members: node)
    }

    private func node(_ signature: ActionSignature) -> SchemaNode {
        let common = RuleObject.action.keys.compactMap { key -> (String, SchemaNode)? in
            switch key.name {
            case "action": return (key.name, ["const": SchemaNode(signature.name)])
            case "as":
                guard signature.results != .none else { return nil }
                let owners = NameReader.owners.joined(separator: "|")
                let name: SchemaNode = [
                    "type": "string", "pattern": SchemaNode("^(?!(?:\(owners))$)\(SchemaPatterns.name)$"),
                ]
                return (key.name, name.described(key.summary + results(of: signature)))
            case "when": return (key.name, SchemaNode.ref("condition").described(key.summary))
            default: return (key.name, (["type": "boolean"] as SchemaNode).described(key.summary))
            }
        }
        let parameters = signature.parameters.map { parameter in
            (parameter.name, node(parameter.type).described(parameter.summary))
        }
        return .object(
            signature.summary,
            required: ["action"] + signature.parameters.filter(\.isRequired).map(\.name), common + parameters)
    }

    private func results(of signature: ActionSignature) -> String {
        if case .named(let names) = signature.results { " It finds \(names.joined(separator: ", "))." } else { "" }
    }

    private func node(_ type: ActionSignature.ParameterType) -> SchemaNode {
        switch type {
        case .url: .ref("url")
        case .text: .ref("text")
        case .fields, .serviceValues: .ref("texts")
        case .service: .ref("serviceName")
        }
    }

    private static let text: SchemaNode = [
        "description": "{name} is a value, {name|default} one that may be absent; {{ and }} are braces.",
        "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.text),
    ]

    private static let uriTemplate: SchemaNode = [
        "description": "A URL template (RFC 6570): {name} is encoded, {?name} makes a query of it.",
        "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.uriTemplate),
    ]

    private static let url: SchemaNode = [
        "description":
            "A URL template (RFC 6570) whose scheme and host no code chooses, or a whole {+name} that is a link.",
        "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.url),
    ]

    private static let texts = SchemaNode.open("Names of your own, and a text for each.", .ref("text"))

    private static let serviceName: SchemaNode = [
        "description": "The name of a service of the rule files.",
        "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.name),
    ]
}
