/// A piece of information that a code has, by name. A name means the same in every kind that has it.
///
/// Conditions, templates, output and documentation all take their names from here, and the rest from the table.
public enum Field: String, Hashable, Sendable, CaseIterable {
    // What every code has.
    case kind, text, compact, symbology, addOn, bytes

    // Books, periodicals, music.
    case isbn13, isbn10, hyphenated, group, agency, registrant, publication
    case issn, variant, issue, ismn, ismn10, magazineCode, issueYear
    case cCode, price, currency, priceNote, taxIncluded

    // Products and GS1.
    case gtin14, gtin13, gtin12, gtin8, upcE, region, restricted, coupon, refund
    case bracketed, elementString, digitalLink, sscc, gln, lot, serial, expiry, bestBefore, sellBy, produced, packed
    case netWeight, count

    // Links.
    case url, scheme, host, unicodeHost, domain, port, path, fragment, title

    // Networks, people, places.
    case ssid, security, password, hidden, eapMethod, identity, anonymousIdentity, phase2
    case name, givenName, familyName, nickname, organization, jobTitle, birthday, note
    case phone, phones, email, emails, address, addresses, website, websites
    case cc, bcc, subject, body, phoneExtension, phoneContext, multimedia
    case summary, description, location, start, startDate, startZone, end, endDate, endZone, allDay, recurrence
    case organizer, attendees, uid
    case latitude, longitude, altitude, uncertainty, label
    case otpType, sharedSecret, issuer, accountName, algorithm, digits, period, counter
    case fidoRequest, fidoTime

    // Papers and money.
    case vin, manufacturer, modelCode
    case licenseNumber, documentType, issuerNumber, issued, street, city, state, postalCode, country, sex
    case vehicleClass
    case bookingReference, from, to, carrier, flight, date, cabin, seat, sequence, ticketNumber, legs, flights
    case airports, frequentFlyer, bagTags
    case paymentForm, payee, amount, iban, bic, account, reference, message, information, purpose, merchantCategory
    case payeeAddress, payer
}

extension Field {
    /// Every field, in the order in which output shows them.
    package static let table: [FieldDefinition] =
        commonRows + bookRows + productRows + elementStringRows + linkRows + networkRows + peopleRows + messageRows
        + eventRows + placeRows + keyRows + paperRows + paymentRows

    /// The line of the table that defines the field.
    package var definition: FieldDefinition { Self.definitions[self] ?? Self.table[0] }

    /// The field of that name.
    public init?(name: String) { self.init(rawValue: name) }

    /// The fields that a code of this kind has beyond those that all have, in the order of the table.
    package static func fields(of kind: Kind) -> [FieldDefinition] { ownFields[kind.index] }

    private static let definitions = Dictionary(uniqueKeysWithValues: table.map { ($0.field, $0) })
    private static let ownFields = Kind.allCases.map { kind in
        table.filter { !$0.isCommon && $0.presence(in: kind) != nil }
    }

    private static let withText = Kind.allCases.filter { $0 != .binary }

    private static let commonRows: [FieldDefinition] = [
        .row(.kind, form: .kind, always: Kind.allCases, "The kind of content."),
        .row(.text, always: withText, "What the code says, as it is."),
        .row(.compact, always: withText, "The text without white space."),
        .row(
            .symbology, form: .symbology, always: Kind.allCases,
            "The kind of barcode; `unknown` for a typed code."),
        .row(
            .addOn, form: .digits(2, 5), sometimes: Kind.allCases,
            "The digits of the EAN-2 or EAN-5 beside the code."),
        .row(.bytes, always: [.binary], "The bytes, as Base64."),
    ]
}

