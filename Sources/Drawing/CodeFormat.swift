public import BeelineSymbols

/// A format for drawing: a symbology, and for some of them the type of content or the layout of rows.
///
///     CodeFormat(name: "GS1-128")   // .gs1128
///     CodeFormat.isbn.symbology     // .ean13
public enum CodeFormat: String, CaseIterable, Hashable, Sendable {
    /// A QR code of any text or bytes.
    case qr
    /// A Micro QR code: up to 15 characters or 35 digits.
    case microQR = "micro-qr"
    /// A Rectangular Micro QR code (rMQR): up to 150 characters.
    case rectangularMicroQR = "rmqr"
    /// A QR code of GS1 element strings.
    case gs1QR = "gs1-qr"
    /// A square Data Matrix symbol of any text or bytes.
    case dataMatrix = "data-matrix"
    /// A Data Matrix symbol of GS1 element strings.
    case gs1DataMatrix = "gs1-data-matrix"
    /// An Aztec code of any text or bytes.
    case aztec
    /// A PDF417 of any text or bytes.
    case pdf417
    /// A MicroPDF417: up to 250 characters.
    case microPDF417 = "micro-pdf417"
    /// 12 digits and a check digit.
    case ean13 = "ean-13"
    /// 7 digits and a check digit.
    case ean8 = "ean-8"
    /// 11 digits and a check digit.
    case upcA = "upc-a"
    /// 7 digits, the first of them 0 or 1, and a check digit.
    case upcE = "upc-e"
    /// The EAN-13 of a book, with its number as people write it above the bars.
    case isbn
    /// A Code 128 of ASCII.
    case code128 = "code-128"
    /// A Code 128 of GS1 element strings.
    case gs1128 = "gs1-128"
    /// A Code 39 of capitals, digits, blanks and `-.$/+%`.
    case code39 = "code-39"
    /// A Code 93 of ASCII.
    case code93 = "code-93"
    /// A Code 11 of digits and hyphens, with two check digits.
    case code11 = "code-11"
    /// A Telepen of ASCII: up to 30 characters.
    case telepen
    /// A Codabar: digits and `-$:/.+` between two letters of A to D.
    case codabar
    /// Interleaved 2 of 5: an even number of digits.
    case itf
    /// The ITF of a GTIN, with bearer bars.
    case itf14 = "itf-14"
    /// The DataBar Omnidirectional of a GTIN.
    case databar
    /// The DataBar Stacked of a GTIN.
    case databarStacked = "databar-stacked"
    /// The DataBar Stacked Omnidirectional of a GTIN.
    case databarStackedOmni = "databar-stacked-omni"
    /// The DataBar Limited of a GTIN that begins with 0 or 1.
    case databarLimited = "databar-limited"
    /// A DataBar Expanded of GS1 element strings.
    case databarExpanded = "databar-expanded"
    /// The same in several rows.
    case databarExpandedStacked = "databar-expanded-stacked"

    /// The format of that name, in whatever case and punctuation, by its own name or any that its symbology has; nil
    /// when there is none.
    public init?(name: String) {
        let key = Self.key(name)
        if let format = Self.allCases.first(where: { Self.key($0.rawValue) == key }) {
            self = format
            return
        }
        let symbology = Symbology(name: name)
        guard let format = Self.allCases.first(where: { $0.symbology == symbology }) else { return nil }
        self = format
    }

    private static func key(_ name: String) -> [UInt8] {
        name.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }.map(\.asciiLowercased)
    }

    /// The symbology that a reader will see.
    public var symbology: Symbology { traits.symbology }

    /// The name for people: "GS1 DataMatrix".
    public var title: String { traits.title }

    /// Whether its content is GS1 element strings.
    public var isGS1: Bool {
        switch self {
        case .gs1QR, .gs1DataMatrix, .gs1128, .databarExpanded, .databarExpandedStacked: true
        default: false
        }
    }

    /// Whether its bars are read along one line, by lasers and by red light.
    public var isLinear: Bool {
        switch self {
        case .qr, .microQR, .rectangularMicroQR, .gs1QR, .dataMatrix, .gs1DataMatrix, .aztec: false
        default: true
        }
    }

    /// QR codes of all kinds.
    var isQR: Bool { self == .qr || self == .gs1QR }

    /// EAN and UPC, which carry their digits below the bars and may have an add-on.
    var isRetail: Bool { symbology.isRetail }
}

extension CodeFormat: CustomStringConvertible {
    /// The name that options take: `ean-13`.
    public var description: String { rawValue }
}

/// The properties of a format: one row of a table.
struct FormatTraits {
    let title: String
    let symbology: Symbology
    let quietZone: QuietZone
    /// What it can say, for people.
    let holds: String
    /// The height of a row in modules, if libzint does not decide it.
    var rowHeight = 1
    /// The allowed width of a module; nil if no standard has limits.
    var limits: ModuleWidthLimits?

    fileprivate init(
        _ title: String, _ symbology: Symbology, _ quietZone: QuietZone, _ holds: String, rowHeight: Int = 1,
        limits: ModuleWidthLimits? = nil
    ) {
        (self.title, self.symbology, self.quietZone) = (title, symbology, quietZone)
        (self.holds, self.rowHeight, self.limits) = (holds, rowHeight, limits)
    }

    fileprivate static let bytes = "any text or bytes"
    fileprivate static let elements = "GS1 element strings: (01)09521234543213(10)AB-1"
}

extension CodeFormat {
    /// What it can say, for people.
    package var holds: String { traits.holds }

