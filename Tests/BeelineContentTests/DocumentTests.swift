import BeelineContent
import BeelineSymbols
import Testing

@Suite("Boarding passes")
struct BoardingPassTests {
    static let plain = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"

    /// A variable part with its size before it.
    static func sized(_ text: String) -> String {
        let digits = String(text.utf8.count, radix: 16, uppercase: true)
        return (digits.count == 1 ? "0" : "") + digits + text
    }

    /// Two flights, the first with all that it can have.
    static func full(issue: String = "6225", leg: String = "326") -> String {
        let unique = sized("1WW\(issue)BAC 0014123456002" + "0014123456003")
        let first = sized("0141234567890 1AC AC 1234567890123    20K") + "LX58Z"
        let second = sized("0140987654321 1LH AC 1234567890123    2PC") + "WQ"
        return "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 \(leg)J001A0025 1" + sized(">6" + unique + first)
            + "DEF456 FRAGVALH 3664A327C012C0002 1" + sized(second) + "^108GIWVC5EH"
    }

    static let samples = [
        FieldSample(
            "of one flight; the parser of another program wants a signature behind it", .pdf417, plain,
            [
                .name: "LUC DESMARAIS", .familyName: "DESMARAIS", .givenName: "LUC", .bookingReference: "ABC123",
                .from: "YUL", .to: "FRA", .carrier: "AC", .flight: "AC834", .date: "2026-11-22", .cabin: "J",
                .seat: "1A", .sequence: "25", .legs: "1", .flights: "AC834", .airports: "YUL,FRA", .ticketNumber: nil,
                .frequentFlyer: nil, .bagTags: nil,
            ]),
        FieldSample("with an empty signature", plain + "^100", [.flight: "AC834", .seat: "1A"]),
        FieldSample(
            "of two flights with all that there can be", .aztec, full(),
            [
                .flights: "AC834,LH3664A", .airports: "YUL,FRA,GVA", .legs: "2", .ticketNumber: "0141234567890",
                .frequentFlyer: "AC 1234567890123", .bagTags: "0014123456002,0014123456003", .date: "2026-11-22",
            ]),
        FieldSample("issued last year for this spring", full(issue: "5360", leg: "012"), [.date: "2026-01-12"]),
        FieldSample("issued ten months ago", full(issue: "6020", leg: "021"), [.date: "2026-01-21"]),
        FieldSample("of January, scanned in November", plain.replacing("326J", with: "012J"), [.date: "2027-01-12"]),
        FieldSample(
            "of the last day of a leap year, of which the last one is nearer", plain.replacing("326J", with: "366J"),
            [.date: "2024-12-31"]),
        FieldSample(
            "of a year long past, which is the last that ends with the digit",
            "M1ACKERMANN/JUSTIN DAVEJPYKJI SINNRTJL 0712 336Y025C0231 348>3180 O9335BJL 01315361700012900174601118720 JL AA "
                + "34DGH32             3",
            [.date: "2019-12-02", .flight: "JL712"]),
        FieldSample(
            "issued tomorrow, where it is tomorrow already", full(issue: "6326", leg: "326"), [.date: "2026-11-22"]),
        FieldSample(
            "issued the day after tomorrow ten years ago", full(issue: "6327", leg: "329"), [.date: "2016-11-24"]),
        FieldSample("issued on the last day of a leap year", full(issue: "4366", leg: "001"), [.date: "2025-01-01"]),
        FieldSample("with a day that no year has soon after its issue", full(issue: "5360", leg: "366"), [.date: nil]),
        FieldSample("without a day", plain.replacing("326J", with: "   J"), [.date: nil, .cabin: "J"]),
        FieldSample("in Code 128", .code128, plain, [.flight: "AC834"]),
        FieldSample(
            "with the title of the passenger", plain.replacing("DESMARAIS/LUC   ", with: "DESMARAIS/LUC MR"),
            [.name: "LUC DESMARAIS", .givenName: "LUC", .honorific: "MR"]),
        FieldSample(
            "with two titles", plain.replacing("DESMARAIS/LUC       ", with: "DESMARAIS/EVE DR MRS"),
            [.name: "EVE DESMARAIS", .givenName: "EVE", .honorific: "DR MRS"]),
        FieldSample(
            "with a title for a given name", plain.replacing("DESMARAIS/LUC", with: "DESMARAIS/MS "),
            [.name: "DESMARAIS", .givenName: nil, .honorific: "MS"]),
        FieldSample(
            "with a title without a blank, which may be a name",
            plain.replacing("DESMARAIS/LUC  ", with: "DESMARAIS/LUCMR"),
            [.name: "LUCMR DESMARAIS", .givenName: "LUCMR", .honorific: nil]),
        FieldSample(
            "with a name without slash", plain.replacing("DESMARAIS/LUC", with: "DESMARAIS    "),
            [.name: "DESMARAIS", .familyName: nil, .givenName: nil]),
        FieldSample(
            "of a low-cost airline with a signature only",
            "M1SMITH/JOHN          EK1R2TQ STNDUBFR 0123 015Y014C0078 15C>5181OO6015BFR              2A0000000000000 FR"
                + "                          8^108MEYCIQDQ",
            [.flight: "FR123", .seat: "14C", .date: "2026-01-15", .ticketNumber: nil]),
        FieldSample(
            "with the blanks at its end lost",
            "M1SMITH/JOHN          EK1R2TQ STNDUBFR 0123 015Y014C0078 10C>518", [.flight: "FR123"]),
        FieldSample("of an infant without seat", plain.replacing("001A", with: "INF "), [.seat: "INF"]),
        FieldSample(
            "with an airline of three letters", plain.replacing("AC 0834", with: "ACA0834"), [.flight: "ACA834"]),
    ]

