import BeelineContent
import BeelineSupport
import BeelineSymbols
import Testing

@Suite("The table of fields")
struct FieldTests {
    /// The examples of every kind, as a parser reads them, and codes that no table shows.
    static let samples: [Reading] =
        Kind.table.flatMap { $0.examples.map(ContentParser.reading(of:)) }
        + [
            Symbol(.upcE, "04252614", addOn: "12345"), Symbol(.qr, ""), Symbol(.qr, " a b\n"),
            Symbol(.other("Telepen"), "x"), Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") },
        ].map(ContentParser.reading(of:))
        // What only two codes of an image have together.
        + ContentParser.readings(of: [Symbol(.ean13, "9784004160045"), Symbol(.ean13, "1920241008209")])

    @Test("every example is of the kind that it is an example of", arguments: Kind.allCases)
    func examplesAreOfTheirKind(kind: Kind) {
        #expect(kind.definition.kind == kind)
        #expect(Kind.allCases[kind.index] == kind)
        #expect(!kind.definition.examples.isEmpty)
        for example in kind.definition.examples {
            let reading = ContentParser.reading(of: example)
            #expect(reading.content.kind == kind, "\(example.text ?? "") \(reading.warnings)")
        }
    }

    @Test("every field has one line, and a name of its own")
    func isComplete() {
        #expect(Field.table.count == Field.allCases.count && Set(Field.table.map(\.field)) == Set(Field.allCases))
        #expect(Set(Field.table.map(\.name)).count == Field.allCases.count)
        for field in Field.allCases {
            let definition = field.definition
            #expect(definition.field == field)
            #expect(Field(name: definition.name) == field)
            #expect(FieldName(definition.name) == .fixed(field))
            #expect(FieldName.fixed(field).description == definition.name)
            #expect(!definition.kinds.isEmpty)
            #expect(definition.summary.hasSuffix("."))
        }
    }

    @Test("a code has the fields that the table says, of their type and in their form")
    func keepsPromises() {
        for sample in Self.samples {
            #expect(Promises.broken(by: sample, on: scanDate) == [])
            for field in Field.allCases { #expect(sample.value(of: .fixed(field)) == sample.value(of: field)) }
        }
    }

    @Test("what is there sometimes is there in a sample of the kind, and not in another")
    func isSometimes() {
        for definition in Field.table {
            for kind in definition.kinds
            where definition.presence(in: kind) == .sometimes && !definition.isCommon {
                let values = Self.samples.filter { $0.content.kind == kind }.map { $0.value(of: definition.field) }
                #expect(values.contains { $0 != nil } && values.contains(nil), "\(definition.name) of \(kind)")
            }
        }
    }

    /// Codes of the kinds whose fields are written without a value made of each.
    static let written =
        samples
        + [
            "978-0-306-40615-7", "9791034300013", "9780000000002", "9786500000009", "9799999999990", "4006381333931",
            "HTTP://www.EXAMPLE.com", "https://example.co.uk:8443/?#", "https://a-b.example.com/a\"b",
            "ftp://EXAMPLE.com/A#b",
            "https://bücher.example/ä?ö#ü", "https://192.0.2.1/", "https://[2001:DB8::1]:80/x", "sip:alice@Example.org",
            "file:///etc/hosts", "https://example.com./#a", "https://com/", "https://1.2.3.0x4./",
        ].map { ContentParser.reading(of: Symbol(.unknown, $0)) }

    @Test("what is written of a code is what it answers when its fields are asked for")
    func writesFields() throws {
        for sample in Self.written {
            var json = JSONWriter()
            json.object { sample.content.writeFields(to: &$0) }
            var asked = JSONWriter()
            asked.object { json in
                for definition in Field.fields(of: sample.content.kind) {
                    guard let value = sample.value(of: definition.field) else { continue }
                    json.name(definition.name)
                    value.write(to: &json)
                }
            }
            #expect(json.bytes == asked.bytes, "\(sample.content)")
        }
    }

    @Test("the compact text has no white space of any script")
    func compacts() {
        let reading = ContentParser.reading(of: Symbol(.qr, " a\t\u{A0}\u{3000}b\r\n\u{2028}c\u{200B} "))
        #expect(reading.value(of: .compact) == .text("abc\u{200B}"), "a zero width space is none by Unicode")
    }

    @Test("a link's parameters are fields with open names")
    func hasQueryFields() throws {
        let name = try #require(FieldName("query.a.b"))
        #expect(name == .query("a.b"))
        #expect(name.description == "query.a.b")
        #expect(name.type == .text)
        #expect(name.presence(in: .url) == .sometimes)
        #expect(name.presence(in: .text) == nil)
        #expect(ContentParser.reading(of: Symbol(.qr, "https://a.b/?a.b=1")).value(of: name) == .text("1"))
        #expect(ContentParser.reading(of: Symbol(.qr, "a.b=1")).value(of: name) == nil)
    }

    @Test("other names are none", arguments: ["", "query", "query.", "ISBN13", "isbn", " text", "text.a", "ai."])
    func refusesNames(name: String) {
        #expect(FieldName(name) == nil)
    }
}
