import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Labels in the envelope of ISO/IEC 15434")
struct IndustrialLabelTests {
    /// A label with data identifiers.
    static func label(_ elements: String...) -> String {
        "[)>\u{1E}06\u{1D}" + elements.joined(separator: "\u{1D}") + "\u{1E}\u{4}"
    }

    static let ups =
        "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951\u{1D}UPSN\u{1D}06X610\u{1D}159\u{1D}1234567\u{1D}1/1"
        + "\u{1D}\u{1D}Y\u{1D}634 ALPHA DR\u{1D}PITTSBURGH\u{1D}PA\u{1E}\u{4}"
    static let medicine = label("9N110375286414", "1T12345ABCDG", "D150617", "S12345ABCDEF98765")

    /// Without the envelope, and with other signs in it: P is ABC, 1P is LM358DR, Q is 2500.
    static let loose = [
        "PABC\u{1D}1PLM358DR\u{1D}Q2500\u{1D}1TA7", "06\u{1D}PABC\u{1D}1PLM358DR\u{1D}Q2500",
        "\u{1D}PABC\u{1D}1PLM358DR\u{1D}Q2500\u{1E}\u{4}", "(P)ABC(1P)LM358DR(Q)2500", "PABC<GS>1PLM358DR<GS>Q2500",
        "PABC|1PLM358DR|Q2500", "PABC@1PLM358DR@Q2500", "PABC 1PLM358DR Q2500", "PABC;1PLM358DR;Q2500",
        "PABC,1PLM358DR,Q2500", "[)>RS06GSPABCGS1PLM358DRGSQ2500RSEOT", "[)>@06@PABC@1PLM358DR@Q2500@@",
        "[)>06#PABC#1PLM358DR#Q2500", "[)>06~PABC~1PLM358DR~Q2500", "[)>_1E06_1DPABC_1D1PLM358DR_1DQ2500_1E_04",
        "[)>06\tPABC\t1PLM358DR\tQ2500", "[)>06 PABC 1PLM358DR Q2500", "[)>^06^PABC^1PLM358DR^Q2500^^",
        "[)▲06↔PABC↔1PLM358DR↔Q2500↔▲", "[)>␞06␝PABC␝1PLM358DR␝Q2500␞␄",
        "[)>\u{1E}06\u{1D}PABC\u{1D}1PLM358DR\u{1D}Q2500\u{1E}V\r",
    ]

