/// Fields of a kind whose names are open: what stands behind the dot is the code's own.
public struct OpenFieldDefinition: Hashable, Sendable {
    /// As it stands before the dot: `query`.
    public let prefix: String
    /// What the rest of the name is called: `NAME`.
    public let placeholder: String
    /// The one kind that has such fields, some of its codes at least.
    public let kind: Kind
    public let type: FieldType
    /// How texts of such fields are spelled.
    public let form: FieldForm
    /// What it is, in one sentence.
    public let summary: String

    /// The name in rules with the placeholder: `query.NAME`.
    public var name: String { "\(prefix).\(placeholder)" }

    static let query = OpenFieldDefinition(
        prefix: "query", placeholder: "NAME", kind: .url, type: .text, form: .free,
        summary: "A parameter of the link's query, decoded; of several with this name the first.")
    package static let ai = OpenFieldDefinition(
        prefix: "ai", placeholder: "NN", kind: .gs1, type: .text, form: .element(nil),
        summary: "The value of this GS1 Application Identifier, as it is in the code.")
    static let json = OpenFieldDefinition(
        prefix: "json", placeholder: "PATH", kind: .json, type: .any, form: .free,
        summary: "A member: the names, and the indices in arrays, on the way to it, with dots between them. An object, "
            + "null, and a list that is empty or holds such are absent; 1.50 is 1.5.")

    /// All of them.
    public static let table: [OpenFieldDefinition] = [query, ai, json]
}

extension FieldName {
    /// The definition of an open name; nil for a field of the table.
    var openDefinition: OpenFieldDefinition? {
        switch self {
        case .fixed: nil
        case .query: .query
        case .ai: .ai
        case .json: .json
        }
    }
}
