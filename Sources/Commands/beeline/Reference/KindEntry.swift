import Beeline

/// A kind of content as the reference shows it: everything from the tables, and values from the examples.
struct KindEntry {
    let definition: KindDefinition
    let fields: [FieldEntry]

    /// A field of the kind.
    struct FieldEntry {
        /// `isbn13`, or `query.NAME`.
        let name: String
        let type: FieldType
        let isAlways: Bool
        let isSecret: Bool
        let summary: String
        /// The value in the first example that has the field.
        let example: FieldValue?
    }

    init(_ kind: Kind) {
        definition = kind.definition
        let parser = ContentParser()
        let readings = kind.definition.examples.map { parser.reading(of: $0, on: Self.date) }
        let fixed = Field.fields(of: kind).map { field in
            FieldEntry(
                name: field.name, type: field.type, isAlways: field.presence(in: kind) == .always,
                isSecret: field.isSecret, summary: field.summary,
                example: readings.lazy.compactMap { $0.value(of: field.field) }.first)
        }
        let open = OpenFieldDefinition.table.filter { $0.kind == kind }.map { field in
            FieldEntry(
                name: field.name, type: field.type, isAlways: false, isSecret: false, summary: field.summary,
                example: nil)
        }
        fields = fixed + open
    }

    /// On what day the examples are taken to be scanned, so that the reference is the same every day.
    private static let date = CalendarDate(year: 2026, dayOfYear: 31)
}

extension Symbol {
    /// An example as it is shown: what it says, and its add-on.
    var exampleText: String {
        (text.map(\.withHiddenSpelledOut) ?? "\(bytes.count) bytes") + (addOn.map { " + \($0)" } ?? "")
    }
}
