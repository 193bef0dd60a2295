internal import BeelineContent

/// A text template whose names are bound, and whose constants are filled in.
package struct BoundText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case variable(Name, fallback: String?)
        /// A secret, by its name. It is put in when the action is performed.
        case secret(String)
    }

    package let parts: [Part]
    /// The field that the whole template is; nil for nearly all that are not `{name}`.
    private let loneField: Field?
    /// Whether it may reveal the secret of a code that contains one, or names one of the user's.
    let mayTellSecret: Bool

    init(parts: [Part]) {
        self.parts = parts
        if parts.count == 1, case .variable(.field(.fixed(let field)), _) = parts[0] {
            loneField = field
        } else {
            loneField = nil
        }
        mayTellSecret = parts.contains { part in
            switch part {
            case .literal: false
            case .variable(let name, _): name.mayTellSecret
            case .secret: true
            }
        }
    }

    init(_ text: String) { self.init(parts: [.literal(text)]) }

    package var names: [Name] {
        parts.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
    }

    var namesSecret: Bool { parts.contains { if case .secret = $0 { true } else { false } } }

    /// Whether the text for a code that contains a secret reveals it.
    func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        // A kind of a rule file knows which of the fields that it gives are made of a secret.
        guard subject.classification != nil, !namesSecret else { return mayTellSecret }
        for name in names where subject.tellsSecret(name) && subject.has(name) { return true }
        return false
    }

    /// The value for a code: of the type of the name when the template is a lone `{name}`, else a text.
    func value(for subject: borrowing EvaluationContext) -> ActionValue {
        if let loneField, subject.classification == nil, let value = subject.reading.value(of: loneField) {
            return value.actionValue
        }
        guard parts.count == 1 else { return textValue(for: subject) }
        switch parts[0] {
        case .literal(let text): return .text(text)
        case .variable(let name, let fallback):
            return subject.shownValue(of: name)?.actionValue ?? .text(fallback ?? "")
        case .secret: return textValue(for: subject)
        }
    }

    /// The text for a code; where a secret is missing, only the text around it.
    func textValue(for subject: borrowing EvaluationContext) -> ActionValue {
        guard namesSecret else { return .text(text(for: subject)) }
        return .withSecrets(
            parts.map { part in
                switch part {
                case .literal(let text): .text(text)
                case .variable(let name, let fallback):
                    .text(subject.shownValue(of: name)?.description ?? fallback ?? "")
                case .secret(let name): .secret(name)
                }
            })
    }

    /// The text for a code, of a template without secrets.
    func text(for subject: borrowing EvaluationContext) -> String {
        if parts.count == 1, case .literal(let text) = parts[0] { return text }
        var result = ""
        for part in parts {
            switch part {
            case .literal(let literal): result += literal
            case .variable(let name, let fallback):
                result += subject.shownValue(of: name)?.description ?? fallback ?? ""
            case .secret: continue
            }
        }
        return result
    }
}

extension FieldValue {
    /// The value of an action's parameter. JSON has no dates, so they are texts there.
    package var actionValue: ActionValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .date(let date): .text(date.description)
        case .list(let elements): .list(elements)
        }
    }

    var templateValue: URITemplate.Value {
        if case .list(let elements) = self { .list(elements.map(\.description)) } else { .text(description) }
    }
}
