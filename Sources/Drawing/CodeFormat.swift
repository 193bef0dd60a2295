public import BeelineSymbols

/// What can be drawn: a symbology, and for some of them what their content is or how their rows stand.
///
///     CodeFormat(name: "GS1-128")   // .gs1128
///     CodeFormat.isbn.symbology     // .ean13
public enum CodeFormat: String, CaseIterable, Hashable, Sendable {
    case qr
    case microQR = "micro-qr"
    case rectangularMicroQR = "rmqr"
    /// A QR code of GS1 element strings.
    case gs1QR = "gs1-qr"
    case dataMatrix = "data-matrix"
    /// A Data Matrix symbol of GS1 element strings.
    case gs1DataMatrix = "gs1-data-matrix"
    case aztec
    case pdf417
    case microPDF417 = "micro-pdf417"
    case ean13 = "ean-13"
    case ean8 = "ean-8"
    case upcA = "upc-a"
    case upcE = "upc-e"
    /// The EAN-13 of a book, with its number as people write it above the bars.
    case isbn
    case code128 = "code-128"
    /// A Code 128 of GS1 element strings.
    case gs1128 = "gs1-128"
    case code39 = "code-39"
    case code93 = "code-93"
    case codabar
    /// Interleaved 2 of 5.
    case itf
    /// The ITF of a GTIN, with bearer bars.
    case itf14 = "itf-14"
    /// DataBar Omnidirectional.
    case databar
    case databarStacked = "databar-stacked"
    case databarStackedOmni = "databar-stacked-omni"
    case databarLimited = "databar-limited"
    case databarExpanded = "databar-expanded"
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
    public var description: String { rawValue }
}
