internal import BeelineSymbols

/// Codes for a SEPA credit transfer (EPC069-12, Quick Response Code Guidelines).
enum SEPAParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.payment, Content.payment) { () throws(Refusal) in try read(told(symbol, text)) }
    }

    /// The text in the character set that its third line names, where whoever read the symbol had to guess.
    private static func told(_ symbol: Symbol, _ text: String) -> String {
        guard case .guessed = symbol.encoding else { return text }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, let number = Digits.parse(Array(lines[2])[...].withoutBlanks)?.value,
            let charset = charsets[Int(number)]
        else { return text }
        // A frame around it, which was taken off the text, is none of the bytes of such a code.
        return Conversion.text(symbol.bytes, from: charset) ?? text
    }

    /// By their numbers (EPC069-12); 1 is UTF-8, and 2 is what is guessed first, ISO 8859-1.
    private static let charsets: [Int: Conversion.Charset] = [
        3: .centralEuropean, 4: .baltic, 5: .cyrillic, 6: .greek, 7: .nordic, 8: .western,
    ]

    private static let longest = 331

    static func read(_ text: String) throws(Refusal) -> Payment {
        let first = text.utf8.prefix(4).map { $0.asciiLowercased }
        guard first == Array("bcd\n".utf8) || first == Array("bcd\r".utf8) else { throw .otherKind }
        guard PaymentLines.hasVersion(text) else { throw .otherKind }
        let lines = try PaymentLines(text, longest: longest)
        guard lines.lines.count <= 12 else { throw .malformed("more than 12 lines") }
        let version = lines[2]
        guard version == "001" || version == "002" else { throw .malformed("line 2, version: 001 or 002") }
        guard lines[3].utf8.count == 1, let charset = Digits.parse(lines[3].utf8)?.value, (1...8).contains(charset)
        else { throw .malformed("line 3, character set: 1…8") }
        // In the others, which are ISO 8859, a character is a byte.
        let byteCount = charset == 1 ? text.utf8.count : text.unicodeScalars.count
        guard byteCount <= longest else { throw .malformed("more than \(longest) bytes") }
        guard lines[4].uppercased() == "SCT" else { throw .malformed("line 4, identification: SCT") }

        var payment = Payment(.sepa)
        if !lines[5].isEmpty {
            guard let bic = BIC.canonical(lines[5]) else { throw .malformed("line 5, BIC: 8 or 11 characters") }
            payment.bic = bic
        } else if version == "001" {
            throw .malformed("line 5, BIC: missing, but needed in version 001")
        }
        payment.payee = try lines.text(6, "name", atMost: 70)
        guard payment.payee != nil else { throw .malformed("line 6, name: missing") }
        let iban = try lines.iban(7)
        payment.iban = iban
        payment.account = iban.text
        payment.currency = "EUR"
        payment.amount = try amount(lines[8])
        payment.purpose = try lines.text(9, "purpose", atMost: 4)
        payment.reference = try lines.text(10, "reference", atMost: 35)
        if let reference = payment.reference, reference.uppercased().hasPrefix("RF") {
            guard let checked = CreditorReference(reference) else {
                throw .malformed("line 10, reference: wrong check digits")
            }
            payment.reference = checked.text
        }
        payment.message = try lines.text(11, "text", atMost: 140)
        guard payment.reference == nil || payment.message == nil else {
            throw .malformed("lines 10 and 11: a reference or a text, not both")
        }
        payment.information = try lines.text(12, "information", atMost: 70)
        return payment
    }

    private static func amount(_ text: String) throws(Refusal) -> DecimalNumber? {
        guard !text.isEmpty else { return nil }
        guard text.uppercased().hasPrefix("EUR"), let amount = PaymentLines.amount(text.dropFirst(3), least: 1) else {
            throw .malformed("line 8, amount: EUR and a number of 0.01…999999999.99")
        }
        return amount
    }
}
