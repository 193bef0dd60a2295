internal import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

/// The JSON Schema of rule files, for editors that complete and check while one writes.
///
/// It is made from the tables that the readers use. What it refuses, they refuse; what it cannot know, such as whether
/// a constant is there or a host is fixed, only they find: `beeline rules check`. In two respects it asks for more: a
/// file that uses kinds of another file of the user has to include that file, and the headers of a service have to be right even
/// where nothing uses the service.
///
///     let schema = RuleSchema.document(actions: PluginRegistry.standard.signatures)
package enum RuleSchema {
    /// What rule files may write as `$schema`, and what the schema calls itself.
    package static let name = "beeline-rules.schema.json"

    /// The schema (draft 2020-12) as JSON text, indented by two blanks, for rules that may name these actions.
    ///
    /// - Parameter kinds: the kinds of the bundled files, which every rule file may name.
    package static func document(actions: [ActionSignature], kinds: [DocumentedKind] = []) -> [UInt8] {
        value(actions: actions, kinds: kinds).indented()
    }

    package static func value(actions: [ActionSignature], kinds: [DocumentedKind] = []) -> JSONValue {
        let definitions =
            FileSchema.definitions + ActionSchema(signatures: actions).definitions
            + ConditionSchema(kinds: kinds).definitions + RuleTestSchema.definitions(actions)
        let head: JSONSchema = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": JSONSchema(name),
            "title": "Beeline rules",
        ]
        return head.adding(FileSchema.file.members).adding([("$defs", JSONSchema(members: definitions))]).json
    }
}

