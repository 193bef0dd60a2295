/// People, and messages to them.
extension Field {
    static let peopleRows: [FieldDefinition] = [
        .row(
            .name, always: [.boardingPass], sometimes: [.contact, .driverLicense],
            "The name of the person, as one writes it: `Sean Owen`; of a contact without one, its organization."),
        .row(.givenName, part: true, sometimes: [.contact, .driverLicense, .boardingPass], "The given name."),
        .row(
            .familyName, part: true, sometimes: [.contact, .driverLicense, .boardingPass], "The family name."),
        .row(.nickname, sometimes: [.contact], "The nickname."),
        .row(.organization, sometimes: [.contact], "The company or organization."),
        .row(.jobTitle, sometimes: [.contact], "What the person does there."),
        .row(
            .phone, form: .phone, always: [.phone], sometimes: [.contact, .sms],
            "The (first) telephone number: digits, with `+` where it is international; in a contact with `;ext=` before an "
                + "extension."),
        .row(
            .phones, type: .list, form: .phone, part: true, sometimes: [.contact, .sms], "All telephone numbers."),
        .row(
            .phoneExtension, sometimes: [.phone], "What is dialled once the call is answered."),
        .row(
            .phoneContext, sometimes: [.phone],
            "Where a local number holds, as written: the beginning of a global number, or a domain."),
        .row(.email, sometimes: [.email, .contact], "The (first) e-mail address."),
        .row(.emails, type: .list, part: true, sometimes: [.email, .contact], "All e-mail addresses."),
        .row(.address, sometimes: [.contact], "The (first) postal address, its lines with commas between them."),
        .row(.addresses, type: .list, part: true, sometimes: [.contact], "All postal addresses."),
        .row(.website, sometimes: [.contact, .event], "The (first) web page, as it was written."),
        .row(.websites, type: .list, part: true, sometimes: [.contact], "All web pages."),
        .row(
            .birthday, type: .date, sometimes: [.contact, .driverLicense],
            "The date of birth; only when it is complete."),
        .row(.note, sometimes: [.contact], "A note about the person."),
    ]

    static let messageRows: [FieldDefinition] = [
        .row(.cc, type: .list, sometimes: [.email], "Who gets a copy."),
        .row(.bcc, type: .list, sometimes: [.email], "Who gets a copy without the others knowing."),
        .row(.subject, sometimes: [.email, .sms], "The subject of the message."),
        .row(.body, sometimes: [.email, .sms], "The text of the message."),
        .row(.multimedia, type: .boolean, always: [.sms], "Whether it is to be sent as MMS."),
    ]
}
