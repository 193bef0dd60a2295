internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// Reads the object of `"expect"`.
struct ExpectationReader {
    let signatures: [ActionSignature]
    /// Nil where the names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    func expectation(_ value: JSONValue, at path: JSONPath) -> RuleTest.Expectation {
        var expected = RuleTest.Expectation()
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: RuleObject.expectation.keyNames, what: "'expect'")
        else { return expected }
        if object.all.isEmpty {
            log.error(
                "'expect' needs at least one of \(RuleObject.expectation.keyNames.joined(separator: ", "))", at: path)
        }
        expected.rule = rule(object)
        expected.kind = kind(object)
        if let value = object["fields"] { expected.fields = fields(value, at: path.member("fields")) }
        if object["do"] != nil {
            let reader = ExpectedActionReader(signatures: signatures, vocabulary: vocabulary, log: log)
            expected.actions = object.list("do").compactMap { reader.action($0.value, at: $0.path) }
        }
        return expected
    }

    private func rule(_ object: ObjectReader) -> RuleTest.Expectation.TakingRule? {
        switch object["rule"] {
        case nil: return nil
        case .null: return RuleTest.Expectation.TakingRule.none
        case .string(let id):
            let path = object.path.member("rule")
            if let vocabulary {
                if let rule = vocabulary.ruleByID[id] {
                    if rule.continues {
                        log.error("'\(id)' has 'continue', so it is never the rule that matches", at: path)
                    }
                } else if vocabulary.rules.disabled.contains(where: { $0.rule.rule.id == id }) {
                    log.error("'\(id)' is switched off by \"disable\", so it matches no code", at: path)
                } else {
                    let remedy = vocabulary.bundledNames.remedy(for: id, .rule)
                    let hint = log.hint(for: id, in: vocabulary.rules.rules.map(\.id))
                    log.error(
                        remedy ?? "neither this file nor the files that it includes have a rule '\(id)'\(hint)",
                        at: path)
                }
            }
            return .rule(id)
        case .some(let value):
            return log.refuse(
                "'rule' must be the id of a rule, or null if no rule matches, not \(value.typeName)",
                at: object.path.member("rule"))
        }
    }

    private func kind(_ object: ObjectReader) -> String? {
        guard let name = object.text("kind") else { return nil }
        if let kinds = vocabulary?.rules.kinds, kinds.kind(name) == nil {
            let bundled = vocabulary?.bundledNames.kinds.map(\.name).filter { kinds.kind($0) == nil } ?? []
            log.error(log.problem(ofKind: name, known: kinds.names + bundled), at: object.path.member("kind"))
        }
        return name
    }

    func fields(_ value: JSONValue, at path: JSONPath) -> [RuleTest.Expectation.Field] {
        // 'note' may be a field, so the object is read as it is.
        guard case .object(let members) = value else {
            log.error("'fields' must be an object, not \(value.typeName)", at: path)
            return []
        }
        return members.compactMap { member in
            guard let vocabulary else { return nil }
            let path = path.member(member.name)
            let kinds = vocabulary.rules.kinds
            guard
                let name = kinds.customField(member.name).map(Name.own) ?? FieldName(member.name).map(Name.field)
            else {
                let known = Field.table.map(\.name) + kinds.customFieldNames
                return log.refuse(
                    "no code has a field '\(member.name)'\(log.hint(for: member.name, in: known))", at: path, .name)
            }
            guard name.type.mayBe(member.value) else {
                return log.refuse("'\(name)' is \(name.type.title), and never \(member.value.typeName)", at: path)
            }
            return RuleTest.Expectation.Field(name: name, value: member.value)
        }
    }
}

extension FieldType {
    /// Whether a field of the type can have the value; null stands for none at all.
    fileprivate func mayBe(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null), (.any, .string), (.any, .boolean), (.any, .integer), (.any, .real): true
        case (.text, .string), (.url, .string), (.date, .string), (.time, .string), (.moment, .string): true
        case (.number, .integer), (.number, .real), (.boolean, .boolean): true
        case (.list, .array(let elements)): elements.allSatisfy { $0.string != nil }
        case (.any, .array): value.isList
        default: false
        }
    }
}

