internal import BeelineSymbols

/// An entry for a calendar: the first VEVENT of an iCalendar object (RFC 5545), or one that stands alone.
///
///     let event = Event("BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260131T150000Z\nDURATION:PT1H\nEND:VEVENT")
///     event?.end?.description   // "2026-01-31T16:00:00Z"
///
/// It has a beginning, and an end that is not before it or none. Times stay in the zones in which they were written.
/// Two events are equal when they are written alike.
public struct Event: Hashable, Sendable {
    let source: ContentLines

    /// When it begins.
    public let start: EventTime

    /// When it is over; nil when that is not told. Of whole days it is the first day that is over.
    ///
    /// Where a duration is written instead, it is the beginning and so much more by the clock on the wall; a change to
    /// daylight saving time within it is not known.
    public let end: EventTime?

    /// Reads the text of a code; nil when it is no event.
    public init?(_ text: String) {
        guard let event = try? Event(reading: text) else { return nil }
        self = event
    }

    /// - Throws: `.otherKind` when the text begins like no event, else what is wrong with it.
    init(reading text: String) throws(Refusal) {
        let source = try ContentLines(event: text)
        self.source = source
        start = try Self.start(in: source)
        end = try Self.end(in: source, after: start)
    }

    /// Whether it has days and no times.
    public var isAllDay: Bool { start.clock == nil }

    /// What it is called.
    public var summary: String? { source.text(.summary) }

    /// More about it. (`description` is what every printable value has.)
    public var details: String? { source.text(.description) }

    /// Where it is.
    public var location: String? { source.text(.location) }

    /// Its web page, as it was written.
    public var website: String? { source.text(.url) }

    /// Who invites, without `mailto:`.
    public var organizer: String? { source.first(.organizer, person) }

    /// Who is invited, without `mailto:`.
    public var attendees: [String] { source.all(.attendee).compactMap(person) }

    /// How it recurs, as it was written (RFC 5545, section 3.3.10).
    public var recurrence: String? { source.text(.recurrence) }

    /// The identifier of the event.
    public var uid: String? { source.text(.uid) }

    /// Where on the Earth it is.
    public var position: GeoCoordinates? {
        source.first(.geo) { source.value(of: $0).flatMap { GeoCoordinates($0, allowsComma: true) } }
    }

    private func person(_ line: ContentLine) -> String? {
        guard let text = source.text(line)?.withoutScheme("MAILTO:"), !text.isEmpty else { return nil }
        return text
    }
}

extension Event: CustomStringConvertible {
    /// The beginning and what it is called.
    public var description: String { summary.map { "\(start) \($0)" } ?? start.description }
}
