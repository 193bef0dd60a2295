internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

extension JSONSchema {
    static func ref(_ name: String) -> JSONSchema { ["$ref": "#/$defs/\(name)"] }

    /// A string that fits a pattern as a whole.
    static func string(_ description: String, _ pattern: String) -> JSONSchema {
        ["description": JSONSchema(description), "type": "string", "pattern": SchemaPatterns.whole(pattern)]
    }

    /// A string that fits one of these patterns as a whole.
    static func text(_ patterns: String...) -> JSONSchema {
        ["type": "string", "pattern": SchemaPatterns.whole(patterns)]
    }

    /// An array with at least one element.
    static func nonEmpty(_ element: JSONSchema) -> JSONSchema { ["type": "array", "minItems": 1, "items": element] }

    static func oneOrMore(_ value: JSONSchema) -> JSONSchema { ["anyOf": [value, nonEmpty(value)]] }

    /// One of some words, each with what it means, or what fits another schema.
    static func oneOf(_ words: [(name: String, title: String)], or others: JSONSchema...) -> JSONSchema {
        let known = words.map { word -> JSONSchema in
            let node: JSONSchema = ["const": JSONSchema(word.name)]
            return word.title.isEmpty ? node : node.described(word.title)
        }
        return ["anyOf": JSONSchema(known + others)]
    }

    /// The same with a description in front, which editors show; it goes before one that is there.
    func described(_ text: String) -> JSONSchema {
        JSONSchema(members: [("description", JSONSchema(text))] + members.filter { $0.0 != "description" })
    }

    /// An object with these members and no other, beside `note`.
    static func object(
        _ description: String, required: [String] = [], _ members: [(String, JSONSchema)]
    ) -> JSONSchema {
        var node: [(String, JSONSchema)] = [("description", JSONSchema(description)), ("type", "object")]
        if !required.isEmpty { node.append(("required", .strings(required))) }
        node.append(("properties", JSONSchema(members: members + [("note", .ref("note"))])))
        node.append(("additionalProperties", false))
        return JSONSchema(members: node)
    }

    /// An object of the language; its keys come from the table, what is after each of them from `nodes`.
    static func object(_ kind: RuleObject, _ nodes: [String: JSONSchema]) -> JSONSchema {
        object(
            kind.sentence, required: kind.keys.filter(\.isRequired).map(\.name),
            kind.keys.map { ($0.name, (nodes[$0.name] ?? ["type": "string"]).described($0.summary)) })
    }

    /// An object whose names are free, but for a pattern.
    static func open(_ description: String, names pattern: String? = nil, _ value: JSONSchema) -> JSONSchema {
        var node: [(String, JSONSchema)] = [("description", JSONSchema(description)), ("type", "object")]
        if let pattern { node.append(("propertyNames", ["pattern": JSONSchema(pattern)])) }
        node.append(("properties", ["note": .ref("note")]))
        node.append(("additionalProperties", value))
        return JSONSchema(members: node)
    }
}

/// Regular expressions of the schema (ECMA-262). They refuse nothing that the readers accept.
enum SchemaPatterns {
    /// A name after a dot: of a constant, a capture, a catalogue, a service, a result.
    static let name = "[A-Za-z0-9_]+"

    /// The name of a kind, or of a field that a kind gives.
    static let ownName = "[A-Za-z][A-Za-z0-9_]*"

    static let wholeName = #"\{[A-Za-z0-9_.]+(?:\[[^{}|]+\])?(?: [-+] [A-Za-z0-9_.]+(?:\[[^{}|]+\])?)*\}"#

    static let ruleID = "[A-Za-z0-9._-]+"

    static let duration = Duration.writtenPattern

    static let date = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"

    static let today = "today(?:[+-][0-9]+)?"

    static let time = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"

    /// RFC 9110, section 5.1: a token.
    static let header = #"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"#

    /// RFC 6901, section 3.
    static let jsonPointer = "(?:/(?:[^~]|~[01])*)?"

    /// The name of something that an action has found.
    static let result = "(?!(?:\(NameReader.owners.joined(separator: "|")))\\.)\(name)\\.\(name)"

    /// A text with `{name}` or `{name|default}` in it.
    static let text = #"(?:[^{}]|\{\{|\}\}|\{(?:[^{}| ]+|catalog\.[^{}|]+\])(?:\|[^}]*)?\})*"#

    /// A `{const.NAME}`, also with a text that is in.
    static let constant = "\\{const\\.\(name)(?:\\|[^}]*)?\\}"

    /// A text with no names in it but those of constants.
    static let fixedText = #"(?:[^{}]|\{\{|\}\}|"# + constant + ")*"

    /// The same with the source of the scan.
    static let topic = #"(?:[^{}]|\{\{|\}\}|\{scan\.source(?:\|[^}]*)?\}|"# + constant + ")*"

    /// A URI template (RFC 6570, section 2).
    static let uriTemplate: String = {
        let literal = #"[^\u0000-\u0020"<>\\^`{|}%\u007f-\u009f]|%[0-9A-Fa-f]{2}"#
        let variable = #"(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?:\[[^{}]+\])?(?:\*|:[1-9][0-9]{0,3})?"#
        return "(?:\(literal)|\\{[+#./;?&]?\(variable)(?:,\(variable))*\\})*"
    }()

    /// A URI template that begins with a scheme, even if a constant or a whole link of the code has it.
    static let url = #"(?=[A-Za-z][A-Za-z0-9+.\-]*[:{]|\{)"# + uriTemplate

    /// The whole text fits one of them.
    static func whole(_ patterns: [String]) -> JSONSchema { JSONSchema("^(?:\(patterns.joined(separator: "|")))$") }

    static func whole(_ pattern: String) -> JSONSchema { whole([pattern]) }
}

extension FieldForm {
    /// A regular expression that all texts of the form fit; nil where that says nothing. It need not know check digits.
    var pattern: String? {
        switch self {
        case .free, .kind, .symbology: nil
        case .lowerCase, .host: "[^A-Z]*"
        case .security: "nopass|[^a-z]*"
        case .upperCase: "[^a-z]*"
        case .oneOf(let words): words.joined(separator: "|")
        case .isbn13: "97[89][0-9]{10}"
        case .isbn10: "[0-9]{9}[0-9X]"
        case .gtin(let count): "[0-9]{\(count)}"
        case .issn: "[0-9]{4}-[0-9]{3}[0-9X]"
        case .ismn: "9790[0-9]{9}"
        case .capitals(let count, _): "[A-Z]{\(count)}"
        case .iban: "[A-Z]{2}[0-9]{2}[A-Z0-9]+"
        case .bic: "[A-Z0-9]{8}|[A-Z0-9]{11}"
        case .vin: "[A-Z0-9]{17}"
        // That of a contact may be what could not be read.
        case .phone: nil
        case .digits(let few, let many): few == many ? "[0-9]{\(few)}" : "[0-9]{\(few)}|[0-9]{\(many)}"
        // Which of them each identifier takes, the reader knows.
        case .element: "[!-~]{1,90}"
        }
    }

    /// The suffix that distinguishes it from other forms in the names of definitions; empty for any text.
    var key: String {
        switch self {
        case .free: ""
        case .gtin(let count): ".gtin\(count)"
        case .capitals(let count, _): ".capitals\(count)"
        case .oneOf(let words): ".\(words.joined(separator: "-"))"
        case .digits(let few, let many): few == many ? ".digits\(few)" : ".digits\(few)or\(many)"
        default: ".\(self)"
        }
    }
}
