internal import BeelineSymbols

/// A request for money: who is to be paid, how much, and where to.
///
/// What the form does not say is nil. Numbers with check digits, checksums of addresses and of the whole code were
/// checked; nobody asked whether the account exists.
///
///     let payment = Payment("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1")
///     payment?.form     // .crypto(.bitcoin)
///     payment?.amount   // 0.1
public struct Payment: Hashable, Sendable {
    /// How requests for money are written.
    package enum Form: Hashable, Sendable, CaseIterable {
        /// A SEPA credit transfer: the QR code of the European Payments Council (EPC069-12), "GiroCode".
        case sepa
        /// The QR-bill of Switzerland and Liechtenstein.
        case swissQRBill
        /// A code that a merchant shows (EMV QRCPS, merchant-presented mode).
        case emv
        /// The same with an account of Pix, the payments of Brazil's central bank.
        case pix
        /// India's Unified Payments Interface, as a link or as a code of the form EMV.
        case upi
        /// The Short Payment Descriptor of Czech banks, "QR platba".
        case spayd
        /// An IBAN and nothing else.
        case iban
        /// A link to pay with a cryptocurrency, or an address without one.
        case crypto(Cryptocurrency)

        package static let allCases =
            [sepa, swissQRBill, emv, pix, upi, spayd, iban] + Cryptocurrency.allCases.map(Form.crypto)
    }

    package let form: Form

    /// Where the money goes: the IBAN, the address, the key or the virtual address. Nil in codes of a
    /// system of merchants that is not known.
    public internal(set) var account: String?
    package internal(set) var iban: IBAN?
    /// The bank of the payee (ISO 9362).
    public internal(set) var bic: String?
    /// The name of who is paid.
    public internal(set) var payee: String?
    /// Where the payee lives, its lines with commas between them.
    public internal(set) var payeeAddress: String?
    /// The city of the payee.
    public internal(set) var city: String?
    /// The postal code of the payee.
    public internal(set) var postalCode: String?
    /// Two letters of ISO 3166-1.
    public internal(set) var country: String?
    /// The name of who pays.
    public internal(set) var payer: String?
    /// How much; in units of `currency`, or in whole coins of the cryptocurrency.
    public internal(set) var amount: DecimalNumber?
    /// Three letters of ISO 4217; nil for cryptocurrencies.
    public internal(set) var currency: String?
    /// The structured reference, for machines.
    public internal(set) var reference: String?
    /// The message to the payee, for people.
    public internal(set) var message: String?
    /// What the payee says to the payer beside that: the last line of a SEPA code, the bill information of a QR-bill.
    public internal(set) var information: String?
    /// What it is for, in the codes or words of the form.
    public internal(set) var purpose: String?
    /// The trade of the merchant, four digits of ISO 18245.
    public internal(set) var merchantCategory: String?
    /// What the payment or the address is called.
    public internal(set) var label: String?
    /// The link that leads to the payment; of forms that are links, and of Pix codes that refer to one.
    public internal(set) var url: String?

    init(_ form: Form) { self.form = form }

    /// Reads a code of any of the forms; nil when it is of none, or breaks its rules.
    public init?(_ text: String) {
        var doubts: [String] = []
        let payment =
            (try? SEPAParser.read(text)) ?? (try? SwissQRBillParser.read(text))
            ?? (try? EMVMerchantParser.read(text, &doubts))
            ?? (try? UPIParser.read(text, &doubts)) ?? (try? SPAYDParser.read(text)) ?? IBANParser.read(text)
            ?? (try? CryptoPaymentParser.read(text, &doubts))
        guard let payment else { return nil }
        self = payment
    }
}

/// A cryptocurrency, by the scheme of its links.
package enum Cryptocurrency: String, Hashable, Sendable, CaseIterable {
    case bitcoin
    /// Bitcoin, through the Lightning network.
    case lightning
    case bitcoinCash = "bitcoincash"
    case litecoin, dogecoin, dash, zcash, monero, ethereum, solana
}

extension Payment.Form: CustomStringConvertible {
    /// The name of the form, as rules have it.
    package var description: String {
        switch self {
        case .sepa: "sepa"
        case .swissQRBill: "swiss-qr-bill"
        case .emv: "emv"
        case .pix: "pix"
        case .upi: "upi"
        case .spayd: "spayd"
        case .iban: "iban"
        case .crypto(let currency): currency.rawValue
        }
    }
}

extension Payment: CustomStringConvertible {
    /// In one line: `sepa DE89370400440532013000 12.50 EUR`.
    public var description: String {
        [form.description, account ?? payee, amount?.description, currency].compactMap(\.self).joined(separator: " ")
    }
}

extension Payment: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .paymentForm: .text(form.description)
        case .amount: amount.map(FieldValue.number)
        default: text(of: field).flatMap(FieldValue.text(unlessEmpty:))
        }
    }

    private func text(of field: Field) -> String? {
        switch field {
        case .account: account
        case .iban: iban?.text
        case .bic: bic
        case .payee: payee
        case .payeeAddress: payeeAddress
        case .city: city
        case .postalCode: postalCode
        case .country: country
        case .payer: payer
        case .currency: currency
        case .reference: reference
        case .message: message
        case .information: information
        case .purpose: purpose
        case .merchantCategory: merchantCategory
        case .label: label
        case .url: url
        default: nil
        }
    }
}

