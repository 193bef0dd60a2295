import Beeline
import BeelineDrawing
import BeelineFoundation
import Foundation
import Testing

@Suite("The bridge to Foundation")
struct FoundationBridgeTests {
    private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    struct Moment: Sendable, CustomTestStringConvertible {
        /// As the clocks of the zone show it.
        let shown: String
        let zone: String
        /// In UTC.
        let moment: String
        var testDescription: String { "\(shown) \(zone)" }
    }

    static let moments: [Moment] = [
        Moment(shown: "2026-01-31T00:00", zone: "Asia/Tokyo", moment: "2026-01-30T15:00:00Z"),
        Moment(shown: "2026-01-31T21:30", zone: "America/New_York", moment: "2026-02-01T02:30:00Z"),
        Moment(shown: "1969-12-31T23:59", zone: "UTC", moment: "1969-12-31T23:59:00Z"),
        Moment(shown: "2000-02-29T12:00", zone: "Asia/Kathmandu", moment: "2000-02-29T06:15:00Z"),
        // It comes twice, and the first is taken.
        Moment(shown: "2026-10-25T02:30", zone: "Europe/Berlin", moment: "2026-10-25T00:30:00Z"),
        Moment(shown: "2026-11-01T01:30", zone: "America/New_York", moment: "2026-11-01T05:30:00Z"),
        // Days with a change of clocks.
        Moment(shown: "2026-03-29T01:59", zone: "Europe/Berlin", moment: "2026-03-29T00:59:00Z"),
        Moment(shown: "2026-03-29T03:00", zone: "Europe/Berlin", moment: "2026-03-29T01:00:00Z"),
    ]

    @Test("a scan is a moment in a time zone, and the moment is the scan", arguments: moments)
    func scans(_ example: Moment) throws {
        let zone = try Self.zone(example.zone)
        let scan = try #require(Scan(example.shown))
        let moment = try Date.ISO8601FormatStyle().parse(example.moment)
        #expect(Date(scan, in: zone) == moment)
        #expect(Scan(moment, in: zone) == scan)
        #expect(CalendarDate(moment, in: zone) == scan.date)
        #expect(Scan(moment.addingTimeInterval(59), in: zone, source: "till")?.source == "till")
        #expect(Scan(DateComponents(scan)) == scan)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        #expect(calendar.date(from: DateComponents(scan)) == moment)
    }

    @Test(
        "the start of an event is a moment",
        arguments: [
            ("DTSTART:20260131T150000Z", "2026-01-31T15:00:00Z"),
            ("DTSTART;TZID=America/New_York:20260131T150007", "2026-01-31T20:00:07Z"),
            ("DTSTART;TZID=Our office:20260131T150000", "2026-01-31T06:00:00Z"),
            ("DTSTART:20260131T150000", "2026-01-31T06:00:00Z"),
            ("DTSTART;VALUE=DATE:20260131", "2026-01-30T15:00:00Z"),
        ])
    func events(_ line: String, _ moment: String) throws {
        let event = try #require(Event("BEGIN:VEVENT\nSUMMARY:Tea\n\(line)\nEND:VEVENT"))
        #expect(Date(event.start, in: try Self.zone("Asia/Tokyo")) == (try Date.ISO8601FormatStyle().parse(moment)))
    }

    @Test("a time that clocks skip stands for one as much later")
    func skippedTime() throws {
        let scan = try #require(Scan("2026-03-29T02:30"))
        let moment = Date(scan, in: try Self.zone("Europe/Berlin"))
        #expect(moment == (try Date.ISO8601FormatStyle().parse("2026-03-29T01:30:00Z")))
    }