    static let doubted = [
        DoubtedSample(
            "a signature that is not as long as it says", plain + "^164MEYCIQDQ", [.flight: "AC834"],
            warnings: "signature"),
        DoubtedSample("a signature without a size", plain + "^1", [.flight: "AC834"], warnings: "signature"),
        DoubtedSample(
            "a character more than its sizes say", plain + "X", [.flight: "AC834", .seat: "1A"],
            warnings: "it is one character longer than its sizes say"),
        DoubtedSample(
            "a character more before the signature", full().replacing("^108", with: "0^108"), [.legs: "2"],
            warnings: "it is one character longer"),
    ]

    static let refused = [
        Refused(
            "with a part of the first of two flights that is longer than what holds it",
            full().replacing("290141234567890", with: "FF0141234567890"), "flight 1: its conditional part"),
        Refused("a rifle", "M1 Garand", ""),
        Refused("a motorway", "M1 motorway from London to Leeds, closed near Luton until Friday", ""),
        Refused("a medicine list", "M1EUROPEAN MEDICINES EABC1234567890", ""),
        Refused("two letters", "M1", ""),
        Refused("in small letters", plain.lowercased(), ""),
        Refused("of five flights", "M5" + plain.dropFirst(2), ""),
        Refused("cut in the flight", String(plain.prefix(50)), "flight 1 is cut"),
        Refused("cut before the size", String(plain.prefix(58)), "flight 1 is cut"),
        Refused("with one flight of two", "M2" + plain.dropFirst(2), "flight 2 is cut"),
        Refused("with an impossible day", plain.replacing("326J", with: "367J"), "the day must be"),
        Refused("with letters for a day", plain.replacing("326J", with: "NOVJ"), "the day must be"),
        Refused("without a flight number", plain.replacing("0834", with: "    "), "the number must be digits"),
        Refused("without an airline", plain.replacing("FRAAC ", with: "FRA   "), "an airline must be"),
        Refused("with a size that is no number", plain.dropLast(2) + "GG", "flight 1 is cut"),
        Refused("with more behind its end", plain + "and more", "there is data after the last flight"),
        Refused(
            "of a second flight to nowhere", full().replacing("FRAGVALH", with: "FRA123LH"), "flight 2: an airport"),
    ]

    @Test("of every make are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .boardingPass) }

    @Test("of other sizes than they say are read, with a warning", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .boardingPass) }

    @Test("a text that resembles one is text, with a warning if it resembles it closely", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .boardingPass) }

    @Test("a pass lists each flight, and its unchecked signature")
    func tellsFlights() throws {
        let pass = try #require(BoardingPass(Self.full(), scanned: scanDate))
        #expect(pass.legs.map(\.flight) == ["AC834", "LH3664A"])
        #expect(pass.legs.map(\.ticketNumber) == ["0141234567890", "0140987654321"])
        #expect(pass.legs.map(\.date?.description) == ["2026-11-22", "2026-11-23"])
        #expect(pass.issued?.description == "2026-08-13")
        #expect(pass.security == "GIWVC5EH")
        #expect(pass.isElectronicTicket)
        #expect(BoardingPass("M1", scanned: scanDate) == nil)
    }
}

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

    @Test("a text without the head of a licence is not a licence", arguments: refused)
    func refuses(_ sample: Refused) {
        let reading = ContentParser.reading(of: sample.symbol)
        #expect(reading.content.kind != .driverLicense)
        let warnings = reading.warnings.filter { if case .malformed(.driverLicense, _) = $0 { true } else { false } }
        #expect(warnings.isEmpty == sample.reason.isEmpty, "\(warnings)")
        #expect(warnings.allSatisfy { $0.description.contains(sample.reason) }, "\(warnings)")
    }
}

@Suite("Vehicle Identification Numbers")
struct VINTests {
    static let vin = "1M8GDM9AXKP042788"

