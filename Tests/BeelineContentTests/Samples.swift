import BeelineContent
import BeelineSymbols
import Foundation
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

/// A code that is not of its kind, and the text of the warning; empty when there must be no warning.
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

/// A code that is of its kind, but that may contain an error.
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

/// The day on which tests scan.
let scanDate = CalendarDate(year: 2026, dayOfYear: 325)

extension ContentParser {
    static func reading(of symbol: Symbol) -> Reading { ContentParser().reading(of: symbol, on: scanDate) }

    static func readings(of symbols: [Symbol]) -> [Reading] { ContentParser().readings(of: symbols, on: scanDate) }
}

/// The tables in `Fixtures/`, which `make_numbers.py` wrote.
enum Fixture {
    /// The fields of each line of a table; lines that begin with `#` are comments.
    static func lines(of name: String) throws -> [[String]] {
        let text = String(decoding: try bytes(of: name), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The bytes of a file.
    static func bytes(of name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
