internal import BeelineSymbols

/// Links of India's Unified Payments Interface: `upi://pay?pa=name@bank&…` (NPCI, UPI Linking Specifications 1.6).
enum UPIParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.payment, Content.payment) { (doubts: inout [String]) throws(Refusal) in
            try read(text, &doubts)
        }
    }

    /// - Parameter doubts: gets what was left out because it is wrong.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        // Many who make such codes write blanks as plus signs.
        guard let link = PaymentLink(text, plusIsBlank: true), link.scheme == "upi" else { throw .otherKind }
        let action = String(decoding: link.target, as: UTF8.self).lowercased()
        guard ["pay", "pay/", "mandate", "mandate/"].contains(action) else {
            throw .malformed("after upi:// comes pay or mandate")
        }
        guard let account = try link.value("pa") else { throw .malformed("pa, the address of the payee, is missing") }
        guard isVirtualAddress(account) else { throw .malformed("pa must be an address such as name@bank") }
        var payment = Payment(.upi)
        payment.account = account
        payment.payee = try link.value("pn")
        // Codes that stand in shops have an amount of zero: the payer says how much.
        payment.amount = try link.amount("am").flatMap { $0.digits == 0 ? nil : $0 }
        let currency = try link.value("cu")?.uppercased() ?? "INR"
        guard FieldForm.currency.problem(with: currency) == nil else {
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
