internal import BeelineSymbols

/// An appointment as a VEVENT (iCalendar, RFC 5545), made of fields.
///
/// Times stay in the zones in which they are written; the zone is named and not described, for calendars know the zones
/// of the world themselves.
package struct EventCard {
    package var summary, start, startZone, end, endZone, location, details, website, organizer: String?
    package var attendees: [String] = []
    package var recurrence: String?
    /// Latitude and longitude with a semicolon between them.
    package var position: String?

    package init() {}

    /// Writes the event.
    ///
    /// - Parameters:
    ///   - id: its identifier; nil: none, as in codes.
    ///   - now: when it was written, `20260131T120000Z`; nil: that is not said.
    package func write(to lines: inout ContentLineWriter, id: String?, now: String?) throws(CodeTextError) {
        guard let start else { throw CodeTextError("start", "is missing") }
        let begin = try Self.time(start, of: "start", zone: startZone)
        lines.line("BEGIN", raw: "VEVENT")
        lines.line("UID", text: id)
        if let now { lines.line("DTSTAMP", raw: now) }
        lines.line("DTSTART" + begin.parameters, raw: begin.value)
        if let end {
            // Else the end would be the time of wherever its reader is.
            let over = try Self.time(end, of: "end", zone: endZone ?? startZone)
            // RFC 5545, section 3.8.2.2: both are days, or both are times.
            guard over.isDay == begin.isDay else {
                throw CodeTextError("end", "and 'start' are not both days or both times")
            }
            lines.line("DTEND" + over.parameters, raw: over.value)
        }
        lines.line("SUMMARY", text: summary)
        lines.line("LOCATION", text: location)
        lines.line("DESCRIPTION", text: details)
        lines.line("URL", link: website)
        if let position { lines.line("GEO", raw: position) }
        lines.line("ORGANIZER", link: organizer.map(Self.person))
        for attendee in attendees { lines.line("ATTENDEE", link: Self.person(attendee)) }
        if let recurrence { lines.line("RRULE", raw: try Self.rule(recurrence)) }
        lines.line("END", raw: "VEVENT")
    }

    /// A day or a time as iCalendar has it.
    private static func time(
        _ text: String, of field: String, zone: String?
    ) throws(CodeTextError) -> (value: String, parameters: String, isDay: Bool) {
        guard let time = EventTime(text, zone: zone) else {
            throw CodeTextError(field, "is no day or time like 2026-01-31T10:00:00, but '\(text)'")
        }
        let value = time.description.filter { $0 != "-" && $0 != ":" }
        guard time.clock != nil else { return (value, ";VALUE=DATE", true) }
        guard let zone = time.zone, !time.isUTC else { return (value, "", false) }
        // In quotes anything may stand but quotes and control characters (RFC 5545, section 3.2).
        let safe = zone.unicodeScalars.filter { $0 != "\"" && $0.properties.generalCategory != .control }
        let isPlain = safe.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789/_+-".unicodeScalars.contains($0))
        }
        let name = String(String.UnicodeScalarView(safe))
        return (value, isPlain ? ";TZID=\(name)" : ";TZID=\"\(name)\"", false)
    }

    /// The address of a person: what is none yet is one for mail.
    private static func person(_ text: String) -> String {
        let scheme = text.prefix { $0 != ":" }
        let hasScheme = scheme.count < text.count && !scheme.contains("@")
        return hasScheme ? text : "mailto:\(text)"
    }

    /// How it recurs (RFC 5545, section 3.3.10), which is only looked at from outside.
    private static func rule(_ text: String) throws(CodeTextError) -> String {
        let isRule = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "=;,+-".utf8.contains($0) }
        guard isRule, text.uppercased().contains("FREQ=") else {
            throw CodeTextError("recurrence", "is no rule like FREQ=MONTHLY;BYDAY=-1SA, but '\(text)'")
        }
        return text
    }
}
