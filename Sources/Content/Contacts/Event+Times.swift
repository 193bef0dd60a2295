extension Event {
    static func start(in source: ContentLines) throws(Refusal) -> EventTime {
        guard let line = source.all(.start).first else { throw .malformed("DTSTART is missing") }
        guard let start = time(line, in: source) else { throw .malformed("DTSTART is no date or time") }
        return start
    }

    /// The end: DTEND, or else what DURATION makes it.
    static func end(in source: ContentLines, after start: EventTime) throws(Refusal) -> EventTime? {
        if let line = source.all(.finish).first {
            guard let end = time(line, in: source) else { throw .malformed("DTEND is no date or time") }
            guard (end.clock == nil) == (start.clock == nil) else {
                throw .malformed("one of DTSTART and DTEND is a day, the other a time")
            }
            guard !end.isBefore(start) else { throw .malformed("DTEND is before DTSTART") }
            return end
        }
        guard let line = source.all(.duration).first else { return nil }
        guard let duration = source.value(of: line).flatMap({ EventDuration($0.withoutBlanks) }) else {
            throw .malformed("DURATION is no length of time, such as PT1H30M")
        }
        guard let end = start.adding(duration) else {
            throw .malformed(
                start.clock == nil ? "DURATION is not of whole days, as DTSTART is" : "DURATION is too long")
        }
        return end
    }

    private static func time(_ line: ContentLine, in source: ContentLines) -> EventTime? {
        guard let value = source.value(of: line) else { return nil }
        let zone = source.parameter("TZID", of: line).map { String(decoding: $0, as: UTF8.self) }
        return EventTime(value.withoutBlanks, zone: zone.flatMap { $0.isEmpty ? nil : $0 })
    }
}
