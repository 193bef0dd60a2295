import BeelineContent
import BeelineSymbols
import Testing

@Suite("Contacts")
struct ContactTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        let text: String
        let fields: [Field: FieldValue]
        let doubts: [String]
        var testDescription: String { why }

        /// - Parameter fields: what the card has beside its name; it must have nothing else.
        init(_ why: String, _ text: String, _ fields: [Field: FieldValue], doubts: [String] = []) {
            (self.why, self.text, self.fields, self.doubts) = (why, text, fields, doubts)
        }
    }

    /// A card of that version with these lines.
    static func card(_ lines: String..., version: String = "3.0") -> String {
        (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD"]).joined(separator: "\r\n")
    }

    private static func number(_ text: String) -> FieldValue {
        DecimalNumber(text).map(FieldValue.number) ?? .text("no number")
    }

    private static func date(_ text: String) -> FieldValue {
        CalendarDate(text).map(FieldValue.date) ?? .text("no date")
    }

    @Test("numbers and addresses have their purposes")
    func labels() throws {
        let contact = try #require(
            Contact(
                Self.card(
                    "FN:Sean Owen", "TEL;TYPE=WORK,FAX:+12125551213", "TEL;TYPE=CELL,PREF:+12125551212", "TEL:5551214",
                    "EMAIL;TYPE=HOME:sean@example.org",
                    "ADR;TYPE=WORK:;Suite 3;76 Ninth Avenue;New York;NY;10011;USA")))
        #expect(contact.phoneNumbers.map(\.value) == contact.phones)
        #expect(contact.phoneNumbers.map(\.labels) == [[.mobile, .preferred], [], [.work, .fax]])
        #expect(contact.emailAddresses.map(\.value) == contact.emails)
        #expect(contact.emailAddresses.map(\.labels) == [[.home]])
        let address = try #require(contact.postalAddresses.first)
        #expect(address.labels == [.work] && address.value.text == contact.addresses.first)
        #expect(address.value.postOfficeBox == nil && address.value.apartment == "Suite 3")
        #expect(address.value.street == "76 Ninth Avenue" && address.value.city == "New York")
        #expect(address.value.region == "NY" && address.value.postalCode == "10011" && address.value.country == "USA")
    }

    @Test("a BIZCARD and a MECARD give the fields that they have")
    func labelsOfOtherCards() throws {
        let card = try #require(
            Contact("BIZCARD:N:Sean;X:Owen;B:+12125551212;M:+12125551213;F:+12125551214;A:1 Road;;"))
        #expect(card.phoneNumbers.map(\.labels) == [[.work], [.mobile], [.fax]])
        #expect(card.postalAddresses.first?.value.street == nil)
        #expect(card.postalAddresses.map(\.value.text) == card.addresses)
        let other = try #require(Contact("MECARD:N:Owen,Sean;TEL:+12125551212;EMAIL:sean@example.org;;"))
        #expect(other.phoneNumbers.first?.labels == [] && other.emailAddresses.first?.labels == [])
    }

    static let vCards = [
        Case(
            "2.1, with bare types", card("N:Owen;Sean", "TEL;CELL;PREF:+12125551212", version: "2.1"),
            [
                .name: .text("Sean Owen"), .givenName: .text("Sean"), .familyName: .text("Owen"),
                .phone: .text("+12125551212"),
            ]),
        Case(
            "3.0, as it is written by most",
            card(
                "N:Owen;Sean;;;", "FN:Sean Owen", "ORG:Books Ltd", "TITLE:CEO", "TEL;TYPE=WORK,VOICE:+12125551212",
                "EMAIL:a@b.com", "ADR;TYPE=WORK:;;7 Cloud St;Town;;10011;DE", "URL:https://b.com"),
            [
                .name: .text("Sean Owen"), .organization: .text("Books Ltd"), .jobTitle: .text("CEO"),
                .phones: .list(["+12125551212"]), .emails: .list(["a@b.com"]),
                .address: .text("7 Cloud St, Town, 10011, DE"), .website: .text("https://b.com"),
            ]),
        Case(
            "4.0, with URIs",
            card(
                "FN:Sean Owen", "TEL;VALUE=uri;TYPE=\"voice,home\":tel:+1-555-555-5555;ext=5555",
                "EMAIL;PREF=1:mailto:a@b.com", "GEO:geo:37.386013,-122.082932", "BDAY:19531015T231000Z",
                version: "4.0"),
            [
                .phones: .list(["+15555555555;ext=5555"]), .emails: .list(["a@b.com"]),
                .latitude: number("37.386013"),
                .longitude: number("-122.082932"),
                .birthday: date("1953-10-15"),
            ]),
        Case("lower case", "begin:vcard\nversion:3.0\nfn:Sean\ntel:1\nend:vcard", [.phone: .text("1")]),
        Case("LF only and no END", "BEGIN:VCARD\nFN:Sean\nTEL:12", [.name: .text("Sean"), .phone: .text("12")]),
        Case(
            "indented as a whole", "BEGIN:VCARD\n  VERSION:3.0\n\tFN:A\n  TEL:1\nEND:VCARD",
            [.name: .text("A"), .phone: .text("1")]),
        Case("lone CR as line end", "BEGIN:VCARD\rFN:Sean\rTEL:12\rEND:VCARD", [.phone: .text("12")]),
        Case("CR CR LF, from two systems", "BEGIN:VCARD\r\r\nFN:A\r\r\n B\r\r\nEND:VCARD", [.name: .text("AB")]),
        Case(
            "groups before names", card("item1.TEL:+12", "item1.X-ABLabel:x", "FN:A", "a.b.EMAIL:a@b"),
            [.phone: .text("+12"), .email: .text("a@b")]),
        Case("folded with a blank", card("FN:Se", " an", "\t Owen"), [.name: .text("Sean Owen")]),
        Case(
            "folded within a character of a name", card("FN:A", "NO", " TE:x", "TE", " L:1"),
            [.note: .text("x"), .phone: .text("1")]),
        Case(
            "2.1 folds before a blank that stays", card("FN:Sean", " Owen", version: "2.1"),
            [.name: .text("Sean Owen")]),
        Case(
            "a folded photo is passed over",
            card("FN:A", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA", " BBBB", " TEL:9", "TEL:1"),
            [.phones: .list(["1"])]),
        Case("Base64 is no text", card("FN:A", "NOTE;ENCODING=BASE64:QUJD", "NOTE;BASE64:QUJD"), [:]),
        Case(
            "escapes", card("FN:A", #"NOTE:a\nb\Nc\, d\; e\\n \:f \x"#),
            [.note: .text("a\nb\nc, d; e\\n :f \\x")]),
        Case("an escape that is cut", card("FN:A", "NOTE:x\\"), [.note: .text("x")]),
        Case(
            "escaped semicolons do not part components", card(#"N:O\;wen;Se\,an"#, #"ORG:A\;B;C\\;D"#),
            [.familyName: .text("O;wen"), .givenName: .text("Se,an"), .organization: .text("A;B, C\\, D")]),
        Case(
            "quoted-printable UTF-8 with soft line breaks",
            card(
                "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=B6r=", "g M=C3=", "=BCller",
                "NOTE;CHARSET=UTF-8;QUOTED-PRINTABLE:a=0D=0A=", "b", version: "2.1"),
            [.name: .text("Jörg Müller"), .note: .text("a\nb")]),
        Case(
            "quoted-printable ISO-8859-1 and Windows-1252",
            card(
                "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=F6rg",
                "TITLE;QUOTED-PRINTABLE;CHARSET=windows-1252:=80",
                "NOTE;ENCODING=QUOTED-PRINTABLE:M=fcller", version: "2.1"),
            [.name: .text("Jörg"), .jobTitle: .text("€"), .note: .text("Müller")]),
        Case(
            "the lines of a quoted-printable address have commas between them",
            card("FN:A", "ADR;ENCODING=QUOTED-PRINTABLE:;;a=0D=0Ab;c=0A;;d=2C=0De", version: "2.1"),
            [
                .name: .text("A"), .address: .text("a, b, c, d, e"), .addresses: .list(["a, b, c, d, e"]),
            ]),
        Case(
            "wrong quoted-printable stays, a character set that is not known is left out",
            card(
                "FN;QUOTED-PRINTABLE:100=ZZ =4", "NOTE;QUOTED-PRINTABLE;CHARSET=X-MAC-ROMAN:=93=8C",
                "TITLE;QUOTED-PRINTABLE:=", "", version: "2.1"),
            [.name: .text("100=ZZ =4")], doubts: ["a text is in an unknown character set"]),
        Case(
            "quoted-printable in other character sets, such as the Shift_JIS of Japanese telephones",
            card(
                "N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8ER=93c;=91=BE=98Y",
                "NOTE;CHARSET=Shift_JIS;ENCODING=QUOTED-PRINTABLE:=41", "TEL:0312345678", version: "2.1"),
            [
                .phone: .text("0312345678"), .note: .text("A"), .familyName: .text("\u{5C71}\u{7530}"),
                .givenName: .text("\u{592A}\u{90CE}"), .name: .text("\u{5C71}\u{7530} \u{592A}\u{90CE}"),
            ]),
        Case(
            "what is none in the character set that is named is left out",
            card("FN:A", "NOTE;CHARSET=EUC-JP;ENCODING=QUOTED-PRINTABLE:=FF=FF", version: "2.1"), [.name: .text("A")],
            doubts: ["a text is in an unknown character set"]),
        Case(
            "a name that ends with an equals sign is not quoted-printable", card("FN:a=", "TEL:1"),
            [.name: .text("a="), .phone: .text("1")]),
        Case(
            "a colon in quotes belongs to the parameter", card("FN:A", "NOTE;X-A=\"b:c;d\":text", "TEL;X=\"y:1"),
            [.note: .text("text"), .phone: .text("1")]),
        Case(
            "the name is made from its parts", card("N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D."),
            [.name: .text("Dr. John Philip Paul Stevenson, Jr. M.D.")]),
        Case("East Asian names begin with the family", card("N:山田;太郎"), [.name: .text("山田 太郎")]),
        Case(
            "an organization stands for a name", card("N:;;;;", "FN: ", "ORG:Books;;Prints;"),
            [.name: .text("Books, Prints"), .organization: .text("Books, Prints")]),
        Case("only a telephone number", card("TEL:(0)30 12"), [.phones: .list(["03012"])]),
        Case("only an e-mail address", card("EMAIL:a@b.com"), [.email: .text("a@b.com")]),
        Case(
            "faxes come last", card("TEL;TYPE=FAX:1", "TEL;WORK;FAX:2", "TEL:3", "TEL;TYPE=fax,voice:4"),
            [.phone: .text("3"), .phones: .list(["3", "4", "1", "2"])]),
        Case(
            "what is no address is left out", card("FN:A", "EMAIL:none", "EMAIL:@b", "EMAIL:a@", "EMAIL:a b@c"), [:],
            doubts: ["an e-mail address is not valid"]),
        Case(
            "addresses in brackets and between commas",
            card(
                "FN:A", "EMAIL:<b@x.de>", "EMAIL:Bob <c@x.de>", "EMAIL:d@x.de, e@x.de", #"EMAIL:"Doe, Bob" <f@x.de>"#,
                "EMAIL:<mailto:g@x.de>", "EMAIL:"),
            [.emails: .list(["b@x.de", "c@x.de", "d@x.de", "e@x.de", "f@x.de", "g@x.de"])]),
        Case(
            "one of two addresses is wrong", card("FN:A", "EMAIL:a@b.de, x@"), [.email: .text("a@b.de")],
            doubts: ["an e-mail address is not valid"]),
        Case(
            "preferred ones come first",
            card(
                "FN:A", "EMAIL:c@x.de", "EMAIL;PREF=2:b@x.de", "EMAIL;PREF=1:a@x.de", "EMAIL;PREF=0:d@x.de",
                "TEL;TYPE=HOME:11", "TEL;TYPE=FAX,PREF:12", "TEL;TYPE=CELL;TYPE=PREF:13", "URL:x", "URL;PREF=100:y",
                "ADR:;;A", "ADR;TYPE=\"home,pref\":;;B"),
            [
                .emails: .list(["a@x.de", "b@x.de", "c@x.de", "d@x.de"]), .phones: .list(["13", "11", "12"]),
                .websites: .list(["y", "x"]), .addresses: .list(["B", "A"]),
            ]),
        Case(
            "of 2.1 the preferred number first", card("FN:A", "TEL;HOME:11", "TEL;CELL;PREF:12", version: "2.1"),
            [.phones: .list(["12", "11"])]),
        Case(
            "a comma in a name with a backslash is one, others part names",
            card(#"N:Smith\, Jr.;John"#), [.name: .text("John Smith, Jr."), .familyName: .text("Smith, Jr.")]),
        Case(
            "two family names", card("N:García,Márquez;Gabriel"),
            [.name: .text("Gabriel García Márquez"), .familyName: .text("García Márquez")]),
        Case(
            "in 2.1 a comma is only a comma", card("N:Smith, Jr.;John", version: "2.1"),
            [.familyName: .text("Smith, Jr."), .name: .text("John Smith, Jr.")]),
        Case(
            "a birthday with a time", card("FN:A", "BDAY:19531015T231000+0100"), [.birthday: date("1953-10-15")]),
        Case(
            "a birthday with a zone", card("FN:A", "BDAY:1996-04-15T00:00:00+02:00"), [.birthday: date("1996-04-15")]),
        Case(
            "of several names the preferred one", card("FN;PREF=2:B", "FN;PREF=1:A"), [.name: .text("A")]),
        Case(
            "no number in quoted-printable", card("FN:A", "TEL;ENCODING=QUOTED-PRINTABLE:=46=4F=4F"), [:],
            doubts: ["a telephone number has no digit"]),
        Case("no number", card("FN:A", "TEL:none", "TEL:"), [:], doubts: ["a telephone number has no digit"]),
        Case(
            "addresses on one line each",
            card("FN:A", #"ADR:PO 7;Apt 2;1 Main St\n2nd floor;Town;NY;10011;USA"#, "ADR:;;;;;;", "ADR:;;B;;;;"),
            [
                .address: .text("PO 7, Apt 2, 1 Main St, 2nd floor, Town, NY, 10011, USA"),
                .addresses: .list(["PO 7, Apt 2, 1 Main St, 2nd floor, Town, NY, 10011, USA", "B"]),
            ]),
        Case(
            "a label is an address where there is no other", card("FN:A", #"LABEL;TYPE=HOME:1 Main St\nTown"#),
            [.addresses: .list(["1 Main St, Town"])]),
        Case(
            "of 4.0 also as a parameter", card("FN:A", #"ADR;LABEL="1 Main St\nTown":;;;;;;"#, version: "4.0"),
            [.address: .text("1 Main St, Town")]),
        Case("a birthday without its year", card("FN:A", "BDAY:--0310"), [:]),
        Case(
            "a birthday without its year, as Apple has it", card("FN:A", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-10"), [:]),
        Case(
            "a birthday that does not exist", card("FN:A", "BDAY:1970-02-30", "GEO:91;0", "GEO:x"), [:],
            doubts: ["the birthday is not a date", "the coordinates are out of range"]),
        Case("only a year and a month", card("FN:A", "BDAY:1970-03", "BDAY;VALUE=text:circa 1800"), [:]),
        Case("several nicknames", card("FN:A", "NICKNAME:Jim,Jimmie"), [.nickname: .text("Jim, Jimmie")]),
        Case("a role stands for a title", card("FN:A", "ROLE:Editor"), [.jobTitle: .text("Editor")]),
        Case(
            "of several cards the first", card("FN:A") + "\r\n" + card("FN:B", "TEL:1"), [.name: .text("A")]),
        Case(
            "the agent's card in a card is passed over",
            card("AGENT:", "BEGIN:VCARD", "FN:B", "TEL:1", "END:VCARD", "FN:A"), [.name: .text("A")]),
        Case(
            "X-PHONETIC names are passed over", card("FN:A", "X-PHONETIC-FIRST-NAME:B", "SOUND:C", "what is no line"),
            [.name: .text("A")]),
    ]

    static let others = [
        Case(
            "MECARD",
            #"MECARD:N:Owen,Sean;TEL:+1 212;TEL:3;EMAIL:a@b.com;NOTE:x\;y\:z;ADR:,,1 Main St,Town,,10011;"#
                + "BDAY:19700310;URL:http://b.com;NICKNAME:Shaun;ORG:Books;TITLE:CEO;;",
            [
                .name: .text("Sean Owen"), .givenName: .text("Sean"), .familyName: .text("Owen"),
                .phones: .list(["+1212", "3"]), .email: .text("a@b.com"), .note: .text("x;y:z"),
                .address: .text("1 Main St, Town, 10011"), .website: .text("http://b.com"),
                .nickname: .text("Shaun"), .organization: .text("Books"), .jobTitle: .text("CEO"),
                .birthday: date("1970-03-10"),
            ]),
        Case("any case (ZXing takes it for a link)", "mecard:N:Owen;;", [.name: .text("Owen")]),
        Case("no end", "MECARD:N:Owen;TEL:1", [.name: .text("Owen"), .phone: .text("1")]),
        Case("an end in an escape", #"MECARD:N:Owen\"#, [.name: .text("Owen")]),
        Case("an escaped end", #"MECARD:N:Owen\;"#, [.name: .text("Owen;")]),
        Case("line ends between the fields", "MECARD:N:Owen;\r\nTEL:1;\n;", [.phone: .text("1")]),
        Case("phonetic names are passed over", "MECARD:N:山田,太郎;SOUND:ヤマダ,タロウ;;", [.name: .text("山田 太郎")]),
        Case(
            "a semicolon without its backslash", "MECARD:N:Doe,John;NOTE:a;b;c;;",
            [.name: .text("John Doe"), .note: .text("a")],
            doubts: ["a part between semicolons has no name; a semicolon may lack its backslash"]),
        Case(
            "more than one given name", "MECARD:N:Doe,Jane,Q;;",
            [.name: .text("Jane Q Doe"), .givenName: .text("Jane Q")]),
        Case("a videophone", "MECARD:N:A;TEL-AV:12;FN:B;;", [.name: .text("A"), .phone: .text("12")]),
        Case(
            "BIZCARD", "BIZCARD:N:Sean;X:Owen;T:CEO;C:Books;A:1 Main St, Town;F:3;B:1;M:2;E:a@b.com;;",
            [
                .name: .text("Sean Owen"), .givenName: .text("Sean"), .familyName: .text("Owen"),
                .jobTitle: .text("CEO"), .organization: .text("Books"), .address: .text("1 Main St, Town"),
                .phones: .list(["1", "2", "3"]), .email: .text("a@b.com"),
            ]),
        Case(
            "BIZCARD in any case, of a company", "bizcard:c:Books;;",
            [.name: .text("Books"), .organization: .text("Books")]),
    ]

    /// Fields that follow from others and need not be written for each case.
    static let implied: Set<Field> = [.kind, .text, .compact, .symbology, .givenName, .familyName, .name]

    @Test("a card gives its own fields, and nothing else", arguments: vCards + others)
    func reads(_ example: Case) throws {
        let reading = ContentParser.reading(of: Symbol(.qr, example.text))
        guard case .contact(let contact) = reading.content else {
            Issue.record("\(reading.content) \(reading.warnings)")
            return
        }
        #expect(reading.warnings == example.doubts.map { .questionable(.contact, $0) })
        #expect(Contact(example.text) == contact)
        for (field, value) in example.fields { #expect(reading.value(of: field) == value, "\(field)") }
        let plural: [Field: Field] = [
            .phone: .phones, .email: .emails, .address: .addresses, .website: .websites, .latitude: .longitude,
        ]
        let told = example.fields.keys.reduce(into: Self.implied) { told, field in
            told.insert(field)
            if let list = plural[field] { told.insert(list) }
            for (one, list) in plural where list == field { told.insert(one) }
        }
        for definition in Field.fields(of: .contact) where !told.contains(definition.field) {
            #expect(reading.value(of: definition.field) == nil, "\(definition.field)")
        }
    }

    @Test(
        "what nearly is a card is text, and why",
        arguments: [
            ("BEGIN:VCARD", "BEGIN:VCARD must be on its own line"),
            ("BEGIN:VCARD VERSION:3.0 FN:A", "BEGIN:VCARD must be on its own line"),
            ("BEGIN:VCARDS\nFN:A", "BEGIN:VCARD must be on its own line"),
            ("BEGIN:VCARD\nEND:VCARD", missing), ("BEGIN:VCARD\nEND:VCARD\nFN:A", missing),
            ("BEGIN:VCARD\nVERSION:3.0\nNOTE:x\nURL:\nADR:;;;;;;\nEMAIL:x\nTEL:none\nN:;;;;\nEND:VCARD", missing),
            ("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE;CHARSET=X-MAC-ROMAN:=93=8C\nEND:VCARD", missing),
            ("MECARD:TEL:1;;", "the name (N) is missing"), ("MECARD:", "the name (N) is missing"),
            ("mecard:N:;TEL:1;;", "the name (N) is missing"), ("MECARD:;;;;", "the name (N) is missing"),
            ("BIZCARD:T:CEO;;", missing), ("BIZCARD:", missing),
        ])
    func refuses(text: String, reason: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings == [.malformed(.contact, reason)])
        #expect(Contact(text) == nil)
    }

    static let missing =
        "a name, an organization, a telephone number, an e-mail address, a postal address or a web page is missing"

    static let places = [
        FieldSample(
            "an address alone", "BEGIN:VCARD\nVERSION:3.0\nADR;TYPE=WORK:;;17 Alpha St;Town;;51156;DE\nEND:VCARD",
            [.address: "17 Alpha St, Town, 51156, DE", .name: nil]),
        FieldSample(
            "a web page alone", "BEGIN:VCARD\nVERSION:3.0\nURL:https://example.com/\nEND:VCARD",
            [.website: "https://example.com/", .name: nil]),
    ]

    @Test("a card may contain only addresses", arguments: places)
    func readsPlaces(_ sample: FieldSample) { sample.check(kind: .contact) }

    @Test(
        "numbers lose what is for the eye",
        arguments: [
            ("+1 (212) 555-1212", "+12125551212"), ("+49 (0)89 / 123.45", "+498912345"), ("(089) 12345", "08912345"),
            ("0049 (0) 171 1234", "00491711234"), ("011-44(0)2079460958", "011442079460958"), ("+(0)3012", "+03012"),
            ("+39 (0)6 1234 5678", "+390612345678"), ("+225 (0)1 23 45 67 89", "+2250123456789"),
            ("+241 (0)1 234567", "+24101234567"), ("0039 (0)6 12", "00390612"), ("00(0)12", "00012"),
            ("tel:+1-201-555-0123", "+12015550123"), ("TEL:112", "112"), ("*100#", "*100#"), ("０３－１２３４", "031234"),
            ("＋81 3", "+813"), ("+1\u{A0}212\u{2011}5", "+12125"), ("555 1212 ext. 34", "5551212;ext=34"),
            ("555 1212x34", "5551212;ext=34"), ("5551212, ext 34", "5551212;ext=34"), ("555;ext=34", "555;ext=34"),
            ("tel:555;phone-context=+1", "555"), ("tel:+1555;isub=1;ext=3-4", "+1555;ext=34"),
            ("1-800-FLOWERS", "1-800-FLOWERS"), ("555 or 556", "555 or 556"), ("+1+2", "+1+2"),
            ("555,,12", "555;ext=12"), ("5551234567,22", "5551234567;ext=22"), ("555x", "555"), ("555;", "555"),
            ("+15551234567p22", "+15551234567;ext=22"), ("+1-555-123-4567;22", "+15551234567;ext=22"),
            ("[030] 12", "03012"),
        ])
    func normalizes(written: String, number: String) {
        let contact = Contact("BEGIN:VCARD\nFN:A\nTEL:\(written)\nEND:VCARD")
        #expect(contact?.phones == [number])
    }

    @Test(
        "texts that merely look alike are no cards",
        arguments: ["MECARD", "BEGIN:VCAR", "BEGIN:VTODO\nFN:A", "BIZ", ""])
    func passes(text: String) {
        #expect(Contact(text) == nil)
        #expect(ContentParser.reading(of: Symbol(.qr, text)).content.kind != .contact)
    }
}
