internal import BeelineSymbols

/// Links to pay with cryptocurrencies: BIP 21 and its relatives, EIP-681, Solana Pay, ZIP 321, Lightning.
enum CryptoPaymentParser {
    /// The schemes; and what addresses and invoices begin with that are shown without one.
    static let openings = Cryptocurrency.allCases.map { $0.rawValue + ":" } + BareAddress.openings

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.payment, Content.payment) { (doubts: inout [String]) throws(Refusal) in
            try read(text, &doubts)
        }
    }

    /// - Parameter doubts: gets what the payer should know before trusting what was read.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        guard text.utf8.count <= 1 << 14 else { throw .otherKind }
        if let payment = try BareAddress.read(text) { return payment }
        guard let link = PaymentLink(text), let currency = Cryptocurrency(rawValue: link.scheme),
            isLikely(link)
        else { throw .otherKind }
        switch currency {
        case .ethereum: return try EthereumLink.read(link, &doubts)
        case .lightning:
            var payment = try LightningCode.read(link.target)
            payment.url = link.url
            return payment
        default: return try read(link, currency, &doubts)
        }
    }

    /// Whether anything of a payment follows the scheme; notes of people may begin so too.
    private static func isLikely(_ link: PaymentLink) -> Bool {
        !link.names.isEmpty || link.target.count >= 20 || link.target.contains(UInt8(ascii: "@"))
            || link.target.suffix(4).map { $0 | 0x20 } == Array(".eth".utf8)
    }

    private static func read(
        _ link: PaymentLink, _ currency: Cryptocurrency, _ doubts: inout [String]
    ) throws(Refusal) -> Payment {
        // A request of Solana Pay for a transaction is a link inside of a link; it says nothing about money.
        if currency == .solana, link.target.starts(with: "https".utf8) { throw .otherKind }
        if let unknown = link.names.first(where: { $0.hasPrefix("req-") }) {
            let name = unknown.utf8.prefix(24).filter { (0x21...0x7E).contains($0) }
            throw .malformed("demands \(String(decoding: name, as: UTF8.self)), which is not known")
        }
        var payment = Payment(.crypto(currency))
        if !link.target.isEmpty {
            guard let address = CryptoAddress.canonical(link.target, currency) else {
                throw .malformed("the address is none of \(currency.rawValue), or its checksum is wrong")
            }
            payment.account = address
        } else if currency == .bitcoin, let account = try otherAccount(link) {
            payment.account = account
        } else {
            throw .malformed("the address is missing")
        }
        let names = ParameterNames(currency)
        payment.amount = try link.amount(names.amount)
        payment.label = try link.value(names.label)
        payment.message = try link.value(names.message)
        if currency == .solana { try readSolana(link, &payment, &doubts) }
        payment.url = link.url
        return payment
    }

    /// What only Solana Pay has.
    private static func readSolana(
        _ link: PaymentLink, _ payment: inout Payment, _ doubts: inout [String]
    ) throws(Refusal) {
        // Wallets look for the payment by these keys.
        let references = link.values("reference")
        if !references.isEmpty { payment.reference = references.joined(separator: ",") }
        payment.information = try link.value("memo")
        if let token = try link.value("spl-token") {
            guard CryptoAddress.canonical(Array(token.utf8)[...], .solana) != nil else {
                throw .malformed("spl-token is no address of a token")
            }
            payment.amount = nil
            doubts.append("what is paid is not SOL but the token \(token); its amount is left out")
        }
    }

    /// BIP 321 allows links without an address when a parameter has one, or an invoice.
    private static func otherAccount(_ link: PaymentLink) throws(Refusal) -> String? {
        if let address = try link.value("bc") {
            guard let canonical = CryptoAddress.canonical(Array(address.utf8)[...], .bitcoin) else {
                throw .malformed("the checksum of the address is wrong")
            }
            return canonical
        }
        return try link.value("lightning").map { text throws(Refusal) in
            try LightningCode.read(Array(text.utf8)[...]).account
        } ?? nil
    }

    /// What the parameters are called; Monero has its own names.
    private struct ParameterNames {
        var (amount, label, message) = ("amount", "label", "message")

        init(_ currency: Cryptocurrency) {
            guard currency == .monero else { return }
            (amount, label, message) = ("tx_amount", "recipient_name", "tx_description")
        }
    }
}
