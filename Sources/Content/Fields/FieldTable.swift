extension Field {
    /// Every field, in the order in which output shows them.
    package static let table: [FieldDefinition] =
        commonRows + bookRows + productRows + elementStringRows + labelRows + linkRows + networkRows + peopleRows
        + messageRows
        + eventRows + placeRows + keyRows + paperRows + paymentRows

    package var definition: FieldDefinition { Self.definitions[self] ?? Self.table[0] }

    /// The field of that name.
    public init?(name: String) { self.init(rawValue: name) }

    /// The fields that a code of this kind has beyond those that all have, in the order of the table.
    package static func fields(of kind: Kind) -> [FieldDefinition] { ownFields[kind.index] }
    private static let definitions = Dictionary(uniqueKeysWithValues: table.map { ($0.field, $0) })
    static let ownFields = Kind.allCases.map { kind in
        table.filter { !$0.isCommon && $0.presence(in: kind) != nil }
    }

    private static let withText = Kind.allCases.filter { $0 != .binary }

    private static let commonRows: [FieldDefinition] = [
        .init(.kind, form: .kind, always: Kind.allCases),
        .init(.text, always: withText),
        .init(.compact, always: withText),
        .init(.symbology, form: .symbology, always: Kind.allCases),
        .init(.addOn, form: .digits(2, 5), sometimes: Kind.allCases),
        .init(.copies, type: .number, always: Kind.allCases),
        .init(.joinedTo, type: .number, sometimes: Kind.allCases),
        .init(.bytes, always: [.binary]),
    ]
}

/// Books, periodicals, and printed music.
extension Field {
    static let bookRows: [FieldDefinition] = [
        .init(.isbn13, form: .isbn13, always: [.isbn]),
        .init(.isbn10, form: .isbn10, sometimes: [.isbn]),
        .init(.hyphenated, always: [.ismn], sometimes: [.isbn]),
        .init(.group, part: true, sometimes: [.isbn]),
        .init(.agency, sometimes: [.isbn]),
        .init(.registrant, part: true, always: [.ismn], sometimes: [.isbn]),
        .init(.publication, part: true, always: [.ismn], sometimes: [.isbn]),
        .init(.issn, form: .issn, always: [.issn]),
        .init(.variant, form: .digits(2, 2), part: true, sometimes: [.issn]),
        .init(.issue, always: [.japaneseMagazine], sometimes: [.issn, .product]),
        .init(.medium, form: .oneOf(Product.Medium.allCases.map(\.rawValue)), sometimes: [.product]),
        .init(.cover, form: .digits(1, 1), part: true, sometimes: [.product]),
        .init(.printing, form: .digits(1, 1), part: true, sometimes: [.product]),
        .init(.ismn, form: .ismn, always: [.ismn]),
        .init(.ismn10, part: true, always: [.ismn]),
        .init(.magazineCode, form: .digits(5, 5), always: [.japaneseMagazine]),
        .init(.issueYear, form: .digits(1, 1), always: [.japaneseMagazine]),
        .init(.cCode, form: .digits(4, 4), always: [.japaneseBookRow], sometimes: [.isbn]),
        .init(.price, type: .number, sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1]),
        .init(.currency, form: .currency, sometimes: [.isbn, .japaneseBookRow, .japaneseMagazine, .gs1, .payment]),
        .init(.priceNote, form: .oneOf(BookPrice.Note.allCases.map(\.rawValue)), sometimes: [.isbn]),
        .init(.taxIncluded, type: .boolean, always: [.japaneseBookRow], sometimes: [.isbn]),
    ]
}

/// Products, and what GS1 element strings say about them.
extension Field {
    static let productRows: [FieldDefinition] = [
        .init(.gtin14, form: .gtin(14), always: [.product], sometimes: [.gs1, .industrialLabel]),
        .init(
            .gtin13, form: .gtin(13), always: [.issn, .ismn, .japaneseMagazine],
            sometimes: [.product, .gs1, .industrialLabel]),
        .init(.gtin12, form: .gtin(12), sometimes: [.product, .gs1]),
        .init(.gtin8, form: .gtin(8), sometimes: [.product, .gs1]),
        .init(.upcE, form: .digits(8, 8), part: true, sometimes: [.product]),
        .init(.region, form: .country, sometimes: [.product]),
        .init(.restricted, type: .boolean, always: [.product]),
        .init(.coupon, type: .boolean, always: [.product]),
        .init(.refund, type: .boolean, always: [.product]),
    ]

