import BeelineRules
import BeelineSupport
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("save-event writes appointments that calendars read")
struct SaveEventTests {
    private static let allFields =
        #""summary":"{summary|}","start":"{start}","startZone":"{startZone|}","end":"{end|}","endZone":"{endZone|}","#
        + #""location":"{location|}","description":"{description|}","website":"{website|}","organizer":"{organizer|}","#
        + #""attendees":"{attendees|}","recurrence":"{recurrence|}","latitude":"{latitude|}","longitude":"{longitude|}""#

    private func save(
        _ fields: String, of text: String, in folder: String, when: String = #"{"kind":"event"}"#
    ) async throws -> String {
        let json = #"{"action":"save-event","folder":"\#(folder)","fields":{\#(fields)}}"#
        let result = try await SaveEventPlugin().perform(try action(json, text: text, when: when))
        guard case .text(let file)? = result.fields.first?.value else { throw Failure("no file") }
        return file
    }

    private func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT" }

    @Test("all that a code tells is in the file, as vobject reads it")
    func savesAll() async throws {
        let folder = try TemporaryFolder()
        let code = event(
            """
            UID:theirs
            SUMMARY:Reading circle\\, monthly
            DTSTART:20260131T190000Z
            DTEND:20260131T210000Z
            LOCATION:Central Library\\; room 2
            DESCRIPTION:Bring a book\\nand a friend
            ORGANIZER;CN=Anna:mailto:anna@example.org
            ATTENDEE:mailto:ben@example.org
            ATTENDEE:mailto:carla@example.org
            RRULE:FREQ=MONTHLY;BYDAY=-1SA
            URL:https://example.org/circle
            GEO:52.517;13.389
            """)
        let file = try await save(Self.allFields, of: code, in: folder.path)
        #expect(file == "\(folder.path)/Reading circle monthly.ics")
        let card = try #require(try await readCards([file]).first ?? nil)
        #expect(card.count == 1 && card.longestLine <= 75)
        let kept = card.properties.filter { !["VEVENT.UID", "VEVENT.DTSTAMP", "PRODID"].contains($0[0]) }
        #expect(
            kept == [
                ["VERSION", "", "2.0"], ["VEVENT.DTSTART", "", "2026-01-31 19:00:00+00:00"],
                ["VEVENT.DTEND", "", "2026-01-31 21:00:00+00:00"], ["VEVENT.SUMMARY", "", "Reading circle, monthly"],
                ["VEVENT.LOCATION", "", "Central Library; room 2"],
                ["VEVENT.DESCRIPTION", "", "Bring a book\nand a friend"],
                ["VEVENT.URL", "", "https://example.org/circle"],
                ["VEVENT.GEO", "", "52.517;13.389"], ["VEVENT.ORGANIZER", "", "mailto:anna@example.org"],
                ["VEVENT.ATTENDEE", "", "mailto:ben@example.org"], ["VEVENT.ATTENDEE", "", "mailto:carla@example.org"],
                ["VEVENT.RRULE", "", "FREQ=MONTHLY;BYDAY=-1SA"],
            ])
        // No code chooses which appointment of a calendar is replaced.
        #expect(card.values("VEVENT.UID").count == 1 && card.values("VEVENT.UID") != ["theirs"])
        #expect(card.values("VEVENT.DTSTAMP").count == 1)
    }

    struct Time: Sendable, CustomTestStringConvertible {
        let fields: String
        let lines: [String]
        var testDescription: String { fields }

        init(_ fields: String, _ lines: String...) { (self.fields, self.lines) = (fields, lines) }
    }

    static let times = [
        Time(#""start":"2026-01-31""#, "DTSTART;VALUE=DATE:20260131"),
        Time(
            #""start":"2026-01-31","end":"2026-02-01""#, "DTSTART;VALUE=DATE:20260131", "DTEND;VALUE=DATE:20260201"),
        Time(#""start":"2026-01-31T10:00:00""#, "DTSTART:20260131T100000"),
        Time(#""start":"2026-01-31T10:00:00Z","startZone":"UTC""#, "DTSTART:20260131T100000Z"),
        Time(
            #""start":"2026-01-31T10:00:00","startZone":"Europe/Berlin","end":"2026-01-31T11:00:00","endZone":"Asia/Tokyo""#,
            "DTSTART;TZID=Europe/Berlin:20260131T100000", "DTEND;TZID=Asia/Tokyo:20260131T110000"),
        Time(
            #""start":"2026-01-31T10:00:00","startZone":"W. Europe: x;\"y\r\nX:1""#,
            "DTSTART;TZID=\"W. Europe: x;yX:1\":20260131T100000"),
        Time(#""start":"2026-01-31","startZone":"Europe/Berlin""#, "DTSTART;VALUE=DATE:20260131"),
    ]

    @Test("days and times stay as they are, in their zones", arguments: times)
    func writesTimes(_ time: Time) throws {
        let action = try action(#"{"action":"save-event","fields":{\#(time.fields)}}"#, text: "x")
        let bytes = try SaveEventPlugin.calendar(CardFields(action), id: "1@beeline", now: "20260101T000000Z")
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Beeline//Beeline//EN", "BEGIN:VEVENT", "UID:1@beeline",
        ]
        #expect(lines == head + ["DTSTAMP:20260101T000000Z"] + time.lines + ["END:VEVENT", "END:VCALENDAR", ""])
    }

    @Test("whatever a field holds, it is the value of its property and no more", .timeLimit(.minutes(15)))
    func hostile() async throws {
        let folder = try TemporaryFolder()
        let fields = ["summary", "startZone", "location", "description", "website", "organizer", "attendees"]
            .map { #""\#($0)":"x{text}x""# }.joined(separator: ",")
        var files: [String] = []
        for text in Hostile.texts {
            let all = #""start":"2026-01-31T10:00:00Z",\#(fields)"#
            files.append(try await save(all, of: text, in: folder.path, when: #"{"text":{"exists":true}}"#))
        }
        #expect(Set(files).count == files.count)
        for (text, card) in zip(Hostile.texts, try await readCards(files)) {
            let card = try #require(card)
            #expect(card.count == 1 && card.longestLine <= 75)
            #expect(
                card.properties.map { $0[0] } == ["VERSION", "PRODID"]
                    + [
                        "UID", "DTSTAMP", "DTSTART", "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "ORGANIZER",
                        "ATTENDEE",
                    ].map { "VEVENT.\($0)" },
                "\(text.debugDescription)")
            #expect(Set(["SUMMARY", "LOCATION", "DESCRIPTION"].map { card.values("VEVENT.\($0)") }).count == 1)
        }
    }

    @Test(
        "what is no appointment is refused",
        arguments: [
            (#""start":"","summary":"x""#, "'start' is missing"), (#""start":"tomorrow""#, "'start' is no day"),
            (#""start":"2026-02-30""#, "'start' is no day"),
            (#""start":"2026-01-31","end":"2026-01-31T10:00:00""#, "not both days"),
            (#""start":"2026-01-31","recurrence":"often""#, "'recurrence' is no rule"),
            (#""start":"2026-01-31","recurrence":"FREQ=DAILY\nSUMMARY:x""#, "'recurrence' is no rule"),
        ])
    func refuses(_ fields: String, _ message: String) async throws {
        let action = try action(#"{"action":"save-event","folder":"/tmp","fields":{\#(fields)}}"#, text: "x")
        let error = await #expect(throws: CardError.self) { try await SaveEventPlugin().perform(action) }
        #expect(error?.description.contains(message) ?? false)
    }
}
