internal import BeelineSymbols

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

extension KindDefinition {
    static let event = KindDefinition(
        .event, "an entry for a calendar",
        """
        The first `VEVENT` of an iCalendar object (RFC 5545), or one that stands alone, begun in capitals or not.

        It must begin on a day or at a time that exists (`DTSTART`), and must not end before it begins. Days and times \
        are taken with hyphens and colons as well, and without seconds; not with an offset such as `+02:00`, which the \
        standard forbids. A missing `END:VEVENT` does not matter. To-dos, journals and free-busy times are text.

        Times stay in the zone in which they are written and are never converted. An end that is written as a duration \
        is counted by the clock on the wall, without daylight saving time.
        """,
        examples: [
            Symbol(
                .qr,
                """
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:reading-7@example.org
                SUMMARY:Reading circle
                DTSTART;TZID=Europe/Berlin:20260131T190000
                DTEND;TZID=Europe/Berlin:20260131T210000
                LOCATION:Central Library\\, room 2
                DESCRIPTION:Bring a book
                ORGANIZER;CN=Anna:mailto:anna@example.org
                ATTENDEE:mailto:ben@example.org
                ATTENDEE:mailto:carla@example.org
                RRULE:FREQ=MONTHLY;BYDAY=-1SA
                URL:https://example.org/circle
                GEO:52.517;13.389
                END:VEVENT
                END:VCALENDAR
                """),
            Symbol(.qr, "BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260131T150000Z\nDURATION:PT1H\nEND:VEVENT"),
            Symbol(.qr, "BEGIN:VEVENT\nDTSTART:20260131\nEND:VEVENT"),
        ])
}
