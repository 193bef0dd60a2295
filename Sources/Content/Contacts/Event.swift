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
    /// When it begins.
    public let start: EventTime

    /// When it is over; nil when that is not given. Of whole days it is the first day that is over.
    ///
    /// Where a duration is written instead, it is added to the beginning in local time, without regard to a change to
    /// daylight saving time.
    public let end: EventTime?

    /// Reads the text of a code; nil when it is not an event.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let event = try? Event(reading: text, &doubts) else { return nil }
        self = event
    }

    /// The doubts get which times are written as they are not in calendars, where their meaning is sure. `.otherKind`
    /// when the text begins like no event.
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

    /// Where it is on the Earth.
    public var position: GeoCoordinates? {
        source.first(.geo) { $0.value.flatMap { GeoCoordinates($0, allowsComma: true) } }
    }

    private func person(_ line: ContentLine) -> String? {
        guard let text = line.text?.withoutScheme("MAILTO:"), !text.isEmpty else { return nil }
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
        guard let start = time(line, "DTSTART", &doubts) else { throw .malformed("DTSTART is not a date or time") }
        return start
    }

    /// The end: DTEND, or else what DURATION makes it.
    static func end(
        in source: ContentLines, after start: EventTime, _ doubts: inout [String]
    ) throws(Refusal) -> EventTime? {
        if let line = source.all(.finish).first {
            guard let end = time(line, "DTEND", &doubts) else { throw .malformed("DTEND is not a date or time") }
            guard (end.clock == nil) == (start.clock == nil) else {
                throw .malformed("one of DTSTART and DTEND is a day, the other a time")
            }
            guard !end.isBefore(start) else { throw .malformed("DTEND is before DTSTART") }
            return end
        }
        guard let line = source.all(.duration).first else { return nil }
        guard let duration = line.value.flatMap({ EventDuration($0.withoutBlanks) }) else {
            throw .malformed("DURATION is not a length of time, such as PT1H30M")
        }
        guard let end = start.adding(duration) else {
            throw .malformed(
                start.clock == nil ? "DURATION must be in whole days, as DTSTART is" : "DURATION is too long")
        }
        return end
    }

    private static func time(_ line: ContentLine, _ name: String, _ doubts: inout [String]) -> EventTime? {
        guard let value = line.value?.withoutBlanks else { return nil }
        let named = line.parameter("TZID").map { String(decoding: $0, as: UTF8.self) }
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
    /// The properties of the first VEVENT, without those of its alarms; `.otherKind` when the text begins like none.
    init(event text: String) throws(Refusal) {
        let opening = Array(text.utf8.prefix(15))[...]
        guard opening.beginsWithWord("BEGIN:VEVENT") || opening.beginsWithWord("BEGIN:VCALENDAR") else {
            throw .otherKind
        }
        guard text.utf8.count <= Self.longest else { throw .malformed("longer than 1 MiB") }
        var lines: [ContentLine] = []
        // How many components are open from the event on; 0 before it begins.
        var depth = 0
        read: for line in Self.properties(of: Self.split(Array(text.utf8)), keepsBlanks: false) {
            switch line.property {
            case .begin where depth > 0: depth += 1
            case .begin: if line.written.withoutBlanks.isWord("VEVENT") { depth = 1 }
            case .end where depth > 0:
                guard !line.written.withoutBlanks.isWord("VEVENT") else { break read }
                depth = max(1, depth - 1)
            default:
                guard depth == 1 else { continue }
                lines.append(line)
                guard lines.count <= Self.most else { throw .malformed("more than \(Self.most) properties") }
            }
        }
        guard depth > 0 else { throw .malformed("it has no VEVENT") }
        self.init(.iCalendar, lines)
    }
}