/// Books, periodicals, and printed music.
extension Field {
    static let bookRows: [FieldDefinition] = [
        .row(.isbn13, form: .isbn13, always: [.isbn], "The ISBN, 13 digits."),
        .row(.isbn10, form: .isbn10, sometimes: [.isbn], "The ISBN, 10 characters; only 978 numbers have it."),
        .row(
            .hyphenated, always: [.ismn], sometimes: [.isbn],
            "The number with hyphens between its elements; absent in ranges that nobody was given."),
        .row(.group, part: true, sometimes: [.isbn], "The registration group, digits after the prefix: `4`."),
        .row(.agency, sometimes: [.isbn], "The country, region or language of the registration group: `Japan`."),
        .row(
            .registrant, part: true, always: [.ismn], sometimes: [.isbn], "The element of the publisher: `87311`."),
        .row(
            .publication, part: true, always: [.ismn], sometimes: [.isbn], "The element of the edition: `904`."),
        .row(.issn, form: .issn, always: [.issn], "The ISSN, with its hyphen: `0024-9319`."),
        .row(
            .variant, form: .digits(2, 2), part: true, sometimes: [.issn],
            "The two digits after the ISSN in the EAN-13; `00` unless the publisher uses them."),
        .row(
            .issue, always: [.japaneseMagazine], sometimes: [.issn, .product],
            "The issue, as the add-on has it: `05`; of a Japanese magazine month or number."),
        .row(.ismn, form: .ismn, always: [.ismn], "The ISMN, 13 digits."),
        .row(.ismn10, part: true, always: [.ismn], "The ISMN as it was written before 2008: `M` and 9 digits."),
        .row(
            .magazineCode, form: .digits(5, 5), always: [.japaneseMagazine],
            "The code of a Japanese magazine, 5 digits."),
        .row(
            .issueYear, form: .digits(1, 1), always: [.japaneseMagazine],
            "The last digit of the year of a Japanese magazine."),
        .row(
            .cCode, form: .digits(4, 4), always: [.japaneseBookRow], sometimes: [.isbn],
            "The C-code of a Japanese book: readers, form, subject."),
        .row(
            .price, type: .number, sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1],
            "The price, from the add-on, the second row or the Application Identifier."),
        .row(
            .currency, form: .currency,
            sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1, .payment],
            "The currency of the price or amount, three letters of ISO 4217."),
        .row(
            .priceNote, form: .oneOf(BookPrice.Note.allCases.map(\.rawValue)), sometimes: [.isbn],
            "What an EAN-5 says instead of a price: `none`, `used`, `complimentary`, `at-least-100`, `internal`."),
        .row(
            .taxIncluded, type: .boolean, always: [.japaneseBookRow], sometimes: [.isbn],
            "Whether tax is in the price of a Japanese book; of others the code does not tell."),
    ]
}

/// Products, and what GS1 element strings say about them.
extension Field {
    static let productRows: [FieldDefinition] = [
        .row(.gtin14, form: .gtin(14), always: [.product], sometimes: [.gs1], "The GTIN, 14 digits."),
        .row(
            .gtin13, form: .gtin(13), always: [.issn, .ismn, .japaneseMagazine], sometimes: [.product, .gs1],
            "The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several."),
        .row(
            .gtin12, form: .gtin(12), sometimes: [.product, .gs1],
            "The GTIN, 12 digits as in a UPC-A; where it has them."),
        .row(
            .gtin8, form: .gtin(8), sometimes: [.product, .gs1],
            "The GTIN, 8 digits as in an EAN-8; where it has them."),
        .row(
            .upcE, form: .digits(8, 8), part: true, sometimes: [.product],
            "The eight digits of the UPC-E that stands for it; where there is one."),
        .row(
            .region, form: .country, sometimes: [.product],
            "The country whose GS1 organisation gave the prefix, two letters of ISO 3166-1; not where it was made. "
                + "Absent where no single one did."),
        .row(
            .restricted, type: .boolean, always: [.product],
            "Whether the number means something inside one company or region only."),
        .row(.coupon, type: .boolean, always: [.product], "Whether it is a coupon."),
        .row(.refund, type: .boolean, always: [.product], "Whether it is a receipt for a refund."),
    ]

