/// A contact as a vCard (3.0, RFC 2426), made of fields.
package struct ContactCard {
    package var name, givenName, familyName, nickname, organization, jobTitle: String?
    package var phones: [String] = []
    package var emails: [String] = []
    package var addresses: [String] = []
    package var websites: [String] = []
    /// `1970-03-10`.
    package var birthday: String?
    /// Latitude and longitude with a semicolon between them.
    package var position: String?
    package var note: String?

    package init() {}

    /// The given and the family name.
    private var parts: String { [givenName, familyName].compactMap { $0 }.joined(separator: " ") }

    /// What the contact is called.
    ///
    /// - Throws: when nothing is there by which to call it.
    package func title() throws(CodeTextError) -> String {
        guard
            let title = name ?? (parts.isEmpty ? nil : parts) ?? organization ?? phones.first ?? emails.first
        else {
            throw CodeTextError("fields", "have no name, organization, phone or email by which to call the contact")
        }
        return title
    }

    /// Writes the card.
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
            // Which of its parts is what, the field does not say: it stands where the street does.
            card.line("ADR", raw: ";;\(ContentLineWriter.escaped(address));;;;")
        }
        for website in websites { card.line("URL", link: website) }
        if let birthday {
            guard let date = CalendarDate(birthday) else {
                throw CodeTextError("birthday", "is no day like 1970-03-10, but '\(birthday)'")
            }
            card.line("BDAY", raw: date.description)
        }
        if let position { card.line("GEO", raw: position) }
        card.line("NOTE", text: note)
        card.line("END", raw: "VCARD")
    }
}
