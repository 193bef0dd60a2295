import BeelineSymbols

/// What is to be known of a format to draw it: one row of a table.
struct FormatTraits {
    let title: String
    let symbology: Symbology
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
            .init(title: "QR Code", symbology: .qr, quietZone: .qr)
        case .microQR:
            .init(title: "Micro QR Code", symbology: .microQR, quietZone: .microQR)
        case .rectangularMicroQR:
            .init(
                title: "Rectangular Micro QR Code", symbology: .rectangularMicroQR, quietZone: .rectangularMicroQR)
        case .gs1QR:
            .init(title: "GS1 QR Code", symbology: .qr, quietZone: .qr, limits: .gs1Matrix)
        case .dataMatrix:
            .init(
                title: "Data Matrix", symbology: .dataMatrix, quietZone: .dataMatrix)
        case .gs1DataMatrix:
            .init(
                title: "GS1 DataMatrix", symbology: .dataMatrix,
                quietZone: .dataMatrix, limits: .gs1Matrix)
        case .aztec: .init(title: "Aztec Code", symbology: .aztec, quietZone: .aztec)
        case .pdf417:
            .init(title: "PDF417", symbology: .pdf417, quietZone: .pdf417, rowHeight: 3)
        case .microPDF417:
            .init(
                title: "MicroPDF417", symbology: .microPDF417,
                quietZone: .microPDF417, rowHeight: 2)
        case .ean13: .retail("EAN-13", .ean13, .ean13, height: 69)
        case .isbn: .retail("EAN-13 of an ISBN", .ean13, .ean13, height: 69)
        case .ean8: .retail("EAN-8", .ean8, .ean8, height: 55)
        case .upcA: .retail("UPC-A", .upcA, .upcA, height: 69)
        case .upcE: .retail("UPC-E", .upcE, .upcE, height: 69)
        case .code128: .linear("Code 128", .code128)
        case .gs1128: .linear("GS1-128", .code128, limits: .gs1128)
        case .code39: .linear("Code 39", .code39)
        case .code93: .linear("Code 93", .code93)
        case .codabar: .linear("Codabar", .codabar)
        case .itf: .linear("Interleaved 2 of 5", .itf)
        case .itf14: .linear("ITF-14", .itf, limits: .itf14)
        case .databar: .databar("GS1 DataBar Omnidirectional", .databar, height: 33)
        case .databarStacked: .databar("GS1 DataBar Stacked", .databar, height: 33)
        case .databarStackedOmni:
            .databar("GS1 DataBar Stacked Omnidirectional", .databar, height: 33)
        case .databarLimited:
            .databar("GS1 DataBar Limited", .databarLimited, height: 10)
        case .databarExpanded:
            .databar("GS1 DataBar Expanded", .databarExpanded, height: 34)
        case .databarExpandedStacked:
            .databar(
                "GS1 DataBar Expanded Stacked", .databarExpanded, height: 34)
        }
    }
}

extension FormatTraits {
    /// - Parameter height: that of the nominal symbol: 22.85 mm, or 18.23 mm for EAN-8, at 0.33 mm a module (GS1 General
    ///   Specifications, section 5.2.3.1).
    fileprivate static func retail(
        _ title: String, _ symbology: Symbology, _ quietZone: QuietZone, height: Int
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, quietZone: quietZone, rowHeight: height, limits: .retail)
    }

    fileprivate static func linear(
        _ title: String, _ symbology: Symbology, limits: ModuleWidthLimits? = nil
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, quietZone: .linear, rowHeight: 50, limits: limits)
    }

    /// - Parameter height: the least of ISO/IEC 24724.
    fileprivate static func databar(
        _ title: String, _ symbology: Symbology, height: Int
    ) -> FormatTraits {
        FormatTraits(
            title: title, symbology: symbology, quietZone: .databar, rowHeight: height, limits: .databar)
    }
}

/// The light space around a symbol without which no reader finds it, in modules.
struct QuietZone: Hashable, Sendable {
    let left: Int
    let right: Int
    /// Above and below.
    let vertical: Int
    /// Where that is written.
    let source: String

