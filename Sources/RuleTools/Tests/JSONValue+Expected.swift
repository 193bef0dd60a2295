internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

extension JSONValue {
    /// Whether a field has this value: texts by Unicode scalars, numbers by value, dates as they are written; null: it is
    /// absent.
    func isMet(by value: FieldValue?) -> Bool {
        switch (self, value) {
        case (.null, nil): true
        case (.string(let expected), .text(let text)?): expected.utf8.elementsEqual(text.utf8)
        case (.string(let expected), .date(let date)?): expected == date.description
        case (.integer, .number(let number)?), (.real, .number(let number)?): decimalNumber == number
        case (.boolean(let expected), .boolean(let truth)?): expected == truth
        case (.array(let expected), .list(let elements)?):
            expected.count == elements.count
                && zip(expected, elements).allSatisfy { $0.isMet(by: FieldValue($1)) }
        default: false
        }
    }

    /// Whether a parameter of an action, or one of its free fields, has this value; null: it is absent.
    func isMet(by value: ActionValue?) -> Bool {
        switch value {
        case nil: self == .null
        case .fields?: false
        // A parameter may be an empty list, which no field is.
        case .list(let elements)?: isMet(by: FieldValue.list(elements))
        case .withSecrets(let parts)?: isMet(by: FieldValue.text(ActionValue.template(parts)))
        case .some(let value): isMet(by: value.fieldValue)
        }
    }

    /// Whether it is a list, maybe an empty one, of values of which a list of a field or of a parameter may consist.
    var isList: Bool {
        guard case .array(let elements) = self else { return false }
        return elements.allSatisfy { $0.fieldValue?.listElement != nil }
    }

    /// The value as JSON text.
    var text: String { jsonText { $0.value(self) } }
}

extension FieldValue {
    /// The value as a test would give it.
    var json: String { jsonText { write(to: &$0) } }
}

extension ActionValue {
    /// The value as a test would give it.
    var json: String { jsonText { namingSecrets.write(to: &$0) } }

    private var namingSecrets: ActionValue {
        switch self {
        case .text, .url, .number, .boolean, .list: self
        case .withSecrets(let parts): .text(Self.template(parts))
        case .fields(let fields):
            .fields(
                fields.map { Action.Argument(name: $0.name, value: $0.value.namingSecrets, isSecret: $0.isSecret) })
        }
    }

    /// A text with secrets in it, as a rule writes it: a test knows no secret.
    fileprivate static func template(_ parts: [SecretPart]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .secret(let name): "{secret.\(name)}"
            }
        }.joined()
    }
}

private func jsonText(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
}
