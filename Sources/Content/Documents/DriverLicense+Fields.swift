internal import BeelineSymbols

extension DriverLicense: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .documentType: .text(documentType.rawValue)
        case .issuerNumber: .text(issuerNumber)
        case .licenseNumber: .text(number)
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .birthday: birthday.map(FieldValue.date)
        case .issued: issued.map(FieldValue.date)
        case .expiry: expiry.map(FieldValue.date)
        case .sex: (sex?.rawValue).map(FieldValue.text)
        case .street: street.map(FieldValue.text)
        case .city: city.map(FieldValue.text)
        case .state: state.map(FieldValue.text)
        case .postalCode: postalCode.map(FieldValue.text)
        case .country: country.map(FieldValue.text)
        case .vehicleClass: vehicleClass.map(FieldValue.text)
        default: nil
        }
    }
}

extension KindDefinition {
    static let driverLicense = KindDefinition(
        .driverLicense, "a driver licence or identity card",
        """
        The code on the back of a card of the USA or Canada (AAMVA DL/ID Card Design Standard, all versions), in any \
        symbology: `@`, control characters, `ANSI ` or `AAMVA`, the number of the issuer and of the version, and a part \
        `DL` or `ID` with a number of the document (`DAQ`). Control characters before `ANSI` may be missing, and the \
        places that the head names may be wrong; but the elements must still be separated. Dates of either order are \
        read; a date that does not exist is absent.
        """,
        examples: [
            Symbol(
                .pdf417,
                "@\n\u{1E}\rANSI 636000100002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\n"
                    + "DADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102024\nDBC1\n"
                    + "DAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \n"
                    + "DCF2424244747474786102204\nDCGUSA\nDCK123456789\nDDAF\nDDB06062018\nDDC06062020\nDDD1\r"
                    + "ZVZVA01\r"),
            Symbol(.pdf417, "@\n\u{1E}\rANSI 636020010101ID00290018IDDAQ94-123-4567\n\r"),
        ])
}