/// Reads an element of `"do"` in what a test expects.
struct ExpectedActionReader {
    let signatures: [ActionSignature]
    /// Nil where the names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    /// The members that every action has; all others are its parameters.
    static let common = ["action", "ask", "optional", "as", "always", "otherwise"]

    func action(_ value: JSONValue, at path: JSONPath) -> RuleTest.Expectation.Action? {
        let name = value["action"]?.string
        let signature = name.flatMap { name in signatures.first { $0.name == name } }
        if let name, signature == nil {
            let names = signatures.map(\.name)
            let remedy = MistakeHints.remedy(forAction: name, known: names).map { ": write \"\($0)\"" }
            let hint = remedy ?? log.suggestion(for: name, in: names)
            return log.refuse("there is no action '\(name)'\(hint)", at: path.member("action"))
        }
        // Without a name it may be any of them.
        let meant = signature.map { [$0] } ?? signatures
        let parameters = meant.flatMap(\.shownParameters)
        // No action has it once it is filled in; the message says what to expect instead.
        let given = meant.flatMap(\.parameters).filter { $0.type == .serviceValues && value[$0.name] != nil }.map(
            \.name)
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: Self.common + parameters.map(\.name) + given,
                what: name.map { "'\($0)'" } ?? "an expected action")
        else { return nil }
        for member in object.all {
            if given.contains(member.name) {
                log.error(
                    "'\(member.name)' is used in the 'url' and 'headers' of the service: expect these instead",
                    at: member.path, .name)
            } else {
                check(member, parameters.filter { $0.name == member.name }.map(\.type), at: member.path)
            }
        }
        return object.all.map { ($0.name, $0.value) }
    }

    private func check(_ member: ObjectReader.Member, _ types: [ActionSignature.ParameterType], at path: JSONPath) {
        switch (member.name, member.value) {
        case ("action", .string), ("ask", .boolean), ("optional", .boolean), ("always", .boolean), ("as", .null): break
        case ("otherwise", .integer), ("otherwise", .null): break
        case ("otherwise", _):
            log.error(
                "'otherwise' must be the position of the action that it replaces, from 0, or null for none, not "
                    + member.value.typeName, at: path)
        case ("as", .string(let text)):
            guard let known = vocabulary?.results.keys.sorted(), !known.contains(text) else { break }
            log.error("no action has 'as' '\(text)'\(log.hint(for: text, in: known))", at: path)
        case ("action", _), ("as", _):
            log.error("'\(member.name)' must be a text\(IssueLog.asText(member.value))", at: path)
        case ("ask", _), ("optional", _), ("always", _):
            log.error("'\(member.name)' must be true or false, not \(member.value.typeName)", at: path)
        case (_, .null): break
        case (_, .string) where types.contains { !$0.isObject && $0 != .texts }: break
        case (_, .array(let texts)) where types.contains(.texts) && texts.allSatisfy({ $0.string != nil }): break
        case _ where types.contains(.json): break
        case (_, let value)
        where (value.numberText != nil || value == .boolean(true) || value == .boolean(false))
            && types.contains { !$0.isObject && $0 != .texts }:
            log.error("'\(member.name)' must be a text\(IssueLog.asText(member.value))", at: path)
        case (_, .object(let fields)) where types.contains(where: \.isObject): check(fields, at: path)
        default:
            guard let type = types.first else { break }  // ObjectReader has logged it.
            let title = type.isObject ? "an object" : type == .texts ? "a list of strings" : "a string"
            log.error("'\(member.name)' is \(title), not \(member.value.typeName)", at: path)
        }
    }

    private func check(_ fields: [JSONValue.Member], at path: JSONPath) {
        for field in fields where field.name != "note" {
            switch field.value {
            case .null, .string, .integer, .real, .boolean: continue
            case .array where field.value.isList: continue
            case .array, .object:
                log.error(
                    "'\(field.name)' must be a string, a number, true or false, or a list of these, not "
                        + "\(field.value.typeName)",
                    at: path.member(field.name))
            }
        }
    }
}

