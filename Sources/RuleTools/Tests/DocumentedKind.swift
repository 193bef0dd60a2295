package import BeelineContent
package import BeelineRules
internal import BeelineSupport
package import BeelineSymbols

/// A custom kind with its documentation: title, note, fields and examples.
package struct DocumentedKind: Sendable {
    package let name: String
    package let title: String
    /// Its `note` in the file; nil for none.
    package let note: String?
    /// The titles of its forms, as far as they have one.
    package let forms: [String]
    package let fields: [Field]
    /// Codes of it, in the order of the file.
    package let examples: [Symbol]

    package struct Field: Sendable {
        package let name: String
        package let type: FieldType
        package let isAlways: Bool
        package let isSecret: Bool
        /// The value in the first example that has the field.
        package let example: FieldValue?
    }

    /// The kinds of a rule file, and of those that it includes, which are shown without examples.
    package static func all(
        of file: RuleFile, actions: [ActionSignature], reader: RuleFileReader
    ) throws(RuleSetError) -> [DocumentedKind] {
        let suite = RuleTestSuite(file: file, actions: actions, reader: reader)
        guard let rules = suite.rules else { throw RuleSetError(issues: suite.fileErrors) }
        let notes = ParsedFile(file).list("kinds").map { ($0.value["kind"]?.string, $0.value["note"]?.string) }
        // Kinds of bundled files that it only names are not its own.
        let own = rules.kinds.own.filter { kind in !suite.kindFiles.contains { $0.name == kind.file } }
        return own.map { kind in
            let examples = suite.examples.filter { $0.expected.kind == kind.name }
            let readings = examples.map { example in
                rules.resolve(suite.parser.reading(of: example.symbol, on: example.scan.date), scan: example.scan)
            }
            return DocumentedKind(
                kind, note: notes.first { $0.0 == kind.name }?.1, examples: examples.map(\.symbol), readings)
        }
    }

    /// The kinds of rules that are in use, without notes and examples: those are in the files.
    package static func all(of rules: RuleSet) -> [DocumentedKind] {
        rules.kinds.own.map { DocumentedKind($0, note: nil, examples: [], []) }
    }

    private init(_ kind: CustomKind, note: String?, examples: [Symbol], _ resolutions: [Resolution]) {
        (name, title, self.note, self.examples) = (kind.name, kind.title ?? kind.name, note, examples)
        // A kind of one form has its title.
        forms = kind.forms.compactMap(\.title).filter { $0 != kind.title }
        fields = kind.fields.map { field in
            Field(
                name: field.name.description, type: field.name.type, isAlways: kind.isCertain(field.name),
                isSecret: field.isSecret,
                example: resolutions.lazy.compactMap { resolution in
                    resolution.givenFields.first { $0.name == field.name.description }?.value
                }.first)
        }
    }
}
