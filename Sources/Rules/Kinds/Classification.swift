internal import BeelineContent

/// What a kind of a rule file made of a code.
package final class Classification: Sendable {
    /// The kind's name.
    let name: String
    let kind: RuleKind
    /// The fields that it gives, with their values.
    let fields: [(name: Name, value: FieldValue)]

    /// - Parameter subject: a code for which the kind's condition holds.
    init(_ definition: OwnKind, index: Int, subject: borrowing EvaluationContext) {
        name = definition.name
        kind = RuleKind(own: index)
        var fields: [(name: Name, value: FieldValue)] = []
        for field in definition.fields {
            fields.append((field.name, field.template.fieldValue(for: subject)))
        }
        self.fields = fields
    }

    /// The value of a field that it gives; nil for any other.
    func value(of name: Name) -> FieldValue? {
        fields.first { $0.name == name }?.value
    }
}

extension Classification: Hashable {
    package static func == (left: Classification, right: Classification) -> Bool {
        left.name == right.name
            && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension BoundText {
    /// The value for a code: of the type of the name when the template is a lone `{name}` without a default, else a text.
    fileprivate func fieldValue(for subject: borrowing EvaluationContext) -> FieldValue {
        if parts.count == 1, case .variable(let name, nil) = parts[0] {
            return subject.value(of: name) ?? .text("")
        }
        return .text(text(for: subject))
    }
}
