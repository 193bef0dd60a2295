import BeelineContent
import BeelineSymbols
import Testing

/// A code that is of its kind, but of which something may be a mistake.
struct DoubtedSample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let fields: [Field: String?]
    /// What each of the warnings says.
    let warnings: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ fields: [Field: String?], warnings: String...) {
        (self.name, self.text, self.fields, self.warnings) = (name, text, fields, warnings)
    }

    func check(kind: Kind) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content.kind == kind, "\(reading.warnings)")
        let descriptions = reading.warnings.map(\.description)
        #expect(reading.warnings.allSatisfy { $0.code == "questionable" })
        #expect(descriptions.count == warnings.count, "\(descriptions)")
        for (description, warning) in zip(descriptions, warnings) {
            #expect(description.contains(warning), "\(description)")
        }
        for (field, expected) in fields {
            #expect(reading.value(of: field)?.description == expected, "\(field)")
        }
    }
}
