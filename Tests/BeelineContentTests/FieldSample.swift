import BeelineContent
import BeelineSymbols
import Testing

/// A code and some of the fields that it must have; `nil` for those that it must not have.
struct FieldSample: Sendable, CustomTestStringConvertible {
    let name: String
    let symbol: Symbol
    let fields: [Field: String?]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ fields: [Field: String?]) { self.init(name, .qr, text, fields) }

    init(_ name: String, _ symbology: Symbology, _ text: String, _ fields: [Field: String?]) {
        self.name = name
        symbol = Symbol(symbology, text)
        self.fields = fields
    }

    func check(kind: Kind) {
        let reading = ContentParser.reading(of: symbol)
        #expect(reading.content.kind == kind, "\(reading.warnings)")
        #expect(reading.warnings.isEmpty)
        for (field, expected) in fields {
            #expect(reading.value(of: field)?.description == expected, "\(field)")
        }
    }
}

/// A code that is none of its kind, and what the warning says; empty when there must be none.
struct Refused: Sendable, CustomTestStringConvertible {
    let name: String
    let symbol: Symbol
    let reason: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ reason: String) { self.init(name, .qr, text, reason) }

    init(_ name: String, _ symbology: Symbology, _ text: String, _ reason: String) {
        self.name = name
        symbol = Symbol(symbology, text)
        self.reason = reason
    }

    func check(never kind: Kind) {
        let reading = ContentParser.reading(of: symbol)
        #expect(reading.content.kind != kind, "\(reading.content)")
        let warnings = reading.warnings.map(\.description)
        if reason.isEmpty {
            #expect(warnings.isEmpty)
        } else {
            #expect(warnings.count == 1 && warnings[0].contains(reason), "\(warnings)")
        }
    }
}
