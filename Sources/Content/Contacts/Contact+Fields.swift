internal import BeelineSymbols

extension Contact: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .nickname: nickname.map(FieldValue.text)
        case .organization: organization.map(FieldValue.text)
        case .jobTitle: jobTitle.map(FieldValue.text)
        case .phone: phones.first.map(FieldValue.text)
        case .phones: .list(unlessEmpty: phones)
        case .email: emails.first.map(FieldValue.text)
        case .emails: .list(unlessEmpty: emails)
        case .address: addresses.first.map(FieldValue.text)
        case .addresses: .list(unlessEmpty: addresses)
        case .website: websites.first.map(FieldValue.text)
        case .websites: .list(unlessEmpty: websites)
        case .birthday: birthday.map(FieldValue.date)
        case .note: note.map(FieldValue.text)
        case .uid: uid.map(FieldValue.text)
        case .latitude: position.map { .number($0.latitude) }
        case .longitude: position.map { .number($0.longitude) }
        default: nil
        }
    }
}

extension KindDefinition {
    static let contact = KindDefinition(
        .contact, "a contact",
        """
        A vCard (2.1, 3.0 or 4.0), a MECARD or a BIZCARD, begun in capitals or not.

        It must have a name, an organization, a telephone number or an e-mail address; a MECARD must have a name (`N`). \
        A missing `END:VCARD` or final `;;` does not matter, nor do blanks before all lines, nor which kind of line \
        end they have. Of several cards the first is read. Photos, sounds and phonetic names are passed over, and so is \
        what is quoted-printable in a character set that is not known. Several names \
        in one part of `N`, with commas between them, have blanks between them then.

        Telephone numbers are read like those of `tel:`; an extension follows as `;ext=12`. Preferred ones (`PREF`) come \
        first and those of fax machines last. What is no number (`1-800-FLOWERS`) stays as it was written. A birthday \
        without its year is left out. So are, with a warning, an e-mail address without `@`, a telephone number without a \
        digit, a birthday or a position that does not exist, a text in a character set that is not known, and a part of a \
        MECARD without a name.
        """,
        examples: [
            Symbol(
                .qr,
                """
                BEGIN:VCARD
                VERSION:3.0
                N:Owen;Sean;;Dr.;
                FN:Dr. Sean Owen
                NICKNAME:Shaun
                ORG:Example Books Ltd;Rare Prints
                TITLE:Librarian
                TEL;TYPE=CELL:+1 (212) 555-1212
                TEL;TYPE=WORK,FAX:+1 (212) 555-1213
                EMAIL;TYPE=INTERNET:sean@example.org
                ADR;TYPE=WORK:;;76 Ninth Avenue;New York;NY;10011;USA
                URL:https://example.org/sean
                BDAY:1970-03-10
                GEO:40.741;-74.004
                NOTE:Ask for\\nfirst editions\\, please
                UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
                END:VCARD
                """),
            Symbol(.qr, "MECARD:N:Owen,Sean;TEL:+12125551212;EMAIL:sean@example.org;;"),
            Symbol(.qr, "BIZCARD:N:Sean;X:Owen;T:Engineer;C:Example Books Ltd;E:sean@example.org;;"),
            Symbol(.qr, "BEGIN:VCARD\nVERSION:4.0\nTEL;VALUE=uri:tel:+1-212-555-1212\nEND:VCARD"),
        ])
}
