extension Field {
    /// Every field, in the order in which output shows them.
    public static let table: [FieldDefinition] =
        commonRows + bookRows + productRows + elementStringRows + linkRows + networkRows + peopleRows + messageRows
        + eventRows + placeRows + keyRows + paperRows + paymentRows

    /// The line of the table that defines the field.
    public var definition: FieldDefinition { Self.definitions[self] ?? Self.table[0] }

    /// The field of that name.
    public init?(name: String) { self.init(rawValue: name) }

    /// The fields that a code of this kind has beyond those that all have, in the order of the table.
    public static func fields(of kind: Kind) -> [FieldDefinition] { ownFields[kind.index] }

    private static let definitions = Dictionary(uniqueKeysWithValues: table.map { ($0.field, $0) })
    private static let ownFields = Kind.allCases.map { kind in
        table.filter { !$0.isCommon && $0.presence(in: kind) != nil }
    }

    private static let withText = Kind.allCases.filter { $0 != .binary }

    private static let commonRows: [FieldDefinition] = [
        .row(.kind, form: .kind, always: Kind.allCases, "The kind of content."),
        .row(.text, always: withText, "What the code says, as it is."),
        .row(.compact, always: withText, "The text without white space."),
        .row(
            .symbology, form: .symbology, always: Kind.allCases,
            "The kind of barcode; `unknown` for a typed code."),
        .row(
            .addOn, form: .digits(2, 5), sometimes: Kind.allCases,
            "The digits of the EAN-2 or EAN-5 beside the code."),
        .row(.bytes, always: [.binary], "The bytes, as Base64."),
    ]
}
