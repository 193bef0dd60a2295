package import BeelineSymbols

/// The kinds of content, by the names that rules and output use.
public enum Kind: String, Hashable, Sendable, CaseIterable {
    case isbn, issn, ismn, japaneseBookRow, japaneseMagazine
    case product, gs1
    case url
    case wifi, contact, event, email, phone, sms, geo, otp, fido
    case payment, boardingPass, driverLicense, vin
    case json, text, binary
}

extension Kind {
    /// The line of the table that defines the kind.
    package var definition: KindDefinition { Self.table[index] }
}

/// One line of the table of kinds: all that the package knows about a kind beyond the type of its value and its fields.
///
/// The file of the kind defines it. The parser, the names, the JSON, the reference, the completion, the writer and the
/// fuzzer take what they need from here.
package struct KindDefinition: Sendable {
    package let kind: Kind
    /// What it is, in a few words: "a book".
    package let title: String
    /// What a code must be to be of this kind; in sentences, as Markdown.
    package let recognition: String
    /// Codes of this kind. Each field of the kind is in at least one of them.
    package let examples: [Symbol]
    /// What reads codes of this kind. Empty for the kinds of codes that no parser takes.
    let parsers: [KindParser]
    /// Makes codes of this kind from fields; nil for a kind that is not made of fields.
    package let writer: CodeWriter?
    /// The field that identifies the thing in the history, as an ISBN identifies a book; nil where there is none.
    package let number: Field?
    /// The kinds with which the fuzzer tries this one.
    package let family: Family

    /// Kinds that the fuzzer tries together, because their texts look alike.
    package enum Family: String, CaseIterable, Sendable {
        case numbers, elements, links, access, people, papers, payments, data
    }

    init(
        _ kind: Kind, _ title: String, _ recognition: String, examples: [Symbol], parsers: [KindParser] = [],
        writer: CodeWriter? = nil, number: Field? = nil, family: Family
    ) {
        self.kind = kind
        self.title = title
        self.recognition = recognition
        self.examples = examples
        self.parsers = parsers
        self.writer = writer
        self.number = number
        self.family = family
    }
}

extension Kind {
    /// Every kind, in the order of the cases.
    package static let table: [KindDefinition] = [
        .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .gs1, .url, .wifi, .contact, .event, .email,
        .phone, .sms, .geo, .otp, .fido, .payment, .boardingPass, .driverLicense, .vin, .json, .text, .binary,
    ]
}

extension KindDefinition {
    static let text = KindDefinition(
        .text, "a text",
        "Any text that is of no other kind, with a warning where it nearly was of one. A private key in it is secret.",
        examples: [Symbol(.qr, "Hello, world")],
        family: .data)

    static let binary = KindDefinition(
        .binary, "a sequence of bytes", "Bytes that are not UTF-8, nor likely to be text in another character set.",
        examples: [Symbol(.dataMatrix, bytes: [0xFF, 0x00, 0xFE])],
        family: .data)
}

/// A set of kinds, small enough to be asked in no time.
package struct KindSet: Hashable, Sendable {
    private var bits: UInt64

    private init(bits: UInt64) { self.bits = bits }

    package init(_ kinds: some Sequence<Kind>) {
        bits = kinds.reduce(0) { $0 | Self.bit($1) }
    }

    package static let all = KindSet(Kind.allCases)

    /// A bit for each kind, at the place of its `index`.
    package var mask: UInt64 { bits }

    package var isEmpty: Bool { bits == 0 }

    /// The members, in the order of `Kind`.
    package var kinds: [Kind] { Kind.allCases.filter(contains) }

    package func contains(_ kind: Kind) -> Bool { bits & Self.bit(kind) != 0 }

    package func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }

    package func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }

    private static func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.index) }
}

extension Kind {
    /// The place of the kind among all kinds, for tables that have an entry for each.
    ///
    /// A switch, because each code needs it, and the compiler makes it one read of a byte.
    package var index: Int {
        switch self {
        case .isbn: 0
        case .issn: 1
        case .ismn: 2
        case .japaneseBookRow: 3
        case .japaneseMagazine: 4
        case .product: 5
        case .gs1: 6
        case .url: 7
        case .wifi: 8
        case .contact: 9
        case .event: 10
        case .email: 11
        case .phone: 12
        case .sms: 13
        case .geo: 14
        case .otp: 15
        case .fido: 16
        case .payment: 17
        case .boardingPass: 18
        case .driverLicense: 19
        case .vin: 20
        case .json: 21
        case .text: 22
        case .binary: 23
        }
    }
}
