internal import BeelineContent
internal import BeelineSupport

/// A JSON value of a rule as a template, which a code fills in.
///
///     {"code": "{text}", "count": 1, "price": "{price}", "of": {"shop": "Main Street", "tags": ["{kind}", "scan"]}}
///
/// A code only fills in values, so it cannot add a member or end a text.
package indirect enum JSONTemplate: Sendable {
    /// A text that is one `{name}` alone is the value itself, of its own type.
    case text(BoundText)
    /// A number, a boolean or null.
    case fixed(ActionValue)
    case list([JSONTemplate])
    case object([Member])
    /// The code and what it means, which a text `{scan}` alone stands for.
    case scan

    /// The text that stands for the code and what it means.
    static let scanText = "{scan}"

    package struct Member: Sendable {
        package let name: String
        let template: JSONTemplate
    }

    /// The names of its members; empty for what is not an object.
    package var memberNames: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

    /// The texts in it, however deep they are.
    var texts: [BoundText] {
        switch self {
        case .text(let text): [text]
        case .fixed, .scan: []
        case .list(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.template.texts)
        }
    }

    /// Whether it may reveal a secret of the code, or names a secret of the user.
    var mayTellSecret: Bool {
        switch self {
        case .text(let text): text.mayTellSecret
        case .fixed: false
        case .scan: true
        case .list(let elements): elements.contains(where: \.mayTellSecret)
        case .object(let members): members.contains { $0.template.mayTellSecret }
        }
    }

    /// The value for a code, which may have a secret that the action may reveal; nil where it is absent. A member that
    /// is absent is left out, an element is null.
    func value(for subject: borrowing EvaluationContext, _ holdsSecret: Bool, of rule: Rule) -> ActionValue? {
        switch self {
        case .text(let text):
            let value = text.presentValue(for: subject)
            // A default without a text says that it may be absent, too.
            return text.isNameOrNothing && value == .text("") ? nil : value
        case .fixed(let value): return value
        case .scan: return subject.scanned(holdsSecret, rule)
        case .list(let elements):
            var values: [ActionValue] = []
            for element in elements { values.append(element.value(for: subject, holdsSecret, of: rule) ?? .null) }
            return .array(values)
        case .object(let members):
            var filled: [Action.Argument] = []
            for member in members {
                guard let value = member.template.value(for: subject, holdsSecret, of: rule) else { continue }
                let isSecret = holdsSecret && member.template.tellsSecret(of: subject)
                filled.append(Action.Argument(name: member.name, value: value, isSecret: isSecret))
            }
            return .fields(filled)
        }
    }

    private func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        switch self {
        // Its members are secret one by one.
        case .scan: return false
        case .object(let members):
            for member in members where member.template.tellsSecret(of: subject) { return true }
            return false
        case .text, .fixed, .list:
            for text in texts where text.tellsSecret(of: subject) { return true }
            return false
        }
    }
}

extension EvaluationContext {
    /// The result of the code with the names of the JSON output, as it is before the first action. `resolution` has the
    /// rule of the action alone. Members that reveal a secret of the code are marked.
    fileprivate borrowing func scanned(_ holdsSecret: Bool, _ rule: Rule) -> ActionValue {
        var json = JSONWriter()
        reading.symbol.write(to: &json)
        let symbol = (try? JSONValue(parsing: json.bytes)).map(ActionValue.init) ?? .null
        let given = classification?.fields ?? []
        var content = [Action.Argument(name: "kind", value: .text(classification?.name ?? reading.kind.rawValue))]
        for (name, value) in reading.content.fields(includesParts: true, includesSecrets: true)
        where !given.contains(where: { $0.name.description == name }) {
            let isSecret = holdsSecret && FieldName(name)?.mayTellSecret ?? true
            content.append(Action.Argument(name: name, value: value.actionValue, isSecret: isSecret))
        }
        for field in given {
            let isSecret = holdsSecret && tellsSecret(field.name)
            content.append(
                Action.Argument(name: field.name.description, value: field.value.actionValue, isSecret: isSecret))
        }
        if let (name, members) = openMembers() {
            content.append(.init(name: name, value: members, isSecret: holdsSecret))
        }
        var result = [
            Action.Argument(name: "symbol", value: symbol, isSecret: holdsSecret),
            Action.Argument(name: "content", value: .fields(content)),
        ]
        let known = Resolution(
            reading: reading, classification: classification, rule: rule, actions: [], linkGuard: rule.set.linkGuard,
            scan: nil)
        if let verdict = known.linkVerdict {
            let reasons = ActionValue.array(verdict.reasons.map { .text($0.code) })
            let members = [
                Action.Argument(name: "verdict", value: .text(verdict.decision.rawValue)),
                Action.Argument(name: "reasons", value: reasons),
            ]
            result.append(Action.Argument(name: "link", value: .fields(members)))
        }
        if let joinedTo = reading.joinedTo.flatMap(Int32.init(exactly:)) {
            result.append(Action.Argument(name: "joinedTo", value: .number(DecimalNumber(joinedTo))))
        }
        if !reading.warnings.isEmpty {
            let warnings = reading.warnings.map { warning in
                ActionValue.fields([
                    .init(name: "code", value: .text(warning.code)),
                    .init(name: "message", value: .text(warning.description), isSecret: holdsSecret),
                ])
            }
            result.append(Action.Argument(name: "warnings", value: .array(warnings), isSecret: holdsSecret))
        }
        let matched = [Action.Argument(name: "rule", value: .text(rule.id))]
        return .fields(result + [Action.Argument(name: "resolution", value: .fields(matched))])
    }

    /// The elements of a GS1 code or an industrial label by their identifiers, or the JSON of a code; nil for others.
    private borrowing func openMembers() -> (name: String, value: ActionValue)? {
        switch reading.content {
        case .gs1(let elements):
            return (
                "ai",
                .fields(elements.elements.map { .init(name: $0.identifier.code, value: .text($0.value)) })
            )
        case .industrialLabel(let label) where !label.elements.isEmpty:
            var written: Set<String> = []
            let members = label.elements.filter { written.insert($0.identifier).inserted }
            return ("di", .fields(members.map { .init(name: $0.identifier, value: .text($0.value)) }))
        case .json(let document): return ("json", ActionValue(document.root))
        default: return nil
        }
    }
}

extension ActionValue {
    /// A value of JSON in a code. A number that has more digits than ours is a text of its digits, as in fields.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .array(let elements): self = .array(elements.map(ActionValue.init))
        case .object(let members):
            self = .fields(members.map { Action.Argument(name: $0.name, value: ActionValue($0.value)) })
        case .boolean, .integer, .real, .string: self = value.fieldValue?.actionValue ?? .null
        }
    }
}
