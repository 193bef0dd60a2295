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
    case telepen
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

    /// The symbology of that name, in whatever vocabulary and case; punctuation does not count. An AIM identifier,
    /// `]E0`, counts as a name.
    ///
    /// A name that no vocabulary of the table has is kept as `.other`; an empty one is `.unknown`.
    public init(name: String) { self = Self.named(name).symbology }

    /// The name in rules, input and output: that of the W3C Barcode Detection API, extended in its style.
    public var name: String {
        if case .other(let name) = self { name } else { row.name }
    }

    /// The name for people: "EAN-13", "QR Code".
    public var title: String {
        if case .other(let name) = self { name } else { row.title }
    }

    /// The names that a program or library uses for it, the usual one first; none where it has no such code.
    package func names(in vocabulary: Vocabulary) -> [String] { row.names[vocabulary] ?? [] }

    /// Every symbology that the table has, `.unknown` last.
    public static var all: [Symbology] { table.map(\.symbology) }

    /// The AIM identifier (ISO/IEC 15424) of a plain symbol; nil where the standard has none.
    public var aim: AIMIdentifier? { row.aim }

    /// The AIM identifier of a symbol whose data are GS1 element strings (FNC1 in first position).
    public var gs1AIM: AIMIdentifier? { row.gs1AIM }

    /// The symbology of an AIM identifier; nil where the table has none.
    ///
    /// A letter can mean a family: `]E0` EAN-13 and UPC-A, `]e0` all of DataBar. Then the result is the member that can
    /// encode everything that the others can.
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

    /// Whether it is of bars alone, so that a scan line reads it or a row of it: those of articles, parcels and parts.
    package var isLinear: Bool {
        switch self {
        case .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .itf, .databar, .databarLimited, .databarExpanded, .codabar,
            .code11, .code39, .code93, .code128, .msi, .telepen, .dxFilmEdge:
            true
        default: false
        }
    }

    /// EAN-2 and EAN-5, which are beside a retail symbol and mean nothing alone.
    public var isAddOn: Bool { self == .ean2 || self == .ean5 }

    private var row: Row { Self.rows[self] ?? Self.otherRow }
    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.symbology, $0) })

    private static let otherRow = Row(.unknown, "other", "other", "")

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
    /// The name.
    public var description: String { name }
}

extension Symbology {
    /// What people and the settings of scanners call a symbology, beside the names of the table.
    static let synonyms: [(symbology: Symbology, names: [String])] = [
        (.qr, ["QR", "QR Code Model 2"]), (.microQR, ["Micro QR"]), (.rectangularMicroQR, ["rMQR"]),
        (.ean13, ["JAN-13", "EAN/JAN-13", "EAN-13/JAN", "Bookland", "Bookland EAN"]),
        (.ean8, ["JAN-8", "EAN/JAN-8", "EAN-8/JAN"]), (.upcE, ["UPC-E0", "UPC-E1"]),
        (.itf, ["Interleaved 2 of 5", "Interleaved 2/5", "I 2 of 5", "Int 2 of 5", "2/5 Interleaved"]),
        (.code39, ["Code 3 of 9", "3 of 9", "Code 39 Full ASCII", "Code 39 Mod 43"]), (.code93, ["Code 93 Full ASCII"]),
        (.code128, ["ISBT 128"]), (.codabar, ["NW-7"]), (.msi, ["MSI"]),
        (.databar, ["GS1 DataBar Omnidirectional", "DataBar Omnidirectional", "GS1 DataBar Stacked"]),
        (.databar, ["GS1 DataBar", "GS1 DataBar Stacked Omnidirectional", "DataBar Stacked Omnidirectional"]),
        (.databar, ["DataBar Stacked", "GS1 DataBar-14", "DataBar-14", "RSS-14 Stacked"]),
        (.databarLimited, ["GS1 DataBar Limited", "RSS Limited"]),
        (.databarExpanded, ["GS1 DataBar Expanded", "GS1 DataBar Expanded Stacked", "DataBar Expanded Stacked"]),
        (.databarExpanded, ["RSS Expanded Stacked"]),
        (.dataMatrix, ["DataMatrix ECC 200", "ECC 200"]), (.microPDF417, ["Micro PDF"]),
    ]

    /// Names of symbols that contain GS1 element strings and nothing else.
    static let namesOfGS1: [(symbology: Symbology, names: [String])] = [
        (.code128, ["GS1-128", "EAN-128", "UCC-128", "UCC/EAN-128", "GS1 Code 128", "LABEL-TYPE-EAN128"]),
        (.dataMatrix, ["GS1 DataMatrix", "LABEL-TYPE-GS1-DATAMATRIX"]),
        (.qr, ["GS1 QR Code", "GS1 QR", "LABEL-TYPE-GS1-QRCODE"]), (.dotCode, ["GS1 DotCode"]),
        (.aztec, ["GS1 Aztec Code", "GS1 Aztec"]),
    ]

