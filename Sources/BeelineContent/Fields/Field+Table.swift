/// One line of the table of fields.
public struct FieldDefinition: Hashable, Sendable {
    public let field: Field
    /// The name in rules and output.
    public let name: String
    public let type: FieldType
    /// How texts of this field are spelled; decides which operands a condition may compare it with.
    public let form: FieldForm
    /// The kinds of which each code has it.
    private let always: KindSet
    /// The kinds of which some codes have it.
    private let sometimes: KindSet
    /// What it is, in one sentence.
    public let summary: String
    /// Whether it is a part of another field of its kind; output for people leaves it out.
    public let isPart: Bool

    init(
        _ field: Field, _ name: String, type: FieldType, form: FieldForm, isPart: Bool, kinds: [Kind: Presence],
        summary: String
    ) {
        self.field = field
        self.name = name
        self.type = type
        self.form = form
        self.isPart = isPart
        self.summary = summary
        always = KindSet(kinds.filter { $0.value == .always }.keys)
        sometimes = KindSet(kinds.filter { $0.value == .sometimes }.keys)
    }

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
}

extension Field {
    /// Every field, in the order in which output shows them.
    public static let table: [FieldDefinition] = [
        row(.kind, "kind", form: .kind, everywhere, "The kind of content."),
        row(.text, "text", withText, "What the code says, as it is."),
        row(.compact, "compact", withText, "The text without white space."),
        row(.symbology, "symbology", form: .symbology, everywhere, "The kind of barcode; `unknown` for a typed code."),
        row(
            .addOn, "addOn", form: .digits(2, 5),
            Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, .sometimes) }),
            "The digits of the EAN-2 or EAN-5 beside the code."),
        row(.bytes, "bytes", [.binary: .always], "The bytes, as Base64."),
        row(.isbn13, "isbn13", form: .isbn13, [.isbn: .always], "The ISBN, 13 digits."),
        row(
            .isbn10, "isbn10", form: .isbn10, [.isbn: .sometimes], "The ISBN, 10 characters; only 978 numbers have it."),
        row(.gtin14, "gtin14", form: .gtin(14), [.product: .always], "The GTIN, 14 digits."),
        row(
            .gtin13, "gtin13", form: .gtin(13), [.product: .sometimes],
            "The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several."),
        row(
            .gtin12, "gtin12", form: .gtin(12), [.product: .sometimes],
            "The GTIN, 12 digits as in a UPC-A; where it has them."),
        row(
            .gtin8, "gtin8", form: .gtin(8), [.product: .sometimes],
            "The GTIN, 8 digits as in an EAN-8; where it has them."),
        row(
            .restricted, "restricted", type: .boolean, [.product: .always],
            "Whether the number means something inside one company or region only."),
        row(.url, "url", type: .url, [.url: .always], "The link, with scheme and host in lower case."),
        row(.scheme, "scheme", form: .lowerCase, part: true, [.url: .always], "The scheme of the link: `https`."),
        row(.host, "host", form: .lowerCase, [.url: .always], "The host of the link, in lower case."),
        row(.path, "path", part: true, [.url: .always], "The path of the link, with its slash; may be empty."),
    ]

    /// The line of the table that defines the field.
    public var definition: FieldDefinition { Self.table[Self.indices[self] ?? 0] }

    /// The field of that name.
    public init?(name: String) {
        guard let field = Self.byName[name] else { return nil }
        self = field
    }

    /// The fields that a code of this kind has beyond those that all have, in the order of the table.
    public static func fields(of kind: Kind) -> [FieldDefinition] { ownFields[kind] ?? [] }

    private static let indices = Dictionary(uniqueKeysWithValues: table.enumerated().map { ($1.field, $0) })
    private static let byName = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0.field) })
    private static let ownFields = Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { kind in
            (kind, table.filter { !$0.isCommon && $0.presence(in: kind) != nil })
        })

    private static let everywhere = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Presence.always) })
    private static let withText = everywhere.filter { $0.key != .binary }

    private static func row(
        _ field: Field, _ name: String, type: FieldType = .text, form: FieldForm = .free, part: Bool = false,
        _ kinds: [Kind: Presence], _ summary: String
    ) -> FieldDefinition {
        FieldDefinition(field, name, type: type, form: form, isPart: part, kinds: kinds, summary: summary)
    }
}

extension FieldName {
    /// The field of that name: `isbn13`, `query.id`.
    public init?(_ name: String) {
        if let field = Field(name: name) {
            self = .fixed(field)
        } else if name.hasPrefix("query."), name.utf8.count > 6 {
            self = .query(String(name.dropFirst(6)))
        } else {
            return nil
        }
    }

    public var type: FieldType {
        switch self {
        case .fixed(let field): field.definition.type
        case .query: .text
        }
    }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    public func presence(in kind: Kind) -> Presence? {
        switch self {
        case .fixed(let field): field.definition.presence(in: kind)
        case .query: kind == .url ? .sometimes : nil
        }
    }
}

extension FieldName: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fixed(let field): field.definition.name
        case .query(let name): "query.\(name)"
        }
    }
}