    private init(_ left: Int, _ right: Int, _ vertical: Int, _ source: String) {
        (self.left, self.right, self.vertical, self.source) = (left, right, vertical, source)
    }

    static let qr = QuietZone(4, 4, 4, "ISO/IEC 18004:2015, section 9.1")
    static let microQR = QuietZone(2, 2, 2, "ISO/IEC 18004:2015, section 9.1")
    static let rectangularMicroQR = QuietZone(2, 2, 2, "ISO/IEC 23941")
    static let dataMatrix = QuietZone(1, 1, 1, "ISO/IEC 16022:2006, section 7.1")
    static let aztec = QuietZone(0, 0, 0, "ISO/IEC 24778:2008, section 4.1")
    static let pdf417 = QuietZone(2, 2, 2, "ISO/IEC 15438:2015, section 5.8.3")
    static let microPDF417 = QuietZone(1, 1, 1, "ISO/IEC 24728:2006, section 5.8.3")
    static let ean13 = QuietZone(11, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let ean8 = QuietZone(7, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let upcA = QuietZone(9, 9, 0, "GS1 General Specifications, section 5.2.3.4")
    static let upcE = QuietZone(9, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let linear = QuietZone(10, 10, 0, "the standard of the symbology")
    static let databar = QuietZone(0, 0, 0, "GS1 General Specifications, section 5.5")

    /// Behind an add-on (GS1 General Specifications, section 5.2.3.4).
    static let behindAddOn = 5

    /// What is drawn when nothing is asked for: the least, and a little where that is nothing, because what stands
    /// beside a symbol is often dark.
    func margins(_ asked: Int?, hasAddOn: Bool) -> Margins {
        let right = hasAddOn ? Self.behindAddOn : right
        if let asked { return Margins(left: asked, right: asked, vertical: asked) }
        return Margins(left: max(left, 2), right: max(right, 2), vertical: max(vertical, 2))
    }
}

/// The space that a drawing has around its symbol, in modules.
struct Margins: Hashable, Sendable {
    var left: Int
    var right: Int
    var vertical: Int
}

/// How wide the narrowest bar or square of a symbol (its module, the X-dimension) may be in print.
struct ModuleWidthLimits: Hashable, Sendable {
    /// Millimetres that are allowed.
    let allowed: ClosedRange<Double>
    /// Millimetres that scanners of general distribution (warehouses, conveyors) need too.
    let distribution: ClosedRange<Double>?
    /// Millimetres to aim at.
    let target: Double
    /// Where that is written.
    let source: String

    private init(
        _ allowed: ClosedRange<Double>, distribution: ClosedRange<Double>? = nil, target: Double, _ source: String
    ) {
        (self.allowed, self.distribution, self.target, self.source) = (allowed, distribution, target, source)
    }

    // What is allowed is what any application of the standard allows. Figures and tables have other numbers in every edition
    // of it; sections 5.12.3.1 (shops), 5.12.3.2 (general distribution), 5.12.3.6 (healthcare) have kept theirs.

    /// EAN and UPC.
    static let retail = ModuleWidthLimits(
        0.264...0.66, distribution: 0.495...0.66, target: 0.33,
        "GS1 General Specifications, sections 5.12.3.1 and 5.12.3.2")
    static let databar = ModuleWidthLimits(
        0.17...0.66, distribution: 0.495...0.66, target: 0.33,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    static let itf14 = ModuleWidthLimits(
        0.17...1.016, distribution: 0.495...1.016, target: 0.495,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    static let gs1128 = ModuleWidthLimits(
        0.17...1.016, distribution: 0.495...1.016, target: 0.495,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    /// GS1 DataMatrix and GS1 QR Code. In general distribution they are to be one and a half times as wide as linear
    /// symbols.
    static let gs1Matrix = ModuleWidthLimits(
        0.254...1.524, distribution: 0.743...1.524, target: 0.38,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")

    /// Where no standard of an application says anything, ordinary printers and cameras do.
    static let ordinary = ModuleWidthLimits(0.19...20, target: 0.4, "what office printers print and cameras see")
}
