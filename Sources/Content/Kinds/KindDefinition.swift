public import BeelineSymbols

/// One line of the table of kinds.
public struct KindDefinition: Sendable {
    public let kind: Kind
    /// What it is, in a few words: "a book".
    public let title: String
    /// What a code must be to be of this kind; in sentences, as Markdown.
    public let recognition: String
    /// Codes of this kind, so that each of its fields is in one of them.
    public let examples: [Symbol]

    init(_ kind: Kind, _ title: String, _ recognition: String, examples: [Symbol]) {
        self.kind = kind
        self.title = title
        self.recognition = recognition
        self.examples = examples
    }
}