extension ActionSignature {
    /// The parameters of its filled in actions: the definition of a service instead of its name.
    fileprivate var shownParameters: [Parameter] {
        parameters.flatMap { parameter -> [Parameter] in
            switch parameter.type {
            case .url, .text, .texts, .secret, .fields, .json, .headers, .pointers: [parameter]
            case .serviceValues: []
            case .service:
                (0..<ServiceParameter.mostServices).flatMap { place in
                    ServiceParameter.allCases.map { Parameter($0.name(at: place), $0.type, summary: "") }
                }
            }
        }
    }
}

extension ServiceParameter {
    fileprivate var type: ActionSignature.ParameterType {
        switch self {
        case .service: .text
        case .url: .url
        case .headers, .results, .limits: .fields
        }
    }
}

extension ActionSignature.ParameterType {
    /// Whether it is an object once it is filled in.
    fileprivate var isObject: Bool {
        switch self {
        case .fields, .json, .headers, .pointers, .serviceValues: true
        case .url, .text, .texts, .secret, .service: false
        }
    }
}

extension JSONValue {
    /// Whether a field has this value: texts by Unicode scalars, numbers by value, dates as written; null: absent.
    func isMet(by value: FieldValue?) -> Bool {
        switch (self, value) {
        case (.null, nil): true
        case (.string(let expected), .text(let text)?): expected.utf8.elementsEqual(text.utf8)
        case (.string(let expected), .date(let date)?): expected == date.description
        case (.integer, .number(let number)?), (.real, .number(let number)?): decimalNumber == number
        case (.boolean(let expected), .boolean(let truth)?): expected == truth
        case (.array(let expected), .list(let elements)?):
            expected.count == elements.count
                && zip(expected, elements).allSatisfy { $0.isMet(by: $1) }
        default: false
        }
    }

    /// Whether a parameter of an action, or one of its free fields, has this value; null: it is absent.
    func isMet(by value: ActionValue?) -> Bool {
        switch value {
        case nil: self == .null
        // As of the parameter itself, what is expected is there; there may be more.
        case .fields(let fields)?:
            if case .object(let members) = self {
                members.allSatisfy { member in
                    member.value.isMet(by: fields.first { $0.name == member.name }?.value)
                }
            } else {
                false
            }
        case .array(let elements)?:
            if case .array(let expected) = self {
                expected.count == elements.count && zip(expected, elements).allSatisfy { $0.isMet(by: $1) }
            } else {
                false
            }
        case .null?: self == .null
        // A parameter may be an empty list, which no field is.
        case .list(let elements)?: isMet(by: FieldValue.list(elements))
        case .withSecrets(let parts)?: isMet(by: FieldValue.text(ActionValue.template(parts)))
        case .some(let value): isMet(by: value.fieldValue)
        }
    }

    /// Whether it is a list, maybe an empty one, of values of which a list of a field or of a parameter may consist.
    var isList: Bool {
        guard case .array(let elements) = self else { return false }
        return elements.allSatisfy { $0.listElement != nil }
    }

    var text: String { jsonText { $0.value(self) } }
}

extension FieldValue {
    /// The value as JSON, as a test writes it.
    var json: String { jsonText { write(to: &$0) } }
}

extension ActionValue {
    /// The value as JSON, as a test writes it.
    var json: String { jsonText { namingSecrets.write(to: &$0) } }

    private var namingSecrets: ActionValue {
        switch self {
        case .text, .url, .number, .boolean, .list, .array, .null: self
        case .withSecrets(let parts): .text(Self.template(parts))
        case .fields(let fields):
            .fields(fields.map { Action.Argument(name: $0.name, value: $0.value.namingSecrets, isSecret: $0.isSecret) })
        }
    }

    /// A text with secrets in it, as a rule writes it: a test knows no secret.
    fileprivate static func template(_ parts: [SecretPart]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .secret(let name): "{secret.\(name)}"
            }
        }.joined()
    }
}

private func jsonText(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
}
