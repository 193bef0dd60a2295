import BeelineSymbols
import Testing

@Suite("Symbologies and their names")
struct SymbologyTests {
    /// A name as some source has it, and the symbology that it is a name of.
    struct Name: Sendable, CustomTestStringConvertible {
        let name: String
        let symbology: Symbology
        var testDescription: String { name }
    }

    static let names = Symbology.all.flatMap { symbology in
        ([symbology.name] + Symbology.Vocabulary.allCases.flatMap { symbology.names(in: $0) })
            .map { Name(name: $0, symbology: symbology) }
    }

    @Test("every name of every vocabulary leads back to its symbology, in any case and with any punctuation")
    func knowsEveryName() {
        for known in Self.names {
            let spellings = [
                known.name, known.name.lowercased(), known.name.uppercased(), " \(known.name) ",
                known.name.replacing("-", with: "_"), known.name.replacing("_", with: " "),
            ]
            for spelling in spellings {
                #expect(Symbology(name: spelling) == known.symbology, "\(spelling)")
            }
        }
    }

    @Test("no two symbologies share a name, whatever the punctuation")
    func sharesNoName() {
        func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let symbologies = Dictionary(grouping: Self.names) { key($0.name) }.mapValues { Set($0.map(\.symbology)) }
        #expect(symbologies.filter { $0.value.count != 1 }.isEmpty)
    }

    /// Every case but `.other`; the compiler asks for a new one here as soon as the enumeration has it.
    private static func isInTable(_ symbology: Symbology) -> Bool {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .itf, .databar, .databarLimited, .databarExpanded, .codabar,
            .code11, .code39, .code93, .code128, .msi, .telepen, .pdf417, .microPDF417, .qr, .microQR,
            .rectangularMicroQR,
            .aztec, .dataMatrix, .maxiCode, .dotCode, .dxFilmEdge, .sqCode, .unknown:
            true
        case .other: false
        }
    }

    @Test("the table has every case once, the unknown last")
    func hasEveryCase() {
        #expect(Symbology.all.allSatisfy(Self.isInTable))
        #expect(Set(Symbology.all).count == 29)
        #expect(Symbology.all.count == 29)
        #expect(Symbology.all.last == .unknown)
    }

    @Test("the W3C Barcode Detection API's names are the project's own, and all are there")
    func hasEveryNameOfW3C() {
        let formats: Set = [
            "aztec", "code_128", "code_39", "code_93", "codabar", "data_matrix", "ean_13", "ean_8", "itf", "pdf417",
            "qr_code", "unknown", "upc_a", "upc_e",
        ]
        #expect(Set(Symbology.all.flatMap { $0.names(in: .w3c) }) == formats)
        for symbology in Symbology.all {
            #expect(symbology.names(in: .w3c).allSatisfy { $0 == symbology.name })
        }
    }

    static let foreign: [Name] = [
        Name(name: "org.gs1.EAN-13", symbology: .ean13), Name(name: "VNBarcodeSymbologyEAN13", symbology: .ean13),
        Name(name: "I2/5", symbology: .itf), Name(name: "org.ansi.Interleaved2of5", symbology: .itf),
        Name(name: "AVMetadataObjectTypeUPCECode", symbology: .upcE),
        Name(name: "AVMetadataObjectTypeCode39Code", symbology: .code39),
        Name(name: "AVMetadataObjectTypeCode39Mod43Code", symbology: .code39),
        Name(name: "AVMetadataObjectTypeEAN13Code", symbology: .ean13),
        Name(name: "AVMetadataObjectTypeEAN8Code", symbology: .ean8),
        Name(name: "AVMetadataObjectTypeCode93Code", symbology: .code93),
        Name(name: "AVMetadataObjectTypeCode128Code", symbology: .code128),
        Name(name: "AVMetadataObjectTypePDF417Code", symbology: .pdf417),
        Name(name: "AVMetadataObjectTypeQRCode", symbology: .qr),
        Name(name: "AVMetadataObjectTypeAztecCode", symbology: .aztec),
        Name(name: "AVMetadataObjectTypeInterleaved2of5Code", symbology: .itf),
        Name(name: "AVMetadataObjectTypeDataMatrixCode", symbology: .dataMatrix),
        Name(name: "code39Mod43", symbology: .code39), Name(name: ".code39Mod43", symbology: .code39),
        Name(name: "Barcode.FORMAT_CODE_128", symbology: .code128), Name(name: "BarcodeFormat.QR_CODE", symbology: .qr),
        Name(name: "AVMetadataObjectTypeFaceCode", symbology: .other("AVMetadataObjectTypeFaceCode")),
        Name(name: "a.b.c", symbology: .other("a.b.c")), Name(name: ".", symbology: .other(".")),
        Name(name: "QR-Code", symbology: .qr), Name(name: "org.iso.QRCode", symbology: .qr),
        Name(name: "RSS_EXPANDED", symbology: .databarExpanded), Name(name: "DataBar-Exp", symbology: .databarExpanded),
        Name(name: "FORMAT_UPC_E", symbology: .upcE), Name(name: "org.iso.Code39Mod43", symbology: .code39),
        Name(name: "PDF_417", symbology: .pdf417), Name(name: "FORMAT_UNKNOWN", symbology: .unknown),
        Name(name: "ISBN-13", symbology: .ean13), Name(name: "Code 128", symbology: .code128),
        Name(name: "", symbology: .unknown), Name(name: "QR", symbology: .qr), Name(name: "qr", symbology: .qr),
        Name(name: "GS1-128", symbology: .code128), Name(name: "ean128", symbology: .code128),
        Name(name: "]C1", symbology: .code128), Name(name: "]E4", symbology: .ean8),
        Name(name: "gs1_128", symbology: .code128), Name(name: "GS1 DataMatrix", symbology: .dataMatrix),
        Name(name: "gs1_datamatrix", symbology: .dataMatrix), Name(name: "GS1 DataBar", symbology: .databar),
        Name(name: "databar_expanded_stacked", symbology: .databarExpanded),
        Name(name: "LABEL-TYPE-EAN13", symbology: .ean13), Name(name: "TelepenNumeric", symbology: .telepen),
        Name(name: "LABEL-TYPE-GS1-DATABAR-LIM", symbology: .databarLimited),
        Name(name: "label type i2of5", symbology: .itf), Name(name: "Interleaved 2 of 5", symbology: .itf),
        Name(name: "Code 3 of 9", symbology: .code39), Name(name: "EAN/JAN-13", symbology: .ean13),
        Name(name: "UPC-E0", symbology: .upcE), Name(name: "NW-7", symbology: .codabar),
        Name(name: "]E0", symbology: .ean13),
        Name(name: "]C1", symbology: .code128), Name(name: " ]d2 ", symbology: .dataMatrix),
        Name(name: "]E4", symbology: .ean8),
    ]

    /// A name, and the AIM identifier that it says.
    struct Told: Sendable, CustomTestStringConvertible {
        let name: String
        let symbology: Symbology
        let aim: AIMIdentifier?
        var testDescription: String { name }
    }

    static let told = [
        Told(name: "gs1_128", symbology: .code128, aim: "]C1"), Told(name: "EAN_128", symbology: .code128, aim: "]C1"),
        Told(name: "GS1-DataMatrix", symbology: .dataMatrix, aim: "]d2"),
        Told(name: "gs1_qr", symbology: .qr, aim: "]Q3"),
        Told(name: "LABEL-TYPE-EAN128", symbology: .code128, aim: "]C1"),
        Told(name: "]C1", symbology: .code128, aim: "]C1"),
        Told(name: "]C0", symbology: .code128, aim: "]C0"), Told(name: "]E3", symbology: .ean13, aim: "]E3"),
        Told(name: "]X0", symbology: .other("]X0"), aim: "]X0"), Told(name: "code_128", symbology: .code128, aim: nil),
        Told(name: "]", symbology: .other("]"), aim: nil),
    ]

    @Test("a name of a GS1 symbol and an AIM identifier say more than the symbology", arguments: told)
    func tells(_ name: Told) {
        let (symbology, aim) = Symbology.named(name.name)
        #expect(symbology == name.symbology)
        #expect(aim == name.aim)
    }

    @Test("names that scanners use", arguments: foreign)
    func knows(_ name: Name) {
        #expect(Symbology(name: name.name) == name.symbology)
    }

    @Test("an unknown name is kept", arguments: ["Plessey", "-", "ｅａｎ１３", "\0", "é"])
    func keepsUnknownNames(name: String) {
        let symbology = Symbology(name: name)
        #expect(symbology == .other(name))
        #expect(symbology.name == name)
        #expect(symbology.title == name)
        #expect(symbology.aim == nil)
        #expect(symbology.names(in: .zbar).isEmpty)
    }

    @Test("names in rules are lower case, and titles are not empty")
    func spellsNames() {
        for symbology in Symbology.all {
            #expect(symbology.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
            #expect(!symbology.title.isEmpty)
        }
    }
}

