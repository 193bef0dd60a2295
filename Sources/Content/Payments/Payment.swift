internal import BeelineSymbols

/// A request for money: who is to be paid, how much, and where to.
///
/// What the form does not say is nil. Numbers with check digits, checksums of addresses and of the whole code were
/// checked; no one asked whether the account exists.
///
///     let payment = Payment("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1")
///     payment?.form     // .crypto(.bitcoin)
///     payment?.amount   // 0.1
public struct Payment: Hashable, Sendable {
    /// The form of a request for money.
    public enum Form: Hashable, Sendable, CaseIterable {
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
        /// The codes of Slovak banks, PAY by square.
        case payBySquare
        /// An IBAN and nothing else.
        case iban
        /// A link to pay with a cryptocurrency, or an address without one.
        case crypto(Cryptocurrency)

        /// All forms, those of cryptocurrencies last.
        public static let allCases: [Form] =
            [sepa, swissQRBill, emv, pix, upi, spayd, payBySquare, iban] + Cryptocurrency.allCases.map(Form.crypto)
    }

    /// The form of the code.
    public let form: Form

    /// Where the money goes: the IBAN, the address, the key or the virtual address. Nil in codes of a
    /// system of merchants that is not known.
    public internal(set) var account: String?
    /// The account, where it is an IBAN.
    public internal(set) var iban: IBAN?
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
    /// The day on which it is to be paid.
    public internal(set) var dueDate: CalendarDate?
    /// The structured reference, for machines.
    public internal(set) var reference: String?
    /// The message to the payee, for people.
    public internal(set) var message: String?
    /// What the payee says to the payer beside that: the last line of a SEPA code, the bill information of a QR-bill.
    public internal(set) var information: String?
    /// The purpose, in the codes or words of the form.
    public internal(set) var purpose: String?
    /// The trade of the merchant, four digits of ISO 18245.
    public internal(set) var merchantCategory: String?
    /// What the payment or the address is called.
    public internal(set) var label: String?
    /// The link that leads to the payment; of forms that are links, and of Pix codes that refer to one.
    public internal(set) var url: String?

    init(_ form: Form) { self.form = form }
}

/// A cryptocurrency, by the scheme of its links.
public enum Cryptocurrency: String, Hashable, Sendable, CaseIterable {
    case bitcoin
    /// Bitcoin, through the Lightning network.
    case lightning
    case bitcoinCash = "bitcoincash"
    case litecoin, dogecoin, dash, zcash, monero, ethereum, solana
}

extension Payment.Form: CustomStringConvertible {
    /// The name of the form, as rules have it.
    public var description: String {
        switch self {
        case .sepa: "sepa"
        case .swissQRBill: "swiss-qr-bill"
        case .emv: "emv"
        case .pix: "pix"
        case .upi: "upi"
        case .spayd: "spayd"
        case .payBySquare: "pay-by-square"
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
        case .dueDate: dueDate.map(FieldValue.date)
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
        // Forms that have no reference fill its place with zeros.
        case .reference: reference.flatMap { $0.isZeros ? nil : $0 }
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
