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
