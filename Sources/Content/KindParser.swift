internal import BeelineSymbols

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