    static let elementStringRows: [FieldDefinition] = [
        .init(.bracketed, always: [.gs1]),
        .init(.elementString, part: true, always: [.gs1]),
        .init(.gs1Unit, sometimes: [.gs1]),
        .init(.digitalLink, type: .url, sometimes: [.gs1]),
        .init(.sscc, form: .digits(18, 18), sometimes: [.gs1]),
        .init(.gln, form: .digits(13, 13), sometimes: [.gs1]),
        .init(.lot, sometimes: [.gs1, .industrialLabel]),
        .init(.serial, sometimes: [.gs1, .industrialLabel]),
        .init(.expiry, type: .date, sometimes: [.gs1, .driverLicense, .industrialLabel]),
        .init(.bestBefore, type: .date, sometimes: [.gs1, .industrialLabel]),
        .init(.sellBy, type: .date, sometimes: [.gs1]),
        .init(.produced, type: .date, sometimes: [.gs1, .industrialLabel]),
        .init(.packed, type: .date, sometimes: [.gs1]),
        .init(.netWeight, type: .number, sometimes: [.gs1]),
        .init(.count, type: .number, sometimes: [.gs1]),
    ]
}

/// Labels of industry, pharmacies and carriers.
extension Field {
    static let labelRows: [FieldDefinition] = [
        .init(
            .labelForm, form: .oneOf(IndustrialLabel.Form.allCases.map(\.rawValue)), part: true,
            always: [.industrialLabel]),
        .init(.dataElements, part: true, sometimes: [.industrialLabel]),
        .init(.partNumber, sometimes: [.industrialLabel]),
        .init(.supplierPartNumber, sometimes: [.industrialLabel]),
        .init(.quantity, type: .number, sometimes: [.industrialLabel]),
        .init(.ppn, form: .upperCase, sometimes: [.industrialLabel]),
        .init(.pzn, form: .digits(8, 8), sometimes: [.product, .gs1, .industrialLabel]),
        .init(.healthcareNumber, sometimes: [.product, .gs1, .industrialLabel]),
        .init(.dateCode, sometimes: [.industrialLabel]),
        .init(.countryOfOrigin, form: .country, sometimes: [.industrialLabel]),
        .init(.supplier, sometimes: [.industrialLabel]),
        .init(.licensePlate, sometimes: [.industrialLabel]),
        .init(.purchaseOrder, sometimes: [.industrialLabel]),
        .init(.trackingNumber, sometimes: [.industrialLabel]),
        .init(.serviceClass, sometimes: [.industrialLabel]),
        .init(.details, type: .list, sometimes: [.industrialLabel]),
    ]
}

/// Links and networks.
extension Field {
    static let linkRows: [FieldDefinition] = [
        .init(.url, type: .url, always: [.url, .otp], sometimes: [.gs1, .payment]),
        .init(.title, sometimes: [.url]),
        .init(.scheme, form: .lowerCase, part: true, always: [.url]),
        .init(.host, form: .host, sometimes: [.url, .gs1]),
        .init(.unicodeHost, sometimes: [.url]),
        .init(.domain, form: .host, sometimes: [.url]),
        .init(.port, type: .number, part: true, sometimes: [.url]),
        .init(.path, part: true, always: [.url]),
        .init(.fragment, part: true, sometimes: [.url]),
        .init(.link, type: .url, sometimes: [.text]),
        .init(.links, type: .list, part: true, sometimes: [.text]),
    ]

    static let networkRows: [FieldDefinition] = [
        .init(.ssid, always: [.wifi]),
        .init(.security, form: .security, always: [.wifi]),
        .init(.password, secret: true, sometimes: [.wifi]),
        .init(.hidden, type: .boolean, always: [.wifi]),
        .init(.eapMethod, form: .upperCase, sometimes: [.wifi]),
        .init(.phase2, form: .upperCase, sometimes: [.wifi]),
        .init(.identity, sometimes: [.wifi]),
        .init(.anonymousIdentity, sometimes: [.wifi]),
    ]
}

