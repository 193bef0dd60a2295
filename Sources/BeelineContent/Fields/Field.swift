/// A piece of information that a code has, by name. A name means the same in every kind that has it.
///
/// Conditions, templates and output all take their names from here; see the table for what each one is.
public enum Field: Hashable, Sendable, CaseIterable {
    case kind
    case text
    case compact
    case symbology
    case addOn
    case bytes
    case isbn13
    case isbn10
    case gtin14
    case gtin13
    case gtin12
    case gtin8
    case restricted
    case url
    case scheme
    case host
    case path
}

/// A field as rules name it: one of the table, or one whose name is open.
public enum FieldName: Hashable, Sendable {
    case fixed(Field)
    /// `query.NAME`: a parameter of a link's query.
    case query(String)
}

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case boolean(Bool)
}

/// What kind of value a field has.
public enum FieldType: String, Hashable, Sendable {
    case text
    /// A text that is an absolute URL.
    case url
    case boolean

    /// In a word for people.
    public var title: String {
        switch self {
        case .text: "a string"
        case .url: "a URL"
        case .boolean: "true or false"
        }
    }
}

/// Whether a code of some kind has a field.
public enum Presence: Hashable, Sendable {
    case always
    case sometimes
}
