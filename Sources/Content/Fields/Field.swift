/// A piece of information that a code has, by name. A name means the same in every kind that has it.
///
/// Conditions, templates, output and documentation all take their names from here, and the rest from the table.
public enum Field: String, Hashable, Sendable, CaseIterable {
    // What every code has.
    case kind, text, compact, symbology, addOn, copies, joinedTo, bytes

    // Books, periodicals, music.
    case isbn13, isbn10, hyphenated, group, agency, registrant, publication
    case issn, variant, issue, medium, cover, printing, ismn, ismn10, magazineCode, issueYear
    case cCode, price, currency, priceNote, taxIncluded

    // Products and GS1.
    case gtin14, gtin13, gtin12, gtin8, upcE, region, restricted, coupon, refund
    case bracketed, elementString, gs1Unit, digitalLink, sscc, gln, lot, serial, expiry, bestBefore, sellBy, produced,
        packed
    case netWeight, count

    // Labels of industry, pharmacies and carriers.
    case labelForm, dataElements, partNumber, supplierPartNumber, quantity, ppn, pzn, healthcareNumber, dateCode
    case countryOfOrigin, supplier, licensePlate, purchaseOrder, trackingNumber, serviceClass, details

    // Links.
    case url, scheme, host, unicodeHost, domain, port, path, fragment, title, link, links

    // Networks, people, places.
    case ssid, security, password, hidden, eapMethod, identity, anonymousIdentity, phase2
    case name, givenName, familyName, nickname, organization, jobTitle, birthday, note
    case phone, phones, email, emails, address, addresses, website, websites
    case cc, bcc, subject, body, phoneExtension, phoneContext, multimedia
    case summary, description, location, start, startDate, startZone, end, endDate, endZone, allDay, recurrence
    case organizer, attendees, uid
    case latitude, longitude, altitude, uncertainty, label
    case otpType, sharedSecret, issuer, accountName, algorithm, digits, period, counter
    case keyCount, issuers, accountNames, otpTypes, algorithms, digitCounts, sharedSecrets, otpURLs, part, partCount
    case fidoRequest, fidoTime

    // Papers and money.
    case vin, manufacturer, modelCode
    case licenseNumber, documentType, issuerNumber, issued, street, city, state, postalCode, country, sex
    case vehicleClass
    case honorific, bookingReference, from, to, carrier, flight, date, cabin, seat, sequence, ticketNumber, legs,
        flights
    case airports, frequentFlyer, bagTags
    case railway, language, validFrom, validTo, fromStation, toStation, travelClass, signatureVerified, ticketRecords
    case paymentForm, payee, amount, iban, bic, account, reference, message, information, purpose, merchantCategory
    case payeeAddress, payer, dueDate
}

/// A value that has fields. Each kind of content conforms in its own file, with the fields that the table lists for it.
protocol FieldSource {
    /// The value of a field; nil where this code does not have it.
    func value(of field: Field) -> FieldValue?
}

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(DecimalNumber)
    case boolean(Bool)
    case date(CalendarDate)
    /// Several values, in their order; never none, and none of them a date or a list.
    ///
    ///     JSONDocument(#"{"ids":[7,"a"]}"#)?.value(at: ["ids"])   // .list([.number(7), .text("a")])
    case list([FieldValue])
}

extension FieldValue: CustomStringConvertible {
    /// As it is in a URL or between other text; the elements of a list with commas between them.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): number.description
        case .boolean(let truth): truth ? "true" : "false"
        case .date(let date): date.description
        case .list(let elements): elements.map(\.description).joined(separator: ",")
        }
    }
}

extension FieldValue {
    /// A text, unless it is empty; what says nothing is absent.
    static func text(unlessEmpty text: String) -> FieldValue? { text.isEmpty ? nil : .text(text) }

    static func list(unlessEmpty texts: [String]) -> FieldValue? {
        texts.isEmpty ? nil : .list(texts.map(FieldValue.text))
    }
}

/// What kind of value a field has.
package enum FieldType: String, Hashable, Sendable, CaseIterable {
    case text
    /// A text that is an absolute URL.
    case url
    case number
    case boolean
    case date
    /// A time of the day; its values are texts such as `21:30`.
    case time
    /// A day and a time of it; its values are texts such as `2026-11-25 18:02`.
    case moment
    /// Several texts; lists whose names are open are of type `any`.
    case list
    /// Whatever the code has there: a text, a number, a boolean, or a list of these.
    case any

    package var title: String {
        switch self {
        case .text: "a string"
        case .url: "a URL"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "a date"
        case .time: "a time"
        case .moment: "a date with a time"
        case .list: "a list of strings"
        case .any: "a string, a number, true or false, or a list of these"
        }
    }
}

extension FieldValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
}
