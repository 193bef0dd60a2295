internal import BeelineSymbols

/// An entry for a calendar: the first VEVENT of an iCalendar object (RFC 5545), or one that is alone.
///
///     let event = Event("BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260131T150000Z\nDURATION:PT1H\nEND:VEVENT")
///     event?.end?.description   // "2026-01-31T16:00:00Z"
///
/// It has a beginning, and an end that is not before it or none. Times stay in the zones in which they were written.
/// Two events are equal when they are written alike.
public struct Event: Hashable, Sendable {
    let source: ContentLines
    package let start: EventTime

    /// When it is over; nil when that is not given. Of whole days it is the first day that is over.
    ///
    /// Where a duration is written instead, it is the beginning and so much more by the clock on the wall; a change to
    /// daylight saving time within it is not known.
    package let end: EventTime?

    /// Reads the text of a code; nil when it is not an event.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let event = try? Event(reading: text, &doubts) else { return nil }
        self = event
    }

    /// - Parameter doubts: gets which times are written as they are not in calendars, where their meaning is sure.
    /// - Throws: `.otherKind` when the text begins like no event, else what is wrong with it.
    init(reading text: String, _ doubts: inout [String]) throws(Refusal) {
        let source = try ContentLines(event: text)
        self.source = source
        start = try Self.start(in: source, &doubts)
        end = try Self.end(in: source, after: start, &doubts)
    }

    /// Whether it has days and no times.
    public var isAllDay: Bool { start.clock == nil }

    /// The title.
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

    package var position: GeoCoordinates? {
        source.first(.geo) { source.value(of: $0).flatMap { GeoCoordinates($0, allowsComma: true) } }
    }

    private func person(_ line: ContentLine) -> String? {
        guard let text = source.text(line)?.withoutScheme("MAILTO:"), !text.isEmpty else { return nil }
        return text
    }
}

extension Event: CustomStringConvertible {
    /// The beginning and the title.
    public var description: String { summary.map { "\(start) \($0)" } ?? start.description }
}

extension Event {
    static func start(in source: ContentLines, _ doubts: inout [String]) throws(Refusal) -> EventTime {
        guard let line = source.all(.start).first else { throw .malformed("DTSTART is missing") }
        guard let start = time(line, "DTSTART", in: source, &doubts) else {
            throw .malformed("DTSTART is not a date or time")
        }
        return start
    }

    /// The end: DTEND, or else what DURATION makes it.
    static func end(
        in source: ContentLines, after start: EventTime, _ doubts: inout [String]
    ) throws(Refusal) -> EventTime? {
        if let line = source.all(.finish).first {
            guard let end = time(line, "DTEND", in: source, &doubts) else {
                throw .malformed("DTEND is not a date or time")
            }
            guard (end.clock == nil) == (start.clock == nil) else {
                throw .malformed("one of DTSTART and DTEND is a day, the other a time")
            }
            guard !end.isBefore(start) else { throw .malformed("DTEND is before DTSTART") }
            return end
        }
        guard let line = source.all(.duration).first else { return nil }
        guard let duration = source.value(of: line).flatMap({ EventDuration($0.withoutBlanks) }) else {
            throw .malformed("DURATION is not a length of time, such as PT1H30M")
        }
        guard let end = start.adding(duration) else {
            throw .malformed(
                start.clock == nil ? "DURATION must be in whole days, as DTSTART is" : "DURATION is too long")
        }
        return end
    }

    private static func time(
        _ line: ContentLine, _ name: String, in source: ContentLines, _ doubts: inout [String]
    ) -> EventTime? {
        guard let value = source.value(of: line)?.withoutBlanks else { return nil }
        let named = source.parameter("TZID", of: line).map { String(decoding: $0, as: UTF8.self) }
        let zone = named.flatMap { $0.isEmpty ? nil : $0 }
        if let time = EventTime(value, zone: zone) { return time }
        guard let time = EventTime(irregular: value, zone: zone) else { return nil }
        doubts.append("\(name) is not in iCalendar format; it was read as \(time)")
        return time
    }
}

extension Event: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .summary: summary.map(FieldValue.text)
        case .start: .text(start.description)
        case .startDate: .date(start.date)
        case .startZone: start.zone.map(FieldValue.text)
        case .end: end.map { .text($0.description) }
        case .endDate: end.map { .date($0.date) }
        case .endZone: end?.zone.map(FieldValue.text)
        case .allDay: .boolean(isAllDay)
        case .location: location.map(FieldValue.text)
        case .description: details.map(FieldValue.text)
        case .organizer: organizer.map(FieldValue.text)
        case .attendees: .list(unlessEmpty: attendees)
        case .recurrence: recurrence.map(FieldValue.text)
        case .website: website.map(FieldValue.text)
        case .uid: uid.map(FieldValue.text)
        case .latitude: position.map { .number($0.latitude) }
        case .longitude: position.map { .number($0.longitude) }
        default: nil
        }
    }
}

extension ContentLines {
    /// The properties of the first VEVENT, without those of the alarms in it.
    ///
    /// - Throws: `.otherKind` when the text begins like none.
    init(event text: String) throws(Refusal) {
        let opening = Array(text.utf8.prefix(15))[...]
        guard opening.beginsWithWord("BEGIN:VEVENT") || opening.beginsWithWord("BEGIN:VCALENDAR") else {
            throw .otherKind
        }
        guard text.utf8.count <= Self.longest else { throw .malformed("longer than 1 MiB") }
        let bytes = Self.unindented(Array(text.utf8))
        if let source = try Self.event(bytes, isUnfolded: false) {
            self = source
        } else if let source = try Self.event(Self.unfolded(bytes, keepsBlanks: false), isUnfolded: true) {
            self = source
        } else {
            throw .otherKind
        }
    }

    /// Nil when the bytes must be unfolded first.
    private static func event(_ bytes: [UInt8], isUnfolded: Bool) throws(Refusal) -> ContentLines? {
        var reader = ContentLineReader(bytes, isUnfolded: isUnfolded)
        var lines: [ContentLine] = []
        // How many components are open from the event on; 0 before it begins.
        var depth = 0
        read: while let line = reader.next() {
            switch line.property {
            case .begin where depth > 0: depth += 1
            case .begin: if bytes[line.value].withoutBlanks.isWord("VEVENT") { depth = 1 }
            case .end where depth > 0:
                guard !bytes[line.value].withoutBlanks.isWord("VEVENT") else { break read }
                depth = max(1, depth - 1)
            default:
                guard depth == 1 else { continue }
                lines.append(line)
                guard lines.count <= most else { throw .malformed("more than \(most) properties") }
            }
        }
        guard !reader.needsUnfolding else { return nil }
        guard depth > 0 else { throw .malformed("it has no VEVENT") }
        return ContentLines(.iCalendar, bytes, lines)
    }
}
