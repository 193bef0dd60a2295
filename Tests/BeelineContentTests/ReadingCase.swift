import BeelineContent
import BeelineSymbols
import Testing

/// A code, and all that its reading is to say.
struct ReadingCase: Sendable, CustomTestStringConvertible {
    let text: String
    /// The fields by name, as they stand between other text; those of every code are left out.
    let fields: [String: String]
    let kind: Kind
    let warnings: [String]
    let why: String

    init(
        _ text: String, _ kind: Kind, _ fields: [String: String] = [:], warnings: [String] = [], _ why: String = ""
    ) {
        (self.text, self.kind, self.fields, self.warnings, self.why) = (text, kind, fields, warnings, why)
    }

    /// A code that is text because something is wrong, which the one warning says.
    static func malformed(_ text: String, _ warning: String) -> ReadingCase {
        ReadingCase(text, .text, warnings: [warning], warning)
    }

    var testDescription: String { why.isEmpty ? text.debugDescription : "\(text.debugDescription): \(why)" }

    func check() {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        var found: [String: String] = [:]
        for definition in Field.fields(of: reading.content.kind) {
            found[definition.name] = reading.value(of: definition.field)?.description
        }
        #expect(reading.content.kind == kind)
        #expect(found == fields)
        #expect(reading.warnings.map(\.description) == warnings)
        #expect(reading.symbol.text == text)
    }
}
