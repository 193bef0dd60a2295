internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The definitions of conditions: `condition`, and what further limits it where it is.
package struct ConditionSchema {
    /// The kinds of the bundled files.
    let kinds: [DocumentedKind]

    var definitions: [(String, JSONSchema)] {
        [("condition", condition), ("withoutResults", withoutResults), ("knownNames", knownNames)]
            + tests.map { ($0.name, $0.node(kinds)) } + [("decimals", decimals)]
    }

    /// What is behind names, each once, in the order of their first use.
    private var tests: [OperatorSchema] {
        var tests: [OperatorSchema] = []
        let all =
            fields.map { OperatorSchema($0.type, $0.form) } + ScanField.allCases.map(test)
            + SeenField.allCases.map { OperatorSchema($0.type) }
            + OpenFieldDefinition.table.map { OperatorSchema($0.type, $0.form) }
            + [OperatorSchema(.text), OperatorSchema(.any), OperatorSchema(.boolean), OperatorSchema(.unknownType)]
        // Forms that only their examples distinguish have one name, and one pattern.
        var names = Set<String>()
        for test in all where names.insert(test.name).inserted { tests.append(test) }
        return tests
    }

    /// The fields that a condition can name. `note` is a remark wherever it is, so the field of that name is none.
    private var fields: [FieldDefinition] { Field.table.filter { $0.name != RuleObject.note.name } }

    private func test(_ field: ScanField) -> OperatorSchema {
        field == .weekday ? OperatorSchema(.weekday) : OperatorSchema(field.type)
    }

    private var combiners: [(String, JSONSchema)] {
        let list = JSONSchema.nonEmpty(.ref("condition"))
        return [
            ("all", list.described("All of these conditions are true.")),
            ("any", list.described("At least one of these conditions is true.")),
            (
                "not",
                [
                    "description": "This condition is false.", "$ref": "#/$defs/condition",
                    "not": ["type": "object", "propertyNames": ["const": "note"]],
                ]
            ),
        ]
    }

    /// The fields that only bundled kinds have, each with these kinds.
    private var ownFields: [(name: String, kinds: [String])] {
        let known = Set(Field.table.map(\.name))
        var names: [(name: String, kinds: [String])] = []
        for kind in kinds {
            for field in kind.fields where !known.contains(field.name) {
                if let place = names.firstIndex(where: { $0.name == field.name }) {
                    names[place].kinds.append(kind.name)
                } else {
                    names.append((field.name, [kind.name]))
                }
            }
        }
        return names
    }

    private var condition: JSONSchema {
        func entry(_ name: String, _ test: OperatorSchema, _ description: String) -> (String, JSONSchema) {
            (name, JSONSchema.ref(test.name).described(description))
        }
        let fields = fields.map { field -> (String, JSONSchema) in
            let always = field.kinds.filter { field.presence(in: $0) == .always }.map(\.rawValue)
            let sometimes = field.kinds.filter { field.presence(in: $0) == .sometimes }.map(\.rawValue)
            let owners =
                field.isCommon
                ? "Any code."
                : (always.isEmpty ? "" : "Always: \(always.joined(separator: ", ")). ")
                    + (sometimes.isEmpty ? "" : "Sometimes: \(sometimes.joined(separator: ", ")).")
            return entry(field.name, OperatorSchema(field.type, field.form), "\(field.summary) \(owners)")
        }
        // A kind of the user may give a field of the same name another type.
        let own = ownFields.map { field in
            entry(
                field.name, OperatorSchema(.unknownType), "Of the bundled kinds \(field.kinds.joined(separator: ", "))."
            )
        }
        let scan = ScanField.allCases.map { entry($0.name, test($0), $0.summary) }
        let seen = SeenField.allCases.map { entry($0.name, OperatorSchema($0.type), $0.summary) }
        let seenByField = SeenField.allCases.map {
            entry(
                "^\(SeenField.owner)\\.[\\s\\S]+\\.\($0.rawValue)$", OperatorSchema($0.type),
                "For codes with the same value in this field: \($0.summary)")
        }
        let open = OpenFieldDefinition.table.map {
            entry("^\($0.prefix)\\.", OperatorSchema($0.type, $0.form), "\($0.name): \($0.summary)")
        }
        let found = SchemaPatterns.result.dropLast(SchemaPatterns.name.count)
        let patterns =
            open + seenByField + [
                entry("^\(SessionName.owner)\\.", OperatorSchema(.any), "A session value of the source of the scan."),
                entry(
                    "^match\\.", OperatorSchema(.unknownType),
                    "The text that an earlier pattern captured as (?P<NAME>…)."),
                entry(
                    "^catalog\\.", OperatorSchema(.unknownType),
                    "A cell of the row that a test found, or the number of rows."),
                entry(
                    " [-+] ", OperatorSchema(.number), "A sum of numbers, as catalog.stock.pieces - seen.isbn13.count."),
                entry("^\(SchemaPatterns.result)$", OperatorSchema(.any), "A result of an earlier action."),
                entry("^\(found)found$", OperatorSchema(.boolean), "Whether an earlier action found anything."),
            ]
        return [
            "description": "Every entry must be true; {} is always true.",
            "type": "object",
            "properties": JSONSchema(members: combiners + fields + own + scan + seen + [("note", .ref("note"))]),
            "patternProperties": JSONSchema(members: patterns),
            "propertyNames": ["pattern": JSONSchema(names)],
            "additionalProperties": .ref(OperatorSchema(.unknownType).name).described(
                "A field of a kind in a rule file."),
        ]
    }

    private var names: String {
        let scan = ScanField.allCases.map(\.rawValue).joined(separator: "|")
        let seen = SeenField.allCases.map(\.rawValue).joined(separator: "|")
        let open = OpenFieldDefinition.table.map(\.prefix).joined(separator: "|")
        let name = SchemaPatterns.name
        let one =
            "(?:\(SchemaPatterns.ownName)|scan\\.(?:\(scan))"
            + "|\(SeenField.owner)\\.(?:[\\s\\S]+\\.)?(?:\(seen))|\(SessionName.owner)\\.\(name)|(?:\(open))\\.[\\s\\S]+|match\\.\(name)"
            + "|const\\.\(name)|catalog\\.\(name)(?:\\.\(name)|\\[[^{}|]+\\])|\(SchemaPatterns.result))"
        return "^\(one)(?: [-+] (?:\(one)|[0-9.]+))*$"
    }

    /// The limit of conditions of rules and kinds, which are tested before any action has results.
    private var withoutResults: JSONSchema {
        [
            "description": "A condition that does not use results of actions.",
            "propertyNames": ["not": ["pattern": JSONSchema("^\(SchemaPatterns.result)$")]],
            "properties": JSONSchema(members: nested("withoutResults")),
        ]
    }

    /// The limit of conditions in files that have no kinds of their own and include no file that may have.
    private var knownNames: JSONSchema {
        let known = combiners.map(\.0) + fields.map(\.name) + ownFields.map(\.name) + [RuleObject.note.name]
        let kind: JSONSchema = [
            "if": ["type": "string"],
            "then": [
                "anyOf": [
                    ["enum": .strings(Kind.allCases.map(\.rawValue) + kinds.map(\.name))],
                    ["pattern": SchemaPatterns.whole(SchemaPatterns.wholeName)],
                ]
            ],
        ]
        return [
            "description": "A condition with built-in names only.",
            "propertyNames": ["anyOf": [["enum": .strings(known)], ["pattern": "\\."]]],
            "properties": JSONSchema(members: nested("knownNames") + [("kind", ["allOf": [kind, ["items": kind]]])]),
        ]
    }

    private func nested(_ name: String) -> [(String, JSONSchema)] {
        [("all", ["items": .ref(name)]), ("any", ["items": .ref(name)]), ("not", .ref(name))]
    }

    private var decimals: JSONSchema {
        .open(
            "For each capture that is a number, its number of decimal digits.",
            names: "^\(SchemaPatterns.name)$", ["type": "integer", "minimum": 0, "maximum": 15])
    }
}

