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
            Symbol(.other("Plessey"), "x"), Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") },
        ].map(ContentParser.reading(of:))
        // What only two codes of an image have together.
        + ContentParser.readings(of: [Symbol(.ean13, "9784004160045"), Symbol(.ean13, "1920241008209")])
        + ContentParser.readings(of: GS1UnitTests.pallet)

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

    @Test("every kind and every field is documented")
    func isDocumented() {
        for kind in Kind.table { #expect(kind.recognition.hasSuffix("."), "\(kind.kind)") }
        for field in Field.table { #expect(field.summary.hasSuffix("."), "\(field.name)") }
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
        }
    }

    @Test("a code has the fields that the table says, of their type and in their form")
    func keepsPromises() {
        for sample in Self.samples {
            #expect(Promises.broken(by: sample, on: scanDate) == [])
            for field in Field.allCases { #expect(sample.value(of: .fixed(field)) == sample.value(of: field)) }
        }
    }

    @Test("an optional field is in one sample of its kind, and missing in another")
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

    @Test("the fields of a code equal the values of each of them")
    func readsFields() throws {
        for sample in Self.written {
            let definitions = Field.fields(of: sample.content.kind)
            let asked = definitions.compactMap { definition in
                sample.value(of: definition.field).map { (definition.name, $0) }
            }
            let fields = sample.content.fields(includesParts: true, includesSecrets: true)
            #expect(fields.map(\.name) == asked.map(\.0), "\(sample.content)")
            #expect(fields.map(\.value) == asked.map(\.1), "\(sample.content)")
        }
    }

    @Test("a code with a secret field has a secret, and no displayed text contains it")
    func hidesSecretFields() {
        for sample in Self.samples {
            for definition in Field.table where definition.isSecret {
                guard let secret = sample.text(of: definition.field) else { continue }
                #expect(sample.holdsSecret && sample.isSecret(.fixed(definition.field)), "\(definition.name)")
                #expect(sample.redactedText?.contains(secret) == false, "\(definition.name) of \(sample.kind)")
                #expect(!sample.description.contains(secret), "\(definition.name) of \(sample.kind)")
            }
        }
    }

    @Test("a kind that can be written names fields of its own")
    func writesItsFields() throws {
        for definition in Kind.table {
            guard let writer = definition.writer else { continue }
            for name in writer.names {
                let field = try #require(Field(name: name), "\(name)")
                #expect(field.definition.presence(in: definition.kind) != nil, "\(name) of \(definition.kind)")
            }
        }
    }

    @Test("a field that identifies a thing or a code is one of its kind, and is a text")
    func identifies() {
        for definition in Kind.table {
            for field in [definition.number, definition.identity].compactMap(\.?.definition) {
                #expect(
                    field.presence(in: definition.kind) != nil && [.text, .url].contains(field.type),
                    "\(definition.kind)")
            }
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

    @Test("other names are not fields", arguments: ["", "query", "query.", "ISBN13", "isbn", " text", "text.a", "ai."])
    func refusesNames(name: String) {
        #expect(FieldName(name) == nil)
    }
}

@Suite("How the texts of a field are spelled")
struct FieldFormTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let field: Field
        let text: String
        let problem: FieldForm.Problem?
        var testDescription: String { "\(field) \(text.debugDescription)" }

        init(_ field: Field, _ text: String, _ problem: FieldForm.Problem? = nil) {
            (self.field, self.text, self.problem) = (field, text, problem)
        }
    }

    static let kinds = FieldForm.Problem.notOneOf(Kind.allCases.map(\.rawValue))
    static let isbn13 = FieldForm.Problem.notOfForm("an ISBN of 13 digits")
    static let isbn10 = FieldForm.Problem.notOfForm("an ISBN of 10 characters")

    private static func gtin(_ count: Int) -> FieldForm.Problem {
        .notOfForm("a GTIN of \(count) digits with its check digit")
    }

    static let cases = [
        Case(.text, ""), Case(.text, "Any Text\n"), Case(.compact, "a b"), Case(.path, "/A"), Case(.url, "no link"),
        Case(.kind, "isbn"), Case(.kind, "ISBN", kinds), Case(.kind, "", kinds), Case(.kind, "isbn ", kinds),
        Case(.symbology, "ean_13"), Case(.symbology, "unknown"),
        Case(.symbology, "EAN-13", .spelledOtherwise("ean_13")),
        Case(.symbology, "org.iso.QRCode", .spelledOtherwise("qr_code")),
        Case(.host, "example.com"), Case(.host, "Example.com", .spelledOtherwise("example.com")),
        Case(.host, "Müller.de", .spelledOtherwise("xn--mller-kva.de")), Case(.host, "xn--mller-kva.de"),
        Case(.scheme, "HTTPS", .spelledOtherwise("https")),
        Case(.isbn13, "9784873119045"), Case(.isbn13, "978-4-87311-904-5", .spelledOtherwise("9784873119045")),
        Case(.isbn13, "4873119049", .spelledOtherwise("9784873119045")), Case(.isbn13, "9784873119046", isbn13),
        Case(.isbn13, "9790060115615", isbn13), Case(.isbn13, "", isbn13),
        Case(.isbn10, "4873119049"), Case(.isbn10, "080442957X"),
        Case(.isbn10, "080442957x", .spelledOtherwise("080442957X")),
        Case(.isbn10, "9784873119045", .spelledOtherwise("4873119049")), Case(.isbn10, "9791034300013", isbn10),
        Case(.gtin14, "00036000291452"), Case(.gtin14, "036000291452", .spelledOtherwise("00036000291452")),
        Case(.gtin14, "96385074", .spelledOtherwise("00000096385074")), Case(.gtin14, "1", gtin(14)),
        Case(.gtin13, "4006381333931"), Case(.gtin13, "4006381333930", gtin(13)),
        Case(.gtin13, "12345678901231", gtin(13)), Case(.gtin13, "036000291452", .spelledOtherwise("0036000291452")),
        Case(.gtin12, "036000291452"), Case(.gtin12, "0036000291452", .spelledOtherwise("036000291452")),
        Case(.gtin12, "4006381333931", gtin(12)),
        Case(.gtin8, "96385074"), Case(.gtin8, "036000291452", gtin(8)),
        Case(.issn, "0024-9319"), Case(.issn, "00249319", .spelledOtherwise("0024-9319")),
        Case(.issn, "ISSN 2434-561x", .spelledOtherwise("2434-561X")),
        Case(.issn, "9770024931000", .spelledOtherwise("0024-9319")),
        Case(.issn, "0024-9318", .notOfForm("an ISSN, such as 0024-9319")),
        Case(.ismn, "9790230671187"), Case(.ismn, "M-2306-7118-7", .spelledOtherwise("9790230671187")),
        Case(.ismn, "979-0-2306-7118-7", .spelledOtherwise("9790230671187")),
        Case(.ismn, "9780306406157", .notOfForm("an ISMN of 13 digits")),
        Case(.addOn, "05"), Case(.addOn, "52495"), Case(.addOn, "052", .notOfForm("2 or 5 digits")),
        Case(.addOn, "", .notOfForm("2 or 5 digits")), Case(.addOn, "٠٥", .notOfForm("2 or 5 digits")),
        Case(.addOn, "é", .notOfForm("2 or 5 digits")),
        Case(.vin, "1M8GDM9AXKP042788"), Case(.vin, "1m8gdm9axkp042788", .spelledOtherwise("1M8GDM9AXKP042788")),
        Case(.vin, "1M8GDM9A1KP042788", .notOfForm("a VIN of 17 characters with its check digit")),
        Case(.bic, "COBADEFF"), Case(.bic, "cobadeffxxx", .spelledOtherwise("COBADEFFXXX")),
        Case(.bic, "COBADE", .notOfForm("a BIC of 8 or 11 characters")),
        Case(.merchantCategory, "5411"), Case(.merchantCategory, "grocer", .notOfForm("4 digits")),
        Case(.issuerNumber, "636000"), Case(.issuerNumber, "CA", .notOfForm("6 digits")),
        Case(.phone, "+4930123456"), Case(.phone, "+49 (0)30 123456", .spelledOtherwise("+4930123456")),
        Case(.phones, "030/123", .spelledOtherwise("030123")), Case(.phone, "1-800-FLOWERS"),
        Case(.eapMethod, "PEAP"), Case(.eapMethod, "peap", .spelledOtherwise("PEAP")),
        Case(.phone, "+4930123 ext. 5", .spelledOtherwise("+4930123;ext=5")),
    ]

    @Test("an operand is right, spelled otherwise, or never equal to the field", arguments: cases)
    func judges(_ example: Case) {
        #expect(example.field.definition.form.problem(with: example.text) == example.problem)
    }

    @Test("an unknown symbology gets the list of known ones", arguments: ["Plessey", "ean_14", "", "-"])
    func listsSymbologies(name: String) throws {
        let problem = try #require(Field.symbology.definition.form.problem(with: name))
        guard case .notOneOf(let names) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect(names.contains("ean_13") && names.contains("unknown"))
    }
}