extension KindDefinition {
    static let payment = KindDefinition(
        .payment, "a request for money",
        """
        One of these forms, each by its own rules; what breaks them is text, with a warning that says where.

        - **SEPA** (EPC069-12, “GiroCode”): the lines `BCD`, version 001 or 002, character set 1…8, `SCT`, BIC (needed in \
        version 001), name (at most 70 characters), IBAN (length, structure and check digits of its country), `EUR` with \
        an amount of 0.01…999999999.99 or none, purpose, and then a reference or a text, never both. At most 331 bytes. \
        Lines at the end may be missing.
        - **QR-bill** (`SPC`, Switzerland and Liechtenstein): all of its 31…34 lines, with an IBAN of `CH` or `LI`, CHF \
        or EUR, and the reference that goes with the account: `QRR` with a QR-IBAN, `SCOR` or `NON` with others.
        - **EMV** merchant codes that begin with `000201` (or another version), with the right CRC. They need an account, a currency and a \
        country; name and city are often left out, which is accepted. Accounts of Pix make it `pix`, those of UPI `upi`. \
        The account is the payee, never the bank; of systems that are not known it may be absent. A fee that is to be \
        added to the amount is told in a warning.
        - **UPI** links: `upi://pay?pa=name@bank`, as well as `upi://mandate`. A wrong merchant category is left out, \
        with a warning.
        - **SPAYD** (“QR platba” of Czech banks): `SPD*1.0*`, `ACC:` with an IBAN and perhaps `+` and a BIC, and further \
        names and values. Without `RF` the variable symbol (`X-VS`) is the reference. A CRC32 is not checked.
        - **IBAN**: nothing but an IBAN, typed or in a QR code, Data Matrix, Aztec or PDF417, with the right check digits; \
        blanks between its groups do not matter.
        - **Cryptocurrencies**: links that begin with `bitcoin:`, `lightning:`, `bitcoincash:`, `litecoin:`, \
        `dogecoin:`, `dash:`, `zcash:`, `monero:`, `ethereum:`, `solana:`, with an address whose checksum is right \
        (addresses of Solana, and those of Ethereum in one case, have none); and without the scheme \
        invoices and LNURLs of Lightning, and addresses of Bitcoin, Litecoin (`ltc1`), Bitcoin Cash, and Ethereum (in \
        mixed case), when the checksum is right. The amount is in whole coins. Links that demand \
        something unknown (`req-…`) or say two things at once are refused, as are calls of \
        contracts of Ethereum other than `transfer`. What is paid in tokens or on another chain has no amount, and a \
        warning.
        """,
        examples: [
            Symbol(
                .qr,
                """
                BCD
                002
                1
                SCT
                COBADEFFXXX
                Wikimedia Fördergesellschaft
                DE33100205000001194700
                EUR20.00
                CHAR

                Spende für Wikipedia
                Danke!
                """),
            Symbol(
                .qr,
                """
                SPC
                0200
                1
                CH4431999123000889012
                S
                Robert Schneider AG
                Rue du Lac
                1268
                2501
                Biel
                CH







                1949.75
                CHF
                S
                Pia-Maria Rutschmann-Schnyder
                Grosse Marktgasse
                28
                9400
                Rorschach
                CH
                QRR
                210000000003139471430009017
                Order of 15 June 2020
                EPD
                //S1/10/10201409/11/200701/32/7.7
                """),
            Symbol(
                .qr,
                "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913"
                    + "Fulano de Tal6008BRASILIA62070503***63041D3D"),
            Symbol(.qr, "upi://pay?pa=shop@okaxis&pn=Corner%20Shop&mc=5411&tr=A17&tn=Tea&am=120.50&cu=INR"),
            Symbol(.qr, "00020101021126120008LK.LPOPP5204581253031445802LK5910Corner Tea6007Colombo63044FC0"),
            Symbol(.qr, "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1&label=Boat"),
        ],
        parsers: [
            KindParser("sepa", openings: ["bcd\n", "bcd\r"], parse: SEPAParser.parse),
            KindParser("swissQRBill", openings: ["spc\n", "spc\r"], parse: SwissQRBillParser.parse),
            KindParser("emvMerchant", openings: ["0002"], parse: EMVMerchantParser.parse),
            KindParser("upi", schemes: ["upi"], parse: UPIParser.parse),
            KindParser("spayd", openings: ["spd*"], parse: SPAYDParser.parse),
            KindParser("iban", mayTake: IBANParser.isLikely, parse: IBANParser.parse),
            KindParser(
                "cryptoPayment", schemes: Cryptocurrency.allCases.map(\.rawValue), openings: BareAddress.openings,
                mayTake: { BareAddress.isLikely($1) }, parse: CryptoPaymentParser.parse),
        ],
        writer: CodeWriter(["payee", "iban", "bic", "amount", "reference", "message", "purpose", "information"]) {
            fields throws(CodeTextError) in try fields.payment()
        }, family: .payments)
}
