extension Symbology {
    /// Whose names for symbologies are understood, beside the project's own.
    public enum Vocabulary: Hashable, Sendable, CaseIterable {
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
    }

    /// One line of the table: all that is known of a symbology by name.
    struct Row: Sendable {
        let symbology: Symbology
        let name: String
        let title: String
        let aim: AIMIdentifier?
        let gs1AIM: AIMIdentifier?
        let names: [Vocabulary: [String]]

        init(
            _ symbology: Symbology, _ name: String, _ title: String, aim: AIMIdentifier? = nil,
            gs1AIM: AIMIdentifier? = nil, names: [Vocabulary: [String]]
        ) {
            self.symbology = symbology
            self.name = name
            self.title = title
            self.aim = aim
            self.gs1AIM = gs1AIM
            self.names = names
        }
    }

    /// The one table: case, name, title, AIM identifiers, and what each source calls it.
    ///
    /// AIM identifiers follow ISO/IEC 15424; where a reader does not report one, the plainest is assumed.
    static let table: [Row] = [
        Row(
            .ean13, "ean_13", "EAN-13", aim: "]E0",
            names: [
                .w3c: ["ean_13"], .zbar: ["EAN-13", "ISBN-13"], .zxing: ["EAN-13", "EAN_13"],
                .avFoundation: ["org.gs1.EAN-13"], .vision: ["VNBarcodeSymbologyEAN13"], .mlKit: ["FORMAT_EAN_13"],
            ]),
        Row(
            .ean8, "ean_8", "EAN-8", aim: "]E4",
            names: [
                .w3c: ["ean_8"], .zbar: ["EAN-8"], .zxing: ["EAN-8", "EAN_8"], .avFoundation: ["org.gs1.EAN-8"],
                .vision: ["VNBarcodeSymbologyEAN8"], .mlKit: ["FORMAT_EAN_8"],
            ]),
        Row(
            .upcA, "upc_a", "UPC-A", aim: "]E0",
            names: [
                .w3c: ["upc_a"], .zbar: ["UPC-A"], .zxing: ["UPC-A", "UPC_A"], .avFoundation: ["org.gs1.UPC-A"],
                .mlKit: ["FORMAT_UPC_A"],
            ]),
        Row(
            .upcE, "upc_e", "UPC-E", aim: "]E0",
            names: [
                .w3c: ["upc_e"], .zbar: ["UPC-E"], .zxing: ["UPC-E", "UPC_E"], .avFoundation: ["org.gs1.UPC-E"],
                .vision: ["VNBarcodeSymbologyUPCE"], .mlKit: ["FORMAT_UPC_E"],
            ]),
        Row(.ean5, "ean_5", "EAN-5", aim: "]E2", names: [.zbar: ["EAN-5"], .zxing: ["EAN5", "UPC_EAN_EXTENSION"]]),
        Row(.ean2, "ean_2", "EAN-2", aim: "]E1", names: [.zbar: ["EAN-2"], .zxing: ["EAN2"]]),
        Row(
            .itf, "itf", "ITF", aim: "]I0",
            names: [
                .w3c: ["itf"], .zbar: ["I2/5"], .zxing: ["ITF", "ITF-14"],
                .avFoundation: ["org.ansi.Interleaved2of5", "org.gs1.ITF14"],
                .vision: ["VNBarcodeSymbologyI2of5", "VNBarcodeSymbologyI2of5Checksum", "VNBarcodeSymbologyITF14"],
                .mlKit: ["FORMAT_ITF"],
            ]),
        Row(
            .databar, "databar", "GS1 DataBar", aim: "]e0", gs1AIM: "]e0",
            names: [
                .zbar: ["DataBar"], .zxing: ["DataBar", "DataBarOmni", "DataBarStacked", "RSS_14"],
                .avFoundation: ["org.gs1.GS1DataBar"], .vision: ["VNBarcodeSymbologyGS1DataBar"],
            ]),
        Row(
            .databarLimited, "databar_limited", "GS1 DataBar Limited", aim: "]e0", gs1AIM: "]e0",
            names: [
                .zxing: ["DataBarLimited"], .avFoundation: ["org.gs1.GS1DataBarLimited"],
                .vision: ["VNBarcodeSymbologyGS1DataBarLimited"],
            ]),
        Row(
            .databarExpanded, "databar_expanded", "GS1 DataBar Expanded", aim: "]e0", gs1AIM: "]e0",
            names: [
                .zbar: ["DataBar-Exp"], .zxing: ["DataBarExpanded", "RSS_EXPANDED"],
                .avFoundation: ["org.gs1.GS1DataBarExpanded"], .vision: ["VNBarcodeSymbologyGS1DataBarExpanded"],
            ]),
        Row(
            .codabar, "codabar", "Codabar", aim: "]F0",
            names: [
                .w3c: ["codabar"], .zbar: ["Codabar"], .zxing: ["Codabar", "CODABAR"], .avFoundation: ["Codabar"],
                .vision: ["VNBarcodeSymbologyCodabar"], .mlKit: ["FORMAT_CODABAR"],
            ]),
        Row(.code11, "code_11", "Code 11", aim: "]H0", names: [:]),
        Row(
            .code39, "code_39", "Code 39", aim: "]A0",
            names: [
                .w3c: ["code_39"], .zbar: ["CODE-39"], .zxing: ["Code39", "CODE_39"],
                .avFoundation: ["org.iso.Code39", "org.iso.Code39Mod43"],
                .vision: [
                    "VNBarcodeSymbologyCode39", "VNBarcodeSymbologyCode39Checksum",
                    "VNBarcodeSymbologyCode39FullASCII", "VNBarcodeSymbologyCode39FullASCIIChecksum",
                ],
                .mlKit: ["FORMAT_CODE_39"],
            ]),
        Row(
            .code93, "code_93", "Code 93", aim: "]G0",
            names: [
                .w3c: ["code_93"], .zbar: ["CODE-93"], .zxing: ["Code93", "CODE_93"],
                .avFoundation: ["com.intermec.Code93"],
                .vision: ["VNBarcodeSymbologyCode93", "VNBarcodeSymbologyCode93i"], .mlKit: ["FORMAT_CODE_93"],
            ]),
        Row(
            .code128, "code_128", "Code 128", aim: "]C0", gs1AIM: "]C1",
            names: [
                .w3c: ["code_128"], .zbar: ["CODE-128"], .zxing: ["Code128", "CODE_128"],
                .avFoundation: ["org.iso.Code128"], .vision: ["VNBarcodeSymbologyCode128"],
                .mlKit: ["FORMAT_CODE_128"],
            ]),
        Row(.msi, "msi", "MSI Plessey", aim: "]M0", names: [.vision: ["VNBarcodeSymbologyMSIPlessey"]]),
        Row(
            .pdf417, "pdf417", "PDF417", aim: "]L0",
            names: [
                .w3c: ["pdf417"], .zbar: ["PDF417"], .zxing: ["PDF417", "PDF_417"], .avFoundation: ["org.iso.PDF417"],
                .vision: ["VNBarcodeSymbologyPDF417"], .mlKit: ["FORMAT_PDF417"],
            ]),
        Row(
            .microPDF417, "micro_pdf417", "MicroPDF417", aim: "]L0",
            names: [
                .zxing: ["MicroPDF417"], .avFoundation: ["org.iso.MicroPDF417"],
                .vision: ["VNBarcodeSymbologyMicroPDF417"],
            ]),
        Row(
            .qr, "qr_code", "QR Code", aim: "]Q1", gs1AIM: "]Q3",
            names: [
                .w3c: ["qr_code"], .zbar: ["QR-Code"], .zxing: ["QRCode", "QR_CODE"],
                .avFoundation: ["org.iso.QRCode"], .vision: ["VNBarcodeSymbologyQR"], .mlKit: ["FORMAT_QR_CODE"],
            ]),
        Row(
            .microQR, "micro_qr_code", "Micro QR Code", aim: "]Q1",
            names: [
                .zxing: ["MicroQRCode"], .avFoundation: ["org.iso.MicroQR"], .vision: ["VNBarcodeSymbologyMicroQR"],
            ]),
        Row(
            .rectangularMicroQR, "rm_qr_code", "rMQR Code", aim: "]Q1", gs1AIM: "]Q3",
            names: [.zxing: ["rMQRCode", "RMQRCode"]]),
        Row(
            .aztec, "aztec", "Aztec Code", aim: "]z0", gs1AIM: "]z1",
            names: [
                .w3c: ["aztec"], .zxing: ["Aztec", "AZTEC"], .avFoundation: ["org.iso.Aztec"],
                .vision: ["VNBarcodeSymbologyAztec"], .mlKit: ["FORMAT_AZTEC"],
            ]),
        Row(
            .dataMatrix, "data_matrix", "Data Matrix", aim: "]d1", gs1AIM: "]d2",
            names: [
                .w3c: ["data_matrix"], .zxing: ["DataMatrix", "DATA_MATRIX"], .avFoundation: ["org.iso.DataMatrix"],
                .vision: ["VNBarcodeSymbologyDataMatrix"], .mlKit: ["FORMAT_DATA_MATRIX"],
            ]),
        Row(.maxiCode, "maxi_code", "MaxiCode", aim: "]U0", names: [.zxing: ["MaxiCode", "MAXICODE"]]),
        Row(.dotCode, "dot_code", "DotCode", aim: "]J0", gs1AIM: "]J1", names: [:]),
        Row(.dxFilmEdge, "dx_film_edge", "DX Film Edge", names: [.zxing: ["DXFilmEdge"]]),
        Row(.sqCode, "sq_code", "SQ Code", names: [.zbar: ["SQ-Code"]]),
        Row(.unknown, "unknown", "unknown", names: [.w3c: ["unknown"], .mlKit: ["FORMAT_UNKNOWN"]]),
    ]
}
