import BeelineContent
import BeelineSymbols
import Testing

@Suite("Networks, keys, messages and places that mean harm")
struct HostileAccessTests {
    static let kinds: [Kind] = [.wifi, .otp, .fido, .email, .phone, .sms, .geo]

    static let heads = [
        "WIFI:", "WIFI:S:", "otpauth://totp/", "otpauth://totp/?secret=", "FIDO:/", "mailto:", "mailto:?to=",
        "MATMSG:TO:",
        "smtp:", "", "a@", "tel:", "tel:+", "tel:12;", "sms:", "smsto:12:", "mms:?body=", "geo:", "geo:1,2;u=",
        "geo:0,0?q=",
    ]

    static let units = [
        "\\", ";", ":", "\"", "S:x;", "%", "%41", "&", "&a", "a=1&", "A", "0", ",", "@", "a@b.example,", ".", "-", "(",
        "+", "é", "🐝", "\0", " ", "\n",
    ]

    @Test("long codes take no time", arguments: heads)
    func readsHuge(head: String) {
        for unit in Self.units {
            let text = head + String(repeating: unit, count: (1 << 14) / unit.utf8.count - head.utf8.count)
            let reading = ContentParser.reading(of: Symbol(.qr, text))
            #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 400 }, "a warning is short")
        }
    }

    @Test("a megabyte is not of any of these kinds", arguments: heads)
    func refusesLonger(head: String) {
        let text = head + String(repeating: "1", count: 1 << 20)
        #expect(!Self.kinds.contains(ContentParser.reading(of: Symbol(.qr, text)).content.kind))
    }
}

@Suite("Truncated and forged papers and payments")
struct HostilePaperTests {
    static let samples: [FieldSample] = [
        SEPATests.samples, SwissQRBillTests.samples, UPITests.samples, EMVMerchantTests.samples,
        CryptoPaymentTests.samples, BoardingPassTests.samples, DriverLicenseTests.samples, VINTests.samples,
    ].flatMap(\.self)

    private func readAll(_ reading: Reading) {
        if reading.content.kind != .text {
            for definition in Field.fields(of: reading.content.kind) { _ = reading.value(of: definition.field) }
        }
        #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 200 }, "\(reading.warnings)")
    }

    @Test("cut anywhere, they are read as something", arguments: samples)
    func readsCut(_ sample: FieldSample) {
        let text = Array((sample.symbol.text ?? "").unicodeScalars)
        for count in text.indices {
            var cut = String.UnicodeScalarView()
            cut.append(contentsOf: text[..<count])
            readAll(ContentParser.reading(of: Symbol(sample.symbol.symbology, String(cut))))
        }
    }

    @Test("with one byte changed, they are read as something", arguments: samples)
    func readsChanged(_ sample: FieldSample) {
        let text = Array((sample.symbol.text ?? "").utf8)
        for index in text.indices {
            var changed = text
            changed[index] = [0x00, 0x39, 0x46][index % 3]
            readAll(
                ContentParser.reading(of: Symbol(sample.symbol.symbology, String(decoding: changed, as: UTF8.self))))
        }
    }

    @Test("a merchant's code that was cut or changed is never a payment")
    func refusesForgedCodes() {
        let bytes = Array(EMVMerchantTests.best.utf8)
        for index in bytes.indices {
            let cut = String(decoding: bytes[..<index], as: UTF8.self)
            #expect(ContentParser.reading(of: Symbol(.qr, cut)).content.kind != .payment, "\(cut)")
            var changed = bytes
            changed[index] = bytes[index] == 0x31 ? 0x32 : 0x31
            let text = String(decoding: changed, as: UTF8.self)
            #expect(ContentParser.reading(of: Symbol(.qr, text)).content.kind != .payment, "\(text)")
        }
    }

    static let doubled = samples.filter { $0.name != "in small letters" }

    @Test("a code twice in one text, or followed by a thousand lines, gets a kind", arguments: doubled)
    func readsDoubled(_ sample: FieldSample) {
        let text = sample.symbol.text ?? ""
        for text in [text + text, text + "\n" + text, text + String(repeating: "\n0", count: 1_000)] {
            readAll(ContentParser.reading(of: Symbol(sample.symbol.symbology, text)))
        }
    }