/// What may be after a name in a condition: a value, a list of values, or an object of operators.
struct OperatorSchema: Hashable {
    let subject: Subject

    enum Subject: Hashable {
        case field(FieldType, FieldForm)
        case weekday
        /// A field that a kind of a rule file gives, or a capture: its type is known only from the patterns.
        case unknownType
    }

    init(_ type: FieldType, _ form: FieldForm = .free) { subject = .field(type, form) }

    init(_ subject: Subject) { self.subject = subject }

    var name: String {
        switch subject {
        case .field(let type, let form): "test.\(type.rawValue)\(form.key)"
        case .weekday: "test.weekday"
        case .unknownType: "test.unknown"
        }
    }

    /// - Parameter kinds: the kinds of the bundled files.
    func node(_ kinds: [DocumentedKind]) -> JSONSchema {
        var value = value
        if case .field(_, .kind) = subject {
            let all = Kind.allCases.map { ($0.rawValue, $0.definition.title) } + kinds.map { ($0.name, $0.title) }
            value = .oneOf(all, or: .text(SchemaPatterns.ownName, SchemaPatterns.wholeName))
        }
        return ["anyOf": [value, .nonEmpty(value), operators]]
    }

    /// A value that it may be equal to.
    private var value: JSONSchema {
        switch subject {
        case .weekday: return .oneOf(Weekday.allCases.map { ($0.rawValue, "") }, or: .text(SchemaPatterns.wholeName))
        case .unknownType: return ["type": ["string", "number", "boolean"]]
        case .field(_, .kind): return .text(SchemaPatterns.ownName, SchemaPatterns.wholeName)
        case .field(_, .symbology):
            return .oneOf(Symbology.all.map { ($0.name, $0.title) }, or: .text(SchemaPatterns.wholeName))
        case .field(_, .oneOf(let words)):
            return .oneOf(words.map { ($0, "") }, or: .text(SchemaPatterns.wholeName))
        case .field(let type, let form):
            switch type {
            case .text, .url, .list: return Self.text(form.pattern)
            case .number: return Self.either("number", or: SchemaPatterns.wholeName)
            case .boolean: return Self.either("boolean", or: SchemaPatterns.wholeName)
            case .date, .moment: return Self.text("\(SchemaPatterns.date)|\(SchemaPatterns.today)")
            case .time: return Self.text(SchemaPatterns.time)
            case .any: return ["type": ["string", "number", "boolean"]]
            }
        }
    }

