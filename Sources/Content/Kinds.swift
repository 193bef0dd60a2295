public import BeelineSymbols

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
    public var definition: KindDefinition { Self.table[index] }
}

/// One line of the table of kinds.
public struct KindDefinition: Sendable {
    public let kind: Kind
    /// What it is, in a few words: "a book".
    public let title: String
    /// What a code must be to be of this kind; in sentences, as Markdown.
    public let recognition: String
    /// Codes of this kind, so that each of its fields is in one of them.
    public let examples: [Symbol]

    init(_ kind: Kind, _ title: String, _ recognition: String, examples: [Symbol]) {
        self.kind = kind
        self.title = title
        self.recognition = recognition
        self.examples = examples
    }
}

extension Kind {
    /// Every kind, in the order of the cases.
    public static let table: [KindDefinition] = [
        .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .gs1, .url, .wifi, .contact, .event, .email,
        .phone, .sms, .geo, .otp, .fido, .payment, .boardingPass, .driverLicense, .vin, .json, .text, .binary,
    ]
}

extension KindDefinition {
    static let text = KindDefinition(
        .text, "a text",
        "Any text that is of no other kind, with a warning where it nearly was of one. A private key in it is secret.",
        examples: [Symbol(.qr, "Hello, world")])

    static let binary = KindDefinition(
        .binary, "a sequence of bytes", "Bytes that are not UTF-8, nor likely to be text in another character set.",
        examples: [Symbol(.dataMatrix, bytes: [0xFF, 0x00, 0xFE])])
}

/// A set of kinds, small enough to be asked in no time.
public struct KindSet: Hashable, Sendable {
    private var bits: UInt64

    private init(bits: UInt64) { self.bits = bits }

    public init(_ kinds: some Sequence<Kind>) {
        bits = kinds.reduce(0) { $0 | Self.bit($1) }
    }

    public static let all = KindSet(Kind.allCases)

    /// A bit for each kind, at the place of its `index`.
    public var mask: UInt64 { bits }

    public var isEmpty: Bool { bits == 0 }

    /// The members, in the order of `Kind`.
    public var kinds: [Kind] { Kind.allCases.filter(contains) }

    public func contains(_ kind: Kind) -> Bool { bits & Self.bit(kind) != 0 }

    public func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }

    public func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }

    private static func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.index) }
}