    static let openings = [
        "BCD\n", "SPC\r\n", "000201", "upi://pay?pa=a@b&", "bitcoin:", "lightning:", "ethereum:0x", "monero:4",
        "solana:",
        "bc1", "lnbc1", "zcash:u1", "M4", "@\nANSI ", "@\nANSI 636014080102", BoardingPassTests.plain,
        DriverLicenseTests.modern,
    ]

    @Test("begun right and going on for long, they are read", arguments: openings)
    func readsHuge(_ opening: String) {
        for unit in ["0", "A", "\n", "26040000", "&am=1", "q", "DL0041", "%41", "é"] {
            for size in unit == "0" ? [4_000, 16_000, 300_000] : [4_000, 16_000] {
                let text = opening + String(repeating: unit, count: size / unit.utf8.count)
                #expect(ContentParser.reading(of: Symbol(.qr, text)).symbol.text == text)
            }
        }
    }
}

@Suite("Implausible cards and events")
struct HostilePeopleTests {
    static let samples = [
        "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6=\n=72g\nN:a\n b\nEND:VCARD",
        #"MECARD:N:a\,b,c;TEL:+1(0)2;GEO:1;BDAY:19700310;ADR:a\;,b;;"#,
    ]

    /// Asks for everything that a code may be asked for.
    private static func exhaust(_ text: String) {
        #expect(Promises.broken(by: ContentParser.reading(of: Symbol(.qr, text)), on: scanDate) == [])
    }

    @Test("a code that is cut anywhere, or repeated, is read", arguments: samples)
    func readsCut(text: String) {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count { Self.exhaust(String(decoding: bytes[..<end], as: UTF8.self)) }
        Self.exhaust(text + text)
    }

    @Test("a code with any byte changed is read", arguments: samples)
    func readsChanged(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [0x0A, 0x20, 0x22, 0x3A, 0x3B, 0x5C, 0xFF] {
                var changed = bytes
                changed[index] = byte
                Self.exhaust(String(decoding: changed, as: UTF8.self))
            }
        }
    }

    static let card = "BEGIN:VCARD\nFN:a\n"
    static let units: [(String, String)] = [
        (card + "NOTE:", "abc\n "), (card + "NOTE;ENCODING=QUOTED-PRINTABLE:", "=\n"), (card, "x=\n "),
        (card, "TEL:1\n"), (card, "A:\n"), (card, "BEGIN:VCARD\n"), (card, "\r"), (card, "\n "), (card, "TEL;\":\n"),
        (card + "ORG:", ";"), (card + "NICKNAME:", ","), (card + "N:", "\\"), (card + "TEL:", "+1(0)"),
        (card + "TEL", ";TYPE=a"), (card, "EMAIL;PREF=9:a\n"), (card + "EMAIL:", "<a@b,"),
        (card, "BDAY:x\nGEO:1\nTEL:x\n"),
        (card, "NOTE;CHARSET=SJIS;QUOTED-PRINTABLE:=81\n"), (card + "N:", "a,"), ("MECARD:N:x;", "a;"),
        (card + "TEL", ";\""), (card + "TEL:1 ext", "x"), (card + "GEO:", "1;"),
        (card + "NOTE;QUOTED-PRINTABLE:", "=F"), (card + "NOTE;QUOTED-PRINTABLE:", "=FF"), (card + "ADR:", "a,\\n"),
        (card + "N:x;y;", "a,"), ("MECARD:N:x;", "a:"), ("MECARD:N:x;", ";"), ("MECARD:N:x;NOTE:", "\\"),
        ("MECARD:N:x;", "TEL:1;"), ("BIZCARD:", "N"), ("BEGIN:VCALENDAR\n", "BEGIN:VALARM\n"),
        ("BEGIN:VEVENT\nDTSTART:20200101\n", "BEGIN:VALARM\n"), ("BEGIN:VEVENT\n", "END:VALARM\n"),
        ("BEGIN:VEVENT\nDTSTART:20200101\nDURATION:P", "1D"), ("BEGIN:VEVENT\nDTSTART:", "2020"),
        ("BEGIN:VEVENT\nDTSTART;TZID=", "a"),
    ]

    @Test("a code of many kilobytes is read", arguments: units)
    func readsLong(unit: (String, String)) { Self.exhaust(Self.text(unit, 50_000)) }

    @Test("a code of more than a megabyte is read", arguments: units)
    func readsHuge(unit: (String, String)) {
        let text = Self.text(unit, 1_100_000)
        #expect(ContentParser.reading(of: Symbol(.qr, text)).symbol.text == text)
    }

    private static func text(_ unit: (String, String), _ count: Int) -> String {
        unit.0 + String(repeating: unit.1, count: (count - unit.0.utf8.count) / unit.1.utf8.count)
    }

    @Test(
        "what is too much is text, and why",
        arguments: [
            ("BEGIN:VCARD\nFN:a\n", "TEL:1\n", 1_001, "more than 1000 properties", Kind.contact),
            ("MECARD:N:a;", "TEL:1;", 1_000, "more than 1000 fields", .contact),
            ("BEGIN:VEVENT\nDTSTART:20200101\n", "UID:1\n", 1_000, "more than 1000 properties", .event),
            ("BEGIN:VCARD\nFN:a\nNOTE:", "0123456789", 110_000, "longer than 1 MiB", .contact),
            ("MECARD:N:", "0123456789", 110_000, "longer than 1 MiB", .contact),
            ("BEGIN:VEVENT\nDTSTART:20200101\nSUMMARY:", "0123456789", 110_000, "longer than 1 MiB", .event),
        ])
    func refuses(opening: String, unit: String, count: Int, reason: String, kind: Kind) {
        let reading = ContentParser.reading(of: Symbol(.qr, opening + String(repeating: unit, count: count)))
        #expect(reading.content.kind == .text)
        #expect(reading.warnings == [.malformed(kind, reason)])
    }
}

