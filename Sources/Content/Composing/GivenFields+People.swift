internal import BeelineSymbols

extension GivenFields {
    /// A vCard, whose lines are not folded: many readers of codes do not join them again.
    func contact() throws(CodeTextError) -> String {
        var card = ContactCard()
        card.name = text("name")
        card.givenName = text("givenName")
        card.familyName = text("familyName")
        card.nickname = text("nickname")
        card.organization = text("organization")
        card.jobTitle = text("jobTitle")
        card.phones = all("phone", "phones")
        card.emails = all("email", "emails")
        card.addresses = all("address", "addresses")
        card.websites = all("website", "websites")
        card.birthday = text("birthday")
        card.position = try point().map { "\($0.latitude);\($0.longitude)" }
        card.note = text("note")
        var writer = ContentLineWriter(folds: false)
        try card.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A VEVENT that stands alone, as readers of codes know it.
    func event() throws(CodeTextError) -> String {
        var card = EventCard()
        card.summary = text("summary")
        card.start = text("start")
        card.startZone = text("startZone")
        card.end = text("end")
        card.endZone = text("endZone")
        card.location = text("location")
        card.details = text("description")
        card.website = text("website")
        card.organizer = text("organizer")
        card.attendees = texts("attendees")
        card.recurrence = text("recurrence")
        card.position = try point().map { "\($0.latitude);\($0.longitude)" }
        var writer = ContentLineWriter(folds: false)
        try card.write(to: &writer, id: nil, now: nil)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// `mailto:` (RFC 6068).
    func email() throws(CodeTextError) -> String {
        let addresses = try addresses(all("email", "emails"), "email")
        var parameters: [(String, String)] = []
        for name in ["cc", "bcc"] {
            let copies = try self.addresses(texts(name), name)
            if !copies.isEmpty { parameters.append((name, copies.joined(separator: ","))) }
        }
        if let subject = text("subject") { parameters.append(("subject", PercentEncoding.encode(subject))) }
        if let body = text("body") { parameters.append(("body", PercentEncoding.encode(withLineEnds(body)))) }
        return "mailto:" + addresses.joined(separator: ",") + query(parameters)
    }

    /// Line ends of a body are a carriage return and a line feed (RFC 6068, section 5).
    private func withLineEnds(_ text: String) -> String {
        var lines: [UInt8] = []
        var isAfterReturn = false
        for byte in text.utf8 {
            if byte == 0x0A, !isAfterReturn { lines.append(0x0D) }
            isAfterReturn = byte == 0x0D
            lines.append(byte)
        }
        return String(decoding: lines, as: UTF8.self)
    }

    private func addresses(_ texts: [String], _ field: String) throws(CodeTextError) -> [String] {
        var addresses: [String] = []
        for text in texts {
            guard let address = EmailAddress(text) else {
                throw CodeTextError(field, "is no e-mail address, but '\(text.withHiddenSpelledOut)'")
            }
            // The one sign that each address has needs no encoding.
            let halves = PercentEncoding.encode(address.text).split(separator: "%40", omittingEmptySubsequences: false)
            addresses.append(halves.dropLast().joined(separator: "%40") + "@" + (halves.last ?? ""))
        }
        return addresses
    }

    private func query(_ parameters: [(String, String)]) -> String {
        parameters.isEmpty ? "" : "?" + parameters.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    private func phoneNumber(_ text: String) throws(CodeTextError) -> PhoneNumber {
        guard let number = PhoneNumber(text) else {
            throw CodeTextError("phone", "is no telephone number, but '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    /// `tel:` (RFC 3966).
    func phone() throws(CodeTextError) -> String {
        let number = try phoneNumber(try needed("phone"))
        guard let dialled = text("phoneExtension") else { return number.uri }
        return PhoneNumber(number: number.number, extension: dialled, context: number.context).uri
    }

    /// `sms:` (RFC 5724).
    func sms() throws(CodeTextError) -> String {
        var numbers: [String] = []
        for text in all("phone", "phones") { numbers.append(String(try phoneNumber(text).uri.dropFirst(4))) }
        return "sms:" + numbers.joined(separator: ",")
            + query(text("body").map { [("body", PercentEncoding.encode($0))] } ?? [])
    }

    /// `geo:` (RFC 5870), with the query of Android for a label.
    func geo() throws(CodeTextError) -> String {
        let label = text("label")
        guard let point = try point() else {
            guard let label else { throw CodeTextError("latitude", "and 'longitude' are missing") }
            return "geo:0,0?q=\(PercentEncoding.encode(label))"
        }
        var uri = "geo:\(point)"
        if let altitude = try number("altitude") { uri += ",\(altitude)" }
        if let uncertainty = try number("uncertainty") { uri += ";u=\(uncertainty)" }
        guard let label else { return uri }
        return uri + "?q=\(point)(\(PercentEncoding.encode(label)))"
    }
}
