package import BeelineSupport

extension Content {
    /// Writes a member for each field that the code has of its own, in the order of the table:
    /// `"gtin14":"04902370548495","gtin13":"4902370548495",…`. Nothing is withheld.
    package func writeFields(to json: inout JSONWriter) {
        for definition in Field.fields(of: kind) {
            guard let value = value(of: definition.field) else { continue }
            json.name(definition.name)
            value.write(to: &json)
        }
    }
}

extension FieldValue {
    /// Writes the value as output shows it: a number as it is, a date as a text.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .date(let date): json.value(date.description)
        case .list(let elements): elements.write(to: &json)
        }
    }
}

extension [FieldValue] {
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}
