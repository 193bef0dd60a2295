internal import BeelineSupport
package import BeelineSymbols
internal import BundledTables

/// The definition of a kind: everything about it except the type of its value and its fields. The parser, the names,
/// the JSON, the reference, the completion, the writer and the fuzzer take what they need from here.
package struct KindDefinition: Sendable {
    package let kind: Kind
    /// What it is, in a few words: "a book".
    package let title: String
    /// What reads codes of this kind. Empty for the kinds of codes that no parser takes.
    let parsers: [KindParser]
    /// Makes codes of this kind from fields; nil for a kind that is not made of fields.
    package let writer: CodeWriter?
    /// The field that identifies the thing in the history, as an ISBN identifies a book; nil where there is none.
    package let number: Field?
    /// The field that says the whole code, whatever form it was scanned or typed in. Nil where no single field does;
    /// then there may be a number anyway: the GTIN of an element string is the number of the article, and says nothing
    /// of the serial number. `Reading.identity` uses it.
    package let identity: Field?
    /// The kinds with which the fuzzer tries this one.
    package let family: Family

    /// Kinds that the fuzzer tries together, because their texts look alike.
    package enum Family: String, CaseIterable, Sendable {
        case numbers, elements, links, access, people, papers, payments, data
    }

    init(
        _ kind: Kind, _ title: String, _ family: Family, _ parsers: [KindParser], number: Field? = nil,
        identity: Field? = nil, writer: CodeWriter? = nil
    ) {
        self.kind = kind
        self.title = title
        self.family = family
        self.parsers = parsers
        self.number = number
        self.identity = identity
        self.writer = writer
    }

    /// What a code must be to be of this kind; in sentences, as Markdown.
    package var recognition: String { KindTexts.bundled.recognition[kind.rawValue] ?? "" }

    /// Codes of this kind. Each field of the kind is in at least one of them.
    package var examples: [Symbol] { KindTexts.bundled.examples[kind.rawValue] ?? [] }
}

extension Kind {
    package var definition: KindDefinition { Self.table[index] }

