package import BeelineContent
package import BeelineRuleTools
package import BeelineRules
internal import BeelineSupport
package import BeelineSymbols

/// The reference of a kind of content: everything from the tables, and values from the examples.
package struct KindReference: Sendable {
    package let name: String
    package let title: String
    /// The condition for a code to be of the kind.
    package let recognition: String
    package let examples: [Symbol]
    package let fields: [FieldReference]

    package struct FieldReference: Sendable {
        /// `isbn13`, or `query.NAME`.
        package let name: String
        package let type: FieldType
        package let isAlways: Bool
        package let isSecret: Bool
        package let summary: String
        /// The value in the first example that has the field.
        package let example: FieldValue?
    }

    package init(_ kind: Kind) {
        let definition = kind.definition
        (name, title, recognition) = (kind.rawValue, definition.title, definition.recognition)
        examples = definition.examples
        let parser = ContentParser()
        let readings = kind.definition.examples.map { parser.reading(of: $0, on: Self.date) }
        let fixed = Field.fields(of: kind).map { field in
            FieldReference(
                name: field.name, type: field.type, isAlways: field.presence(in: kind) == .always,
                isSecret: field.isSecret, summary: field.summary,
                example: readings.lazy.compactMap { $0.value(of: field.field) }.first)
        }
        let open = OpenFieldDefinition.table.filter { $0.kind == kind }.map { field in
            FieldReference(
                name: field.name, type: field.type, isAlways: false, isSecret: false, summary: field.summary,
                example: nil)
        }
        fields = fixed + open
    }

    package init(_ kind: DocumentedKind) {
        (name, title, examples) = (kind.name, kind.title, kind.examples)
        let forms = kind.forms.isEmpty ? [] : [kind.forms.joined(separator: ", ") + "."]
        recognition = (forms + [kind.note].compactMap(\.self)).joined(separator: "\n\n")
        fields = kind.fields.map { field in
            FieldReference(
                name: field.name, type: field.type, isAlways: field.isAlways, isSecret: field.isSecret,
                summary: "", example: field.example)
        }
    }

    package static let builtIn = Kind.allCases.map { KindReference($0) }

    /// The kinds of rule files. An error for the first file that cannot be used.
    package static func all(
        of sources: RuleSources, actions: [ActionSignature]
    ) throws(RuleSetError) -> [KindReference] {
        var kinds: [DocumentedKind] = []
        let reader = sources.reader
        for file in sources.files {
            // An included file can also be a file of the sources, with examples.
            for kind in try DocumentedKind.all(of: file, actions: actions, reader: reader) {
                let place = kinds.firstIndex { $0.name == kind.name }
                if let place, kinds[place].examples.isEmpty { kinds[place] = kind }
                if place == nil { kinds.append(kind) }
            }
        }
        return kinds.map { KindReference($0) }
    }

    /// The assumed day of the examples' scans, so that the reference is the same every day.
    private static let date = CalendarDate(year: 2026, dayOfYear: 31)
}
