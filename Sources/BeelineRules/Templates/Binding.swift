internal import BeelineContent

/// What a name in a template stands for.
enum Binding: Hashable, Sendable {
    case field(FieldName)
    /// The value of a constant.
    case constant(String)

    /// Whether it tells a secret of a code.
    func isSecret(in reading: Reading) -> Bool {
        if case .field(let name) = self { reading.isSecret(name) } else { false }
    }

    func value(in reading: Reading) -> FieldValue? {
        switch self {
        case .field(let name): reading.value(of: name)
        case .constant(let text): .text(text)
        }
    }
}

extension FieldValue {
    /// The value of an action's parameter. JSON has no dates, so they are texts there.
    var actionValue: ActionValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .date(let date): .text(date.description)
        case .list(let texts): .list(texts)
        }
    }

    /// The value of a name in a URI template.
    var templateValue: URITemplate.Value {
        if case .list(let texts) = self { .list(texts) } else { .text(description) }
    }
}
