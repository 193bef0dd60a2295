import BeelineContent
import BeelineSymbols
import Testing

@Suite("Events")
struct EventTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        let text: String
        let fields: [Field: String]
        var testDescription: String { why }

        init(_ why: String, _ text: String, _ fields: [Field: String]) {
            (self.why, self.text, self.fields) = (why, text, fields)
        }
    }

    /// An event with these lines.
    static func event(_ lines: String...) -> String {
        (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
    }

    static let cases = [
        Case(
            "a day, in any case (ZXing takes it for text)", "Begin:VEVENT\nDTSTART:20200101\nEND:VEVENT",
            [.start: "2020-01-01", .startDate: "2020-01-01", .allDay: "true"]),
        Case(
            "in a VCALENDAR",
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20200101T100000Z\nEND:VEVENT\nEND:VCALENDAR",
            [.start: "2020-01-01T10:00:00Z", .startZone: "UTC", .summary: "x", .allDay: "false"]),
        Case(
            "zones are kept as written",
            event("DTSTART;TZID=\"Europe/Berlin\":20260131T100000", "DTEND;TZID=America/New_York:20260131T090000"),
            [
                .start: "2026-01-31T10:00:00", .startZone: "Europe/Berlin", .end: "2026-01-31T09:00:00",
                .endDate: "2026-01-31", .endZone: "America/New_York",
            ]),
        Case("a zone does not apply to UTC", event("DTSTART;TZID=Asia/Tokyo:20260131T100000Z"), [.startZone: "UTC"]),
        Case(
            "with hyphens and colons", event("DTSTART:2026-01-31T10:00:00", "DTEND:2026-01-31T11:30"),
            [.start: "2026-01-31T10:00:00", .end: "2026-01-31T11:30:00"]),
        Case("as JavaScript writes it", event("DTSTART:2026-01-31T10:00:00.000Z"), [.start: "2026-01-31T10:00:00Z"]),
        Case("without seconds, in lower case", event("dtstart:20260131t1000z"), [.start: "2026-01-31T10:00:00Z"]),
        Case("a leap second", event("DTSTART:20161231T235960Z"), [.start: "2016-12-31T23:59:60Z"]),
        Case("a leap day", event("DTSTART;VALUE=DATE:20240229"), [.start: "2024-02-29", .allDay: "true"]),
        Case(
            "no time at all", event("DTSTART:20260131T100000", "DTEND:20260131T100000"), [.end: "2026-01-31T10:00:00"]),
        Case("a duration", event("DTSTART:20260131T220000", "DURATION:P1DT2H30M"), [.end: "2026-02-02T00:30:00"]),
        Case("weeks of whole days", event("DTSTART:20260131", "DURATION:P1W"), [.end: "2026-02-07"]),
        Case("a day as hours", event("DTSTART:20260131", "DURATION:PT24H"), [.end: "2026-02-01"]),
        Case(
            "a duration in seconds", event("DTSTART:20261231T235959Z", "DURATION:PT1S"), [.end: "2027-01-01T00:00:00Z"]),
        Case(
            "an end takes precedence over a duration", event("DTSTART:20260131", "DTEND:20260202", "DURATION:P9D"),
            [.end: "2026-02-02"]),
        Case(
            "an alarm's properties are not the event's",
            event(
                "BEGIN:VALARM", "DESCRIPTION:a", "DURATION:PT5M", "END:VALARM", "DTSTART:20260131T1000",
                "DESCRIPTION:b",
                "BEGIN:VALARM", "SUMMARY:c", "END:VALARM"), [.description: "b"]),
        Case(
            "a time zone before it is passed over",
            "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:19701025T030000\nEND:STANDARD\n"
                + "END:VTIMEZONE\n" + event("DTSTART;TZID=X:20260131T100000"),
            [.start: "2026-01-31T10:00:00", .startZone: "X"]),
        Case(
            "the first of several", event("DTSTART:20260131", "SUMMARY:a") + "\n" + event("DTSTART:20260101"),
            [.start: "2026-01-31", .summary: "a"]),
        Case(
            "indented as a whole", "BEGIN:VCALENDAR\n  BEGIN:VEVENT\n    DTSTART:20260131\n    SUMMARY:a\n  END:VEVENT",
            [.summary: "a"]),
        Case("no end of the component", "BEGIN:VEVENT\nDTSTART:20260131\nSUMMARY:a", [.summary: "a"]),
        Case(
            "people without mailto:",
            event(
                "DTSTART:20260131", "ORGANIZER;CN=\"A: B\":MAILTO:a@b.com", "ATTENDEE:mailto:c@d.com", "ATTENDEE:",
                "ATTENDEE;ROLE=CHAIR:urn:x"), [.organizer: "a@b.com", .attendees: "c@d.com,urn:x"]),
        Case(
            "what is written, unescaped and unfolded",
            event(
                "DTSTART:20260131", #"SUMMARY:Tea\, cake"#, "LOCATION:Lib", " rary", #"DESCRIPTION:a\nb"#,
                "RRULE:FREQ=DAILY;COUNT=3", "UID:7@b.com", "URL:https://b.com", "GEO:52.5;-13.4"),
            [
                .summary: "Tea, cake", .location: "Library", .description: "a\nb", .recurrence: "FREQ=DAILY;COUNT=3",
                .uid: "7@b.com", .website: "https://b.com", .latitude: "52.5", .longitude: "-13.4",
            ]),
        Case(
            "vCalendar 1.0",
            "BEGIN:VCALENDAR\nVERSION:1.0\n"
                + event("DTSTART:20260131T100000", "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=", "=A9"),
            [.summary: "Café"]),
    ]

    @Test("an event gives its fields", arguments: cases)
    func reads(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, example.text))
        #expect(reading.content.kind == .event, "\(reading.warnings)")
        #expect(reading.warnings.isEmpty)
        for (field, value) in example.fields { #expect(reading.value(of: field)?.description == value, "\(field)") }
        let pairs: [(Field, Field)] = [(.startDate, .start), (.endDate, .end), (.endZone, .end), (.startZone, .start)]
        for definition in Field.fields(of: .event)
        where definition.presence(in: .event) == .sometimes && example.fields[definition.field] == nil {
            guard !pairs.contains(where: { $0.0 == definition.field && example.fields[$0.1] != nil }) else { continue }
            if [.end, .endDate, .endZone, .startZone].contains(definition.field) { continue }
            #expect(reading.value(of: definition.field) == nil, "\(definition.field)")
        }
    }

    @Test(
        "what nearly is an event is text, and why",
        arguments: [
            ("BEGIN:VEVENT\nEND:VEVENT", "DTSTART is missing"),
            ("BEGIN:VEVENT\nBEGIN:VALARM\nDTSTART:20200101\nEND:VALARM\nEND:VEVENT", "DTSTART is missing"),
            ("BEGIN:VCALENDAR\nBEGIN:VTODO\nDTSTART:20200101\nEND:VTODO\nEND:VCALENDAR", "it has no VEVENT"),
            ("BEGIN:VCALENDAR", "it has no VEVENT"), (event("DTSTART:tomorrow"), noTime), (event("DTSTART:"), noTime),
            (event("DTSTART:20260230"), noTime), (event("DTSTART:20260131T240000"), noTime),
            (event("DTSTART:20260131T106000"), noTime), (event("DTSTART:20260131T100061"), noTime),
            (event("DTSTART:2026-0131"), noTime), (event("DTSTART:20260131T10:0000"), noTime),
            (event("DTSTART:20260131T10"), noTime), (event("DTSTART:20260131T100000+1500"), noTime),
            (event("DTSTART:20260131T100000+01:"), noTime), (event("DTSTART:20260131T100000Z+0100"), noTime),
            (event("DTSTART:20260131+0100"), noTime), (event("DTSTART:2026-01-31 at 10"), noTime),
            (event("DTSTART:99991231T230000-0200"), noTime), (event("DTSTART: 31 10:00"), noTime),
            (event("DTSTART:20260131T100000ZZ"), noTime), (event("DTSTART:20260131T100000.Z"), noTime),
            (event("DTSTART:2026013"), noTime), (event("DTSTART:２０２６０１３１"), noTime),
            (event("DTSTART:20260131", "DTEND:x"), "DTEND is not a date or time"),
            (event("DTSTART:20260131", "DTEND:20260130"), "DTEND is before DTSTART"),
            (event("DTSTART:20260131T100000Z", "DTEND:20260131T095959Z"), "DTEND is before DTSTART"),
            (event("DTSTART;TZID=a:20260131T100000", "DTEND;TZID=b:20260128T100000"), "DTEND is before DTSTART"),
            (event("DTSTART:20260131", "DTEND:20260131T100000"), "one of DTSTART and DTEND is a day, the other a time"),
            (event("DTSTART:20260131", "DURATION:P"), noDuration),
            (event("DTSTART:20260131", "DURATION:-P1D"), noDuration),
            (event("DTSTART:20260131", "DURATION:P1DT"), noDuration),
            (event("DTSTART:20260131", "DURATION:1D"), noDuration),
            (event("DTSTART:20260131", "DURATION:P1H"), noDuration),
            (event("DTSTART:20260131", "DURATION:PT1D"), noDuration),
            (event("DTSTART:20260131", "DURATION:P99999999999D"), noDuration),
            (event("DTSTART:20260131", "DURATION:P999999999W"), noDuration),
            (event("DTSTART:20260131", "DURATION:PT1H"), "DURATION must be in whole days, as DTSTART is"),
            (event("DTSTART:99990131T100000", "DURATION:P1000D"), "DURATION is too long"),
        ])
    func refuses(text: String, reason: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings == [.malformed(.event, reason)])
        #expect(Event(text) == nil)
    }

    static let irregular = [
        DoubtedSample(
            "a blank for the T", event("DTSTART:2026-01-31 19:00", "DTEND;TZID=Asia/Tokyo:20260131 210000"),
            [.start: "2026-01-31T19:00:00", .startZone: nil, .end: "2026-01-31T21:00:00", .endZone: "Asia/Tokyo"],
            warnings: "DTSTART is not in iCalendar format; it was read as 2026-01-31T19:00:00",
            "DTEND is not in iCalendar format"),
        DoubtedSample(
            "an offset from UTC", event("DTSTART:20260131T190000+0100"),
            [.start: "2026-01-31T18:00:00Z", .startZone: "UTC"], warnings: "it was read as 2026-01-31T18:00:00Z"),
        DoubtedSample(
            "an offset that changes the day", event("DTSTART:2026-01-01T00:30:00+05:30"),
            [.start: "2025-12-31T19:00:00Z"], warnings: "DTSTART"),
        DoubtedSample(
            "an offset behind UTC into the next month, and a zone that it overrules",
            event("DTSTART;TZID=America/New_York:2026-01-31 22:15 -05"), [.start: "2026-02-01T03:15:00Z"],
            warnings: "DTSTART"),
    ]

    @Test(
        "a time that calendars do not write so is read where its meaning is sure, with a warning", arguments: irregular)
    func readsIrregularTimes(_ sample: DoubtedSample) { sample.check(kind: .event) }

    static let noTime = "DTSTART is not a date or time"
    static let noDuration = "DURATION is not a length of time, such as PT1H30M"

    @Test("a time is a value of its own")
    func readsTimes() throws {
        let time = try #require(EventTime("20260131T1000", zone: "Asia/Tokyo"))
        #expect(time.zone == "Asia/Tokyo" && !time.isUTC && time.clock?.hour == 10)
        #expect(EventTime("2026-01-31")?.clock == nil)
        #expect(EventTime("") == nil)
        #expect(Event("hello") == nil)
        #expect(ContentParser.reading(of: Symbol(.qr, "BEGIN:VJOURNAL\nDTSTART:20200101")).content.kind != .event)
    }
}
