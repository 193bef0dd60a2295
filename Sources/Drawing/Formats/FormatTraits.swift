import BeelineSymbols
import CZint

/// What is to be known of a format to draw it: one row of a table.
struct FormatTraits {
    let title: String
    let symbology: Symbology
    /// The number of libzint's.
    let zint: beeline_zint_symbology
    /// The least space around it, in modules, and where that is written.
    let quietZone: QuietZone
    /// How high a row is in modules where libzint leaves it open.
    var rowHeight = 1
    /// How wide a module may be; nil where no standard says it.
    var limits: ModuleWidthLimits?
}

extension CodeFormat {
    var traits: FormatTraits {
        switch self {
        case .qr:
            .init(title: "QR Code", symbology: .qr, zint: beeline_zint_qr, quietZone: .qr)
        case .microQR:
            .init(title: "Micro QR Code", symbology: .microQR, zint: beeline_zint_micro_qr, quietZone: .microQR)
        case .rectangularMicroQR:
            .init(
                title: "Rectangular Micro QR Code", symbology: .rectangularMicroQR,
                zint: beeline_zint_rectangular_micro_qr, quietZone: .rectangularMicroQR)
        case .gs1QR:
            .init(title: "GS1 QR Code", symbology: .qr, zint: beeline_zint_qr, quietZone: .qr, limits: .gs1Matrix)
        case .dataMatrix:
            .init(
                title: "Data Matrix", symbology: .dataMatrix, zint: beeline_zint_data_matrix, quietZone: .dataMatrix)
        case .gs1DataMatrix:
            .init(
                title: "GS1 DataMatrix", symbology: .dataMatrix, zint: beeline_zint_data_matrix,
                quietZone: .dataMatrix, limits: .gs1Matrix)
        case .aztec: .init(title: "Aztec Code", symbology: .aztec, zint: beeline_zint_aztec, quietZone: .aztec)
        case .pdf417:
            .init(title: "PDF417", symbology: .pdf417, zint: beeline_zint_pdf417, quietZone: .pdf417, rowHeight: 3)
        case .microPDF417:
            .init(
                title: "MicroPDF417", symbology: .microPDF417, zint: beeline_zint_micro_pdf417,
                quietZone: .microPDF417, rowHeight: 2)
        case .ean13: .retail("EAN-13", .ean13, beeline_zint_ean, .ean13, height: 69)
        case .isbn: .retail("EAN-13 of an ISBN", .ean13, beeline_zint_ean, .ean13, height: 69)
        case .ean8: .retail("EAN-8", .ean8, beeline_zint_ean, .ean8, height: 55)
        case .upcA: .retail("UPC-A", .upcA, beeline_zint_upc_a, .upcA, height: 69)
        case .upcE: .retail("UPC-E", .upcE, beeline_zint_upc_e, .upcE, height: 69)
        case .code128: .linear("Code 128", .code128, beeline_zint_code128)
        case .gs1128: .linear("GS1-128", .code128, beeline_zint_gs1_128, limits: .gs1128)
        case .code39: .linear("Code 39", .code39, beeline_zint_code39)
        case .code93: .linear("Code 93", .code93, beeline_zint_code93)
        case .codabar: .linear("Codabar", .codabar, beeline_zint_codabar)
        case .itf: .linear("Interleaved 2 of 5", .itf, beeline_zint_itf)
        case .itf14: .linear("ITF-14", .itf, beeline_zint_itf, limits: .itf14)
        case .databar: .databar("GS1 DataBar Omnidirectional", .databar, beeline_zint_databar, height: 33)
        case .databarStacked: .databar("GS1 DataBar Stacked", .databar, beeline_zint_databar_stacked, height: 33)
        case .databarStackedOmni:
            .databar("GS1 DataBar Stacked Omnidirectional", .databar, beeline_zint_databar_stacked_omni, height: 33)
        case .databarLimited:
            .databar("GS1 DataBar Limited", .databarLimited, beeline_zint_databar_limited, height: 10)
        case .databarExpanded:
            .databar("GS1 DataBar Expanded", .databarExpanded, beeline_zint_databar_expanded, height: 34)
        case .databarExpandedStacked:
            .databar(
                "GS1 DataBar Expanded Stacked", .databarExpanded, beeline_zint_databar_expanded_stacked, height: 34)
        }
    }
}

extension FormatTraits {
    /// - Parameter height: that of the nominal symbol: 22.85 mm, or 18.23 mm for EAN-8, at 0.33 mm a module (GS1 General
    ///   Specifications, section 5.2.3.1).
    fileprivate static func retail(
        _ title: String, _ symbology: Symbology, _ zint: beeline_zint_symbology, _ quietZone: QuietZone, height: Int
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, zint: zint, quietZone: quietZone, rowHeight: height, limits: .retail)
    }

    fileprivate static func linear(
        _ title: String, _ symbology: Symbology, _ zint: beeline_zint_symbology, limits: ModuleWidthLimits? = nil
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, zint: zint, quietZone: .linear, rowHeight: 50, limits: limits)
    }

    /// - Parameter height: the least of ISO/IEC 24724.
    fileprivate static func databar(
        _ title: String, _ symbology: Symbology, _ zint: beeline_zint_symbology, height: Int
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, zint: zint, quietZone: .databar, rowHeight: height, limits: .databar)
    }
}