    static let elementStringRows: [FieldDefinition] = [
        .row(
            .bracketed, always: [.gs1],
            "The element string as people read it: `(01)09521234543213(10)ABC`."),
        .row(
            .elementString, part: true, always: [.gs1],
            "The element string as a symbol holds it, with the separator U+001D where one is needed."),
        .row(
            .digitalLink, type: .url, sometimes: [.gs1],
            "The same as a GS1 Digital Link URI; where there is a key for it."),
        .row(.sscc, form: .digits(18, 18), sometimes: [.gs1], "The Serial Shipping Container Code, 18 digits."),
        .row(
            .gln, form: .digits(13, 13), sometimes: [.gs1],
            "The Global Location Number of the place, else of a party, 13 digits."),
        .row(.lot, sometimes: [.gs1], "The batch or lot."),
        .row(.serial, sometimes: [.gs1], "The serial number."),
        .row(
            .expiry, type: .date, sometimes: [.gs1, .driverLicense],
            "The last day on which it may be used."),
        .row(.bestBefore, type: .date, sometimes: [.gs1], "The day until which it is at its best."),
        .row(.sellBy, type: .date, sometimes: [.gs1], "The last day on which it may be sold."),
        .row(.produced, type: .date, sometimes: [.gs1], "The day on which it was made."),
        .row(.packed, type: .date, sometimes: [.gs1], "The day on which it was packed."),
        .row(
            .netWeight, type: .number, sometimes: [.gs1], "The net weight in kilograms; one in pounds is not converted."
        ),
        .row(.count, type: .number, sometimes: [.gs1], "How many items it holds."),
    ]
}

/// Links and networks.
extension Field {
    static let linkRows: [FieldDefinition] = [
        .row(
            .url, type: .url, always: [.url, .otp], sometimes: [.gs1, .payment],
            "The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone. "
                + "That of a key for one-time passwords tells its secret, and is hidden like it."
        ),
        .row(.title, sometimes: [.url], "The title of a bookmark."),
        .row(.scheme, form: .lowerCase, part: true, always: [.url], "The scheme of the link: `https`."),
        .row(
            .host, form: .host, sometimes: [.url, .gs1],
            "The host of the link, in lower case and ASCII: `xn--mller-kva.de`."),
        .row(
            .unicodeHost, sometimes: [.url],
            "The host as people write it, where that differs: `müller.de`."),
        .row(
            .domain, form: .host, sometimes: [.url],
            "The part of the host that was registered, by the Public Suffix List: `example.co.uk`."),
        .row(.port, type: .number, part: true, sometimes: [.url], "The port, where the link names one."),
        .row(
            .path, part: true, always: [.url],
            "The path of the link, with its slash; may be empty. Without a host, all up to the query."),
        .row(.fragment, part: true, sometimes: [.url], "What follows the `#`."),
    ]

    static let networkRows: [FieldDefinition] = [
        .row(.ssid, always: [.wifi], "The name of the network."),
        .row(
            .security, form: .security, always: [.wifi],
            "How the network is secured, as the code says it, in capitals (`WPA`, `WPA2`, `WEP`, `SAE`, `WPA2-EAP`); "
                + "`WPA2-EAP` also where it has an EAP method; `nopass` when it is open."),
        .row(.password, secret: true, sometimes: [.wifi], "The password of the network."),
        .row(.hidden, type: .boolean, always: [.wifi], "Whether the network does not show its name."),
        .row(.eapMethod, form: .upperCase, sometimes: [.wifi], "The EAP method: `PEAP`, `TTLS`, `TLS`, `PWD`."),
        .row(.phase2, form: .upperCase, sometimes: [.wifi], "The method inside of the EAP tunnel: `MSCHAPV2`."),
        .row(.identity, sometimes: [.wifi], "The user's name in the network."),
        .row(.anonymousIdentity, sometimes: [.wifi], "The user's name outside of the EAP tunnel."),
    ]
}

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

