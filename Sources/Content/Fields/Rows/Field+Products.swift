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
