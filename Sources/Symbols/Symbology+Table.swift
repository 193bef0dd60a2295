extension Symbology {
    /// A vocabulary of names for symbologies that is understood, beside the project's own.
    package enum Vocabulary: Hashable, Sendable, CaseIterable {
        /// The W3C Barcode Detection API.
        case w3c
        /// ZBar and `zbarimg`.
        case zbar
        /// zxing-cpp, then ZXing for Java.
        case zxing
        /// `AVMetadataObject.ObjectType`.
        case avFoundation
        /// `VNBarcodeSymbology`.
        case vision
        /// Google's ML Kit, `Barcode.FORMAT_…`.
        case mlKit
        /// Zebra's DataWedge.
        case dataWedge

        /// What all its names begin with.
        fileprivate var prefix: String {
            switch self {
            case .vision: "VNBarcodeSymbology"
            case .mlKit: "FORMAT_"
            case .dataWedge: "LABEL-TYPE-"
            default: ""
            }
        }
    }

    struct Row: Sendable {
        let symbology: Symbology
        let name: String
        let title: String
        let aim: AIMIdentifier?
        let gs1AIM: AIMIdentifier?
        private let columns: StaticString

        /// - Parameter columns: the names in each vocabulary, with `|` between vocabularies and blanks between names,
        ///   and without what those of some vocabularies begin with.
        init(
            _ symbology: Symbology, _ name: String, _ title: String, aim: AIMIdentifier? = nil,
            gs1AIM: AIMIdentifier? = nil, _ columns: StaticString
        ) {
            self.symbology = symbology
            self.name = name
            self.title = title
            self.aim = aim
            self.gs1AIM = gs1AIM
            self.columns = columns
        }

        /// The names that each vocabulary has for it, the usual one first.
        var names: [Vocabulary: [String]] {
            let columns = "\(columns)".split(separator: "|", omittingEmptySubsequences: false)
            return Dictionary(
                uniqueKeysWithValues: zip(Vocabulary.allCases, columns).map { vocabulary, names in
                    (vocabulary, names.split(separator: " ").map { vocabulary.prefix + $0 })
                })
        }
    }

    /// The one table: case, name, title, AIM identifiers, and what each source calls it. AIM identifiers follow ISO/IEC
    /// 15424; where a reader does not report one, the plainest is assumed.
    static let table: [Row] = [
        Row(
            .ean13, "ean_13", "EAN-13", aim: "]E0",
            "ean_13|EAN-13 ISBN-13|EAN-13 EAN_13|org.gs1.EAN-13|EAN13|EAN_13|EAN13 BOOKLAND"),
        Row(.ean8, "ean_8", "EAN-8", aim: "]E4", "ean_8|EAN-8|EAN-8 EAN_8|org.gs1.EAN-8|EAN8|EAN_8|EAN8"),
        Row(.upcA, "upc_a", "UPC-A", aim: "]E0", "upc_a|UPC-A|UPC-A UPC_A|org.gs1.UPC-A||UPC_A|UPCA"),
        Row(.upcE, "upc_e", "UPC-E", aim: "]E0", "upc_e|UPC-E|UPC-E UPC_E|org.gs1.UPC-E|UPCE|UPC_E|UPCE0 UPCE1"),
        Row(.ean5, "ean_5", "EAN-5", aim: "]E2", "|EAN-5|EAN5 UPC_EAN_EXTENSION||||"),
        Row(.ean2, "ean_2", "EAN-2", aim: "]E1", "|EAN-2|EAN2||||"),
        Row(
            .itf, "itf", "ITF", aim: "]I0",
            "itf|I2/5|ITF ITF-14|org.ansi.Interleaved2of5 org.gs1.ITF14|I2of5 I2of5Checksum ITF14|ITF|I2OF5"),
        Row(
            .databar, "databar", "GS1 DataBar", aim: "]e0", gs1AIM: "]e0",
            "|DataBar|DataBar DataBarOmni DataBarStacked RSS_14|org.gs1.GS1DataBar|GS1DataBar||GS1-DATABAR"),
        Row(
            .databarLimited, "databar_limited", "GS1 DataBar Limited", aim: "]e0", gs1AIM: "]e0",
            "||DataBarLimited|org.gs1.GS1DataBarLimited|GS1DataBarLimited||GS1-DATABAR-LIM"),
        Row(
            .databarExpanded, "databar_expanded", "GS1 DataBar Expanded", aim: "]e0", gs1AIM: "]e0",
            "|DataBar-Exp|DataBarExpanded RSS_EXPANDED|org.gs1.GS1DataBarExpanded|GS1DataBarExpanded||GS1-DATABAR-EXP"),
        Row(
            .codabar, "codabar", "Codabar", aim: "]F0",
            "codabar|Codabar|Codabar CODABAR|Codabar|Codabar|CODABAR|CODABAR"),
        Row(.code11, "code_11", "Code 11", aim: "]H0", "||||||CODE11"),
        Row(
            .code39, "code_39", "Code 39", aim: "]A0",
            "code_39|CODE-39|Code39 CODE_39|org.iso.Code39 org.iso.Code39Mod43|Code39 Code39Checksum Code39FullASCII Code39FullASCIIChecksum|CODE_39|CODE39"
        ),
        Row(
            .code93, "code_93", "Code 93", aim: "]G0",
            "code_93|CODE-93|Code93 CODE_93|com.intermec.Code93|Code93 Code93i|CODE_93|CODE93"),
        Row(
            .code128, "code_128", "Code 128", aim: "]C0", gs1AIM: "]C1",
            "code_128|CODE-128|Code128 CODE_128|org.iso.Code128|Code128|CODE_128|CODE128 ISBT128"),
        Row(.msi, "msi", "MSI Plessey", aim: "]M0", "||||MSIPlessey||MSI"),
        Row(.telepen, "telepen", "Telepen", aim: "]B0", "||Telepen TelepenAlpha TelepenNumeric||||"),
        Row(
            .pdf417, "pdf417", "PDF417", aim: "]L0", "pdf417|PDF417|PDF417 PDF_417|org.iso.PDF417|PDF417|PDF417|PDF417"),
        Row(
            .microPDF417, "micro_pdf417", "MicroPDF417", aim: "]L0",
            "||MicroPDF417|org.iso.MicroPDF417|MicroPDF417||MICROPDF"),
        Row(
            .qr, "qr_code", "QR Code", aim: "]Q1", gs1AIM: "]Q3",
            "qr_code|QR-Code|QRCode QR_CODE|org.iso.QRCode|QR|QR_CODE|QRCODE"),
        Row(.microQR, "micro_qr_code", "Micro QR Code", aim: "]Q1", "||MicroQRCode|org.iso.MicroQR|MicroQR||MICROQR"),
        Row(.rectangularMicroQR, "rm_qr_code", "rMQR Code", aim: "]Q1", gs1AIM: "]Q3", "||rMQRCode RMQRCode||||"),
        Row(
            .aztec, "aztec", "Aztec Code", aim: "]z0", gs1AIM: "]z1",
            "aztec||Aztec AZTEC|org.iso.Aztec|Aztec|AZTEC|AZTEC"),
        Row(
            .dataMatrix, "data_matrix", "Data Matrix", aim: "]d1", gs1AIM: "]d2",
            "data_matrix||DataMatrix DATA_MATRIX|org.iso.DataMatrix|DataMatrix|DATA_MATRIX|DATAMATRIX"),
        Row(.maxiCode, "maxi_code", "MaxiCode", aim: "]U0", "||MaxiCode MAXICODE||||MAXICODE"),
        Row(.dotCode, "dot_code", "DotCode", aim: "]J0", gs1AIM: "]J1", "||||||DOTCODE"),
        Row(.dxFilmEdge, "dx_film_edge", "DX Film Edge", "||DXFilmEdge||||"),
        Row(.sqCode, "sq_code", "SQ Code", "|SQ-Code|||||"),
        Row(.unknown, "unknown", "unknown", "unknown|||||UNKNOWN|UNDEFINED"),
    ]
}
