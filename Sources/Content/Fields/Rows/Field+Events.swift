/// Events, places, keys.
extension Field {
    static let eventRows: [FieldDefinition] = [
        .row(.summary, sometimes: [.event], "What it is called."),
        .row(
            .start, always: [.event],
            "When it begins, in ISO 8601 and in the zone in which it was written: `2026-01-31`, "
                + "`2026-01-31T10:00:00`, `2026-01-31T09:00:00Z`."),
        .row(.startDate, type: .date, part: true, always: [.event], "The day on which it begins, in that zone."),
        .row(.startZone, part: true, sometimes: [.event], "The time zone of the beginning: `Europe/Berlin`."),
        .row(.end, sometimes: [.event], "When it ends, like `start`; of a whole day the first day that is over."),
        .row(.endDate, type: .date, part: true, sometimes: [.event], "The day of the end, in its zone."),
        .row(.endZone, part: true, sometimes: [.event], "The time zone of the end."),
        .row(.allDay, type: .boolean, always: [.event], "Whether it has days and no times."),
        .row(.location, sometimes: [.event], "Where it is."),
        .row(.description, sometimes: [.event], "More about it."),
        .row(.organizer, sometimes: [.event], "Who invites, without `mailto:`."),
        .row(.attendees, type: .list, sometimes: [.event], "Who is invited, without `mailto:`."),
        .row(.recurrence, sometimes: [.event], "How it recurs, as written (RFC 5545, section 3.3.10)."),
        .row(.uid, part: true, sometimes: [.event, .contact], "The identifier of the event or contact."),
    ]

    static let placeRows: [FieldDefinition] = [
        .row(
            .latitude, type: .number, sometimes: [.geo, .event, .contact],
            "Degrees north, −90…90; not of a place that one is to look for by its name."),
        .row(
            .longitude, type: .number, sometimes: [.geo, .event, .contact],
            "Degrees east, −180…180; where there is a latitude."),
        .row(.altitude, type: .number, sometimes: [.geo], "Metres above the ellipsoid."),
        .row(.uncertainty, type: .number, sometimes: [.geo], "How many metres it may be off."),
        .row(
            .label, sometimes: [.geo, .payment], "What the place or the payment is called, or what place to look for."),
    ]

    static let keyRows: [FieldDefinition] = [
        .row(
            .otpType, form: .oneOf(OneTimePasswordKey.TypeName.allCases.map(\.rawValue)), always: [.otp],
            "`totp`: by time, or `hotp`: by a counter."),
        .row(.issuer, sometimes: [.otp], "Who gave the key."),
        .row(.accountName, sometimes: [.otp], "Whose key it is."),
        .row(.sharedSecret, secret: true, always: [.otp], "The key itself, in Base32."),
        .row(
            .algorithm, form: .oneOf(OneTimePasswordKey.Algorithm.allCases.map(\.rawValue)), always: [.otp],
            "The hash: `SHA1`, `SHA256`, `SHA512`."),
        .row(.digits, type: .number, always: [.otp], "How many digits a password has: 6, 7 or 8."),
        .row(.period, type: .number, sometimes: [.otp], "For how many seconds a password is good; of `totp`."),
        .row(.counter, type: .number, sometimes: [.otp], "The number of the next password; of `hotp`."),
        .row(
            .fidoRequest, form: .oneOf(FIDORequest.Request.allCases.map(\.rawValue)), sometimes: [.fido],
            "What is asked for: `sign-in` or `register`."),
        .row(.fidoTime, type: .number, sometimes: [.fido], "When the code was made, in seconds since 1970."),
    ]
}