/// People, and messages to them.
extension Field {
    static let peopleRows: [FieldDefinition] = [
        .init(.name, always: [.boardingPass], sometimes: [.contact, .driverLicense, .railTicket]),
        .init(.givenName, part: true, sometimes: [.contact, .driverLicense, .boardingPass, .railTicket]),
        .init(.familyName, part: true, sometimes: [.contact, .driverLicense, .boardingPass, .railTicket]),
        .init(.honorific, sometimes: [.boardingPass]),
        .init(.nickname, sometimes: [.contact]),
        .init(.organization, sometimes: [.contact]),
        .init(.jobTitle, sometimes: [.contact]),
        .init(.phone, form: .phone, always: [.phone], sometimes: [.contact, .sms]),
        .init(.phones, type: .list, form: .phone, part: true, sometimes: [.contact, .sms]),
        .init(.phoneExtension, sometimes: [.phone]),
        .init(.phoneContext, sometimes: [.phone]),
        .init(.email, sometimes: [.email, .contact]),
        .init(.emails, type: .list, part: true, sometimes: [.email, .contact]),
        .init(.address, sometimes: [.contact]),
        .init(.addresses, type: .list, part: true, sometimes: [.contact]),
        .init(.website, sometimes: [.contact, .event]),
        .init(.websites, type: .list, part: true, sometimes: [.contact]),
        .init(.birthday, type: .date, sometimes: [.contact, .driverLicense]),
        .init(.note, sometimes: [.contact]),
    ]

    static let messageRows: [FieldDefinition] = [
        .init(.cc, type: .list, sometimes: [.email]),
        .init(.bcc, type: .list, sometimes: [.email]),
        .init(.subject, sometimes: [.email, .sms]),
        .init(.body, sometimes: [.email, .sms]),
        .init(.multimedia, type: .boolean, always: [.sms]),
    ]
}

/// Events, places, keys.
extension Field {
    static let eventRows: [FieldDefinition] = [
        .init(.summary, sometimes: [.event]),
        .init(.start, always: [.event]),
        .init(.startDate, type: .date, part: true, always: [.event]),
        .init(.startZone, part: true, sometimes: [.event]),
        .init(.end, sometimes: [.event]),
        .init(.endDate, type: .date, part: true, sometimes: [.event]),
        .init(.endZone, part: true, sometimes: [.event]),
        .init(.allDay, type: .boolean, always: [.event]),
        .init(.location, sometimes: [.event]),
        .init(.description, sometimes: [.event]),
        .init(.organizer, sometimes: [.event]),
        .init(.attendees, type: .list, sometimes: [.event]),
        .init(.recurrence, sometimes: [.event]),
        .init(.uid, part: true, sometimes: [.event, .contact]),
    ]

    static let placeRows: [FieldDefinition] = [
        .init(.latitude, type: .number, sometimes: [.geo, .event, .contact]),
        .init(.longitude, type: .number, sometimes: [.geo, .event, .contact]),
        .init(.altitude, type: .number, sometimes: [.geo]),
        .init(.uncertainty, type: .number, sometimes: [.geo]),
        .init(.label, sometimes: [.geo, .payment]),
    ]

    static let keyRows: [FieldDefinition] = [
        .init(.otpType, form: .oneOf(OneTimePasswordKey.TypeName.allCases.map(\.rawValue)), always: [.otp]),
        .init(.issuer, sometimes: [.otp]),
        .init(.accountName, sometimes: [.otp]),
        .init(.sharedSecret, secret: true, always: [.otp]),
        .init(.algorithm, form: .oneOf(OneTimePasswordKey.Algorithm.allCases.map(\.rawValue)), always: [.otp]),
        .init(.digits, type: .number, always: [.otp]),
        .init(.period, type: .number, sometimes: [.otp]),
        .init(.counter, type: .number, sometimes: [.otp]),
        .init(.keyCount, type: .number, always: [.otpExport]),
        .init(.issuers, type: .list, sometimes: [.otpExport]),
        .init(.accountNames, type: .list, sometimes: [.otpExport]),
        .init(
            .otpTypes, type: .list, form: .oneOf(OneTimePasswordKey.TypeName.allCases.map(\.rawValue)),
            always: [.otpExport]),
        .init(
            .algorithms, type: .list, form: .oneOf(OneTimePasswordKey.Algorithm.allCases.map(\.rawValue)),
            always: [.otpExport]),
        .init(.digitCounts, type: .list, form: .oneOf(["6", "8"]), always: [.otpExport]),
        .init(.sharedSecrets, type: .list, secret: true, always: [.otpExport]),
        .init(.otpURLs, type: .list, part: true, secret: true, always: [.otpExport]),
        .init(.part, type: .number, always: [.otpExport]),
        .init(.partCount, type: .number, always: [.otpExport]),
        .init(.fidoRequest, form: .oneOf(FIDORequest.Request.allCases.map(\.rawValue)), sometimes: [.fido]),
        .init(.fidoTime, type: .number, sometimes: [.fido]),
    ]
}

