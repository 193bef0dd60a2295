internal import BeelineContent

/// What a name in a template stands for.
enum Binding: Hashable, Sendable {
    case field(FieldName)
    /// The value of a constant.
    case constant(String)

    func value(in reading: Reading) -> FieldValue? {
        switch self {
        case .field(let name): reading.value(of: name)
        case .constant(let text): .text(text)
        }
    }
}

extension FieldValue {
    /// As it stands in a URL or between other text.
    var text: String {
        switch self {
        case .text(let text): text
        case .boolean(let truth): truth ? "true" : "false"
        }
    }

    var actionValue: ActionValue {
        switch self {
        case .text(let text): .text(text)
        case .boolean(let truth): .boolean(truth)
        }
    }
}