/// A rule file as a whole, and what is in its lists, except for actions, conditions and tests.
package enum FileSchema {
    static var definitions: [(String, JSONSchema)] {
        [
            ("note", (["type": "string"] as JSONSchema).described(RuleObject.note.summary)),
            ("ruleOrInclude", ruleOrInclude), ("rule", rule), ("include", include), ("kind", kind), ("form", form),
            ("check", check),
            ("parts", parts), ("part", part), ("example", RuleTestSchema.example), ("service", service),
            ("catalogue", catalog),
        ]
    }

    static var file: JSONSchema {
        let object = JSONSchema.object(
            .file,
            [
                "version": ["const": 1],
                "constants": .open("Texts by name.", names: "^\(SchemaPatterns.name)$", ["type": "string"]),
                "services": .open("Services by name.", names: "^\(SchemaPatterns.name)$", .ref("service")),
                "catalogs": .open("Catalogues by name.", names: "^\(SchemaPatterns.name)$", .ref("catalogue")),
                "kinds": list(.ref("kind")),
                "rules": list(.ref("ruleOrInclude")),
                "disable": list(["type": "string"]),
                "tests": list(.ref("test")),
            ])
        let isOpen: JSONSchema = [
            "anyOf": [
                ["required": ["kinds"]],
                [
                    "required": ["rules"],
                    "properties": ["rules": ["contains": ["type": "object", "required": ["include"]]]],
                ],
            ]
        ]
        let otherwise: JSONSchema = ["items": ["properties": ["when": .ref("knownNames")]]]
        let closed: JSONSchema = [
            "properties": [
                "rules": [
                    "items": [
                        "properties": [
                            "when": .ref("knownNames"),
                            "do": ["items": ["properties": ["when": .ref("knownNames"), "otherwise": otherwise]]],
                        ]
                    ]
                ]
            ]
        ]
        return object.adding([
            (
                "$comment",
                """
                Names that are not built in are fields and kinds of rule files: of this file, or of one that \
                it includes.
                """
            ),
            ("if", isOpen), ("then", true), ("else", closed),
        ])
    }

    private static func list(_ element: JSONSchema) -> JSONSchema { ["type": "array", "items": element] }

    private static var condition: JSONSchema { ["allOf": [.ref("condition"), .ref("withoutResults")]] }

    private static var rule: JSONSchema {
        .object(
            .rule,
            [
                "id": .text(SchemaPatterns.ruleID),
                "when": condition,
                "do": list(.ref("action")),
                "continue": ["type": "boolean"],
            ])
    }

    /// Of alternatives, a validator would report what is wrong with each: of a rule, that it has no 'include'.
    private static var ruleOrInclude: JSONSchema {
        ["if": ["required": ["include"]], "then": .ref("include"), "else": .ref("rule")]
    }

    private static var include: JSONSchema { .object(.include, ["include": ["type": "string", "minLength": 1]]) }

    private static var kind: JSONSchema {
        let members: [String: JSONSchema] = [
            "kind": [
                "type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.ownName),
                "not": ["enum": .strings(Kind.allCases.map(\.rawValue))],
            ],
            "forms": .nonEmpty(.ref("form")),
            "examples": list(.ref("example")),
        ]
        let keys = formMembers.keys.filter { $0 != "when" }.sorted()
        let alone: JSONSchema = ["required": ["forms"], "not": ["anyOf": JSONSchema((["when"] + keys).map(required))]]
        return JSONSchema.object(.kind, members.merging(formMembers) { first, _ in first })
            .adding([("oneOf", [["required": ["when"], "not": ["required": ["forms"]]], alone])])
    }

    private static func required(_ key: String) -> JSONSchema { ["required": .strings([key])] }

    private static var form: JSONSchema { JSONSchema.object(.form, formMembers).adding([("required", ["when"])]) }

    private static var formMembers: [String: JSONSchema] {
        [
            "when": condition,
            "parts": .ref("parts"),
            "check": ["anyOf": [.ref("check"), list(.ref("check"))]],
            "fields": .open("Your own names, and a text for each.", names: "^\(SchemaPatterns.ownName)$", .ref("text")),
            "identity": .ref("text"),
            "doubt": ["type": "string"],
        ]
    }

    private static var layoutMembers: [String: JSONSchema] {
        let step: JSONSchema = ["enum": .strings(DecodingStep.allCases.map(\.rawValue))]
        let bytes: JSONSchema = ["type": "string", "minLength": 1, "maxLength": 16]
        return [
            "decode": ["anyOf": [step, list(step)]],
            "separator": .oneOrMore(bytes), "escape": ["type": "string", "minLength": 1, "maxLength": 1],
            "assign": bytes,
            "into": .nonEmpty(["anyOf": [["type": "null"], .ref("part")]]),
            "open": ["type": "boolean"],
            "header": .oneOrMore(["type": "string"]),
            "anyCase": ["type": "boolean"],
            "keys": .open("Parts by their keys.", .ref("part")),
            "tlv": .object(
                .tagged,
                [
                    "tag": ["type": "integer", "minimum": 1, "maximum": 4],
                    "length": ["type": "integer", "minimum": 1, "maximum": 4],
                ]),
            "fixed": .nonEmpty(.ref("part")),
            "each": .ref("part"),
        ]
    }

    private static var parts: JSONSchema {
        let forms = RuleObject.layoutForms.map(required)
        return JSONSchema.object(.division, layoutMembers.merging(["of": .ref("text")]) { first, _ in first })
            .adding([("oneOf", JSONSchema(forms))])
    }

    private static var part: JSONSchema {
        let name = JSONSchema.text(SchemaPatterns.ownName)
        let own: [String: JSONSchema] = [
            "name": name,
            "type": ["enum": .strings(PartType.Name.allCases.map(\.rawValue))],
            "decimals": ["type": "integer", "minimum": 0, "maximum": 15],
            "mark": ["enum": [".", ",", ".,", ",."]],
            "since": .text(SchemaPatterns.date),
            "cycle": ["type": "integer", "minimum": 1, "maximum": 1_000_000],
            "is": .oneOrMore(["type": "string"]),
            "length": ["type": "integer", "minimum": 1, "maximum": 4096],
            "values": [
                "type": "object", "minProperties": 1, "maxProperties": 1024,
                "additionalProperties": ["type": "string"],
            ],
            "pattern": .oneOrMore(["type": "string"]),
            "optional": ["type": "boolean"], "sum": ["type": "boolean"], "same": ["type": "boolean"],
            "field": ["type": "boolean"],
        ]
        return ["anyOf": [name, .object(.part, own.merging(layoutMembers) { first, _ in first })]]
    }

    private static var check: JSONSchema {
        let node = JSONSchema.object(
            .check,
            [
                "scheme": .oneOf(CheckScheme.allCases.map { ($0.rawValue, $0.title) }), "of": .ref("text"),
                "weights": .nonEmpty(["type": "integer", "minimum": 1, "maximum": 10]),
                "ten": ["type": "string", "pattern": "^[0-9X]$"], "eleven": ["type": "string", "pattern": "^[0-9X]$"],
            ])
        let weighted = CheckScheme.allCases.filter(\.hasWeights).map(\.rawValue)
        let isMod11: JSONSchema = ["properties": ["scheme": ["const": JSONSchema(CheckScheme.mod11.rawValue)]]]
        return node.adding([
            ("if", ["properties": ["scheme": ["enum": .strings(weighted)]]]),
            ("then", ["required": ["weights"]]), ("else", ["not": ["required": ["weights"]]]),
            ("anyOf", [isMod11, ["not": ["anyOf": [required("ten"), required("eleven")]]]]),
        ])
    }

    private static var catalog: JSONSchema {
        .object(
            .catalog,
            [
                "key": .text(
                    "isbn|gtin|text", " *(?:text *,)? *(?:trim|upper|width|pad=[0-9]+)(?: *, *[a-z]+(?:=[0-9]+)?)* *"),
                "columns": .open("Types by column.", .oneOf(CellType.allCases.map { ($0.rawValue, $0.summary) })),
                "many": ["type": "boolean"],
                "decimal": ["enum": .strings(DecimalMark.allCases.map(\.rawValue))],
            ])
    }

    private static var service: JSONSchema {
        .object(
            .service,
            [
                "url": .ref("uriTemplate"),
                "headers": .ref("headers"),
                "results": .open(
                    "JSON Pointers (RFC 6901) by name.",
                    names: "^(?!(?:\(ResultName.ofEveryService.joined(separator: "|")))$)\(SchemaPatterns.name)$",
                    .ref("pointer")),
                "cache": .text(SchemaPatterns.duration),
                "perSecond": ["type": "number", "minimum": JSONSchema(JSONValue.real(0.01)), "maximum": 1000],
                "timeLimit": ["type": "number", "minimum": JSONSchema(JSONValue.real(0.1)), "maximum": 60],
                "limit": ["type": "integer", "minimum": 1, "maximum": 16_777_216],
            ])
    }
}

