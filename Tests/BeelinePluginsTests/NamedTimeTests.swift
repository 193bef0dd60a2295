import BeelineContent
import Testing

@testable import BeelinePlugins

@Suite("Times as people name them")
struct NamedTimeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// The day; nil: it is not a time.
        let day: String?
        var testDescription: String { text }

        init(_ text: String, _ day: String?) { (self.text, self.day) = (text, day) }
    }

    /// Of a Wednesday, 2026-11-25.
    static let cases = [
        Case("today", "2026-11-25"), Case("Today", "2026-11-25"), Case("yesterday", "2026-11-24"),
        Case("wednesday", "2026-11-25"), Case("monday", "2026-11-23"), Case("Thursday", "2026-11-19"),
        Case("7 days", "2026-11-18"), Case("1 day", "2026-11-24"), Case("0 days", "2026-11-25"),
        Case("2 weeks", "2026-11-11"), Case("1 week", "2026-11-18"), Case("366 days", "2025-11-24"),
        Case("2026-11-01", "2026-11-01"),
        Case("tomorrow", nil), Case("mon", nil), Case("7", nil), Case("7 months", nil), Case("-7 days", nil),
        Case("+7 days", nil), Case("99999 days", nil), Case("9999 weeks", nil), Case("days 7", nil), Case("", nil),
        Case("7d", "2026-11-18"), Case("2w", "2026-11-11"), Case("10001 days", nil), Case("7  days", "2026-11-18"),
        Case("7 days ago", nil), Case("2026-02-30", nil), Case("today today", nil),
    ]

    @Test("are days of the local time zone", arguments: cases)
    func areDays(_ example: Case) throws {
        let today = try #require(CalendarDate("2026-11-25"))
        let span = Timestamp.namedSpan(example.text, today: today)
        let expected = example.day.flatMap { Timestamp.span($0) }
        #expect(span?.first == expected?.first && span?.behind == expected?.behind)
        #expect((span == nil) == (example.day == nil))
    }

    @Test(
        "may be a duration before now",
        arguments: [("2 hours", 7_200), ("90 min", 5_400), ("1h30m", 5_400)])
    func areRecent(_ text: String, _ seconds: Int) throws {
        let today = try #require(CalendarDate("2026-11-25"))
        let before = Timestamp.clock()
        let span = try #require(Timestamp.namedSpan(text, today: today))
        let after = Timestamp.clock()
        func written(_ time: Timestamp.Clock) -> String {
            Timestamp.text(seconds: time.seconds - seconds, nanoseconds: time.nanoseconds)
        }
        #expect(written(before) <= span.first && span.first <= written(after) && span.first < span.behind)
    }

    @Test("may be minutes")
    func areMinutes() throws {
        let today = try #require(CalendarDate("2026-11-25"))
        #expect(
            Timestamp.namedSpan("2026-11-24T21:30", today: today)?.first == Timestamp.span("2026-11-24T21:30")?.first)
    }
}
