/// One element of a list. A field of a kind of code lists texts; a list in a JSON code, or of what an action finds, may
/// hold numbers and booleans as well.
///
///     JSONDocument(#"{"ids":[7,"a"]}"#)?.value(at: ["ids"])   // .list([.number(7), .text("a")])
public enum ListElement: Hashable, Sendable {
    case text(String)
    case number(DecimalNumber)
    case boolean(Bool)
}

extension ListElement: CustomStringConvertible {
    /// As it stands in a URL or between other text.
    public var description: String { FieldValue(self).description }
}

extension ListElement: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}

extension FieldValue {
    /// The element as a value by itself.
    public init(_ element: ListElement) {
        switch element {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .boolean(let truth): self = .boolean(truth)
        }
    }

    /// The value as one of several in a list; nil for a date, which no list holds, and for a list.
    package var listElement: ListElement? {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .date, .list: nil
        }
    }
}