    /// Every kind, in the order of the cases. What is documented of them is in `Tables/kinds.md`.
    package static let table: [KindDefinition] = [
        KindDefinition(.isbn, "a book", .numbers, numbers, number: .isbn13, identity: .isbn13),
        KindDefinition(.issn, "a periodical", .numbers, numbers, number: .issn, identity: .issn),
        KindDefinition(.ismn, "a piece of printed music", .numbers, numbers, number: .ismn, identity: .ismn),
        KindDefinition(.japaneseBookRow, "the second row of a Japanese book", .numbers, [RetailParser.parser]),
        KindDefinition(
            .japaneseMagazine, "a Japanese magazine", .numbers, [RetailParser.parser],
            // The magazine code is that of all its issues.
            number: .magazineCode, identity: .gtin13),
        KindDefinition(
            .product, "an article of trade", .numbers, [RetailParser.parser, TypedNumberParser.parser],
            number: .gtin14, identity: .gtin14),
        KindDefinition(
            .gs1, "a GS1 element string", .elements, [ElementStringParser.parser, DigitalLinkParser.parser],
            number: .gtin14),
        KindDefinition(
            .url, "a link", .links, [webAddress], identity: .url, writer: CodeWriter(["url"], GivenFields.url)),
        KindDefinition(
            .wifi, "a Wi-Fi network", .access,
            [
                KindParser(
                    "wifi", schemes: ["wifi"], .wifi, Content.wifi, isNote: WiFiParser.isNote, read: WiFiParser.read)
            ],
            writer: CodeWriter(
                ["ssid", "password", "security", "hidden", "eapMethod", "phase2", "identity", "anonymousIdentity"],
                GivenFields.wifi)),
        KindDefinition(
            .contact, "a contact", .people,
            [
                KindParser(
                    "contact", openings: ["begin:vc", "mecard:", "bizcard:"], .contact, Content.contact,
                    read: Contact.read)
            ],
            writer: CodeWriter(
                [
                    "name", "givenName", "familyName", "nickname", "organization", "jobTitle", "phone", "phones",
                    "email",
                    "emails", "address", "addresses", "website", "websites", "birthday", "latitude", "longitude",
                    "note",
                ], GivenFields.contact)),
        KindDefinition(
            .event, "an entry for a calendar", .people,
            [
                KindParser(
                    "event", openings: ["begin:vc", "begin:ve"], .event, Content.event, read: Event.init(reading:_:))
            ],
            writer: CodeWriter(
                [
                    "summary", "start", "startZone", "end", "endZone", "location", "description", "website",
                    "organizer",
                    "attendees", "recurrence", "latitude", "longitude",
                ], GivenFields.event)),
        KindDefinition(
            .email, "an e-mail address or message", .people,
            [
                KindParser(
                    "email", schemes: ["mailto", "matmsg"], turn: .forOtherTexts, .email, Content.email,
                    read: EmailParser.readBareOrPrefixed)
            ], writer: CodeWriter(["email", "emails", "cc", "bcc", "subject", "body"], GivenFields.email)),
        KindDefinition(
            .phone, "a telephone number", .people,
            [
                KindParser("phone", schemes: ["tel"], .phone, Content.phone, isNote: { NoteText.follows($0) }) {
                    text throws(Refusal) in try PhoneNumberReader.read(Array(text.utf8)[...])
                }
            ], writer: CodeWriter(["phone", "phoneExtension"], GivenFields.phone)),
        KindDefinition(
            .sms, "a text message", .people,
            [
                KindParser(
                    "textMessage", schemes: ["sms", "smsto", "mms", "mmsto"], .sms, Content.sms,
                    isNote: { NoteText.follows($0) }, reading: TextMessageParser.read)
            ], writer: CodeWriter(["phone", "phones", "body"], GivenFields.sms)),
        KindDefinition(
            .geo, "a place on the Earth", .people,
            [
                KindParser(
                    "geo", schemes: ["geo"], .geo, Content.geo, isNote: { NoteText.follows($0, needsBlank: false) },
                    reading: GeoParser.read)
            ], writer: CodeWriter(["latitude", "longitude", "altitude", "uncertainty", "label"], GivenFields.geo)),
        KindDefinition(
            .otp, "a key for one-time passwords", .access,
            [
                KindParser("oneTimePassword", schemes: ["otpauth"], .otp, Content.otp, read: OneTimePasswordParser.read)
            ],
            writer: CodeWriter(
                ["sharedSecret", "issuer", "accountName", "algorithm", "digits", "period", "counter"], GivenFields.otp)),
        KindDefinition(
            .otpExport, "exported keys for one-time passwords", .access,
            [
                KindParser(
                    "oneTimePasswordExport", schemes: ["otpauth-migration"], .otpExport, Content.otpExport,
                    read: OneTimePasswordExportParser.read)
            ]),
        KindDefinition(
            .fido, "a request to sign in", .access,
            [KindParser("fido", schemes: ["fido"], .fido, Content.fido, reading: FIDOParser.read)]),
        KindDefinition(
            .payment, "a request for money", .payments, payments,
            writer: CodeWriter(
                ["payee", "iban", "bic", "amount", "reference", "message", "purpose", "information"],
                GivenFields.payment)),
        KindDefinition(
            .boardingPass, "a boarding pass", .papers,
            [
                KindParser("boardingPass", openings: ["m1", "m2", "m3", "m4"]) { _, text, context in
                    Verdict(.boardingPass, Content.boardingPass) { doubts throws(Refusal) in
                        try BoardingPassParser.read(text, context.date, &doubts)
                    }
                }
            ]),
        KindDefinition(
            .driverLicense, "a driver licence or identity card", .papers,
            [
                KindParser(
                    "driverLicense", openings: ["@"], .driverLicense, Content.driverLicense,
                    read: DriverLicenseParser.read)
            ]),
        KindDefinition(
            .vin, "a vehicle's number", .numbers,
            [
                KindParser("vin", mayTake: { VINParser.lengths.contains($1.utf8.count) }) { symbol, text, _ in
                    Verdict(.vin, Content.vin) { doubts throws(Refusal) in
                        try VINParser.read(text, in: symbol.symbology, doubts: &doubts)
                    }
                }
            ], number: .vin, identity: .vin),
        KindDefinition(
            .industrialLabel, "an industrial or pharmacy label (ISO/IEC 15434)", .elements,
            [IndustrialLabelParser.parser], number: .ppn),
        KindDefinition(.railTicket, "a rail ticket", .papers, [RailTicketParser.parser], number: .ticketNumber),
        KindDefinition(
            .json, "a JSON document", .data,
            [KindParser("json", openings: ["{", "["], .json, Content.json, reading: JSONDocument.init(reading:))]),
        KindDefinition(.text, "a text", .data, []),
        KindDefinition(.binary, "a sequence of bytes", .data, []),
    ]

