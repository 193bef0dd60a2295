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
        case .fixed: []
        case .list(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.template.texts)
        }
    }

    /// The value for a code, which may have a secret that the action may reveal; nil where it is absent. A member that
    /// is absent is left out, an element is null.
    func value(for subject: borrowing EvaluationContext, _ holdsSecret: Bool) -> ActionValue? {
        switch self {
        case .text(let text): return text.presentValue(for: subject)
        case .fixed(let value): return value
        case .list(let elements):
            var values: [ActionValue] = []
            for element in elements { values.append(element.value(for: subject, holdsSecret) ?? .null) }
            return .array(values)
        case .object(let members):
            var filled: [Action.Argument] = []
            for member in members {
                guard let value = member.template.value(for: subject, holdsSecret) else { continue }
                let isSecret = holdsSecret && member.template.tellsSecret(of: subject)
                filled.append(Action.Argument(name: member.name, value: value, isSecret: isSecret))
            }
            return .fields(filled)
        }
    }

    private func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        for text in texts where text.tellsSecret(of: subject) { return true }
        return false
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