    var traits: FormatTraits {
        switch self {
        case .qr: .init("QR Code", .qr, .qr, FormatTraits.bytes)
        case .microQR: .init("Micro QR Code", .microQR, .microQR, "some 15 characters or 35 digits")
        case .rectangularMicroQR:
            .init("Rectangular Micro QR Code", .rectangularMicroQR, .rectangularMicroQR, "up to some 150 characters")
        case .gs1QR: .init("GS1 QR Code", .qr, .qr, FormatTraits.elements, limits: .gs1Matrix)
        case .dataMatrix: .init("Data Matrix", .dataMatrix, .dataMatrix, FormatTraits.bytes)
        case .gs1DataMatrix:
            .init("GS1 DataMatrix", .dataMatrix, .dataMatrix, FormatTraits.elements, limits: .gs1Matrix)
        case .aztec: .init("Aztec Code", .aztec, .aztec, FormatTraits.bytes)
        case .pdf417: .init("PDF417", .pdf417, .pdf417, FormatTraits.bytes, rowHeight: 3)
        case .microPDF417:
            .init("MicroPDF417", .microPDF417, .microPDF417, "up to some 250 characters", rowHeight: 2)
        case .ean13: .retail("EAN-13", .ean13, .ean13, "12 digits, and a check digit")
        case .isbn: .retail("EAN-13 of an ISBN", .ean13, .ean13, "an ISBN in any form")
        case .ean8: .retail("EAN-8", .ean8, .ean8, "7 digits, and a check digit", height: 55)
        case .upcA: .retail("UPC-A", .upcA, .upcA, "11 digits, and a check digit")
        case .upcE: .retail("UPC-E", .upcE, .upcE, "7 digits that begin with 0 or 1, and a check digit")
        case .code128: .linear("Code 128", .code128, "ASCII")
        case .gs1128: .linear("GS1-128", .code128, FormatTraits.elements, limits: .gs1128)
        case .code39: .linear("Code 39", .code39, "capitals, digits, blanks and -.$/+%")
        case .code93: .linear("Code 93", .code93, "ASCII")
        case .code11: .linear("Code 11", .code11, "digits and hyphens")
        case .telepen: .linear("Telepen", .telepen, "up to 30 characters of ASCII")
        case .codabar: .linear("Codabar", .codabar, "digits and -$:/.+ between two letters of A to D")
        case .itf: .linear("Interleaved 2 of 5", .itf, "an even number of digits")
        case .itf14: .linear("ITF-14", .itf, "a GTIN of 14 digits", limits: .itf14)
        case .databar: .databar("Omnidirectional", .databar, "a GTIN", height: 33)
        case .databarStacked: .databar("Stacked", .databar, "a GTIN", height: 33)
        case .databarStackedOmni: .databar("Stacked Omnidirectional", .databar, "a GTIN", height: 33)
        case .databarLimited: .databar("Limited", .databarLimited, "a GTIN that begins with 0 or 1", height: 10)
        case .databarExpanded: .databar("Expanded", .databarExpanded, FormatTraits.elements, height: 34)
        case .databarExpandedStacked:
            .databar("Expanded Stacked", .databarExpanded, FormatTraits.elements, height: 34)
        }
    }
}

extension FormatTraits {
    /// - Parameter height: that of the nominal symbol: 22.85 mm, or 18.23 mm for EAN-8, at 0.33 mm a module (GS1
    ///   General Specifications, section 5.2.3.1).
    fileprivate static func retail(
        _ title: String, _ symbology: Symbology, _ quietZone: QuietZone, _ holds: String, height: Int = 69
    ) -> FormatTraits {
        FormatTraits(title, symbology, quietZone, holds, rowHeight: height, limits: .retail)
    }

    fileprivate static func linear(
        _ title: String, _ symbology: Symbology, _ holds: String, limits: ModuleWidthLimits? = nil
    ) -> FormatTraits {
        FormatTraits(title, symbology, .linear, holds, rowHeight: 50, limits: limits)
    }

    /// - Parameter height: the least of ISO/IEC 24724.
    fileprivate static func databar(
        _ variant: String, _ symbology: Symbology, _ holds: String, height: Int
    ) -> FormatTraits {
        FormatTraits("GS1 DataBar \(variant)", symbology, .databar, holds, rowHeight: height, limits: .databar)
    }
}

/// The quiet zone: the light space around a symbol that readers need, in modules.
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

    /// The default when drawing: the minimum, and a little if that is zero, as what is beside a symbol is often dark.
    func margins(_ asked: Int?, hasAddOn: Bool) -> Margins {
        let right = hasAddOn ? Self.behindAddOn : right
        if let asked { return Margins(left: asked, right: asked, vertical: asked) }
        return Margins(left: max(left, 2), right: max(right, 2), vertical: max(vertical, 2))
    }
}

/// The margins of a drawing around its symbol, in modules.
struct Margins: Hashable, Sendable {
    var left: Int
    var right: Int
    var vertical: Int
}

/// Limits for the width of a module (the X-dimension) in print.
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

    // What is allowed is what any application of the standard allows. Figures and tables have other numbers in every
    // edition of it; sections 5.12.3.1 (shops), 5.12.3.2 (general distribution), 5.12.3.6 (healthcare) have kept
    // theirs.

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
    /// GS1 DataMatrix and GS1 QR Code. In general distribution they are one and a half times as wide as linear ones.
    static let gs1Matrix = ModuleWidthLimits(
        0.254...1.524, distribution: 0.743...1.524, target: 0.38,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")

    /// The limits of ordinary printers and cameras, for formats without a standard.
    static let ordinary = ModuleWidthLimits(0.19...20, target: 0.4, "what office printers print and cameras see")
}

extension Set<Symbology> {
    /// The symbologies that a list such as `ean_13,qr` names, by any of their names and those of drawn formats.
    package init(wanted list: String) throws(SelectionProblem) {
        self.init()
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            insert(try Symbology(wanted: String(name)) { CodeFormat(name: $0)?.symbology })
        }
    }
}