@Suite("AIM identifiers")
struct AIMIdentifierTests {
    @Test("an identifier is a bracket, a letter, a digit or letter", arguments: ["]E0", "]C1", "]z9", "]X0", "]LA"])
    func reads(text: String) {
        #expect(AIMIdentifier(text)?.description == text)
    }

    @Test("nothing else is one", arguments: ["", "]", "]E", "E0]", "]E00", "[E0", "]00", "]E-", "]é", "]E\0", " ]E0"])
    func refuses(text: String) {
        #expect(AIMIdentifier(text) == nil)
    }

    /// GS1 General Specifications, section 7.8.
    static let gs1: [Symbology: String] = [
        .code128: "]C1", .databar: "]e0", .databarLimited: "]e0", .databarExpanded: "]e0", .dataMatrix: "]d2",
        .qr: "]Q3", .rectangularMicroQR: "]Q3", .aztec: "]z1", .dotCode: "]J1",
    ]

    @Test("symbologies with GS1 element strings have an identifier that is one of GS1")
    func knowsGS1() {
        for symbology in Symbology.all {
            #expect(symbology.gs1AIM?.description == Self.gs1[symbology], "\(symbology)")
            #expect(symbology.gs1AIM?.isGS1 ?? true)
        }
    }

    /// ISO/IEC 15424, for a symbol without options.
    static let plain: [Symbology: String] = [
        .ean13: "]E0", .ean8: "]E4", .upcA: "]E0", .upcE: "]E0", .ean2: "]E1", .ean5: "]E2", .itf: "]I0",
        .codabar: "]F0", .code39: "]A0", .code93: "]G0", .code128: "]C0", .code11: "]H0", .msi: "]M0", .pdf417: "]L0",
        .telepen: "]B0",
        .qr: "]Q1", .aztec: "]z0", .dataMatrix: "]d1", .maxiCode: "]U0", .databar: "]e0",
    ]

    @Test("a symbol without an identifier gets that of a plain symbol")
    func makesUp() {
        for (symbology, aim) in Self.plain {
            #expect(Symbol(symbology, "1").aim?.description == aim)
            #expect(Symbol(symbology, bytes: [0x31]).aim?.description == aim)
        }
        #expect(Symbol(.unknown, "1").aim == nil)
        #expect(Symbol(.code128, "1", aim: "]C1").isGS1)
        #expect(!Symbol(.code128, "1").isGS1)
        #expect(Symbol(.databarExpanded, "1").isGS1, "DataBar carries nothing else")
    }
}
