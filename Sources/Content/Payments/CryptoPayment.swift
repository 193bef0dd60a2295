internal import BeelineSymbols

/// Links to pay with cryptocurrencies: BIP 21 and its relatives, EIP-681, Solana Pay, ZIP 321, Lightning.
enum CryptoPaymentParser {
    /// Symbols of bars are those of goods, whose numbers may look like an address. The doubts get what the payer should
    /// know before trusting what was read.
    static func read(_ text: String, isLinear: Bool, _ doubts: inout [String]) throws(Refusal) -> Payment {
        guard text.utf8.count <= 1 << 14 else { throw .otherKind }
        if let payment = try BareAddress.read(text, isLinear: isLinear) { return payment }
        guard let link = PaymentLink(text), let currency = Cryptocurrency(rawValue: link.scheme), isLikely(link)
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
                throw .malformed("the address is not valid for \(currency.rawValue), or its checksum is wrong")
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
                throw .malformed("spl-token is not the address of a token")
            }
            payment.amount = nil
            doubts.append("the payment is in the token \(token) instead of SOL; its amount is left out")
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

/// Links to pay with Ethereum (EIP-681): `ethereum:[pay-]ADDRESS[@CHAIN][/FUNCTION]?value=WEI`.
enum EthereumLink {
    /// - Parameter doubts: gets why an amount is left out.
    static func read(_ link: PaymentLink, _ doubts: inout [String]) throws(Refusal) -> Payment {
        var target = link.target
        if target.starts(with: "pay-".utf8) { target = target.dropFirst(4) }
        let parts = target.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let halves = (parts.first ?? []).split(
            separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
        let address = halves.first ?? []
        guard CryptoAddress.isEthereum(address) || isName(address) else {
            throw .malformed("the address is not valid for ethereum, or its checksum is wrong")
        }
        if halves.count == 2, halves[1].isEmpty || !halves[1].allSatisfy(\.isASCIIDigit) {
            throw .malformed("the chain after @ must be a number")
        }
        let isOtherChain = halves.count == 2 && halves[1].drop { $0 == UInt8(ascii: "0") } != [UInt8(ascii: "1")]
        var payment = Payment(.crypto(.ethereum))
        payment.account = String(decoding: address, as: UTF8.self)
        if parts.count == 2, !parts[1].isEmpty {
            payment.account = try payee(ofCalling: parts[1], link)
            doubts.append(doubt(aboutTokenOf: address))
        } else if let contract = try link.value("contractaddress") {
            let bytes = Array(contract.utf8)[...]
            guard CryptoAddress.isEthereum(bytes) else { throw .malformed("contractAddress is not an address") }
            doubts.append(doubt(aboutTokenOf: bytes))
        } else if isOtherChain {
            // Its coin may be another one.
        } else if try link.value("decimal") != nil {
            doubts.append("an amount of ether must not have decimals; it is left out")
        } else if let value = try link.value("value") {
            guard let wei = Scientific(value) else { throw .malformed("value must be a number") }
            payment.amount = wei.ether
        } else {
            payment.amount = try link.amount("amount")
        }
        if isOtherChain {
            let chain = String(decoding: halves[1].prefix(20), as: UTF8.self)
            doubts.append("the payment is on the chain \(chain) instead of Ethereum; its amount is left out")
        }
        payment.label = try link.value("label")
        payment.message = try link.value("message")
        payment.url = link.url
        return payment
    }

    private static func doubt(aboutTokenOf contract: ArraySlice<UInt8>) -> String {
        "the payment is in a token instead of ether, of the contract \(contract.printable(64)); its amount is left out"
    }

    /// Who gets what a contract transfers; it is counted in units that only the contract knows.
    private static func payee(ofCalling function: ArraySlice<UInt8>, _ link: PaymentLink) throws(Refusal) -> String {
        guard function.elementsEqual("transfer".utf8) else {
            throw .malformed("it calls the function \(function.printable(24)), which is not a payment")
        }
        guard let payee = try link.value("address") else { throw .malformed("the address of the payee is missing") }
        let bytes = Array(payee.utf8)[...]
        guard CryptoAddress.isEthereum(bytes) || isName(bytes) else {
            throw .malformed("the address of the payee is not valid, or its checksum is wrong")
        }
        return payee
    }

    /// Whether it may be a name of the Ethereum Name Service, such as `beeline.eth`.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 255 && labels.count >= 2 && labels.last?.map { $0 | 0x20 } == Array("eth".utf8)
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
            }
    }