    /// What it may be smaller or larger than.
    private var limit: JSONSchema {
        switch subject {
        case .field(.any, _): Self.either("number", or: SchemaPatterns.wholeName)
        case .unknownType:
            Self.either("number", or: "\(SchemaPatterns.date)|\(SchemaPatterns.today)|\(SchemaPatterns.wholeName)")
        case .field, .weekday: value
        }
    }

    private var operators: JSONSchema {
        let members = Operator.allCases.filter(isAllowed).map { ($0.rawValue, operand(of: $0).described($0.summary)) }
        return [
            "type": "object",
            "minProperties": 1,
            // A note alone is not a test.
            "not": ["propertyNames": ["const": "note"]],
            "properties": JSONSchema(members: members + [("note", .ref("note"))]),
            "additionalProperties": false,
            "dependentRequired": ["decimals": ["matches"]],
            // What is absent passes no other test.
            "if": ["properties": ["exists": ["const": false]], "required": ["exists"]],
            "then": ["propertyNames": ["enum": ["exists", "note"]]],
        ]
    }

    private func isAllowed(_ kind: Operator) -> Bool {
        switch subject {
        case .field(let type, let form): kind.fits(type, form)
        case .weekday: kind.fits(.text, .free)
        case .unknownType: kind != .domain
        }
    }

    private func operand(of kind: Operator) -> JSONSchema {
        switch kind.form {
        case .texts: .oneOrMore(["type": "string", "minLength": 1])
        case .pattern: ["type": "string"]
        case .decimals: ["$ref": "#/$defs/decimals"]
        case .hosts: .oneOrMore(["type": "string", "pattern": .init("^[^A-Z]+$")])
        case .limit: limit
        case .catalog: .text(SchemaPatterns.name)
        case .truth: ["type": "boolean"]
        }
    }

    private static func text(_ pattern: String?) -> JSONSchema {
        pattern.map { .text($0, SchemaPatterns.wholeName) } ?? ["type": "string"]
    }

    private static func either(_ type: String, or pattern: String) -> JSONSchema {
        ["anyOf": [["type": JSONSchema(type)], .text(pattern)]]
    }
}
