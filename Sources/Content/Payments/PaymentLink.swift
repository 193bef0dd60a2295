internal import BeelineSymbols

/// A link of the form `scheme:target?name=value&name=value`, as links for payments are written.
struct PaymentLink {
    /// In lower case, without the colon.
    let scheme: String
    /// What is between the scheme (and two slashes, which some write) and the question mark; as it is.
    let target: ArraySlice<UInt8>
    /// The whole link in ASCII, with the scheme in lower case.
    let url: String
    /// Names in lower case, values as they are.
    private let parameters: [(name: String, value: ArraySlice<UInt8>)]
    private let plusIsBlank: Bool

    /// Longer texts are not links for payments.
    private static let longest = 1 << 14

    /// Nil when the text has no colon, or blanks before its question mark as prose has, or is too long for a link.
    init?(_ text: String, plusIsBlank: Bool = false) {
        guard text.utf8.count <= Self.longest else { return nil }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var rest = bytes[(colon + 1)...]
        if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2) }
        let halves = rest.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        target = halves.first ?? rest
        guard !target.contains(where: { $0 <= 0x20 }) else { return nil }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).asciiLowercased
        url = scheme + PercentEncoding.visible(bytes[colon...])
        let query = (halves.count == 2 ? halves[1] : []).split(separator: UInt8(ascii: "&"))
        parameters = query.map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (String(decoding: parts[0], as: UTF8.self).asciiLowercased, parts.count == 2 ? parts[1] : [])
        }
        self.plusIsBlank = plusIsBlank
    }

    var names: [String] { parameters.map(\.name) }

    /// The decoded value of a parameter; nil when it is absent or empty. An error when it is there twice and differs,
    /// so that no one knows which of them would be paid, or when it is not text.
    func value(_ name: String) throws(Refusal) -> String? {
        let values = parameters.filter { $0.name == name }
        guard let value = values.first?.value, !value.isEmpty else { return nil }
        guard values.allSatisfy({ $0.value == value }) else { throw .malformed("\(name) is there twice") }
        guard let text = PercentEncoding.decoded(value, plusIsBlank: plusIsBlank) else {
            throw .malformed("\(name) is not in UTF-8")
        }
        return text
    }

    func amount(_ name: String) throws(Refusal) -> DecimalNumber? {
        guard let text = try value(name) else { return nil }
        guard let amount = Self.number(text) else { throw .malformed("\(name) must be a number") }
        return amount
    }

    /// A number without sign; the point may be its first or its last character (BIP 21).
    static func number(_ text: String) -> DecimalNumber? {
        let point = UInt8(ascii: ".")
        guard let first = text.utf8.first, first.isASCIIDigit || first == point, text.utf8.count > 1 || first != point
        else { return nil }
        let whole = first == point ? "0" + text : text
        return DecimalNumber(whole.utf8.last == point ? whole.dropLast() : whole[...])
    }

    /// The decoded values of a parameter that may be there more than once.
    func values(_ name: String) -> [String] {
        parameters.filter { $0.name == name && !$0.value.isEmpty }.map {
            PercentEncoding.text($0.value, plusIsBlank: plusIsBlank)
        }
    }
}

