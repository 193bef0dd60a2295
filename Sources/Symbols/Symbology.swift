/// A kind of barcode: the way in which bars or modules stand for characters.
///
///     Symbology(name: "org.gs1.EAN-13")   // .ean13, as AVFoundation calls it
///     Symbology.ean13.name                // "ean_13", as rules and output call it
public enum Symbology: Hashable, Sendable {
    case ean13
    case ean8
    case upcA
    case upcE
    case ean5
    case ean2
    case itf
    case databar
    case databarLimited
    case databarExpanded
    case codabar
    case code11
    case code39
    case code93
    case code128
    case msi
    case pdf417
    case microPDF417
    case qr
    case microQR
    case rectangularMicroQR
    case aztec
    case dataMatrix
    case maxiCode
    case dotCode
    case dxFilmEdge
    case sqCode
    /// Not known: the code was typed in, or its source does not say.
    case unknown
    /// One that the table does not have, by the name that its source gave it.
    case other(String)

    /// The symbology of that name, in whatever vocabulary and case; punctuation does not count.
    ///
    /// A name that no vocabulary of the table has is kept as `.other`; an empty one is `.unknown`.
    public init(name: String) {
        self = Self.byExactName[name] ?? Self.byKey[Self.key(name)] ?? (name.isEmpty ? .unknown : .other(name))
    }

    /// The name in rules, input and output: that of the W3C Barcode Detection API, extended in its style.
    public var name: String {
        if case .other(let name) = self { name } else { ordinal.map { Self.shortNames[$0] } ?? "unknown" }
    }

    /// The name for people: "EAN-13", "QR Code".
    public var title: String {
        if case .other(let name) = self { name } else { ordinal.map { Self.titles[$0] } ?? "unknown" }
    }

    /// The names that a program or library uses for it, the usual one first; none where it has no such code.
    public func names(in vocabulary: Vocabulary) -> [String] {
        row.names[vocabulary] ?? []
    }

    /// Every symbology that the table has, `.unknown` last.
    public static var all: [Symbology] { table.map(\.symbology) }

    /// The AIM identifier (ISO/IEC 15424) of a plain symbol; nil where the standard has none.
    public var aim: AIMIdentifier? { ordinal.flatMap { Self.plainAIMs[$0] } }

    /// The AIM identifier of a symbol whose data are GS1 element strings (FNC1 in first position).
    public var gs1AIM: AIMIdentifier? { row.gs1AIM }

    /// The symbology that an AIM identifier stands for, as far as it tells; nil where the table has none.
    ///
    /// One letter may stand for a family: `]E0` for EAN-13 and UPC-A, `]e0` for all of DataBar. Then it is the member
    /// that can hold whatever the others hold.
    public init?(aim: AIMIdentifier) {
        switch aim.description {
        case "]e0": self = .databarExpanded
        case "]E4": self = .ean8
        case "]E1": self = .ean2
        case "]E2": self = .ean5
        default:
            guard let row = Self.table.first(where: { $0.aim?.letter == aim.letter }) else { return nil }
            self = row.symbology
        }
    }

    /// EAN and UPC: symbologies that carry a GTIN and nothing else.
    public var isRetail: Bool {
        switch self {
        case .ean13, .ean8, .upcA, .upcE: true
        default: false
        }
    }

    /// Whether it is of bars alone, so that a scan line reads all of it or of a row of it: articles, parcels and parts have
    /// such symbols.
    package var isLinear: Bool {
        switch self {
        case .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .itf, .databar, .databarLimited, .databarExpanded, .codabar,
            .code11, .code39, .code93, .code128, .msi, .dxFilmEdge:
            true
        default: false
        }
    }

    /// EAN-2 and EAN-5, which stand beside a retail symbol and mean nothing alone.
    public var isAddOn: Bool { self == .ean2 || self == .ean5 }

    // What every line of output asks for has a list of its own, so that no row is copied for it.
    package static let shortNames = table.map(\.name)
    private static let titles = table.map(\.title)
    private static let plainAIMs = table.map(\.aim)

    private var row: Row { ordinal.map { Self.table[$0] } ?? Self.otherRow }

    private static let otherRow = Row(.unknown, "other", "other", names: [:])

    /// By each name as its source writes it, which is what nearly every name is.
    static let byExactName: [String: Symbology] = {
        var symbologies: [String: Symbology] = [:]
        for row in table {
            for name in [row.name] + row.names.values.joined() { symbologies[name] = row.symbology }
        }
        return symbologies
    }()

    private static let byKey: [String: Symbology] = {
        var symbologies: [String: Symbology] = [:]
        for (symbology, names) in synonyms + namesOfGS1 {
            for name in names { symbologies[key(name)] = symbology }
        }
        for (name, symbology) in byExactName { symbologies[key(name)] = symbology }
        return symbologies
    }()

    /// Letters and digits of a name, in lower case: "QR-Code", "QR_CODE" and "QRCode" are one.
    static func key(_ name: String) -> String {
        String(
            decoding: name.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
                case 0x80...: byte
                default: nil
                }
            }, as: UTF8.self)
    }
}

extension Symbology: CustomStringConvertible {
    public var description: String { name }
}
