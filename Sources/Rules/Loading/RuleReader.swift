internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Reads an element of `"rules"`.
struct RuleReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    static let keys = RuleObject.rule.keyNames

    /// What could be read of a rule: its id is known even where the rest is wrong.
    struct Result {
        let id: String
        /// Nil, and logged, when there is something wrong with it.
        let rule: CompiledRule?
    }

    /// Nil, and logged, when not even an id is there.
    func rule(_ value: JSONValue, at path: JSONPath) -> Result? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: Self.keys, what: "a rule") else {
            return nil
        }
        let id = object.requiredText("id", of: "a rule")
        if let id, !Self.isID(id) {
            log.error("an id is letters, digits, '.', '-' and '_': '\(id)'", at: path.member("id"))
        }

        vocabulary.beginRule(in: log.file)
        let context = RuleContext(vocabulary, log: log, actions: object["do"])
        let condition: CheckedCondition?
        if let when = object["when"] {
            condition = ConditionReader(context: context).condition(when, at: path.member("when"))
        } else {
            log.error("a rule needs 'when'; {} always holds", at: path)
            condition = nil
        }

        if object["do"] == nil { log.error("a rule needs 'do'; [] takes the code and does nothing", at: path) }
        let rule = Rule(
            id: id ?? "", title: object.text("title"), file: log.file.name, continues: object.flag("continue"),
            isSwitchedOff: condition?.condition.isSwitchedOff ?? false)
        let reader = ActionReader(context: context, rule: rule, scope: condition?.scope)
        let actions = object.list("do").compactMap { reader.action($0.value, at: $0.path) }
        guard let id else { return nil }
        let compiled = condition.map {
            CompiledRule(
                rule, when: $0, slotCount: context.slotCount, actions: actions, distrust: vocabulary.distrust)
        }
        return Result(id: id, rule: compiled)
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isASCIIDigit || $0.isASCIILetter || ".-_".utf8.contains($0)
            }
    }
}

/// Reads an element of `"kinds"`.
struct KindReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    static let keys = RuleObject.kind.keyNames

    /// The kind; nil, and logged, when there is something wrong with it.
    func kind(_ value: JSONValue, at path: JSONPath) -> OwnKind? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: Self.keys, what: "a kind") else {
            return nil
        }
        let name = object.requiredText("kind", of: "a kind")
        if let name, !isFree(name, at: path.member("kind")) { return nil }
        guard let when = object["when"] else {
            log.error("a kind needs 'when', which says what codes are of it", at: path)
            return nil
        }
        // While kinds are made of a code, it has none but the program's.
        let context = RuleContext(vocabulary, log: log, kinds: .base)
        let condition = ConditionReader(context: context).condition(when, at: path.member("when"))
        let templates = TemplateReader(context: context, scope: condition?.scope)
        var fields: [OwnKind.GivenField] = []
        if let value = object["fields"] {
            let path = path.member("fields")
            guard let members = ObjectReader(value, at: path, log: log, allowed: nil, what: "'fields'") else {
                return nil
            }
            for member in members.all {
                if let field = field(member, templates, at: path.member(member.name)) {
                    fields.append(field)
                }
            }
        }
        let title = object.text("title")
        guard let name, let condition else { return nil }
        return OwnKind(name: name, title: title, file: log.file.name, condition: condition, fields: fields)
    }

    private func isFree(_ name: String, at path: JSONPath) -> Bool {
        guard Self.isKindName(name) else {
            log.error("the name of a kind is letters, digits and '_', a letter first: '\(name)'", at: path)
            return false
        }
        guard vocabulary.kinds.kind(name) == nil else {
            log.error("there is a kind '\(name)' already", at: path)
            return false
        }
        return true
    }

    private func field(
        _ member: JSONValue.Member, _ templates: TemplateReader, at path: JSONPath
    ) -> OwnKind.GivenField? {
        guard Self.isKindName(member.name) else {
            log.error(
                "the name of a field is letters, digits and '_', a letter first: '\(member.name)'", at: path, .name)
            return nil
        }
        if let field = Field(name: member.name), field.definition.isCommon {
            log.error("every code has its own '\(member.name)': give the field another name", at: path, .name)
            return nil
        }
        guard let text = member.value.string else {
            log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
            return nil
        }
        guard let template = templates.text(text, at: path) else { return nil }
        let type = template.type
        let name: Name
        if let field = Field(name: member.name) {
            name = .field(.fixed(field))
        } else {
            name = .own(OwnField(name: member.name, type: vocabulary.kinds.ownField(member.name)?.type ?? type))
        }
        guard name.type == type else {
            log.error(
                "'\(member.name)' is \(name.type.title) in other kinds, and here \(type.title); a name means the same in every kind",
                at: path)
            return nil
        }
        return OwnKind.GivenField(name: name, template: template)
    }

    private static func isKindName(_ text: String) -> Bool {
        text.utf8.first?.isASCIILetter ?? false
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}

extension BoundText {
    /// The type of its values: that of the name where it is a lone `{name}` that is always there.
    var type: FieldType {
        guard parts.count == 1, case .variable(let name, nil) = parts[0] else { return .text }
        return name.type == .time ? .text : name.type
    }
}
