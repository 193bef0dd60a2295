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

/// A field as rules name it: one of the table, or one whose name is open.
public enum FieldName: Hashable, Sendable {
    case fixed(Field)
    /// `query.NAME`: a parameter of a link's query.
    case query(String)
    /// `ai.NN`: the value of a GS1 Application Identifier.
    case ai(String)
    /// `json.PATH`: a member of a JSON text; the names and indices on the way to it have dots between them.
    case json([String])
}

/// Whether a code of some kind has a field.
public enum Presence: Hashable, Sendable {
    case always
    case sometimes
}