@Suite("Implausible symbols")
struct HostileSymbolTests {
    static let symbologies = Symbology.all + [.other(""), .other("Plessey")]

    static let texts = [
        "", "\0", " ", "-", "\n", "X", "978", "ISBN", "ISBN-13:", "isbn\u{301}", "://", "http://", "URL:", "\u{FEFF}",
        "٩٧٨٠٣٠٦٤٠٦١٥٧", "９７８０３０６４０６１５７", "9780306406157\0", "+", " 52495", "9780306406157 ", "e\u{301}",
        "🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝", "00000000", "000000000000", "99999999999999", "999999999999999999",
        "9999999999999999999999",
    ]

    @Test("any text in any symbology is read as something that has its text", arguments: symbologies)
    func readsAnyText(symbology: Symbology) {
        for text in Self.texts {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(reading.text(of: .text) == text)
            #expect(reading.text(of: .kind) == reading.content.kind.rawValue)
            #expect(Set(reading.warnings).count == reading.warnings.count, "no warning comes twice")
        }
    }

    @Test("bytes that are not text are binary in any symbology", arguments: symbologies)
    func readsBytes(symbology: Symbology) {
        for bytes: [UInt8] in [
            [0xFF], [0x39, 0x37, 0x38, 0x80], [0xED, 0xA0, 0x80], Array(repeating: 0xFE, count: 70_000),
        ] {
            let reading = ContentParser.reading(of: Symbol(symbology, bytes: bytes))
            #expect(reading.content == .binary(bytes))
            #expect(reading.text(of: .text) == nil)
            #expect(reading.text(of: .compact) == nil)
            #expect(reading.text(of: .bytes) == Base64.encode(bytes))
        }
    }

    static let units = [
        "0", "9", "978", "a", " ", "-", "\0", "é", "🐝", "http://", "https://a/", "ISBN", "+", "%", "&=",
    ]

    @Test("a long text of anything is read", arguments: units)
    func readsHugeText(unit: String) {
        let text = String(repeating: unit, count: (1 << 17) / unit.utf8.count)
        for symbology in [Symbology.qr, .ean13, .upcE, .itf, .databar, .unknown] {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(reading.symbol.text == text)
            #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 200 }, "a warning is short")
        }
    }

    @Test("random digits of every length are read in every symbology")
    func readsDigits() {
        var state: UInt64 = 1
        for symbology in Self.symbologies {
            for count in 0...25 {
                let digits = (0..<count).map { _ -> Character in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Character("\((state >> 33) % 10)")
                }
                #expect(ContentParser.reading(of: Symbol(symbology, String(digits))).symbol.text == String(digits))
            }
        }
    }
}
