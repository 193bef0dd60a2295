internal import BeelineContent

/// A text template whose names are bound.
struct BoundText: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case variable(Binding, fallback: String?)
    }

    let parts: [Part]

    /// Whether the text for a code tells a secret of it.
    func isSecret(for reading: Reading) -> Bool {
        parts.contains { if case .variable(let binding, _) = $0 { binding.isSecret(in: reading) } else { false } }
    }

    /// The value for a code: of the type of the field when the template is a lone `{name}`, else a text.
    func value(for reading: Reading) -> ActionValue {
        if parts.count == 1, case .variable(let binding, _) = parts[0], let value = binding.value(in: reading) {
            return value.actionValue
        }
        return .text(text(for: reading))
    }

    /// The text for a code.
    func text(for reading: Reading) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .variable(let binding, let fallback): text += binding.value(in: reading)?.description ?? fallback ?? ""
            }
        }
    }
}