/// Links of India's Unified Payments Interface: `upi://pay?pa=name@bank&…` (NPCI, UPI Linking Specifications 1.6).
enum UPIParser {
    /// - Parameter doubts: gets what was left out because it is wrong.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        // Many who make such codes write blanks as plus signs.
        guard let link = PaymentLink(text, plusIsBlank: true), link.scheme == "upi" else { throw .otherKind }
        let action = String(decoding: link.target, as: UTF8.self).lowercased()
        guard ["pay", "pay/", "mandate", "mandate/"].contains(action) else {
            throw .malformed("upi:// must be followed by pay or mandate")
        }
        guard let account = try link.value("pa") else { throw .malformed("pa, the address of the payee, is missing") }
        guard isVirtualAddress(account) else { throw .malformed("pa must be an address such as name@bank") }
        var payment = Payment(.upi)
        payment.account = account
        payment.payee = try link.value("pn")
        // Codes that are in shops have an amount of zero: the payer says how much.
        payment.amount = try link.amount("am").flatMap { $0.digits == 0 ? nil : $0 }
        let currency = try link.value("cu")?.uppercased() ?? "INR"
        guard currency.utf8.count == 3, currency.utf8.allSatisfy(\.isASCIICapital) else {
            throw .malformed("cu must be three letters, such as INR")
        }
        payment.currency = currency
        payment.message = try link.value("tn")
        payment.reference = try link.value("tr")
        payment.purpose = try link.value("purpose")
        if let category = try link.value("mc") {
            if category.utf8.count == 4, Digits.parse(category.utf8) != nil {
                payment.merchantCategory = category
            } else {
                doubts.append("mc must be four digits; it is left out")
            }
        }
        payment.url = link.url
        return payment
    }

    /// Whether a text is a virtual payment address: `name@bank`.
    static func isVirtualAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 255 else { return false }
        let halves = Array(text.utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard halves.count == 2, let name = halves.first, let bank = halves.last, !name.isEmpty,
            bank.first?.isASCIILetter == true
        else { return false }
        let isAllowed = { (byte: UInt8) in
            byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        return name.allSatisfy { isAllowed($0) || $0 == UInt8(ascii: "_") } && bank.allSatisfy(isAllowed)
    }
}

/// The codes of Czech banks, "QR platba" (Short Payment Descriptor 1.0): `SPD*1.0*ACC:IBAN+BIC*AM:480.50*CC:CZK*…`.
enum SPAYDParser {
    private static let longest = 2048

    static func read(_ text: String) throws(Refusal) -> Payment {
        guard text.utf8.count <= longest else { throw .otherKind }
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard parts.count >= 3, String(decoding: parts[0], as: UTF8.self).asciiUppercased == "SPD", isVersion(parts[1])
        else { throw .otherKind }
        let values = try values(parts.dropFirst(2))
        guard let account = values["ACC"] else { throw .malformed("ACC, the account of the payee, is missing") }
        var payment = Payment(.spayd)
        try read(account, into: &payment)
        if let written = values["AM"] {
            guard written.utf8.count <= 13, let amount = PaymentLink.number(written), amount.decimals <= 2 else {
                throw .malformed("AM must be an amount with at most two decimals")
            }
            payment.amount = written.isZeros ? nil : amount
        }
        if let currency = values["CC"]?.asciiUppercased {
            guard currency.utf8.count == 3, currency.utf8.allSatisfy(\.isASCIICapital) else {
                throw .malformed("CC must be three letters, such as CZK")
            }
            payment.currency = currency
        }
        payment.payee = values["RN"]
        // The variable symbol is what Czech invoices have for it.
        payment.reference = values["RF"] ?? values["X-VS"]
        payment.message = values["MSG"]
        return payment
    }

    private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        let halves = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return halves.count == 2 && halves.allSatisfy { Digits.parse($0) != nil }
    }

    /// The values that are not empty, by their names in capitals; each is decoded as in a URL.
    private static func values(_ parts: ArraySlice<ArraySlice<UInt8>>) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        for part in parts where !part.isEmpty {
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else {
                throw .malformed("each part between two * must be a name, a colon and a value")
            }
            let name = String(decoding: part[..<colon], as: UTF8.self).asciiUppercased
            guard let value = PercentEncoding.decoded(part[(colon + 1)...].withoutBlanks) else {
                throw .malformed("a value is not in UTF-8")
            }
            guard !value.isEmpty else { continue }
            if let other = values.updateValue(value, forKey: name), other != value {
                throw .malformed("\(part[..<colon].printable(24)) is there twice")
            }
        }
        return values
    }

    private static func read(_ account: String, into payment: inout Payment) throws(Refusal) {
        let halves = account.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        do throws(IBANError) {
            let iban = try IBAN(String(halves.first ?? ""))
            (payment.iban, payment.account) = (iban, iban.text)
        } catch {
            throw .malformed("ACC: \(error)")
        }
        if halves.count == 2 {
            guard let bic = BIC.canonical(String(halves[1])) else { throw .malformed("ACC: no BIC after the +") }
            payment.bic = bic
        }
    }
}
