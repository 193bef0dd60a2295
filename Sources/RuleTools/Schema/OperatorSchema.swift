internal import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

/// What may stand behind a name in a condition: a value, a list of values, or an object of operators.
struct OperatorSchema: Hashable {
    let subject: EvaluationContext

    package enum EvaluationContext: Hashable {
        case field(FieldType, FieldForm)
        case weekday
        /// A field that a kind of a rule file gives, or a capture: its type is only known to whoever reads the patterns.
        case unknownType
    }

    init(_ type: FieldType, _ form: FieldForm = .free) { subject = .field(type, form) }

    init(_ subject: EvaluationContext) { self.subject = subject }

    /// Its name among the definitions.
    var name: String {
        switch subject {
        case .field(let type, let form): "test.\(type.rawValue)\(form.key)"
        case .weekday: "test.weekday"
        case .unknownType: "test.unknown"
        }
    }

    var node: SchemaNode {
        ["anyOf": [value, ["type": "array", "minItems": 1, "items": value], operators]]
    }

    /// A value that it may be equal to.
    private var value: SchemaNode {
        switch subject {
        case .weekday: return Self.oneOf(Weekday.allCases.map { ($0.rawValue, "") }, or: SchemaPatterns.wholeName)
        case .unknownType: return ["type": ["string", "number", "boolean"]]
        case .field(_, .kind):
            return Self.oneOf(
                Kind.allCases.map { ($0.rawValue, $0.definition.title) }, or: SchemaPatterns.ownName,
                SchemaPatterns.wholeName)
        case .field(_, .symbology):
            return Self.oneOf(Symbology.all.map { ($0.name, $0.title) }, or: SchemaPatterns.wholeName)
        case .field(_, .oneOf(let words)): return Self.oneOf(words.map { ($0, "") }, or: SchemaPatterns.wholeName)
        case .field(let type, let form):
            switch type {
            case .text, .url, .list: return Self.text(form.pattern)
            case .number: return Self.either("number", or: SchemaPatterns.wholeName)
            case .boolean: return Self.either("boolean", or: SchemaPatterns.wholeName)
            case .date: return Self.text("\(SchemaPatterns.date)|\(SchemaPatterns.today)")
            case .time: return Self.text(SchemaPatterns.time)
            case .any: return ["type": ["string", "number", "boolean"]]
            }
        }
    }

    /// What it may be smaller or larger than.
    private var limit: SchemaNode {
        switch subject {
        case .field(.any, _): Self.either("number", or: SchemaPatterns.wholeName)
        case .unknownType:
            Self.either("number", or: "\(SchemaPatterns.date)|\(SchemaPatterns.today)|\(SchemaPatterns.wholeName)")
        case .field, .weekday: value
        }
    }

    private var operators: SchemaNode {
        let members = Operator.allCases.filter(isAllowed).map { ($0.rawValue, operand(of: $0).described($0.summary)) }
        return [
            "type": "object",
            "minProperties": 1,
            // A note alone is no test.
            "not": ["propertyNames": ["const": "note"]],
            "properties": SchemaNode(members: members + [("note", .ref("note"))]),
            "additionalProperties": false,
            "dependentRequired": ["decimals": ["matches"]],
            // What is absent passes no other test.
            "if": ["properties": ["exists": ["const": false]], "required": ["exists"]],
            "then": ["propertyNames": ["enum": ["exists", "note"]]],
        ]
    }

    private func isAllowed(_ kind: Operator) -> Bool {
        switch subject {
        case .field(let type, let form): kind.types.contains(type) && (kind != .domain || form == .host)
        case .weekday: kind.types.contains(.text) && kind != .domain
        case .unknownType: kind != .domain
        }
    }

    private func operand(of kind: Operator) -> SchemaNode {
        switch kind {
        case .prefix, .suffix, .contains: Self.oneOrMore(["type": "string", "minLength": 1])
        case .matches: ["type": "string"]
        case .decimals: ["$ref": "#/$defs/decimals"]
        case .domain: Self.oneOrMore(["type": "string", "pattern": .init("^[^A-Z]+$")])
        case .less, .lessOrEqual, .greater, .greaterOrEqual: limit
        case .catalog: ["type": "string", "pattern": SchemaPatterns.whole(SchemaPatterns.name)]
        case .exists: ["type": "boolean"]
        }
    }

    private static func oneOrMore(_ value: SchemaNode) -> SchemaNode {
        ["anyOf": [value, ["type": "array", "minItems": 1, "items": value]]]
    }

    private static func text(_ pattern: String?) -> SchemaNode {
        guard let pattern else { return ["type": "string"] }
        return ["type": "string", "pattern": SchemaPatterns.whole(pattern, SchemaPatterns.wholeName)]
    }

    private static func either(_ type: String, or pattern: String) -> SchemaNode {
        ["anyOf": [["type": SchemaNode(type)], ["type": "string", "pattern": SchemaPatterns.whole(pattern)]]]
    }

    /// One of some words, each with what it means, or what fits a pattern.
    private static func oneOf(_ words: [(name: String, title: String)], or patterns: String...) -> SchemaNode {
        let known = words.map { word -> SchemaNode in
            let node: SchemaNode = ["const": SchemaNode(word.name)]
            return word.title.isEmpty ? node : node.described(word.title)
        }
        let other: SchemaNode = [
            "type": "string", "pattern": .init("^(?:\(patterns.joined(separator: "|")))$"),
        ]
        return ["anyOf": SchemaNode(known + [other])]
    }
}