    @Test("each day is its components, and the moment of its beginning is on it")
    func days() throws {
        for year in [0, 1, 1500, 1582, 1900, 2000, 2024, 9999] {
            for day in stride(from: 1, through: 365, by: 13) {
                let date = CalendarDate(year: year, dayOfYear: day)
                #expect(CalendarDate(DateComponents(date)) == date)
                #expect(CalendarDate(Date(date, in: .gmt), in: .gmt) == date)
            }
        }
        #expect(CalendarDate(DateComponents(year: 2026, month: 2, day: 30)) == nil)
        #expect(CalendarDate(DateComponents(year: 2026, month: 2)) == nil)
        #expect(Scan(DateComponents(year: 2026, month: 2, day: 3, hour: 24)) == nil)
        #expect(Date(Beeline.Moment(millisecondsSince1970: 1_500)) == Date(timeIntervalSince1970: 1.5))
        #expect(Scan(Date(timeIntervalSince1970: 1e12), in: .gmt) == nil)
        #expect(Scan(Date(timeIntervalSince1970: .infinity), in: .gmt) == nil)
    }

    @Test(
        "a number is the same decimal, and that the same number",
        arguments: [
            "24.95", "-0.500", "0", "7", "-1", "999999999999999999", "0.00000000000000001", "-123456789.123456789",
        ])
    func numbers(_ text: String) throws {
        let number = try #require(DecimalNumber(text))
        let decimal = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
        #expect(Decimal(number) == decimal)
        #expect(DecimalNumber(decimal) == number)
        #expect(FieldValue.number(number).decimal == decimal)
    }

    @Test("a decimal that is too long or malformed becomes nil")
    func strangeDecimals() {
        #expect(DecimalNumber(Decimal.nan) == nil)
        #expect(DecimalNumber(Decimal.greatestFiniteMagnitude) == nil)
        #expect(DecimalNumber(Decimal(sign: .plus, exponent: -19, significand: 1)) == nil)
        #expect(DecimalNumber(Decimal(sign: .plus, exponent: 3, significand: 5)) == DecimalNumber(5000))
    }

    @Test("links and actions have URLs, and fields the values that Foundation has")
    func urls() throws {
        let address = try #require(WebAddress("HTTPS://Müller.de/Käse?b=c"))
        #expect(URL(address)?.absoluteString == "https://xn--mller-kva.de/K%C3%A4se?b=c")
        let resolution = try Resolver(rules: .bundled).resolve(Symbol(.ean13, "9784873119045"))
        let action = try #require(resolution.actions.first)
        #expect(URL(action)?.host() == "www.amazon.com")
        #expect(URL(Action(name: "emit", rule: "r", arguments: [])) == nil)
        #expect(FieldValue.text("https://example.com/a").url?.path() == "/a")
        #expect(FieldValue.text("no link").url == nil)
        let date = try #require(CalendarDate("2026-01-31"))
        #expect(FieldValue.date(date).dateComponents == DateComponents(year: 2026, month: 1, day: 31))
        #expect(FieldValue.boolean(true).dateComponents == nil)
    }

    @Test("an error's localized description is its description")
    func errors() throws {
        let errors: [any Error] = [
            #expect(throws: FileError.self) { try RuleSources.files(["/nonexistent/rules.json"]) },
            #expect(throws: RuleSetError.self) { try Resolver(rules: RuleSources([RuleFile(name: "a", text: "{")])) },
            #expect(throws: CatalogError.self) { try Catalog(name: "a", csv: Array("key,b\n1,\"".utf8)) },
            #expect(throws: DrawingError.self) { try Drawing("x", as: .ean13) },
            #expect(throws: PluginFolderError.self) { try ExternalPlugins.load(folders: ["/nonexistent"]) },
            #expect(throws: (any Error).self) { try PluginRegistry.standard(and: [PluginRegistry.standard["emit"]!]) },
            DecodeError.cannotOpen("no such file"), SourceError.unusable("there is no camera; connect one"),
        ].compactMap(\.self)
        #expect(errors.count == 8)
        for error in errors { #expect(error.localizedDescription == "\(error)") }
    }
}