/// Papers and money.
extension Field {
    static let paperRows: [FieldDefinition] = [
        .row(.vin, form: .vin, always: [.vin], "The Vehicle Identification Number, 17 characters."),
        .row(.manufacturer, part: true, always: [.vin], "The World Manufacturer Identifier, 3 characters."),
        .row(.modelCode, part: true, always: [.vin], "The Vehicle Descriptor Section, 6 characters with check digit."),
        .row(.licenseNumber, always: [.driverLicense], "The number of the document."),
        .row(
            .documentType, form: .oneOf(DriverLicense.DocumentType.allCases.map(\.rawValue)), always: [.driverLicense],
            "`driver-license` or `id-card`."),
        .row(
            .issuerNumber, form: .digits(6, 6), part: true, always: [.driverLicense],
            "Who issued it: the IIN, 6 digits."),
        .row(.issued, type: .date, sometimes: [.driverLicense], "The day on which it was issued."),
        .row(.street, sometimes: [.driverLicense], "Street and number, a second line behind a comma."),
        .row(.city, sometimes: [.driverLicense, .payment], "The city."),
        .row(.state, sometimes: [.driverLicense], "The state or province, two letters."),
        .row(.postalCode, sometimes: [.driverLicense, .payment], "The postal code, as people write it."),
        .row(
            .country, form: .country, sometimes: [.driverLicense, .payment],
            "The country, two letters of ISO 3166-1: `US`, `DE`."),
        .row(
            .sex, form: .oneOf(DriverLicense.Sex.allCases.map(\.rawValue)), sometimes: [.driverLicense],
            "`male`, `female` or `unspecified`."),
        .row(.vehicleClass, sometimes: [.driverLicense], "Which vehicles may be driven, as the issuer writes it."),
        .row(.bookingReference, sometimes: [.boardingPass], "The booking (PNR) of the first flight."),
        .row(
            .from, form: .airport, always: [.boardingPass],
            "The airport where the first flight starts, IATA code."),
        .row(
            .to, form: .airport, always: [.boardingPass],
            "The airport where the first flight ends, IATA code."),
        .row(.carrier, part: true, always: [.boardingPass], "The airline of the first flight, IATA code."),
        .row(.flight, always: [.boardingPass], "The first flight: airline and number, `AC834`."),
        .row(
            .date, type: .date, sometimes: [.boardingPass],
            "The day of the first flight: the first such day since the pass was issued, or else the nearest to the scan."
        ),
        .row(.cabin, sometimes: [.boardingPass], "The compartment of the first flight: `Y`."),
        .row(.seat, sometimes: [.boardingPass], "The seat in the first flight: `1A`."),
        .row(.sequence, sometimes: [.boardingPass], "The check-in sequence number of the first flight."),
        .row(.ticketNumber, sometimes: [.boardingPass], "The number of the ticket: airline code and serial number."),
        .row(.legs, type: .number, always: [.boardingPass], "How many flights there are: 1…4."),
        .row(.flights, type: .list, part: true, always: [.boardingPass], "All flights."),
        .row(
            .airports, type: .list, form: .airport, part: true, always: [.boardingPass],
            "All airports, in the order of the journey."),
        .row(
            .frequentFlyer, sometimes: [.boardingPass],
            "The airline and the number of the frequent flyer: `AC 1234567`."),
        .row(.bagTags, type: .list, sometimes: [.boardingPass], "The numbers on the tags of the baggage."),
    ]

    static let paymentRows: [FieldDefinition] = [
        .row(
            .paymentForm, form: .oneOf(Payment.Form.allCases.map(\.description)), always: [.payment],
            "The form: `sepa`, `swiss-qr-bill`, `emv`, `pix`, `upi`, `spayd`, `iban`, or the name of a cryptocurrency."),
        .row(.payee, sometimes: [.payment], "Who is paid."),
        .row(
            .amount, type: .number, sometimes: [.payment, .gs1],
            "How much is to be paid; cryptocurrencies in whole coins."),
        .row(.iban, form: .iban, sometimes: [.payment], "The IBAN of the payee, without blanks."),
        .row(.bic, form: .bic, sometimes: [.payment], "The BIC of the payee's bank."),
        .row(
            .account, sometimes: [.payment],
            "Where the money goes: the IBAN, the address, the key or the virtual address; of the payee, not the bank."),
        .row(.reference, sometimes: [.payment], "The structured reference, for machines."),
        .row(.message, sometimes: [.payment], "The message to the payee, for people."),
        .row(
            .information, sometimes: [.payment],
            "What there is beside that: the last line of a SEPA code, the bill information of a QR-bill, a memo."
        ),
        .row(.purpose, sometimes: [.payment], "What it is for, in the codes or words of the form."),
        .row(
            .merchantCategory, form: .digits(4, 4), part: true, sometimes: [.payment],
            "The trade of the merchant, 4 digits of ISO 18245."),
        .row(.payeeAddress, sometimes: [.payment], "Where the payee lives, its lines with commas between them."),
        .row(.payer, sometimes: [.payment], "Who pays."),
    ]
}
