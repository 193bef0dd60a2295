package import BeelineSupport

extension SecretMask {
    /// A value with `•••` in place of secrets.
    package func masked(_ value: FieldValue) -> FieldValue { masked(value, by: masked) }

    /// A value with `•••` in place of secrets that stand in it as a whole.
    package func maskedWhole(_ value: FieldValue) -> FieldValue { masked(value, by: maskedWhole) }

    private func masked(_ value: FieldValue, by mask: (String) -> String) -> FieldValue {
        guard !isEmpty else { return value }
        return switch value {
        case .text(let text): .text(mask(text))
        case .list(let elements): .list(elements.map { masked($0, by: mask) })
        // A number may be a PIN, or have one in it.
        case .number(let number): hidden(number.description, by: mask).map(FieldValue.text) ?? value
        case .boolean, .date: value
        }
    }

    /// An element of a list with `•••` in place of secrets.
    package func masked(_ element: ListElement) -> ListElement { masked(element, by: masked) }

    private func masked(_ element: ListElement, by mask: (String) -> String) -> ListElement {
        switch element {
        case .text(let text): .text(mask(text))
        case .number(let number): hidden(number.description, by: mask).map(ListElement.text) ?? element
        case .boolean: element
        }
    }

    private func hidden(_ text: String, by mask: (String) -> String) -> String? {
        let shown = mask(text)
        return shown == text ? nil : shown
    }

    /// JSON with `•••` in place of secrets in its texts, names and numbers.
    package func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(masked(text))
        case .array(let elements): .array(elements.map(masked))
        case .object(let members):
            .object(members.map { JSONValue.Member(name: masked($0.name), value: masked($0.value)) })
        case .integer(let number): hidden("\(number)", by: masked).map(JSONValue.string) ?? value
        case .real(let number): hidden("\(number)", by: masked).map(JSONValue.string) ?? value
        case .null, .boolean: value
        }
    }
}