    private static let numbers = [RetailParser.parser, WrittenNumberParser.parser, TypedNumberParser.parser]

    private static let payments = [
        KindParser("sepa", openings: ["bcd\n", "bcd\r"], .payment, Content.payment, read: SEPAParser.read),
        KindParser(
            "swissQRBill", openings: ["spc\n", "spc\r"], .payment, Content.payment, reading: SwissQRBillParser.read),
        KindParser("emvMerchant", openings: ["0002"], .payment, Content.payment, read: EMVMerchantParser.read),
        KindParser("upi", schemes: ["upi"], .payment, Content.payment, read: UPIParser.read),
        KindParser("spayd", openings: ["spd*"], .payment, Content.payment, reading: SPAYDParser.read),
        KindParser(
            "payBySquare", openings: PayBySquareParser.openings, .payment, Content.payment,
            read: PayBySquareParser.read),
        KindParser("iban", mayTake: IBANParser.isLikely, .payment, Content.payment, reading: IBANParser.read),
        KindParser(
            "cryptoPayment", schemes: Cryptocurrency.allCases.map(\.rawValue), openings: BareAddress.openings,
            mayTake: { BareAddress.isLikely($1) }
        ) { symbol, text, _ in
            Verdict(.payment, Content.payment) { doubts throws(Refusal) in
                try CryptoPaymentParser.read(text, isLinear: symbol.symbology.isLinear, &doubts)
            }
        },
    ]

    /// Links of every form.
    static let webAddress = KindParser("webAddress", turn: .last) { symbol, text, _ in
        switch WebAddressParser.read(text, isLinear: symbol.symbology.isLinear) {
        case .link(let address):
            address.isOfWeb || !otherSchemes.contains(address.scheme) ? .taken(.url(address)) : .passed
        case .repaired(let address): .taken(.url(address), [.questionable(.url, RepairedLink.doubt)])
        case .wrong(let reason): .doubted(.malformed(.url, reason))
        case .none: BrokenLink.reason(text).map { .doubted(.malformed(.url, $0)) } ?? .passed
        }
    }

    /// The schemes of other kinds than links, and of cryptocurrencies that no parser reads. What is malformed there is
    /// no link either: no one wants `otpauth://` opened.
    static let otherSchemes = Set(table.flatMap(\.parsers).flatMap(\.schemes) + ["ripple", "cardano", "tron"])
}

extension FieldDefinition {
    package var summary: String { KindTexts.bundled.summaries[field.rawValue] ?? "" }
}

/// What `Tables/kinds.md` says of kinds and fields, which is read when a document or a test asks for it.
struct KindTexts: Sendable {
    /// By the name of the kind, each paragraph and each item of a list on one line.
    private(set) var recognition: [String: String] = [:]
    private(set) var examples: [String: [Symbol]] = [:]
    private(set) var summaries: [String: String] = [:]

    static let bundled: KindTexts = {
        let table = beeline_kinds()
        return KindTexts(String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.length), as: UTF8.self))
    }()

    /// Unreadable rows are left out; a test compares the names with those of the tables.
    init(_ text: String) {
        var name = ""
        for paragraph in text.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n")
            if paragraph.hasPrefix("# ") {
                name = String(paragraph.dropFirst(2))
            } else if name == "fields" {
                for line in lines {
                    let parts = line.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
                    if parts.count == 3 { summaries[String(parts[1])] = String(parts[2].dropFirst(2)) }
                }
            } else if paragraph.hasPrefix("    ") {
                examples[name] = lines.compactMap { line in
                    try? Symbol(json: JSONValue(parsing: line.utf8.drop { $0 == 0x20 }))
                }
            } else if !name.isEmpty {
                let joined = lines.map { $0.hasPrefix("- ") ? "\n\($0)" : " \($0.drop { $0 == " " })" }.joined()
                    .dropFirst()
                recognition[name] = recognition[name].map { "\($0)\n\n\(joined)" } ?? String(joined)
            }
        }
    }
}
