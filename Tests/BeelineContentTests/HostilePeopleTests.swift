import BeelineContent
import BeelineSymbols
import Testing

@Suite("Cards and events that nobody would print")
struct HostilePeopleTests {
    static let samples = [
        "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6=\n=72g\nN:a\n b\nEND:VCARD",
        #"MECARD:N:a\,b,c;TEL:+1(0)2;GEO:1;BDAY:19700310;ADR:a\;,b;;"#,
    ]

    /// Asks for everything that a code may be asked for.
    private static func exhaust(_ text: String) {
        #expect(Promises.broken(by: ContentParser.reading(of: Symbol(.qr, text)), on: scanDate) == [])
    }

    @Test("a code that is cut anywhere, or stands there twice, is read", arguments: samples)
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
