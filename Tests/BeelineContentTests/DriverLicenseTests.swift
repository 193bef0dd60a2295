import BeelineContent
import BeelineSymbols
import Testing

@Suite("Driver licences")
struct DriverLicenseTests {
    static let elements =
        "DAQT64235789\nDCSMOTORIST\nDDEN\nDACMICHAEL\nDDFN\nDADM\nDDGN\nDCAD\nDCBK\nDCDPH\nDBD08312013\nDBB01131970\n"
        + "DBA01312035\nDBC1\nDAU068 in\nDAYBLK\nDAG789 E OAK ST\nDAIANYTOWN\nDAJCA\nDAK902230000  \nDCF83D9BN217QO983B1\n"
        + "DCGUSA\nDAW180\nDAZBRO\nDCK12345678900000000000\nDDB02142014\nDDK1"
    static let modern = "@\n\u{1E}\rANSI 636014080102DL00410278ZC03190024DL\(elements)\rZCZCA\nZCBCORR LENS\r"

    private static let all: [Field: String?] = [
        .documentType: "driver-license", .licenseNumber: "T64235789", .issuerNumber: "636014",
        .name: "MICHAEL M MOTORIST", .givenName: "MICHAEL", .familyName: "MOTORIST", .birthday: "1970-01-13",
        .issued: "2013-08-31", .expiry: "2035-01-31", .sex: "male", .street: "789 E OAK ST", .city: "ANYTOWN",
        .state: "CA", .postalCode: "90223", .country: "US", .vehicleClass: "D",
    ]

    static let samples = [
        FieldSample("with all elements, in PDF417", .pdf417, modern, all),
        FieldSample(
            "typed by a keyboard that sends no control characters before ANSI", .unknown,
            modern.replacing("\n\u{1E}\r", with: ""), all),
        FieldSample(
            "with several names, and commas between them",
            modern.replacing("DACMICHAEL", with: "DACMARY,ANN").replacing("DADM\n", with: "DADLEE, KIM\n"),
            [.name: "MARY ANN LEE KIM MOTORIST", .givenName: "MARY ANN", .familyName: "MOTORIST"]),
        FieldSample("with the line ends of Windows", modern.replacing("\n", with: "\r\n"), all),
        FieldSample("with wrong places in the head", modern.replacing("DL00410278", with: "DL00390188"), all),
        FieldSample("with a place far beyond the end", modern.replacing("DL00410278", with: "DL99999999"), all),
        FieldSample("with a wrong count of parts", modern.replacing("080102DL", with: "080109DL"), all),
        FieldSample("with a separator of files in place of lines", modern.replacing("\n", with: "\u{1C}"), all),
        FieldSample(
            "of Canada, year first", .pdf417,
            "@\n\u{1E}\rANSI 636012030001DL00310100DLDCAG\nDCSPUBLIC\nDCTJOHN,QUINCY\nDBD20090427\nDBB19591231\nDBA20140427\n"
                + "DAQP12345678901234\nDAKM1A 2B3\nDCGCAN\nDBC2\r",
            [
                .birthday: "1959-12-31", .issued: "2009-04-27", .expiry: "2014-04-27", .name: "JOHN QUINCY PUBLIC",
                .givenName: "JOHN", .postalCode: "M1A 2B3", .country: "CA", .sex: "female",
            ]),
        FieldSample(
            "of version 1, with the name in one element", .pdf417,
            "@\n\u{1E}\rANSI 6360000102DL00390188ZV02270031DLDAQ0123456789ABC\nDAAPUBLIC,JOHN,Q\nDAG123 MAIN STREET\nDAIANYTOWN\n"
                + "DAJVA\nDAK123459999  \nDARDM  \nDAS          \nDAT     \nDAU509\nDAWBLU\nDAYBRO\nDBA20011201\nDBB19761123\nDBCM\n"
                + "DBD19961201\rZVZVAJURISDICTIONDEFINEDELEMENT\r",
            [
                .name: "JOHN Q PUBLIC", .familyName: "PUBLIC", .licenseNumber: "0123456789ABC",
                .birthday: "1976-11-23", .expiry: "2001-12-01", .sex: "male", .postalCode: "12345-9999",
                .vehicleClass: "DM", .country: nil,
            ]),
        FieldSample(
            "with a second line of the street", modern.replacing("OAK ST\n", with: "OAK ST\nDAHAPT 4\n"),
            [.street: "789 E OAK ST, APT 4"]),
        FieldSample(
            "with three given names in one element",
            "@\n\u{1E}\rANSI 636012030001DL00310100DLDCAG\nDCSPUBLIC\nDCTJOHN,MICHAEL,LEE\nDAQP1\r",
            [.name: "JOHN MICHAEL LEE PUBLIC", .givenName: "JOHN"]),
        FieldSample(
            "of the old AAMVA kind",
            "@\n\u{1C}\rAAMVA6360050101DL00290179DLDAQ102245737\nDAASAMPLE DRIVER CREDENTIAL\nDBB08251958\n",
            [.licenseNumber: "102245737", .name: "SAMPLE DRIVER CREDENTIAL", .familyName: nil, .birthday: "1958-08-25"]),
        FieldSample(
            "an identity card", modern.replacing("DL0041", with: "ID0041").replacing("DLDAQ", with: "IDDAQ"),
            [.documentType: "id-card", .licenseNumber: "T64235789"]),
        FieldSample(
            "with values that say that there is none",
            "@\n\u{1E}\rANSI 636014080101DL00310100DLDAQX1\nDACNONE\nDADunavl\nDCSPRINCE\nDBA00000000\nDBB02301990\nDBC9\r",
            [.name: "PRINCE", .givenName: nil, .expiry: nil, .birthday: nil, .sex: "unspecified"]),
    ]

    static let refused = [
        Refused(
            "a calendar event, which another program takes for a licence",
            "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20200101T100000Z\nEND:VEVENT", ""),
        Refused("a parcel, which another program takes for a licence", "DHL1234567890", ""),
        Refused("elements without a head", elements, ""),
        Refused("a name at a network", "@beeline", ""),
        Refused("without a number", modern.replacing("DAQT64235789\n", with: "DADX\n"), "(DAQ) is missing"),
        Refused("without the part DL", "@\n\u{1E}\rANSI 636014080101ZC00310024ZCZCA\r", "DL or ID is missing"),
        Refused("cut in the head", "@\n\u{1E}\rANSI 63601", "the head must have"),
        Refused("cut behind the head", "@\n\u{1E}\rANSI 636014080102DL0041", "DL or ID is missing"),
        Refused("without any separator", modern.replacing("\n", with: "").replacing("\r", with: ""), "not separated"),
    ]

    @Test("of every version are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .driverLicense) }

    @Test("what has no head of a licence is none", arguments: refused)
    func refuses(_ sample: Refused) {
        let reading = ContentParser.reading(of: sample.symbol)
        #expect(reading.content.kind != .driverLicense)
        let warnings = reading.warnings.filter { if case .malformed(.driverLicense, _) = $0 { true } else { false } }
        #expect(warnings.isEmpty == sample.reason.isEmpty, "\(warnings)")
        #expect(warnings.allSatisfy { $0.description.contains(sample.reason) }, "\(warnings)")
    }
}