    /// What a name says in whatever case and punctuation: the symbology, and the AIM identifier if it says that too.
    /// The names of GS1 symbols do, and an AIM identifier instead of a name.
    package static func named(_ name: String) -> (symbology: Symbology, aim: AIMIdentifier?) {
        // Nearly all names are those of the table.
        if let symbology = byExactName[name] { return (symbology, nil) }
        if name.utf8.contains(UInt8(ascii: "]")), let aim = AIMIdentifier(name.filter { $0 != " " }) {
            return (Symbology(aim: aim) ?? .other(name), aim)
        }
        for key in keys(of: name) {
            guard let symbology = byKey[key] else { continue }
            return (symbology, keysOfGS1.contains(key) ? symbology.gs1AIM : nil)
        }
        return (name.isEmpty ? .unknown : .other(name), nil)
    }

    /// The keys of a name, also without the type that programs write before it and the word that they write after it:
    /// `AVMetadataObjectTypeEAN13Code`, `Barcode.FORMAT_CODE_128`, `BarcodeFormat.QR_CODE`, `ZBAR_EAN13`.
    private static func keys(of name: String) -> [String] {
        let member = name.lastIndex(of: ".").map { key(String(name[name.index(after: $0)...])) }
        let written = [key(name), member].compactMap { $0 }
        let names =
            written
            + written.flatMap { key in
                qualifiers.filter(key.hasPrefix).map { String(key.dropFirst($0.count)) }
            }
        return names
            + names.flatMap { key in
                ["barcode", "code"].filter(key.hasSuffix).map { String(key.dropLast($0.count)) }
            }
    }

    /// What the names of programs begin with, beside the vocabularies of the table, as keys.
    private static let qualifiers = [
        "avmetadataobjecttype", "avmetadataobjectobjecttype", "vnbarcodesymbology", "barcodeformat", "kbarcodeformat",
        "barcodetype", "barcode", "format", "zbar",
    ]

    private static let keysOfGS1 = Set(namesOfGS1.flatMap(\.names).map(key))
}

/// A symbology identifier of ISO/IEC 15424: `]`, a letter for the symbology, a modifier.
///
///     let identifier: AIMIdentifier = "]C1"
///     identifier.isGS1   // true: Code 128 that begins with FNC1
public struct AIMIdentifier: Hashable, Sendable {
    private let code: UInt8
    private let modifier: UInt8

    /// Nil unless the text is `]`, a letter, and a digit or letter.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "]"),
            bytes[1].isASCIILetter, bytes[2].isASCIILetter || bytes[2].isASCIIDigit
        else { return nil }
        (code, modifier) = (bytes[1], bytes[2])
    }

    /// The letter of the symbology.
    public var letter: Unicode.Scalar { Unicode.Scalar(code) }

    /// Whether the data are GS1 element strings (GS1 General Specifications, section 7.8).
    public var isGS1: Bool {
        switch (Unicode.Scalar(code), Unicode.Scalar(modifier)) {
        case ("C", "1"), ("e", "0"), ("d", "2"), ("Q", "3"), ("J", "1"), ("z", "1"): true
        default: false
        }
    }
}

extension AIMIdentifier: CustomStringConvertible {
    /// The three characters.
    public var description: String {
        String(unsafeUninitializedCapacity: 3) { buffer in
            (buffer[0], buffer[1], buffer[2]) = (UInt8(ascii: "]"), code, modifier)
            return 3
        }
    }
}

extension AIMIdentifier: ExpressibleByStringLiteral {
    /// - Precondition: the literal is an identifier.
    public init(stringLiteral text: String) {
        guard let identifier = AIMIdentifier(text) else { preconditionFailure("\(text) is not an AIM identifier") }
        self = identifier
    }
}

extension Symbology {
    /// The symbologies that can be requested: all that have a name and are not add-ons.
    package static let selectable = all.filter { $0 != .unknown && !$0.isAddOn }

    /// The symbology that a user requests, by any of its names, or by further ones that `other` looks up.
    package init(wanted name: String, other: (String) -> Symbology? = { _ in nil }) throws(SelectionProblem) {
        var symbology = Symbology(name: name)
        if !Symbology.all.contains(symbology), let known = other(name) { symbology = known }
        if symbology.isAddOn { throw .addOnAlone(symbology) }
        guard Symbology.selectable.contains(symbology) else { throw .unknown(name) }
        self = symbology
    }
}

/// The error of a symbology that cannot be requested.
package enum SelectionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(String)
    /// An EAN-2 or EAN-5.
    case addOnAlone(Symbology)

    package var description: String {
        switch self {
        case .unknown: "no symbology has that name"
        case .addOnAlone: "it is an add-on of another symbol; select that one: ean_13,upc_a"
        }
    }
}