/// Papers and money.
extension Field {
    static let paperRows: [FieldDefinition] = [
        .init(.vin, form: .vin, always: [.vin]),
        .init(.manufacturer, part: true, always: [.vin]),
        .init(.modelCode, part: true, always: [.vin]),
        .init(.licenseNumber, always: [.driverLicense]),
        .init(
            .documentType, form: .oneOf(DriverLicense.DocumentType.allCases.map(\.rawValue)), always: [.driverLicense]),
        .init(.issuerNumber, form: .digits(6, 6), part: true, always: [.driverLicense]),
        .init(.issued, type: .date, sometimes: [.driverLicense, .railTicket]),
        .init(.street, sometimes: [.driverLicense, .industrialLabel]),
        .init(.city, sometimes: [.driverLicense, .payment, .industrialLabel]),
        .init(.state, sometimes: [.driverLicense, .industrialLabel]),
        .init(.postalCode, sometimes: [.driverLicense, .payment, .industrialLabel]),
        .init(.country, form: .country, sometimes: [.driverLicense, .payment, .industrialLabel]),
        .init(.sex, form: .oneOf(DriverLicense.Sex.allCases.map(\.rawValue)), sometimes: [.driverLicense]),
        .init(.vehicleClass, sometimes: [.driverLicense]),
        .init(.bookingReference, sometimes: [.boardingPass]),
        .init(.from, form: .airport, always: [.boardingPass]),
        .init(.to, form: .airport, always: [.boardingPass]),
        .init(.carrier, part: true, always: [.boardingPass], sometimes: [.industrialLabel]),
        .init(.flight, always: [.boardingPass]),
        .init(.date, type: .date, sometimes: [.boardingPass]),
        .init(.cabin, sometimes: [.boardingPass]),
        .init(.seat, sometimes: [.boardingPass]),
        .init(.sequence, sometimes: [.boardingPass]),
        .init(.ticketNumber, sometimes: [.boardingPass, .railTicket]),
        .init(.legs, type: .number, always: [.boardingPass]),
        .init(.flights, type: .list, part: true, always: [.boardingPass]),
        .init(.airports, type: .list, form: .airport, part: true, always: [.boardingPass]),
        .init(.frequentFlyer, sometimes: [.boardingPass]),
        .init(.bagTags, type: .list, sometimes: [.boardingPass]),
        .init(.railway, form: .digits(4, 4), always: [.railTicket]),
        .init(.language, form: .lowerCase, sometimes: [.railTicket]),
        .init(.validFrom, type: .date, sometimes: [.railTicket]),
        .init(.validTo, type: .date, sometimes: [.railTicket]),
        .init(.fromStation, sometimes: [.railTicket]),
        .init(.toStation, sometimes: [.railTicket]),
        .init(.travelClass, form: .digits(1, 1), sometimes: [.railTicket]),
        .init(.signatureVerified, type: .boolean, always: [.railTicket]),
        .init(.ticketRecords, type: .list, part: true, always: [.railTicket]),
    ]

    static let paymentRows: [FieldDefinition] = [
        .init(.paymentForm, form: .oneOf(Payment.Form.allCases.map(\.description)), always: [.payment]),
        .init(.payee, sometimes: [.payment]),
        .init(.amount, type: .number, sometimes: [.payment, .gs1]),
        .init(.iban, form: .iban, sometimes: [.payment]),
        .init(.bic, form: .bic, sometimes: [.payment]),
        .init(.account, sometimes: [.payment]),
        .init(.reference, sometimes: [.payment]),
        .init(.message, sometimes: [.payment]),
        .init(.information, sometimes: [.payment]),
        .init(.purpose, sometimes: [.payment]),
        .init(.merchantCategory, form: .digits(4, 4), part: true, sometimes: [.payment]),
        .init(.payeeAddress, sometimes: [.payment]),
        .init(.payer, sometimes: [.payment]),
        .init(.dueDate, type: .date, sometimes: [.payment]),
    ]
}