/// A day, or a day and a time, as a calendar has it (RFC 5545, sections 3.3.4 and 3.3.5).
///
///     EventTime("20260131T100000", zone: "Europe/Berlin")?.description   // "2026-01-31T10:00:00"
public struct EventTime: Hashable, Sendable {
    /// The time of a day.
    public struct Clock: Hashable, Sendable {
        /// 0…23.
        public let hour: Int
        /// 0…59.
        public let minute: Int
        /// 0…60; 60 is a leap second.
        public let second: Int
    }

    /// The day, in its zone.
    public let date: CalendarDate
    /// Nil for a whole day.
    public let clock: Clock?
    /// The zone as it was written, `UTC` for a time that ends with `Z`; nil for a time that is meant wherever one is.
    public let zone: String?
    /// Whether it ends with `Z`, or its offset from UTC was taken off.
    public let isUTC: Bool

    /// Reads `20260131`, `20260131T100000`, `20260131T090000Z`, the same with hyphens and colons, and without seconds;
    /// nil when it is none of these, or there is no such day or time.
    ///
    /// - Parameter zone: the zone of a time that does not end with `Z`.
    public init?(_ text: String, zone: String? = nil) { self.init(Array(text.utf8)[...], zone: zone) }

    init?(_ text: ArraySlice<UInt8>, zone: String?) {
        var rest = text
        guard let year = rest.popNumber(4) else { return nil }
        let hasHyphens = rest.pop("-")
        guard let month = rest.popNumber(2), rest.pop("-") == hasHyphens, let day = rest.popNumber(2),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        self.date = date
        guard !rest.isEmpty else {
            (clock, self.zone, isUTC) = (nil, nil, false)
            return
        }
        guard rest.pop("T") || rest.pop("t"), let hour = rest.popNumber(2) else { return nil }
        let hasColons = rest.pop(":")
        guard let minute = rest.popNumber(2) else { return nil }
        var second = 0
        if rest.pop(":") {
            guard hasColons, let number = rest.popNumber(2) else { return nil }
            second = number
        } else if let number = rest.popNumber(2) {
            guard !hasColons else { return nil }
            second = number
        }
        if rest.pop(".") {
            // JavaScript writes milliseconds.
            let digits = rest.prefix(while: \.isASCIIDigit).count
            guard (1...9).contains(digits) else { return nil }
            rest = rest.dropFirst(digits)
        }
        isUTC = rest.pop("Z") || rest.pop("z")
        guard rest.isEmpty, hour <= 23, minute <= 59, second <= 60 else { return nil }
        clock = Clock(hour: hour, minute: minute, second: second)
        self.zone = isUTC ? "UTC" : zone
    }

    private init(_ date: CalendarDate, _ clock: Clock?, like other: EventTime) {
        (self.date, self.clock, zone, isUTC) = (date, clock, other.zone, other.isUTC)
    }

    /// Reads two forms that calendars do not write and that have only one meaning: `2026-01-31 19:00`, with a blank for
    /// the `T`, and `20260131T190000+0100`, with the offset from UTC after it (ISO 8601), which is taken off.
    init?(irregular text: ArraySlice<UInt8>, zone: String?) {
        let offsetStart = text.dropFirst(11).lastIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        var local = Array(text[..<(offsetStart ?? text.endIndex)])
        if let blank = local.firstIndex(of: 0x20), blank == 8 || blank == 10 { local[blank] = UInt8(ascii: "T") }
        while local.last == 0x20 { local.removeLast() }
        guard let time = EventTime(local[...], zone: zone) else { return nil }
        guard let offsetStart else {
            self = time
            return
        }
        var rest = text[offsetStart...].dropFirst()
        guard let hours = rest.popNumber(2) else { return nil }
        let hasColon = rest.pop(":")
        let minutes = rest.isEmpty && !hasColon ? 0 : rest.popNumber(2)
        guard let minutes, rest.isEmpty, hours <= 14, minutes <= 59, let clock = time.clock, !time.isUTC else {
            return nil
        }
        // Counted from midnight, as minutes of UTC; a day before or after it at most.
        let isAhead = text[offsetStart] == UInt8(ascii: "+")
        let offset = (hours * 60 + minutes) * (isAhead ? -1 : 1)
        let minute = clock.hour * 60 + clock.minute + offset
        let day = minute < 0 ? -1 : minute / 1_440
        date = time.date.adding(days: day)
        let ofDay = minute - day * 1_440
        self.clock = Clock(hour: ofDay / 60, minute: ofDay % 60, second: clock.second)
        (self.zone, isUTC) = ("UTC", true)
        guard date.days(since: time.date) == day else { return nil }
    }

