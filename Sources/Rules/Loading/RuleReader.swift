internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

struct RuleReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    /// A rule, and its id, which is known even where the rest is wrong. Nil, and logged, when not even an id is there.
    func rule(_ value: JSONValue, at path: JSONPath) -> (id: String, rule: CompiledRule?)? {
        guard let object = ObjectReader(value, .rule, at: path, log) else { return nil }
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
            CompiledRule(rule, when: $0, slotCount: context.slotCount, actions: actions, distrust: vocabulary.distrust)
        }
        return (id, compiled)
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { RuleName.isCharacter($0) || ".-".utf8.contains($0) }
    }
}

struct KindReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    /// The kind; nil, and logged, when there is something wrong with it.
    func kind(_ value: JSONValue, at path: JSONPath) -> OwnKind? {
        guard let object = ObjectReader(value, .kind, at: path, log) else { return nil }
        let name = object.requiredText("kind", of: "a kind")
        if let name, !isFree(name, at: path.member("kind")) { return nil }
        guard let when = object["when"] else {
            return log.refuse("a kind needs 'when', which says what codes are of it", at: path)
        }
        // While kinds are made of a code, it has none but the program's.
        let context = RuleContext(vocabulary, log: log, kinds: .base)
        let condition = ConditionReader(context: context).condition(when, at: path.member("when"))
        let templates = TemplateReader(context: context, scope: condition?.scope)
        let checks = CheckReader(log: log, templates: templates).checks(of: object)
        let fields = (object.object("fields")?.all ?? []).compactMap { field($0, templates) }
        let title = object.text("title")
        guard let name, let condition else { return nil }
        return OwnKind(
            name: name, title: title, file: log.file.name, condition: condition, checks: checks, fields: fields)
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

    private func field(_ member: ObjectReader.Member, _ templates: TemplateReader) -> OwnKind.GivenField? {
        let path = member.path
        guard Self.isKindName(member.name) else {
            return log.refuse(
                "the name of a field is letters, digits and '_', a letter first: '\(member.name)'", at: path, .name)
        }
        if let field = Field(name: member.name), field.definition.isCommon {
            return log.refuse("every code has its own '\(member.name)': give the field another name", at: path, .name)
        }
        guard let text = log.string(member.value, "'\(member.name)'", at: path),
            let template = templates.text(text, at: path)
        else { return nil }
        let type = template.type
        let name: Name
        if let field = Field(name: member.name) {
            name = .field(.fixed(field))
        } else {
            name = .own(OwnField(name: member.name, type: vocabulary.kinds.ownField(member.name)?.type ?? type))
        }
        guard name.type == type else {
            return log.refuse(
                "'\(member.name)' is \(name.type.title) in other kinds, and here \(type.title); a name means the same in every kind",
                at: path)
        }
        return OwnKind.GivenField(name: name, template: template)
    }

    private static func isKindName(_ text: String) -> Bool {
        text.utf8.first?.isASCIILetter ?? false
            && text.utf8.allSatisfy(RuleName.isCharacter)
    }
}

/// Reads the `check` of a kind.
private struct CheckReader {
    let log: IssueLog
    let templates: TemplateReader

    /// The checks of a kind, without those that have something wrong with them, which is logged.
    func checks(of kind: ObjectReader) -> [KindCheck] {
        guard let value = kind["check"] else { return [] }
        let path = kind.path.member("check")
        guard let elements = value.array else { return [check(value, at: path)].compactMap { $0 } }
        return elements.enumerated().compactMap { check($1, at: path.element($0)) }
    }

    private func check(_ value: JSONValue, at path: JSONPath) -> KindCheck? {
        guard let object = ObjectReader(value, .check, at: path, log) else { return nil }
        let scheme = object.requiredText("scheme", of: "a check").flatMap { self.scheme($0, at: path.member("scheme")) }
        let source = object.requiredText("of", of: "a check")
        let template = source.flatMap { templates.text($0, at: path.member("of")) }
        let weights = self.weights(of: object, scheme)
        guard let scheme, let source, let template, let weights else { return nil }
        return KindCheck(scheme: scheme, weights: weights, source: source, template: template)
    }

    private func scheme(_ name: String, at path: JSONPath) -> CheckScheme? {
        if let scheme = CheckScheme(rawValue: name) { return scheme }
        let names = CheckScheme.allCases.map(\.rawValue)
        let hint = log.hint(for: name, in: names)
        let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : ""
        return log.refuse("there is no check scheme '\(name)'\(hint)\(known)", at: path)
    }

    private func weights(of object: ObjectReader, _ scheme: CheckScheme?) -> [Int]? {
        let isMissing = object["weights"] == nil
        guard scheme == .mod11 else {
            guard !isMissing, scheme != nil else { return [] }
            return log.refuse("only the scheme mod11 has weights", at: object.path.member("weights"))
        }
        if isMissing { return log.refuse("the scheme mod11 needs 'weights'", at: object.path) }
        let elements = object.list("weights")
        guard object["weights"]?.array != nil else { return nil }
        var weights: [Int] = []
        for (value, path) in elements {
            guard case .integer(let weight) = value, 1...10 ~= weight else {
                return log.refuse("a weight is a whole number from 1 to 10", at: path)
            }
            weights.append(Int(weight))
        }
        if weights.isEmpty { return log.refuse("a check needs at least one weight", at: object.path.member("weights")) }
        return weights
    }
}

extension BoundText {
    /// The type of its values: that of the name where it is a lone `{name}` that is always there.
    var type: FieldType {
        guard parts.count == 1, case .variable(let name, nil) = parts[0] else { return .text }
        return name.type == .time ? .text : name.type
    }
}
