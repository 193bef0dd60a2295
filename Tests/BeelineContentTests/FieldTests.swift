import BeelineContent
import BeelineSymbols
import Testing

@Suite("The table of fields")
struct FieldTests {
    /// Codes of every kind, with and without what is there sometimes.
    static let samples: [Reading] = ContentParser.readings(of: [
        Symbol(.ean13, "9784873119045"), Symbol(.ean13, "9791034300013", addOn: "05"),
        Symbol(.unknown, "0-8044-2957-X"),
        Symbol(.ean13, "4006381333931"), Symbol(.upcA, "036000291452"), Symbol(.ean8, "96385074"),
        Symbol(.itf, "12345678901231"), Symbol(.upcE, "04252614", addOn: "12345"), Symbol(.ean13, "2001234567893"),
        Symbol(.qr, "https://example.com"), Symbol(.qr, "URL:HTTP://a.b:80/c?d=e#f"), Symbol(.qr, "file:///a"),
        Symbol(.qr, ""), Symbol(.qr, " a b\n"), Symbol(.other("Telepen"), "x"),
        Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") },
        Symbol(.qr, bytes: [0xFF]), Symbol(.dataMatrix, bytes: [0x00, 0xFE]),
    ])

    @Test("every field has one line, and a name of its own")
    func isComplete() {
        #expect(Field.table.map(\.field) == Field.allCases)
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

    @Test("every kind has samples here")
    func hasSamples() {
        #expect(Set(Self.samples.map(\.content.kind)) == Set(Kind.allCases))
    }

    @Test("a code has the fields that the table says, of their type and in their form")
    func keepsPromises() {
        for sample in Self.samples { keepsPromises(sample) }
    }

    private func keepsPromises(_ sample: Reading) {
        let kind = sample.content.kind
        for definition in Field.table {
            let value = sample.value(of: definition.field)
            switch definition.presence(in: kind) {
            case .always: #expect(value != nil, "\(definition.name) of \(sample.content)")
            case .sometimes: break
            case nil: #expect(value == nil, "\(definition.name) of \(sample.content)")
            }
            #expect(sample.value(of: .fixed(definition.field)) == value)
            switch value {
            case .text(let text):
                #expect(definition.type != .boolean)
                #expect(sample.text(of: definition.field) == text)
                if sample.symbol.symbology != .other("Telepen") || definition.field != .symbology {
                    #expect(definition.form.problem(with: text) == nil, "\(definition.name): \(text)")
                }
            case .boolean:
                #expect(definition.type == .boolean)
                #expect(sample.text(of: definition.field) == nil)
            case nil: #expect(sample.text(of: definition.field) == nil)
            }
        }
    }

    @Test("what is there sometimes is there in a sample of the kind, and not in another")
    func isSometimes() {
        for definition in Field.table {
            for kind in definition.kinds
            where definition.presence(in: kind) == .sometimes && definition.field != .addOn {
                let values = Self.samples.filter { $0.content.kind == kind }.map { $0.value(of: definition.field) }
                #expect(values.contains { $0 != nil } && values.contains(nil), "\(definition.name) of \(kind)")
            }
        }
    }

    @Test("the fields of a kind are those of the table beyond what all have, in its order")
    func ordersFields() {
        let names = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Field.fields(of: $0).map(\.name)) })
        let expected: [Kind: [String]] = [
            .isbn: ["isbn13", "isbn10"], .product: ["gtin14", "gtin13", "gtin12", "gtin8", "restricted"],
            .url: ["url", "scheme", "host", "path"], .text: [], .binary: ["bytes"],
        ]
        #expect(names == expected)
    }

    @Test("the compact text has no white space of any script")
    func compacts() {
        let reading = ContentParser.reading(of: Symbol(.qr, " a\t\u{A0}\u{3000}b\r\n\u{2028}c\u{200B} "))
        #expect(reading.text(of: .compact) == "abc\u{200B}", "a zero width space is none by Unicode")
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

    @Test("other names are none", arguments: ["", "query", "query.", "ISBN13", "isbn", " text", "text.a", "ai.01"])
    func refusesNames(name: String) {
        #expect(FieldName(name) == nil)
    }
}