    /// The time so much later in local time, without daylight saving. Nil beyond the year 9999, or if a day gets hours.
    func adding(_ duration: EventDuration) -> EventTime? {
        let seconds = (clock.map { $0.hour * 3_600 + $0.minute * 60 + $0.second } ?? 0) + duration.seconds
        let (overflow, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        guard clock != nil || rest == 0 else { return nil }
        let days = duration.days + overflow
        let end = date.adding(days: days)
        guard end.days(since: date) == days else { return nil }
        let endClock = Clock(hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
        return EventTime(end, clock == nil ? nil : endClock, like: self)
    }

    /// Whether it surely lies before another one. Zones are at most 26 hours apart.
    func isBefore(_ other: EventTime) -> Bool {
        guard zone == other.zone else { return other.date.days(since: date) > 2 }
        let numbers = [self, other].map { time in
            time.clock.map { $0.hour * 3_600 + $0.minute * 60 + $0.second } ?? 0
        }
        return date == other.date ? numbers[0] < numbers[1] : date < other.date
    }
}

extension EventTime: CustomStringConvertible {
    /// As in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00`, `2026-01-31T09:00:00Z`.
    public var description: String {
        guard let clock else { return date.description }
        let parts = [clock.hour, clock.minute, clock.second].map { Digits.text(UInt64($0), count: 2) }
        return "\(date)T\(parts[0]):\(parts[1]):\(parts[2])\(isUTC ? "Z" : "")"
    }
}

/// How long something lasts (RFC 5545, section 3.3.6).
struct EventDuration: Hashable {
    let days: Int
    let seconds: Int

    /// Reads `P1W`, `P1DT2H`, `PT90M`; nil when it is none, or negative, or has more than nine digits in a number.
    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        _ = rest.pop("+")
        guard rest.pop("P") || rest.pop("p"), !rest.isEmpty else { return nil }
        var (days, seconds) = (0, 0)
        var isTime = false
        while !rest.isEmpty {
            if !isTime, rest.pop("T") || rest.pop("t") {
                guard !rest.isEmpty else { return nil }
                isTime = true
            }
            guard let number = rest.popNumber(max(1, rest.prefix(while: \.isASCIIDigit).count)),
                let unit = rest.popFirst()
            else { return nil }
            switch (unit & 0xDF, isTime) {
            case (UInt8(ascii: "W"), false): days += number * 7
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += number * 3_600
            case (UInt8(ascii: "M"), true): seconds += number * 60
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
            guard days <= Self.mostDays, seconds <= Self.mostDays * 86_400 else { return nil }
        }
        (self.days, self.seconds) = (days, seconds)
    }

    private static let mostDays = 3_660_000
}

extension ArraySlice<UInt8> {
    /// Takes a number of so many digits, nine at most, from the start; nil when there is none.
    fileprivate mutating func popNumber(_ count: Int) -> Int? {
        guard (1...9).contains(count), self.count >= count, let number = Digits.parse(prefix(count)) else { return nil }
        self = dropFirst(count)
        return Int(number.value)
    }

    /// Takes this character from the start, and says whether it was there.
    fileprivate mutating func pop(_ character: Unicode.Scalar) -> Bool {
        guard let first, UInt32(first) == character.value else { return false }
        self = dropFirst()
        return true
    }
}