    /// A number such as `2.014e18`, with a point at most, and an exponent.
    private struct Scientific {
        /// The digits without the point and without zeros at either end.
        private let digits: [UInt8]
        /// How often the digits are to be multiplied by ten.
        private let exponent: Int

        init?(_ text: String) {
            let halves = Array(text.utf8).split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == 0x65 }
            guard let mantissa = halves.first, mantissa.count <= 100 else { return nil }
            let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else {
                return nil
            }
            var exponent = parts.count == 2 ? -parts[1].count : 0
            if halves.count == 2 {
                guard let written = Digits.parse(halves[1]), written.count <= 2 else { return nil }
                exponent += Int(written.value)
            }
            var digits = Array(parts.joined().drop { $0 == UInt8(ascii: "0") })
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                exponent += 1
            }
            (self.digits, self.exponent) = (digits, exponent)
        }

        /// The number in units of 10¹⁸; nil when it has more digits than a `DecimalNumber`.
        var ether: DecimalNumber? {
            if digits.isEmpty { return DecimalNumber(Int64(0)) }
            let zeros = max(0, exponent - 18)
            guard digits.count + zeros <= 18,
                let value = Digits.parse(digits + Array(repeating: UInt8(ascii: "0"), count: zeros))?.value
            else { return nil }
            return DecimalNumber(Int64(value), decimals: max(0, 18 - exponent))
        }
    }
}

/// What follows `lightning:`: an invoice (BOLT 11), an LNURL (LUD-01), or an address (LUD-16).
enum LightningCode {
    static func read(_ code: ArraySlice<UInt8>) throws(Refusal) -> Payment {
        var payment = Payment(.crypto(.lightning))
        let text = String(decoding: code, as: UTF8.self)
        if code.contains(UInt8(ascii: "@")) {
            guard UPIParser.isVirtualAddress(text) else { throw .malformed("the address must have the form name@host") }
            payment.account = text
            return payment
        }
        guard let decoded = Bech32(code), decoded.variant == .bech32 else {
            throw .malformed("the checksum of the invoice is wrong")
        }
        payment.account = text.lowercased()
        if decoded.prefix == "lnurl" { return payment }
        guard decoded.prefix.hasPrefix("ln"), decoded.groups.count >= 7 + 104 else {
            throw .malformed("neither an invoice nor an LNURL")
        }
        payment.amount = try amount(decoded.prefix)
        payment.message = description(decoded.groups[7..<(decoded.groups.count - 104)])
        return payment
    }

    /// Behind `lnbc` (or the letters of a test network) a whole number and perhaps m, u, n, p for 10⁻³…10⁻¹².
    private static func amount(_ prefix: String) throws(Refusal) -> DecimalNumber? {
        let network = ["lnbcrt", "lntbs", "lnbc", "lntb"].first(where: prefix.hasPrefix)
        guard let network else { throw .malformed("neither an invoice nor an LNURL") }
        var rest = prefix.dropFirst(network.utf8.count)
        guard let last = rest.utf8.last else { return nil }
        var decimals = 0
        if let place = Array("munp".utf8).firstIndex(of: last) {
            decimals = 3 * (place + 1)
            rest = rest.dropLast()
        }
        guard let digits = Digits.parse(rest.utf8), let amount = DecimalNumber(Int64(digits.value), decimals: decimals)
        else { throw .malformed("the amount of the invoice is wrong") }
        return amount
    }

    /// The tagged field 13: what the payment is for, in words.
    private static func description(_ fields: ArraySlice<UInt8>) -> String? {
        var rest = fields
        while rest.count >= 3 {
            let head = Array(rest.prefix(3))
            let length = Int(head[1]) * 32 + Int(head[2])
            let value = rest.dropFirst(3).prefix(length)
            if head[0] == 13, value.count == length {
                return Bech32.bytes(value).flatMap { String(validating: $0, as: UTF8.self) }
            }
            rest = rest.dropFirst(3 + length)
        }
        return nil
    }
}

/// Addresses of cryptocurrencies and invoices that are shown without a scheme. Words and part numbers may look like
/// them; only the checksum decides, so that a text with a wrong one is of another kind.
enum BareAddress {
    /// What those begin with that need not be recognised by their length. In small letters.
    static let openings = ["bc1", "ltc1", "0x", "lnbc", "lnurl1"]