    static let samples = [
        FieldSample("in Code 39", .code39, vin, [.vin: vin, .manufacturer: "1M8", .modelCode: "GDM9AX"]),
        FieldSample("in a QR code, which another program takes for text", .qr, vin, [.vin: vin]),
        FieldSample("in Data Matrix", .dataMatrix, "1HGCM82633A004352", [.vin: "1HGCM82633A004352"]),
        FieldSample("in Code 128", .code128, "5GZCZ43D13S812715", [.manufacturer: "5GZ"]),
        FieldSample("with the letter for import", .code39, "I" + vin, [.vin: vin]),
        FieldSample("with the guards of Code 39", .code39, "*\(vin)*", [.vin: vin]),
        FieldSample("with both", .code39, "*I\(vin)*", [.vin: vin]),
        FieldSample("typed in small letters", .unknown, vin.lowercased(), [.vin: vin]),
        FieldSample("typed with blanks around it", .unknown, " \(vin)\n", [.vin: vin]),
        FieldSample("after a word", .unknown, "VIN \(vin)", [.vin: vin]),
        FieldSample("after a word with a colon", .qr, "VIN: \(vin)", [.vin: vin]),
        FieldSample("after a word in small letters", .unknown, "vin:\(vin.lowercased())", [.vin: vin]),
    ]

    static let refused = [
        Refused(
            "a wrong check digit in Code 39", .code39, "1M8GDM9A1KP042788",
            "not a VIN: the check digit is 1, expected X"),
        Refused(
            "a European number without check digit, in Code 39", .code39, "WVWZZZ1JZ3W386752", "the check digit is Z"),
        Refused("the same in a QR code", .qr, "WVWZZZ1JZ3W386752", "not a VIN: the check digit is Z, expected 9"),
        Refused("the same in Data Matrix", .dataMatrix, "WVWZZZ1JZ3W386752", "the check digit is Z"),
        Refused("the same in Code 128", .code128, "VF1RFB00X56789012", "the check digit is X"),
        Refused("the same typed", .unknown, "WVWZZZ1JZ3W386752", "the check digit is Z"),
        Refused("a number that begins like no maker", .code128, "W12ZZZ1JZ3W386752", ""),
        Refused("the same in small letters", .unknown, "wvwzzz1jz3w386752", "the check digit is Z"),
        Refused("after a word", .unknown, "VIN WVWZZZ1JZ3W386752", "the check digit is Z"),
        Refused("after another word", .unknown, "VAN \(vin)", ""),
        Refused("a word and no number", .unknown, "VIN: 1M8GDM9AXKP04278", ""),
        Refused("small letters in a symbol", .code128, vin.lowercased(), ""),
        Refused("digits only", .code39, "11111111111111111", ""),
        Refused("four letters that no VIN has", .code39, "IM8GDM9AXKPO42788".replacing("88", with: "OO"), ""),
        Refused("letters at the end", .code39, "1M8GDM9AXKP04278A", ""),
        Refused("a year that there is not", .code39, "1M8GDM9AXUP042788", ""),
        Refused("the letter for import in a QR code", .qr, "I" + vin, ""),
        Refused("a barcode that no car has", .codabar, vin, ""),
        Refused("seventeen bytes of other alphabets", .code39, "1M8GDM9AXKP0427é", ""),
    ]

    @Test("with the right check digit are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .vin) }

    @Test("other texts are text", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .vin) }

    @Test(
        "I, O and Q, which no VIN has, are read as digits, with a warning",
        arguments: [
            (Symbology.code39, "1HGCM82633AOO4352", "O is read as 0"), (.code39, "IHGCM82633A004352", "I is read as 1"),
            (.code128, "IHGCM82633AQO4352", "I is read as 1 and Q is read as 0 and O is read as 0"),
            (.unknown, "vin: 1hgcm82633aoo4352", "O is read as 0"),
        ])
    func correctsLetters(symbology: Symbology, text: String, letters: String) {
        let reading = ContentParser.reading(of: Symbol(symbology, text))
        #expect(reading.content.description == "vin 1HGCM82633A004352")
        #expect(reading.warnings == [.questionable(.vin, "the letter \(letters)")])
        #expect(reading.symbol.text == text)
    }

    @Test("a misread character is noticed, in any place but where its value is that of another")
    func noticesMisreading() {
        for place in 0..<17 where place != 8 {
            var bytes = Array(Self.vin.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "3") ? UInt8(ascii: "5") : UInt8(ascii: "3")
            let changed = String(decoding: bytes, as: UTF8.self)
            #expect(VIN(changed) == nil, "\(changed)")
        }
    }

    @Test("its parts are known")
    func hasParts() throws {
        let vin = try #require(VIN(Self.vin))
        #expect(vin.manufacturer + vin.modelCode + vin.modelYearCode + vin.plantCode + vin.serial == Self.vin)
        #expect(vin.serial == "042788")
    }
}