extension Kind {
    /// The place of the kind among all kinds, for tables that have an entry for each.
    ///
    /// ScannedText out, because every code asks for it, and the compiler makes no more of it than reading a byte.
    public var index: Int {
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

/// The parsers of the kinds, in the order in which they are tried; what none of them takes is text.
///
/// An enumeration, so that asking one of them costs no more than a jump.
enum KindParser: Int, CaseIterable {
    case retail, writtenNumber, elementString, digitalLink
    case wifi, contact, event, oneTimePassword, phone, textMessage, geo, fido
    case sepa, swissQRBill, emvMerchant, upi, spayd, iban, cryptoPayment
    case boardingPass, driverLicense, vin, json
    // Addresses and links come in so many forms that all that begins otherwise was taken out before.
    case email, webAddress

    /// ASCII texts in lower case; every code of the kind begins with one of them, in whatever case.
    private var openings: [String] {
        switch self {
        // They may begin with anything; `called(by:_:)` says when they are asked.
        case .vin, .iban, .email, .webAddress: []
        case .retail: Self.digits
        case .writtenNumber:
            Self.digits + ["isbn", "issn", "ismn", "eissn", "e-issn", "pissn", "p-issn", "m"] + [
                "urn:isbn", "urn:issn", "urn:ismn",
            ]
        case .elementString: Self.digits + ["(", "\u{1D}"]
        case .digitalLink: ["http://", "https://"]
        case .wifi: ["wifi:"]
        case .contact: ["begin:vcard", "mecard:", "bizcard:"]
        case .event: ["begin:vcalendar", "begin:vevent"]
        case .oneTimePassword: ["otpauth:"]
        case .phone: ["tel:"]
        case .textMessage: ["sms:", "smsto:", "mms:", "mmsto:"]
        case .geo: ["geo:"]
        case .fido: ["fido:"]
        case .sepa: ["bcd\n", "bcd\r"]
        case .swissQRBill: ["spc\n", "spc\r"]
        case .emvMerchant: ["0002"]
        case .upi: ["upi:"]
        case .spayd: ["spd*"]
        case .cryptoPayment: CryptoPaymentParser.openings
        case .boardingPass: ["m1", "m2", "m3", "m4"]
        case .driverLicense: ["@"]
        case .json: ["{", "["]
        }
    }

    private static let digits = (0...9).map(String.init)

    /// The parsers that are asked whatever the text begins with.
    private static func called(by symbol: Symbol, _ text: String) -> UInt32 {
        var bits = bit(.email) | bit(.webAddress)
        if VINParser.lengths.contains(text.utf8.count) { bits |= bit(.vin) }
        if IBANParser.isLikely(symbol, text) { bits |= bit(.iban) }
        if BareAddress.isLikely(text) { bits |= bit(.cryptoPayment) }
        if symbol.symbology.isRetail { bits |= bit(.retail) }
        if symbol.isGS1 { bits |= bit(.elementString) }
        return bits
    }

    func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        switch self {
        case .retail: RetailParser.parse(symbol, text, context)
        case .writtenNumber: WrittenNumberParser.parse(symbol, text, context)
        case .elementString: ElementStringParser.parse(symbol, text, context)
        case .digitalLink: DigitalLinkParser.parse(symbol, text, context)
        case .wifi: WiFiParser.parse(symbol, text, context)
        case .contact: ContactParser.parse(symbol, text, context)
        case .event: EventParser.parse(symbol, text, context)
        case .oneTimePassword: OneTimePasswordParser.parse(symbol, text, context)
        case .phone: PhoneParser.parse(symbol, text, context)
        case .textMessage: TextMessageParser.parse(symbol, text, context)
        case .geo: GeoParser.parse(symbol, text, context)
        case .fido: FIDOParser.parse(symbol, text, context)
        case .sepa: SEPAParser.parse(symbol, text, context)
        case .swissQRBill: SwissQRBillParser.parse(symbol, text, context)
        case .emvMerchant: EMVMerchantParser.parse(symbol, text, context)
        case .upi: UPIParser.parse(symbol, text, context)
        case .spayd: SPAYDParser.parse(symbol, text, context)
        case .iban: IBANParser.parse(symbol, text, context)
        case .cryptoPayment: CryptoPaymentParser.parse(symbol, text, context)
        case .boardingPass: BoardingPassParser.parse(symbol, text, context)
        case .driverLicense: DriverLicenseParser.parse(symbol, text, context)
        case .vin: VINParser.parse(symbol, text, context)
        case .json: JSONDocumentParser.parse(symbol, text, context)
        case .email: EmailParser.parse(symbol, text, context)
        case .webAddress: WebAddressParser.parse(symbol, text, context)
        }
    }

    /// The parsers that may have something to say to a text, in the order in which they are tried.
    static func candidates(for symbol: Symbol, _ text: String) -> Candidates {
        var bits: UInt32 = 0
        let opening = Opening.ofText(text)
        for entry in openings(beginningWith: opening.first) where opening.begins(with: entry.opening) {
            bits |= entry.bit
        }
        // What says that it is a link of the Web is nothing else, unless its symbol can only hold digits.
        if bits == bit(.digitalLink), !symbol.symbology.isRetail { return Candidates(bits: bits | bit(.webAddress)) }
        return Candidates(bits: bits | called(by: symbol, text))
    }

    struct Candidates: Sequence, IteratorProtocol {
        /// The parsers still to be asked: bit n for the n-th of the list.
        fileprivate var bits: UInt32

        mutating func next() -> KindParser? {
            guard bits != 0 else { return nil }
            defer { bits &= bits &- 1 }
            return KindParser(rawValue: bits.trailingZeroBitCount)
        }
    }

    /// The first eight bytes of a text, in lower case; what is longer is looked at by the parsers themselves.
    private struct Opening {
        /// The first byte lowest.
        var bytes: UInt64 = 0
        var count = 0

        var first: Int { Int(bytes & 0xFF) }

        static func ofText(_ text: String) -> Opening {
            text.utf8.withContiguousStorageIfAvailable { Opening($0) }
                ?? Array(text.utf8.prefix(8)).withUnsafeBufferPointer { Opening($0) }
        }

        init(_ text: UnsafeBufferPointer<UInt8>) {
            bytes = EightBytes(EightBytes.word(UnsafeRawBufferPointer(text), at: 0)).lowercased
            count = min(text.count, 8)
        }

        func begins(with opening: Opening) -> Bool {
            count >= opening.count && (bytes ^ opening.bytes) << UInt64(64 - opening.count * 8) == 0
        }
    }

    private struct Entry {
        let opening: Opening
        let bit: UInt32
    }

    /// All openings, in the order of their first bytes.
    private static let entries = allCases.flatMap { parser in
        parser.openings.map { Entry(opening: Opening.ofText($0), bit: bit(parser)) }
    }.sorted { $0.opening.first < $1.opening.first }

    /// For each byte, and one beyond the last, where the entries begin that begin with it.
    private static let starts = (0...256).map { byte in entries.count { $0.opening.first < byte } }

    private static func openings(beginningWith byte: Int) -> ArraySlice<Entry> {
        entries[starts[byte]..<starts[byte + 1]]
    }

    private static func bit(_ parser: KindParser) -> UInt32 { 1 << UInt32(parser.rawValue) }
}