    /// Whether a text has the length and the first letter of an address without a distinctive opening.
    static func isLikely(_ text: String) -> Bool {
        switch text.utf8.count {
        case 26...35: text.utf8.first == UInt8(ascii: "1") || text.utf8.first == UInt8(ascii: "3")
        case 42: text.utf8.first.map { ($0 | 0x20) == UInt8(ascii: "q") || ($0 | 0x20) == UInt8(ascii: "p") } ?? false
        default: false
        }
    }

    /// The payment to such an address; nil when the text has none of their forms. An error when it can hardly be
    /// anything else, but its checksum is wrong.
    static func read(_ text: String, isLinear: Bool) throws(Refusal) -> Payment? {
        let bytes = Array(text.utf8)
        guard (14...8192).contains(bytes.count), bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter }) else {
            return nil
        }
        let opening = String(decoding: bytes.prefix(6), as: UTF8.self).asciiLowercased
        if opening.hasPrefix("lnbc") || opening.hasPrefix("lnurl1") { return try lightning(bytes, text) }
        guard let currency = currency(opening, bytes) else { return nil }
        guard let address = CryptoAddress.canonical(bytes[...], currency) else {
            guard isMeant(opening, bytes, currency, isLinear: isLinear) else { return nil }
            throw .malformed("the checksum of the address is wrong")
        }
        var payment = Payment(.crypto(currency))
        payment.account = address
        payment.url = "\(currency.rawValue):\(address)"
        return payment
    }

    /// Whether a text with a wrong checksum is an address otherwise; of the lengths those that nearly all have.
    private static func isMeant(
        _ opening: String, _ bytes: [UInt8], _ currency: Cryptocurrency, isLinear: Bool
    ) -> Bool {
        switch currency {
        case .bitcoin where opening.hasPrefix("bc1"): [42, 62].contains(bytes.count) && isBech32(bytes.dropFirst(3))
        case .bitcoin:
            // Part numbers have letters of one case.
            !isLinear && (33...34).contains(bytes.count) && bytes.allSatisfy { Base58.alphabet[$0] != nil }
                && bytes.contains(where: \.isASCIICapital) && bytes.contains { $0.isASCIILetter && !$0.isASCIICapital }
        case .ethereum: bytes.dropFirst(2).allSatisfy(\.isASCIIHexDigit)
        default: false
        }
    }

    private static func currency(_ opening: String, _ bytes: [UInt8]) -> Cryptocurrency? {
        if opening.hasPrefix("bc1") { return .bitcoin }
        if opening.hasPrefix("ltc1") { return .litecoin }
        switch bytes.count {
        case 26...35 where opening.hasPrefix("1") || opening.hasPrefix("3"):
            return bytes.contains(where: \.isASCIILetter) ? .bitcoin : nil
        case 42 where opening.hasPrefix("0x"):
            // In one case it has no checksum.
            let letters = bytes.dropFirst(2).filter(\.isASCIILetter)
            let capitals = letters.count { $0 & 0x20 == 0 }
            return capitals > 0 && capitals < letters.count ? .ethereum : nil
        case 42 where opening.hasPrefix("q") || opening.hasPrefix("p"): return .bitcoinCash
        default: return nil
        }
    }

    private static func lightning(_ bytes: [UInt8], _ text: String) throws(Refusal) -> Payment? {
        guard let one = bytes.lastIndex(of: UInt8(ascii: "1")), bytes.count - one > 40, isBech32(bytes[(one + 1)...])
        else { return nil }
        var payment = try LightningCode.read(bytes[...])
        payment.url = "lightning:" + text
        return payment
    }

    private static func isBech32(_ characters: ArraySlice<UInt8>) -> Bool {
        Bech32.values(characters.map { $0 | 0x20 }) != nil
    }
}

extension Payment {
    /// Reads a code of any of the forms; nil when it is of none, or breaks its rules.
    public init?(_ text: String) {
        var doubts: [String] = []
        let payment =
            (try? SEPAParser.read(text, &doubts)) ?? (try? SwissQRBillParser.read(text))
            ?? (try? EMVMerchantParser.read(text, &doubts))
            ?? (try? UPIParser.read(text, &doubts)) ?? (try? SPAYDParser.read(text)) ?? (try? IBANParser.read(text))
            ?? (try? CryptoPaymentParser.read(text, isLinear: false, &doubts))
        guard let payment else { return nil }
        self = payment
    }
}