    @Test("data identifiers need no envelope, and may have other separators", arguments: loose)
    func readsLoosely(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.dataMatrix, text))
        #expect(reading.text(of: .partNumber) == "ABC" && reading.text(of: .supplierPartNumber) == "LM358DR")
        #expect(reading.text(of: .quantity) == "2500")
    }

    @Test(
        "texts that have letters and signs alike are none",
        arguments: [
            "PA 1PB", "P4 1PM Qx", "1PLM358DR", "Q1\u{1D}Q2", "PA\u{1D}hello", "Part 1PM; Q 3; all", "A|1PB|Q5",
        ])
    func leavesTexts(_ text: String) {
        #expect(ContentParser.reading(of: Symbol(.dataMatrix, text)).kind == .text)
    }

    static let samples = [
        FieldSample(
            "a medicine, as IFA shows it", .dataMatrix, medicine,
            [
                .labelForm: "data-identifiers", .ppn: "110375286414", .pzn: "03752864", .lot: "12345ABCDG",
                .expiry: "2015-06-17", .serial: "12345ABCDEF98765", .details: nil, .dateCode: nil,
            ]),
        FieldSample(
            "the day 00 is the last one of the month", .dataMatrix, label("9N110375286414", "D280200"),
            [.expiry: "2028-02-29"]),
        FieldSample(
            "a medicine with a GTIN", .dataMatrix, label("8P04150123456782", "D271231", "1TA"),
            [.gtin14: "04150123456782", .gtin13: "4150123456782", .expiry: "2027-12-31", .ppn: nil]),
        FieldSample(
            "an electronic part, as ECIA EIGP 114 has it", .dataMatrix,
            label("KPO4711", "PCUST-1", "1PLM358DR", "Q2500", "10D2631", "1TLOT9", "4LMY", "11K77", "1VTexas"),
            [
                .partNumber: "CUST-1", .supplierPartNumber: "LM358DR", .quantity: "2500", .dateCode: "2631",
                .lot: "LOT9", .countryOfOrigin: "MY", .purchaseOrder: "PO4711", .supplier: "Texas",
                .details: "packing list: 77",
            ]),
        FieldSample(
            "a part without a number of the customer", label("1PLM358DR", "Q10.5"),
            [.partNumber: "LM358DR", .supplierPartNumber: "LM358DR", .quantity: "10.5"]),
        FieldSample(
            "a transport label, as AIAG B-10 and Odette have it", .pdf417,
            label("P123456789", "7Q24PC", "1JUN123456789A2B4C6D8E", "V987654", "2L21", "20Lx"),
            [
                .partNumber: "123456789", .quantity: "24", .licensePlate: "UN123456789A2B4C6D8E",
                .supplier: "987654", .details: "ship to: 21,20L: x",
            ]),
        FieldSample(
            "days of expiry and production", label("1PA", "14D20271231", "16D20250601", "25D20270601"),
            [.expiry: "2027-12-31", .produced: "2025-06-01", .bestBefore: "2027-06-01"]),
        FieldSample(
            "the same with the day first", label("1PA", "15D31122027", "17D01062025"),
            [.expiry: "2027-12-31", .produced: "2025-06-01"]),
        FieldSample(
            "D is no expiry of other things", label("1PA", "D261231"), [.expiry: nil, .details: "date: 261231"]),
        FieldSample(
            "a part of aviation, as ATA Spec 2000 has it", .dataMatrix,
            "[)>\u{1E}12\u{1D}MFR 0CVA5\u{1D}PNO 1234567\u{1D}SER 786950\u{1E}\u{4}",
            [.labelForm: "text-elements", .supplier: "0CVA5", .partNumber: "1234567", .serial: "786950"]),
        FieldSample(
            "the identifier of a part for the armed forces", .dataMatrix, label("17V0CVA5", "1P1234", "S786950"),
            [.supplier: "0CVA5", .partNumber: "1234", .serial: "786950"]),
        FieldSample(
            "a parcel of UPS, with its number put together", .maxiCode, ups,
            [
                .labelForm: "transport", .trackingNumber: "1Z06X6100100004951", .carrier: "UPSN",
                .postalCode: "152382802", .country: "US", .serviceClass: "001", .street: "634 ALPHA DR",
                .city: "PITTSBURGH", .state: "PA", .dataElements: nil,
                .details: "shipper: 06X610,day of the year: 159,shipment: 1234567,package: 1/1",
            ]),
        FieldSample(
            "a parcel with a post code of letters", .maxiCode,
            "[)>\u{1E}01\u{1D}96B1050 \u{1D}056\u{1D}999\u{1D}1Z12345675\u{1D}UPSN\u{1D}12345E\u{1D}089\u{1E}\u{4}",
            [.postalCode: "B1050", .country: "BE", .trackingNumber: "1Z12345675", .city: nil]),
        FieldSample(
            "a parcel and its contents", .pdf417,
            "[)>\u{1E}01\u{1D}0238120\u{1D}276\u{1D}012\u{1D}123456789012\u{1D}FDE\u{1E}06\u{1D}K77\u{1D}Q3\u{1E}\u{4}",
            [
                .labelForm: "transport", .trackingNumber: "123456789012", .carrier: "FDE", .postalCode: "38120",
                .country: "DE", .purchaseOrder: "77", .quantity: "3",
            ]),
        FieldSample(
            "without its end", .dataMatrix, "[)>\u{1E}06\u{1D}1PABC\u{1D}Q5", [.partNumber: "ABC", .quantity: "5"]),
        FieldSample("without the first separator", .dataMatrix, "[)>06\u{1D}1PABC\u{1D}Q5\u{4}", [.partNumber: "ABC"]),
        FieldSample(
            "identifiers without a value", label("P", "1PABC", "K"), [.partNumber: "ABC", .purchaseOrder: nil]),
        FieldSample("with 237 as the decoder left it", .dataMatrix, "í1PABC\u{1D}Q5", [.partNumber: "ABC"]),
        FieldSample(
            "a quantity that is none", label("1PABC", "Qmany"), [.quantity: nil, .dataElements: "(1P)ABC(Q)many"]),
        FieldSample("a country that there is not", label("1PABC", "4LXX"), [.countryOfOrigin: nil]),
    ]

    @Test("are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .industrialLabel) }

    @Test(
        "each identifier has a name in rules",
        arguments: [("di.1T", "12345ABCDG"), ("di.9N", "110375286414"), ("di.1P", nil), ("di.MFR", nil)])
    func names(name: String, value: String?) {
        let reading = ContentParser.reading(of: Symbol(.dataMatrix, Self.medicine))
        #expect(FieldName(name) != nil && reading.value(named: name)?.description == value)
        #expect(FieldName("di.") == nil && FieldName("di.1t") == nil && FieldName("di.1234T") == nil)
        #expect(FieldName("di.TT") == nil && FieldName("di.1") == nil)
    }

    static let written = [
        "[)><RS>06<GS>1PABC<GS>Q5<RS><EOT>", "[)>{RS}06{GS}1PABC{GS}Q5{RS}{EOT}", "[)>[RS]06[GS]1PABC[GS]Q5[RS][EOT]",
        "[)>␞06␝1PABC␝Q5␞␄", "[)>^^06^]1PABC^]Q5^^^D", "[)>~03006~0291PABC~029Q5~030~004",
        #"[)>\x1e06\x1d1PABC\x1dQ5\x1e\x04"#, #"[)>\u001E06\u001D1PABC\u001DQ5\u001E\u0004"#,
        "[)>%1E06%1D1PABC%1DQ5%1E%04", "[)>&#30;06&#29;1PABC&#29;Q5&#30;&#4;", "[)>06|1PABC|Q5",
        ">[)>^06]1PABC]Q5^^D", "[)>06]1PABC]Q5", "[)>^06]1PABC]Q5^",
    ]

    @Test("are read with what stands for control characters, with a warning", arguments: written)
    func readsWritten(text: String) {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.kind == .industrialLabel, "\(reading.warnings)")
        #expect(reading.text(of: .partNumber) == "ABC" && reading.value(of: .quantity)?.description == "5")
        #expect(!reading.warnings.isEmpty && reading.warnings.allSatisfy { $0.code == "questionable" })
    }

    static let doubted = [
        (label("1PABC", "14D20271331"), "(14D) is not a day"), (label("9N110375286414", "D151301"), "(D) is not a day"),
        (label("9N110375286414", "D151301", "SA1", "D151301"), "(D) is not a day"),
        ("[)>\u{1E}06\u{1D}1PABC\u{1E}07\u{1D}any text\u{1E}\u{4}", "format 07 is left out"),
        ("[)>\u{1E}06\u{1D}1PABC\u{1E}07\u{1D}any\u{1E}07\u{1D}text\u{1E}\u{4}", "format 07 is left out"),
        (">" + label("1PABC"), "a > before the header is not part of it"),
    ]

    @Test("are read with a warning about doubtful parts", arguments: doubted)
    func doubts(text: String, doubt: String) {
        let reading = ContentParser.reading(of: Symbol(.dataMatrix, text))
        #expect(reading.kind == .industrialLabel && reading.value(of: .expiry) == nil)
        #expect(reading.warnings.count == 1 && reading.warnings[0].description.hasSuffix(doubt))
    }

    static let refused = [
        Refused("wrong check digits of a PPN", label("9N110375286415"), "the check characters are 15, expected 14"),
        Refused("a wrong check digit of a GTIN", label("8P04150123456783"), "the check digit is 3, expected 2"),
        Refused("a GTIN that is none", label("8P04"), "(8P) is not a GTIN"),
        Refused("a PPN that is none", label("9N11-3752864"), "the pharmacy product number is not"),
        Refused(
            "a wrong check digit of a parcel", .maxiCode,
            ups.replacing("1Z00004951", with: "1Z06X6100100004952"), "the check character is 2, expected 1"
        ),
        Refused("no identifier", label("1PABC", "hello"), "'hell' does not begin with a data identifier"),
        Refused("four digits", label("1234PABC"), "'1234' does not begin with a data identifier"),
        Refused(
            "a text element without its blank", "[)>\u{1E}12\u{1D}SER786950\u{1E}\u{4}",
            "'SER7' does not begin with a text"),
        Refused("no number of a format", "[)>\u{1E}AB\u{1D}1PABC\u{1E}\u{4}", "two digits, the number of a format"),
        Refused("another format", "[)>\u{1E}07\u{1D}any text\u{1E}\u{4}", "no data in the formats 01, 05, 06 and 12"),
        Refused("nothing in it", label(""), "no data in the formats"),
        Refused("the header alone", "[)>", "the separator U+001D after the number of the format is missing"),
        Refused("without separators", "[)>061PABCQ5", "the separator U+001D after the number of the format is missing"),
        Refused("something behind it", label("1PABC") + "x", "something follows the end"),
        Refused("a parcel without a country", "[)>\u{1E}01\u{1D}9615238\u{1D}\u{1D}001\u{1E}\u{4}", "must be there"),
        Refused("a country of letters", "[)>\u{1E}01\u{1D}9615238\u{1D}USA\u{1D}001\u{1E}\u{4}", "not three digits"),
        Refused("the letter that stands for a header, in a word", .dataMatrix, "ímpar", ""),
        Refused("the same in another barcode", .qr, "í1PABC\u{1D}Q5", ""),
        Refused("a face", .qr, "[)", ""),
    ]

    @Test("other texts are text", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .industrialLabel) }

    @Test(
        "with Application Identifiers are of GS1",
        arguments: [
            "[)>\u{1E}05\u{1D}01095212345432131727123110ABC\u{1D}2112345\u{1E}\u{4}",
            "ì01095212345432131727123110ABC\u{1D}2112345",
        ])
    func readsGS1(text: String) {
        let reading = ContentParser.reading(of: Symbol(.dataMatrix, text))
        #expect(reading.kind == .gs1 && reading.warnings.isEmpty)
        #expect(reading.text(of: .bracketed) == "(01)09521234543213(17)271231(10)ABC(21)12345")
        let wrong = ContentParser.reading(of: Symbol(.dataMatrix, text.replacing("3213", with: "3214")))
        #expect(wrong.kind == .text && wrong.warnings.map(\.code) == ["gs1-invalid"])
    }

    @Test("every name of a field or of a day in the table is known")
    func readsTable() {
        let identifiers = DataIdentifier.table
        #expect(identifiers.count == 92)
        #expect(identifiers.count { $0.field != nil } == 52 && identifiers.count { $0.day != nil } == 10)
    }

    @Test("a changed digit of a PPN is noticed")
    func noticesMisreading() {
        for place in 0..<12 {
            var bytes = Array("110375286414".utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "3") ? UInt8(ascii: "5") : UInt8(ascii: "3")
            let text = Self.label("9N" + String(decoding: bytes, as: UTF8.self))
            #expect(ContentParser.reading(of: Symbol(.dataMatrix, text)).kind == .text)
        }
    }
}
