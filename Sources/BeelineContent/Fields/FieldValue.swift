/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(DecimalNumber)
    case boolean(Bool)
    case date(CalendarDate)
    /// Several texts, in their order; never none.
    case list([String])
}

extension FieldValue: CustomStringConvertible {
    /// As it stands in a URL or between other text; the elements of a list with commas between them.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): number.description
        case .boolean(let truth): truth ? "true" : "false"
        case .date(let date): date.description
        case .list(let texts): texts.joined(separator: ",")
        }
    }
}

extension FieldValue {
    /// A text, unless it is empty; what says nothing is absent.
    static func text(unlessEmpty text: String) -> FieldValue? { text.isEmpty ? nil : .text(text) }

    /// A list, unless it is empty.
    static func list(unlessEmpty texts: [String]) -> FieldValue? { texts.isEmpty ? nil : .list(texts) }
}

/// What kind of value a field has.
public enum FieldType: String, Hashable, Sendable {
    case text
    /// A text that is an absolute URL.
    case url
    case number
    case boolean
    case date
    /// Several texts.
    case list
    /// Whatever the code has there: a text, a number or a boolean.
    case any

    /// In a word for people.
    public var title: String {
        switch self {
        case .text: "a string"
        case .url: "a URL"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "a date"
        case .list: "a list of strings"
        case .any: "a string, a number or a boolean"
        }
    }
}

/// A value that knows its fields. Each kind of content says there, in its own file, what the table promises for it.
protocol FieldSource {
    /// The value of a field; nil where this code does not have it.
    func value(of field: Field) -> FieldValue?
}
