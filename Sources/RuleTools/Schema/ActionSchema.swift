internal import BeelineRules
internal import BeelineSupport

/// The definitions of actions: `action`, and one for each that there is.
package struct ActionSchema {
    let signatures: [ActionSignature]

    var definitions: [(String, JSONSchema)] {
        [("action", action)] + signatures.map { ("action.\($0.name)", node($0)) }
            + [
                ("text", Self.text), ("url", Self.url), ("textList", Self.textList), ("fixedText", Self.fixedText),
                ("topic", Self.topic),
                ("constant", Self.constant), ("texts", Self.texts), ("json", Self.json), ("jsonValue", Self.jsonValue),
                ("headers", Self.headers),
                ("pointer", Self.pointer), ("pointers", Self.pointers), ("serviceName", Self.serviceName),
                ("serviceNames", Self.serviceNames), ("uriTemplate", Self.uriTemplate),
            ]
    }

    /// An action whose name decides what else it has.
    private var action: JSONSchema {
        let cases = signatures.map { signature -> JSONSchema in
            [
                "if": ["properties": ["action": ["const": JSONSchema(signature.name)]], "required": ["action"]],
                "then": .ref("action.\(signature.name)"),
            ]
        }
        let description = RuleObject.action.keys.first { $0.name == "action" }?.summary ?? ""
        var node: [(String, JSONSchema)] = [
            ("description", JSONSchema(RuleObject.action.sentence)),
            ("type", "object"),
            ("required", ["action"]),
            (
                "properties",
                [
                    "action": signatures.isEmpty
                        ? false : JSONSchema.oneOf(signatures.map { ($0.name, $0.summary) }).described(description)
                ]
            ),
        ]
        if !cases.isEmpty { node.append(("allOf", JSONSchema(cases))) }
        return JSONSchema(members: node)
    }

    private func node(_ signature: ActionSignature) -> JSONSchema {
        let common = RuleObject.actionKeys(of: signature).compactMap { key -> (String, JSONSchema)? in
            switch key.name {
            case "action": return (key.name, ["const": JSONSchema(signature.name)])
            case "as":
                guard signature.results != .none else { return nil }
                let owners = NameReader.owners.joined(separator: "|")
                let name: JSONSchema = [
                    "type": "string", "pattern": JSONSchema("^(?!(?:\(owners))$)\(SchemaPatterns.name)$"),
                ]
                return (key.name, name.described(key.summary + results(of: signature)))
            case "when": return (key.name, JSONSchema.ref("condition").described(key.summary))
            case "retry":
                let text: JSONSchema = ["type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.duration)]
                return (key.name, text.described(key.summary))
            case "otherwise": return (key.name, Self.otherwise.described(key.summary))
            default: return (key.name, (["type": "boolean"] as JSONSchema).described(key.summary))
            }
        }
        let parameters = signature.parameters.map { parameter in
            (parameter.name, node(parameter).described(parameter.summary))
        }
        return .object(
            signature.summary,
            required: ["action"] + signature.parameters.filter(\.isRequired).map(\.name), common + parameters)
    }

    private func results(of signature: ActionSignature) -> String {
        switch signature.results {
        case .named(let names), .certain(let names), .withPointers(let names):
            " It finds \(names.joined(separator: ", "))."
        case .none, .ofService: ""
        }
    }

    private func node(_ parameter: ActionSignature.Parameter) -> JSONSchema {
        switch parameter.type {
        case .url: .ref("url")
        case .text:
            switch parameter.freedom {
            case .template: parameter.isNumber ? ["anyOf": [.ref("text"), ["type": "number"]]] : .ref("text")
            case .fixed: parameter.isNumber ? ["anyOf": [.ref("fixedText"), ["type": "number"]]] : .ref("fixedText")
            case .topic: .ref("topic")
            case .choice(let choices): Self.choice(choices)
            case .choiceOrFile(let choices, let endings):
                ["anyOf": [["enum": .strings(choices)], .ref("constant"), Self.file(endings)]]
            }
        case .texts: .ref("textList")
        case .secret: .ref("text")
        case .fields:
            if let names = parameter.fieldNames {
                .object("Texts by their names.", names.map { ($0, .ref("text")) })
            } else {
                .ref("texts")
            }
        case .json: .ref("jsonValue")
        case .serviceValues: .ref("texts")
        case .headers: .ref("headers")
        case .pointers: .ref("pointers")
        case .service: .ref("serviceNames")
        }
    }

    /// One of some texts; those that are numbers or truths may also be written as such.
    private static func choice(_ choices: [String]) -> JSONSchema {
        let values = choices.compactMap { choice -> JSONSchema? in
            choice == "true" || choice == "false"
                ? ["const": JSONSchema(booleanLiteral: choice == "true")]
                : Int(choice).map { ["const": JSONSchema(integerLiteral: $0)] }
        }
        return ["anyOf": JSONSchema([["enum": .strings(choices)], .ref("constant")] + values)]
    }

    private static let otherwise: JSONSchema = [
        "type": "array", "minItems": 1, "items": ["allOf": [.ref("action"), ["not": ["required": ["otherwise"]]]]],
    ]

    private static let text = JSONSchema.string(
        "{name} is a value, {name|default} a value that may be absent; {{ and }} are braces.", SchemaPatterns.text)

    private static let textList: JSONSchema = [
        "description": "A text for each argument.", "type": "array", "items": .ref("text"),
    ]

    private static let fixedText = JSONSchema.string(
        "A fixed text; only {const.NAME} is allowed in it; {{ and }} are braces.", SchemaPatterns.fixedText)

    private static let topic = JSONSchema.string(
        "A fixed text; only {const.NAME} and {scan.source} are allowed in it; {{ and }} are braces.",
        SchemaPatterns.topic)

    /// The path of a file whose name ends so, in upper or lower case.
    private static func file(_ endings: [String]) -> JSONSchema {
        let forms = endings.map { ending in
            ending.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : $0 == "." ? "\\." : "\($0)" }.joined()
        }
        return .string(
            "A file; a relative path starts at the folder of the rule file.",
            SchemaPatterns.fixedText + "(?:\(forms.joined(separator: "|")))")
    }

    /// What stands for one of several choices.
    private static let constant = JSONSchema.string("The value of a constant.", SchemaPatterns.constant)

    private static let uriTemplate = JSONSchema.string(
        "A URL template (RFC 6570): {name} is encoded, {?name} makes a query of it.", SchemaPatterns.uriTemplate)

    private static let url = JSONSchema.string(
        "A URL template (RFC 6570) with a fixed scheme and host, or a single {+name} that is a link.",
        SchemaPatterns.url)

    private static let texts = JSONSchema.open("Your own names, and a text for each.", .ref("text"))

    /// A `note` is a member as any other.
    private static let json: JSONSchema = [
        "description":
            "A JSON object. A text that is {name} alone is the value itself, and is left out where it is absent.",
        "type": "object", "additionalProperties": .ref("jsonValue"),
    ]

    private static let jsonValue: JSONSchema = [
        "anyOf": [
            .ref("text"), .ref("json"), ["type": "array", "items": .ref("jsonValue")],
            ["type": ["number", "boolean", "null"]],
        ]
    ]

    private static let headers = JSONSchema.open(
        "Headers by name, and a text for each; a text can contain {secret.NAME}.",
        names: "^\(SchemaPatterns.header)$", .ref("text"))

    private static let pointer: JSONSchema = [
        "description": "A JSON Pointer (RFC 6901); {name} is a value, {{ and }} are braces.",
        "type": "string",
        "allOf": [
            ["pattern": SchemaPatterns.whole(SchemaPatterns.jsonPointer)],
            ["pattern": SchemaPatterns.whole(SchemaPatterns.text)],
        ],
    ]

    private static let pointers = JSONSchema.open(
        "Your own names, and a JSON Pointer for each.", names: "^\(SchemaPatterns.name)$", .ref("pointer"))

    private static let serviceName = JSONSchema.string("The name of a service in the rule files.", SchemaPatterns.name)

    private static let serviceNames: JSONSchema = [
        "anyOf": [
            .ref("serviceName"),
            [
                "type": "array", "minItems": 1, "maxItems": JSONSchema(integerLiteral: ServiceParameter.mostServices),
                "uniqueItems": true, "items": .ref("serviceName"),
            ],
        ]
    ]
}
