internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Reads an element of `"kinds"`.
struct KindReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    /// The kind; nil, and logged, when there is something wrong with it.
    func kind(_ value: JSONValue, at path: JSONPath) -> CustomKind? {
        guard let object = ObjectReader(value, .kind, at: path, log) else { return nil }
        let name = object.requiredText("kind", of: "a kind")
        if let name, !isFree(name, at: path.member("kind")) { return nil }
        var types: [String: FieldType] = [:]
        var forms: [CustomKindForm?] = []
        if object["forms"] != nil {
            for key in RuleObject.formKeys where object[key] != nil {
                log.error("'\(key)' must be in each of the 'forms'", at: path.member(key), .name)
            }
            let elements = object.list("forms")
            if !(1...Self.mostForms ~= elements.count) {
                log.error("a kind has 1 to \(Self.mostForms) forms", at: path.member("forms"))
            }
            for element in elements.prefix(Self.mostForms) {
                forms.append(
                    ObjectReader(element.value, .form, at: element.path, log).flatMap { form($0, of: "a form", &types) }
                )
            }
        } else {
            forms.append(form(object, of: "a kind", &types))
        }
        // One with an error is a kind anyway, so that nothing else is reported where rules name it.
        let right = forms.compactMap(\.self)
        guard let name, !right.isEmpty else { return nil }
        return CustomKind(name: name, title: object.text("title"), file: log.file.name, forms: right)
    }

    private static let mostForms = 64

    private func isFree(_ name: String, at path: JSONPath) -> Bool {
        guard RuleName.isOfKind(name) else {
            log.error(
                "the name of a kind must be letters, digits and '_', beginning with a letter: '\(name)'", at: path)
            return false
        }
        guard vocabulary.kinds.kind(name) == nil else {
            log.error("there is a kind '\(name)' already", at: path)
            return false
        }
        return true
    }

    /// - Parameter types: the types of the fields of earlier forms; its own are added.
    private func form(_ object: ObjectReader, of what: String, _ types: inout [String: FieldType]) -> CustomKindForm? {
        guard let when = object["when"] else {
            return log.refuse("\(what) needs 'when', which selects its codes", at: object.path)
        }
        // While kinds are made of a code, it has none but the program's.
        let context = RuleContext(vocabulary, log: log, kinds: .base)
        let condition = ConditionReader(context: context).condition(when, at: object.path.member("when"))
        var scope = condition?.scope
        var parts: TextParts?
        var fields: [KindField] = []
        if let value = object["parts"] {
            let path = object.path.member("parts")
            let reader = PartsReader(context: context, templates: TemplateReader(context: context, scope: scope))
            parts = reader.parts(value, at: path)
            for (name, isAlways, isField) in reader.names {
                scope?.add(.part(name), isAlways: isAlways)
                guard isField else { continue }
                let template = BoundText(parts: [.variable(.part(name), fallback: nil)])
                if let field = field(name.name, template, at: path, .value, isAlways: isAlways, &types) {
                    fields.append(field)
                }
            }
        }
        let templates = TemplateReader(context: context, scope: scope)
        let checks = CheckReader(log: log, templates: templates).checks(of: object)
        for member in object.object("fields")?.all ?? [] {
            guard let text = log.string(member.value, "'\(member.name)'", at: member.path),
                let template = templates.text(text, at: member.path)
            else { continue }
            if fields.contains(where: { $0.name.description == member.name }) {
                log.error("'\(member.name)' is already the name of a part", at: member.path, .name)
            } else if let field = field(member.name, template, at: member.path, .name, isAlways: true, &types) {
                fields.append(field)
            }
        }
        let identity = identity(of: object, templates)
        guard let condition else { return nil }
        return CustomKindForm(
            title: object.text("title"), condition: condition, parts: parts, checks: checks, fields: fields,
            identity: identity, doubt: object.text("doubt"), slotCount: context.slotCount)
    }

    /// The identity of the codes of a form; nil, and logged, if it would be the same for all codes.
    private func identity(of form: ObjectReader, _ templates: TemplateReader) -> BoundText? {
        let path = form.path.member("identity")
        guard let text = form.text("identity"), let template = templates.text(text, at: path) else { return nil }
        let isOfCode = template.names.contains { name in
            switch name {
            case .scan, .seen, .session, .constant, .result, .sum: false
            case .field(.fixed(let field)): field != .kind && field != .symbology
            case .field, .own, .capture, .part, .cell: true
            }
        }
        guard isOfCode else {
            return log.refuse(
                "the 'identity' must contain a value of the code, such as {match.number}: all codes of the kind would be "
                    + "the same", at: path)
        }
        if let name = template.names.first(where: { if case .scan = $0 { true } else { false } }) {
            return log.refuse("'\(name)' is not of the code: its 'identity' must be the same in each scan", at: path)
        }
        return template
    }

    private func field(
        _ text: String, _ template: BoundText, at path: JSONPath, _ place: IssueLog.Place, isAlways: Bool,
        _ types: inout [String: FieldType]
    ) -> KindField? {
        guard RuleName.isOfKind(text) else {
            return log.refuse(
                "the name of a field must be letters, digits and '_', beginning with a letter: '\(text)'", at: path,
                place)
        }
        if let field = Field(name: text), field.definition.isCommon {
            return log.refuse("every code already has '\(text)': give the field another name", at: path, place)
        }
        let type = template.type
        let name: Name
        if let field = Field(name: text) {
            name = .field(.fixed(field))
        } else {
            name = .own(CustomField(name: text, type: vocabulary.kinds.customField(text)?.type ?? types[text] ?? type))
        }
        types[text] = name.type
        guard name.type == type else {
            return log.refuse(
                "'\(text)' is \(name.type.title) in other kinds, but \(type.title) here; a name must have the same "
                    + "type in every kind",
                at: path, place)
        }
        return KindField(name: name, template: template, isAlways: isAlways, isSecret: template.namesSecretPart)
    }
}

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
            .flatMap { canBeChecked($0, at: path.member("of")) }
        let weights = self.weights(of: object, scheme)
        let ten = character("ten", of: object, scheme)
        let eleven = character("eleven", of: object, scheme)
        guard let scheme, let source, let template, let weights else { return nil }
        return KindCheck(
            scheme: scheme, weights: weights, ten: ten ?? "X", eleven: eleven ?? "0", source: source, template: template
        )
    }

    /// A template whose text has the check characters as they are in the code; nil, and logged, for any other one.
    private func canBeChecked(_ template: BoundText, at path: JSONPath) -> BoundText? {
        guard !template.names.isEmpty else {
            return log.refuse(
                "the text to check has no {name}, so it is the same for every code: write \(exampleName(for: template))",
                at: path)
        }
        for name in template.names {
            switch name {
            case .capture(let capture) where capture.decimals != nil:
                return log.refuse(
                    "'\(name)' is a number because of 'decimals', and has a point in it: capture its digits under another "
                        + "name", at: path)
            case .part where name.type == .number || name.type == .date:
                return log.refuse(
                    "'\(name)' is \(name.type.title), and not the characters of the code: give the part no 'type', and the "
                        + "value a name of its own", at: path)
            default: continue
            }
        }
        return template
    }

    /// A name that the text to check may have.
    private func exampleName(for template: BoundText) -> String {
        let context = templates.context
        let names =
            context.captures.keys.sorted().map { ("match", $0) } + context.parts.keys.sorted().map { ("part", $0) }
        let written = template.parts.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
        let meant = names.first { written == $0.1 || written == "\($0.0).\($0.1)" } ?? names.first
        return meant.map { "{\($0.0).\($0.1)}" } ?? "{text}"
    }

    private func scheme(_ name: String, at path: JSONPath) -> CheckScheme? {
        if let scheme = CheckScheme(rawValue: name) { return scheme }
        let names = CheckScheme.allCases.map(\.rawValue)
        let hint = log.hint(for: name, in: names)
        let known = hint.isEmpty ? "; use one of \(names.joined(separator: ", "))" : ""
        return log.refuse("unknown check scheme '\(name)'\(hint)\(known)", at: path)
    }

    /// A check character of `mod11` that the file names.
    private func character(_ key: String, of object: ObjectReader, _ scheme: CheckScheme?) -> Character? {
        guard let text = object.text(key) else { return nil }
        let path = object.path.member(key)
        guard scheme == .mod11 || scheme == nil else {
            return log.refuse("only the scheme mod11 has '\(key)'", at: path, .name)
        }
        guard text.utf8.count == 1, text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "X") }) else {
            return log.refuse("'\(key)' is a digit, or X", at: path)
        }
        return text.first
    }

    private func weights(of object: ObjectReader, _ scheme: CheckScheme?) -> [Int]? {
        let isMissing = object["weights"] == nil
        guard let scheme, scheme.hasWeights else {
            guard !isMissing, scheme != nil else { return [] }
            return log.refuse("only the schemes mod10 and mod11 can have weights", at: object.path.member("weights"))
        }
        if isMissing { return log.refuse("the scheme \(scheme.rawValue) needs 'weights'", at: object.path) }
        let elements = object.list("weights")
        guard object["weights"]?.array != nil else { return nil }
        var weights: [Int] = []
        for (value, path) in elements {
            guard case .integer(let weight) = value, 1...10 ~= weight else {
                return log.refuse("a weight must be a whole number from 1 to 10", at: path)
            }
            weights.append(Int(weight))
        }
        if weights.isEmpty { return log.refuse("a check needs at least one weight", at: object.path.member("weights")) }
        return weights
    }
}

extension BoundText {
    /// The type of its values: the type of the name for a lone `{name}` without a default.
    fileprivate var type: FieldType {
        guard parts.count == 1, case .variable(let name, nil) = parts[0] else { return .text }
        return name.type == .time || name.type == .moment ? .text : name.type
    }
}