/// The definitions of the tests that a rule file may have.
package enum RuleTestSchema {
    static func definitions(_ actions: [ActionSignature]) -> [(String, JSONSchema)] {
        [("test", test), ("scan", scan), ("neighbour", neighbour), ("expectation", expectation(actions))]
    }

    private static var test: JSONSchema {
        .object(
            .test,
            [
                "scan": .ref("scan"),
                "given": given,
                "expect": ["anyOf": [["type": "null"], .ref("expectation")]],
            ])
    }

    private static var given: JSONSchema {
        let moment = JSONSchema.text("\(SchemaPatterns.date)(?:[T ]\(SchemaPatterns.time))?")
        let seen = SeenField.allCases.map { field -> (String, JSONSchema) in
            let value: JSONSchema =
                switch field.type {
                case .number: ["type": "integer", "minimum": 0]
                case .moment: moment
                default: ["type": "string"]
                }
            return (field.rawValue, value.described(field.summary))
        }
        let byField: JSONSchema = [
            "type": "object", "properties": JSONSchema(members: seen + [("note", .ref("note"))]),
            "additionalProperties": false,
        ]
        // A field may have the name of one of these.
        let ofCode = seen.map { ($0.0, ["anyOf": [$0.1, byField]] as JSONSchema) }
        let recorded: JSONSchema = [
            "type": "object", "properties": JSONSchema(members: ofCode + [("note", .ref("note"))]),
            "additionalProperties": byField,
        ]
        return [
            "type": "object",
            "properties": [
                "seen": recorded.described("The recorded scans of the code, and of codes with the same fields."),
                "session": .open(
                    "The session values of the source.", names: "^\(SchemaPatterns.name)$",
                    ["type": ["string", "number", "null"]]),
            ],
        ]
    }

    private static var scan: JSONSchema {
        code(
            .scan,
            [
                "at": .text("\(SchemaPatterns.date)(?:T\(SchemaPatterns.time))?"),
                "beside": ["type": "array", "items": .ref("neighbour")], "copies": copies,
            ])
    }

    private static var neighbour: JSONSchema { code(.neighbour, ["copies": copies]) }

    private static var copies: JSONSchema { ["type": "integer", "minimum": 1, "maximum": 1_000_000] }

    /// An object that says what a code is.
    private static func code(_ object: RuleObject, _ others: [String: JSONSchema]) -> JSONSchema {
        let ofCodes: [String: JSONSchema] = [
            "symbology": .oneOf(Symbology.all.map { ($0.name, $0.title) }),
            "bytes": ["type": "string", "contentEncoding": "base64"],
            "addOn": .text("[0-9]{2}", "[0-9]{5}"),
        ]
        let node = JSONSchema.object(object, ofCodes.merging(others) { $1 })
        return node.adding([("oneOf", [["required": ["text"]], ["required": ["bytes"]]])])
    }

    static var example: JSONSchema { code(.example, ["fields": ["type": "object"]]) }

    private static func expectation(_ actions: [ActionSignature]) -> JSONSchema {
        let action: JSONSchema = ["type": "object", "properties": ["action": ["enum": .strings(actions.map(\.name))]]]
        return .object(
            .expectation,
            [
                "rule": ["type": ["string", "null"]],
                "fields": ["type": "object"],
                "do": ["type": "array", "items": action],
            ])
    }
}
