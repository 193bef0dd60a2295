internal import BeelineSymbols

/// The codes of Czech banks, "QR platba" (Short Payment Descriptor 1.0): `SPD*1.0*ACC:IBAN+BIC*AM:480.50*CC:CZK*…`.
enum SPAYDParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.payment, Content.payment) { () throws(Refusal) in try read(text) }
    }

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
            payment.amount = amount
        }
        if let currency = values["CC"]?.asciiUppercased {
            guard FieldForm.currency.problem(with: currency) == nil else {
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

    /// Digits, a point, digits.
    private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        let halves = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return halves.count == 2 && halves.allSatisfy { Digits.parse($0) != nil }
    }

    /// The values that are not empty, by their names in capitals; each is decoded as in a URL.
    private static func values(_ parts: ArraySlice<ArraySlice<UInt8>>) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        for part in parts where !part.isEmpty {
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else {
                throw .malformed("between two * stand a name, a colon and a value")
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

    /// An IBAN, and perhaps `+` and a BIC behind it.
    private static func read(_ account: String, into payment: inout Payment) throws(Refusal) {
        let halves = account.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        do throws(IBANError) {
            let iban = try IBAN(String(halves.first ?? ""))
            (payment.iban, payment.account) = (iban, iban.text)
        } catch {
            throw .malformed("ACC: \(error)")
        }
        if halves.count == 2 {
            guard let bic = BIC.canonical(String(halves[1])) else { throw .malformed("ACC: no BIC behind the +") }
            payment.bic = bic
        }
    }
}
