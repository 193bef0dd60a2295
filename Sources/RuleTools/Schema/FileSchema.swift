internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// A rule file as a whole, and what stands in its lists, save actions, conditions and tests.
package enum FileSchema {
    /// All definitions, by name.
    static var definitions: [(String, SchemaNode)] {
        [
            ("note", (["type": "string"] as SchemaNode).described(RuleObject.note.summary)),
            ("rule", rule), ("include", include), ("kind", kind), ("service", service),
        ]
    }

    /// The top level.
    static var file: SchemaNode {
        let object = SchemaNode.object(
            .file,
            [
                "version": ["const": 1],
                "constants": .open(
                    "Texts by name.", names: "^\(SchemaPatterns.name)$", ["type": "string"]),
                "services": .open("Services by name.", names: "^\(SchemaPatterns.name)$", .ref("service")),
                "kinds": list(.ref("kind")),
                "rules": list(["anyOf": [.ref("rule"), .ref("include")]]),
                "disable": list(["type": "string"]),
                "tests": list(.ref("test")),
            ])
        let isOpen: SchemaNode = [
            "anyOf": [
                ["required": ["kinds"]],
                [
                    "required": ["rules"],
                    "properties": ["rules": ["contains": ["type": "object", "required": ["include"]]]],
                ],
            ]
        ]
        let closed: SchemaNode = [
            "properties": [
                "rules": [
                    "items": [
                        "properties": [
                            "when": .ref("knownNames"),
                            "do": ["items": ["properties": ["when": .ref("knownNames")]]],
                        ]
                    ]
                ]
            ]
        ]
        return object.adding([
            (
                "$comment",
                """
                Names that the program does not know are fields and kinds of rule files: of this one's own, or of one that \
                it includes. Without either there are none.
                """
            ),
            ("if", isOpen), ("then", true), ("else", closed),
        ])
    }

    private static func list(_ element: SchemaNode) -> SchemaNode { ["type": "array", "items": element] }

    private static var condition: SchemaNode { ["allOf": [.ref("condition"), .ref("withoutResults")]] }

    private static var rule: SchemaNode {
        .object(
            .rule,
            [
                "id": ["type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.ruleID)],
                "when": condition,
                "do": list(.ref("action")),
                "continue": ["type": "boolean"],
            ])
    }

    private static var include: SchemaNode {
        .object(.include, ["include": ["type": "string", "minLength": 1]])
    }

    private static var kind: SchemaNode {
        .object(
            .kind,
            [
                "kind": [
                    "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.ownName),
                    "not": ["enum": .strings(Kind.allCases.map(\.rawValue))],
                ],
                "when": condition,
                "fields": .open(
                    "Names of your own, and a text for each.", names: "^\(SchemaPatterns.ownName)$", .ref("text")),
            ])
    }

    private static var service: SchemaNode {
        .object(
            .service,
            [
                "url": .ref("uriTemplate"),
                "headers": .ref("headers"),
                "results": .open(
                    "JSON Pointers (RFC 6901) by name.",
                    names: "^(?!(?:\(ResultName.ofEveryService.joined(separator: "|")))$)\(SchemaPatterns.name)$",
                    .ref("pointer")),
                "cache": ["type": "string", "pattern": SchemaPatterns.whole("[0-9]+[hd]")],
                "perSecond": ["type": "number", "minimum": SchemaNode(JSONValue.real(0.01)), "maximum": 1000],
                "timeLimit": ["type": "number", "minimum": SchemaNode(JSONValue.real(0.1)), "maximum": 60],
                "limit": ["type": "integer", "minimum": 1, "maximum": 16_777_216],
            ])
    }
}
