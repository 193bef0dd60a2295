internal import BeelineSupport
internal import BeelineSymbols

/// A field as rules name it: one of the table, or one whose name is open.
package enum FieldName: Hashable, Sendable {
    case fixed(Field)
    /// `query.NAME`: a parameter of a link's query.
    case query(String)
    /// `ai.NN`: the value of a GS1 Application Identifier.
    case ai(String)
    /// `di.NN`: the value of a data identifier in an envelope of ISO/IEC 15434.
    case di(String)
    /// `json.PATH`: a member of a JSON text; the names and indices on the way to it have dots between them.
    case json([String])
}

package enum Presence: Hashable, Sendable {
    case always
    case sometimes
}

extension FieldName {
    /// The field of that name: `isbn13`, `query.id`, `ai.10`, `json.items.0.name`; nil where no code can have it.
    package init?(_ name: String) {
        if let field = Field(name: name) {
            self = .fixed(field)
            return
        }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let rest = String(name[name.index(after: dot)...])
        guard !rest.isEmpty else { return nil }
        switch name[..<dot] {
        case OpenFieldDefinition.query.prefix: self = .query(rest)
        case OpenFieldDefinition.ai.prefix:
            guard ApplicationIdentifier(rest) != nil else { return nil }
            self = .ai(rest)
        case OpenFieldDefinition.di.prefix:
            guard DataIdentifier.isPossible(rest) else { return nil }
            self = .di(rest)
        case OpenFieldDefinition.json.prefix:
            self = .json(rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
        default: return nil
        }
    }

    package var type: FieldType {
        if case .fixed(let field) = self { field.definition.type } else { openDefinition?.type ?? .any }
    }

    package var form: FieldForm {
        switch self {
        case .fixed(let field): field.definition.form
        case .ai(let identifier): .element(identifier)
        case .query, .di, .json: .free
        }
    }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    package func presence(in kind: Kind) -> Presence? {
        if case .fixed(let field) = self { return field.definition.presence(in: kind) }
        return openDefinition?.kind == kind ? .sometimes : nil
    }
}

extension FieldName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fixed(let field): field.rawValue
        case .query(let name): "query.\(name)"
        case .ai(let identifier): "ai.\(identifier)"
        case .di(let identifier): "di.\(identifier)"
        case .json(let path): "json.\(path.joined(separator: "."))"
        }
    }
}

/// One line of the table of fields.
package struct FieldDefinition: Hashable, Sendable {
    package let field: Field
    package let type: FieldType
    /// How texts of this field are spelled; decides which operands a condition may compare it with.
    package let form: FieldForm
    /// Whether it is a part or another form of another field of its kind; output for people leaves it out.
    package let isPart: Bool
    /// Whether it is for the owner's eyes only; output withholds it unless it is asked for.
    package let isSecret: Bool
    /// Whether it reveals the secret of a code that contains one: it is the secret, or a text that it was read from.
    package let mayTellSecret: Bool
    package let always: KindSet
    package let sometimes: KindSet

    init(
        _ field: Field, type: FieldType = .text, form: FieldForm = .free, part: Bool = false, secret: Bool = false,
        always: [Kind] = [], sometimes: [Kind] = []
    ) {
        self.field = field
        self.type = type
        self.form = form
        isPart = part
        isSecret = secret
        mayTellSecret = secret || [.text, .compact, .url, .link, .links, .bytes].contains(field)
        self.always = KindSet(always)
        self.sometimes = KindSet(sometimes)
    }

    package var name: String { field.rawValue }

    /// The kinds whose codes have it, always or sometimes.
    package var kinds: [Kind] { always.union(sometimes).kinds }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    package func presence(in kind: Kind) -> Presence? {
        always.contains(kind) ? .always : sometimes.contains(kind) ? .sometimes : nil
    }

    /// Whether it is a field that codes of any kind have, which output omits.
    package var isCommon: Bool {
        always.union(sometimes) == .all || field == .text || field == .compact
    }
}

/// Fields of a kind whose names are open: what is after the dot is the code's own.
package struct OpenFieldDefinition: Hashable, Sendable {
    /// As it is before the dot: `query`.
    package let prefix: String
    /// What the rest of the name is called: `NAME`.
    package let placeholder: String
    /// The one kind that has such fields, some of its codes at least.
    package let kind: Kind
    package let type: FieldType
    /// How texts of such fields are spelled.
    package let form: FieldForm
    /// A description in one sentence.
    package let summary: String

    /// The name in rules with the placeholder: `query.NAME`.
    package var name: String { "\(prefix).\(placeholder)" }

    static let query = OpenFieldDefinition(
        prefix: "query", placeholder: "NAME", kind: .url, type: .text, form: .free,
        summary: "A parameter of the link's query, decoded; of several with this name the first.")
    package static let ai = OpenFieldDefinition(
        prefix: "ai", placeholder: "NN", kind: .gs1, type: .text, form: .element(nil),
        summary: "The value of this GS1 Application Identifier, as it is in the code.")
    package static let di = OpenFieldDefinition(
        prefix: "di", placeholder: "NN", kind: .industrialLabel, type: .text, form: .free,
        summary: "The value of this data identifier, such as 1T, or text element identifier, as it is in the code.")
    static let json = OpenFieldDefinition(
        prefix: "json", placeholder: "PATH", kind: .json, type: .any, form: .free,
        summary: "A member: the names, and the indices in arrays, on the way to it, with dots between them. A name may "
            + "have dots in it. An object, "
            + "null, an empty list and a list of these are absent; 1.50 is 1.5.")

    package static let table: [OpenFieldDefinition] = [query, ai, di, json]
}

extension FieldName {
    var openDefinition: OpenFieldDefinition? {
        switch self {
        case .fixed: nil
        case .query: .query
        case .ai: .ai
        case .di: .di
        case .json: .json
        }
    }
}
