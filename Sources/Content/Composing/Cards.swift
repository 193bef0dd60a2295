internal import BeelineSymbols

/// The fields from which a card is made: those given for a code, or for an action.
package protocol CardSource {
    /// The value of a field; nil where it is missing or empty.
    func text(_ name: String) -> String?

    /// The values of a field of which there may be several.
    func texts(_ name: String) -> [String]
}

extension CardSource {
    /// The texts of two fields, the first of which may be one of the others.
    package func all(_ first: String, _ others: String) -> [String] {
        let others = texts(others)
        return texts(first).filter { !others.contains($0) } + others
    }
}

/// A contact as a vCard (3.0, RFC 2426), made of fields.
package struct ContactCard {
    private let name, givenName, familyName, nickname, organization, jobTitle: String?
    private let phones, emails, addresses, websites: [String]
    /// `1970-03-10`.
    private let birthday: String?
    private let position: String?
    private let note: String?

    /// The position is latitude and longitude with a semicolon between; the note the name of the field for remarks.
    package init(_ fields: some CardSource, position: String?, note: String) {
        name = fields.text("name")
        givenName = fields.text("givenName")
        familyName = fields.text("familyName")
        nickname = fields.text("nickname")
        organization = fields.text("organization")
        jobTitle = fields.text("jobTitle")
        phones = fields.all("phone", "phones")
        emails = fields.all("email", "emails")
        addresses = fields.all("address", "addresses")
        websites = fields.all("website", "websites")
        birthday = fields.text("birthday")
        self.position = position
        self.note = fields.text(note)
    }

    private var parts: String { [givenName, familyName].compactMap { $0 }.joined(separator: " ") }

    /// What the contact is called. An error when no field names it.
    package func title() throws(CodeTextError) -> String {
        guard
            let title = name ?? (parts.isEmpty ? nil : parts) ?? organization ?? phones.first ?? emails.first
        else {
            throw CodeTextError("fields", "have no name, organization, phone or email for the contact")
        }
        return title
    }

    package func write(to card: inout ContentLineWriter) throws(CodeTextError) {
        card.line("BEGIN", raw: "VCARD")
        card.line("VERSION", raw: "3.0")
        card.line("FN", text: try title())
        // It must be there (RFC 2426, section 3.1.2), and a name without parts is all in its first.
        let names = parts.isEmpty ? [name ?? "", ""] : [familyName ?? "", givenName ?? ""]
        card.line("N", raw: names.map(ContentLineWriter.escaped).joined(separator: ";") + ";;;")
        card.line("NICKNAME", text: nickname)
        card.line("ORG", text: organization)
        card.line("TITLE", text: jobTitle)
        for phone in phones { card.line("TEL", text: phone) }
        for email in emails { card.line("EMAIL;TYPE=INTERNET", text: email) }
        for address in addresses {
            // Which of its parts is what, the field does not say: it is where the street does.
            card.line("ADR", raw: ";;\(ContentLineWriter.escaped(address));;;;")
        }
        for website in websites { card.line("URL", link: website) }
        if let birthday {
            guard let date = CalendarDate(birthday) else {
                throw CodeTextError("birthday", "must be a day like 1970-03-10, not '\(birthday)'")
            }
            card.line("BDAY", raw: date.description)
        }
        if let position { card.line("GEO", raw: position) }
        card.line("NOTE", text: note)
        card.line("END", raw: "VCARD")
    }
}

