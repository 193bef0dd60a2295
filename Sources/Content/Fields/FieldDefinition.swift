/// One line of the table of fields.
public struct FieldDefinition: Hashable, Sendable {
    public let field: Field
    public let type: FieldType
    /// How texts of this field are spelled; decides which operands a condition may compare it with.
    public let form: FieldForm
    /// What it is, in one sentence.
    public let summary: String
    /// Whether it is a part or another form of another field of its kind; output for people leaves it out.
    public let isPart: Bool
    /// Whether it is for the owner's eyes only; output withholds it unless it is asked for.
    public let isSecret: Bool
    /// Whether it tells the secret of a code that holds one: it is the secret, or a text that it was read from.
    public let mayTellSecret: Bool
    /// The kinds of which each code has it.
    public let always: KindSet
    /// The kinds of which some codes have it.
    public let sometimes: KindSet

    init(
        _ field: Field, type: FieldType, form: FieldForm, isPart: Bool, isSecret: Bool, always: [Kind],
        sometimes: [Kind], summary: String
    ) {
        self.field = field
        self.type = type
        self.form = form
        self.isPart = isPart
        self.isSecret = isSecret
        mayTellSecret = isSecret || [.text, .compact, .url, .bytes].contains(field)
        self.summary = summary
        self.always = KindSet(always)
        self.sometimes = KindSet(sometimes)
    }

    /// The name in rules and output.
    public var name: String { field.rawValue }

    /// The kinds whose codes have it, always or sometimes.
    public var kinds: [Kind] { always.union(sometimes).kinds }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    public func presence(in kind: Kind) -> Presence? {
        always.contains(kind) ? .always : sometimes.contains(kind) ? .sometimes : nil
    }

    /// Whether it is one of those that codes of any kind have, so that it goes without saying in output.
    public var isCommon: Bool {
        always.union(sometimes) == .all || field == .text || field == .compact
    }

    /// A line of the table, as the files of the families write it.
    static func row(
        _ field: Field, type: FieldType = .text, form: FieldForm = .free, part: Bool = false, secret: Bool = false,
        always: [Kind] = [], sometimes: [Kind] = [], _ summary: String
    ) -> FieldDefinition {
        FieldDefinition(
            field, type: type, form: form, isPart: part, isSecret: secret, always: always, sometimes: sometimes,
            summary: summary)
    }
}