/// An appointment as a VEVENT (iCalendar, RFC 5545), made of fields. Times stay in the zones in which they are written;
/// the zone is named and not described, for calendars know the zones of the world themselves.
package struct EventCard {
    private let fields: any CardSource
    /// Latitude and longitude with a semicolon between them.
    private let position: String?
    package init(_ fields: some CardSource, position: String?) { (self.fields, self.position) = (fields, position) }

    /// Writes the event. In codes it has no identifier, nor the time when it was written: `20260131T120000Z`.
    package func write(to lines: inout ContentLineWriter, id: String?, now: String?) throws(CodeTextError) {
        guard let start = fields.text("start") else { throw CodeTextError("start", "is missing") }
        let startZone = fields.text("startZone")
        let begin = try Self.time(start, of: "start", zone: startZone)
        lines.line("BEGIN", raw: "VEVENT")
        lines.line("UID", text: id)
        if let now { lines.line("DTSTAMP", raw: now) }
        lines.line("DTSTART" + begin.parameters, raw: begin.value)
        if let end = fields.text("end") {
            // Else the end would be the time of wherever its reader is.
            let over = try Self.time(end, of: "end", zone: fields.text("endZone") ?? startZone)
            // RFC 5545, section 3.8.2.2: both are days, or both are times.
            guard over.isDay == begin.isDay else {
                throw CodeTextError("end", "and 'start' must both be days or both be times")
            }
            lines.line("DTEND" + over.parameters, raw: over.value)
        }
        lines.line("SUMMARY", text: fields.text("summary"))
        lines.line("LOCATION", text: fields.text("location"))
        lines.line("DESCRIPTION", text: fields.text("description"))
        lines.line("URL", link: fields.text("website"))
        if let position { lines.line("GEO", raw: position) }
        lines.line("ORGANIZER", link: fields.text("organizer").map(Self.person))
        for attendee in fields.texts("attendees") { lines.line("ATTENDEE", link: Self.person(attendee)) }
        if let recurrence = fields.text("recurrence") { lines.line("RRULE", raw: try Self.rule(recurrence)) }
        lines.line("END", raw: "VEVENT")
    }

    /// A day or a time as iCalendar has it.
    private static func time(
        _ text: String, of field: String, zone: String?
    ) throws(CodeTextError) -> (value: String, parameters: String, isDay: Bool) {
        guard let time = EventTime(text, zone: zone) else {
            throw CodeTextError(field, "must be a day or time like 2026-01-31T10:00:00, not '\(text)'")
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

    /// The address of a person as a URI; without a scheme it is an e-mail address.
    private static func person(_ text: String) -> String {
        let scheme = text.prefix { $0 != ":" }
        let hasScheme = scheme.count < text.count && !scheme.contains("@")
        return hasScheme ? text : "mailto:\(text)"
    }

    /// How it recurs (RFC 5545, section 3.3.10), which is only looked at from outside.
    private static func rule(_ text: String) throws(CodeTextError) -> String {
        let isRule = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "=;,+-".utf8.contains($0) }
        guard isRule, text.uppercased().contains("FREQ=") else {
            throw CodeTextError("recurrence", "must be a rule like FREQ=MONTHLY;BYDAY=-1SA, not '\(text)'")
        }
        return text
    }
}

/// Writes the lines of vCards and iCalendar objects (RFC 2425, RFC 5545).
package struct ContentLineWriter {
    package private(set) var bytes: [UInt8] = []

    /// The longest line, without its end; nil: lines are not folded.
    private let longestLine: Int?

    /// - Parameter folds: whether long lines are folded, as files have them (RFC 5545, section 3.1: 75 bytes). Many
    ///   readers of codes do not join such lines again.
    package init(folds: Bool = true) { longestLine = folds ? 75 : nil }

    /// A line whose value needs no escape, and has no control characters.
    package mutating func line(_ name: String, raw value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let count = UTF8.width(scalar)
            // A character is never parted, and what follows begins with a blank that is none of it.
            if let longestLine, length + count > longestLine {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes.append(contentsOf: String(scalar).utf8)
            length += count
        }
        bytes += [0x0D, 0x0A]
    }

    /// A line whose value is a text; none when there is no text.
    package mutating func line(_ name: String, text: String?) {
        guard let text, !text.isEmpty else { return }
        line(name, raw: Self.escaped(text))
    }

    /// A line whose value is a link; none when there is none.
    package mutating func line(_ name: String, link: String?) {
        guard let link, !link.isEmpty else { return }
        line(name, raw: Self.encoded(link))
    }

    /// The text with `\n` for whatever any reader may read as the end of a line, and without other control characters
    /// but tabs (RFC 5545, section 3.3.11).
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: continue
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            case "\\", ",", ";": escaped += "\\\(scalar)"
            case "\t": escaped.unicodeScalars.append(scalar)
            default: if scalar.properties.generalCategory != .control { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    /// The link with blanks and control characters encoded, which no link has.
    package static func encoded(_ link: String) -> String {
        var encoded = ""
        for scalar in link.unicodeScalars {
            let category = scalar.properties.generalCategory
            let isControl = [.control, .lineSeparator, .paragraphSeparator, .spaceSeparator].contains(category)
            guard isControl else {
                encoded.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}

/// Why no code can be made from fields.
package struct CodeTextError: Error, Hashable, Sendable {
    package let field: String
    /// What is wrong with it, and what is possible: a clause that continues after the name.
    package let problem: String
    package init(_ field: String, _ problem: String) { (self.field, self.problem) = (field, problem) }
}

extension CodeTextError: CustomStringConvertible {
    package var description: String { "'\(field)' \(problem)" }
}
