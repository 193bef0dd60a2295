internal import BeelineSymbols

/// The codes on bills of Switzerland and Liechtenstein (SIX, Swiss Implementation Guidelines QR-bill, section 4).
enum SwissQRBillParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.payment, Content.payment) { () throws(Refusal) in try read(text) }
    }

    static func read(_ text: String) throws(Refusal) -> Payment {
        let first = text.utf8.prefix(4).map { $0.asciiLowercased }
        guard first == Array("spc\n".utf8) || first == Array("spc\r".utf8) else { throw .otherKind }
        guard PaymentLines.hasVersion(text) else { throw .otherKind }
        let lines = try PaymentLines(text, longest: 997)
        guard text.unicodeScalars.count <= 997 + 34 else { throw .malformed("more than 997 characters") }
        guard (31...34).contains(lines.lines.count) else {
            throw .malformed("\(lines.lines.count) lines, expected are 31…34")
        }
        guard lines[2].utf8.count == 4, lines[2].hasPrefix("02"), Digits.parse(lines[2].utf8) != nil else {
            throw .malformed("line 2, version: 0200")
        }
        guard lines[3] == "1" else { throw .malformed("line 3, coding: 1") }
        let iban = try lines.iban(4)
        guard iban.country == "CH" || iban.country == "LI" else { throw .malformed("line 4, IBAN: of CH or LI") }

        var payment = Payment(.swissQRBill)
        payment.iban = iban
        payment.account = iban.text
        guard let creditor = try Party(lines, from: 5) else { throw .malformed("lines 5…11, creditor: missing") }
        payment.payee = creditor.name
        payment.payeeAddress = creditor.address
        (payment.postalCode, payment.city, payment.country) = (creditor.postalCode, creditor.city, creditor.country)
        guard (12...18).allSatisfy({ lines[$0].isEmpty }) else {
            throw .malformed("lines 12…18, ultimate creditor: must be empty")
        }
        if !lines[19].isEmpty {
            // Zero is for bills that only tell something.
            guard let amount = PaymentLines.amount(lines[19][...], least: 0) else {
                throw .malformed("line 19, amount: a number of 0.00…999999999.99")
            }
            payment.amount = amount
        }
        guard lines[20] == "CHF" || lines[20] == "EUR" else { throw .malformed("line 20, currency: CHF or EUR") }
        payment.currency = lines[20]
        payment.payer = try Party(lines, from: 21)?.name
        payment.reference = try reference(lines[28], lines[29], iban)
        payment.message = try lines.text(30, "message", atMost: 140)
        guard lines[31] == "EPD" else { throw .malformed("line 31, trailer: EPD") }
        payment.information = try lines.text(32, "bill information", atMost: 140)
        for number in 33...34 { _ = try lines.text(number, "alternative scheme", atMost: 100) }
        return payment
    }

    private static func reference(_ type: String, _ reference: String, _ iban: IBAN) throws(Refusal) -> String? {
        guard (type == "QRR") == iban.isQRIBAN else {
            throw .malformed("line 28, reference type: QRR with a QR-IBAN, and with no other")
        }
        switch type {
        case "QRR":
            guard reference.utf8.count == 27, hasRightCheckDigit(reference) else {
                throw .malformed("line 29, reference: 27 digits, of which the last checks the others")
            }
            return reference
        case "SCOR":
            guard let reference = CreditorReference(reference) else {
                throw .malformed("line 29, reference: RF with right check digits")
            }
            return reference.text
        case "NON":
            guard reference.isEmpty else { throw .malformed("line 29, reference: empty with NON") }
            return nil
        default: throw .malformed("line 28, reference type: QRR, SCOR or NON")
        }
    }

    /// Modulo 10, recursive: the table is a row of a quasigroup, shifted by the carry.
    private static func hasRightCheckDigit(_ reference: String) -> Bool {
        let table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
        var carry = 0
        for byte in reference.utf8.dropLast() {
            guard byte.isASCIIDigit else { return false }
            carry = table[(carry + Int(byte) - 0x30) % 10]
        }
        return reference.utf8.last.map(Int.init) == 0x30 + (10 - carry) % 10
    }

    /// Someone with an address, in seven lines.
    private struct Party {
        let name: String
        let address: String
        var postalCode: String?
        var city: String?
        let country: String

        /// Nil when all lines are empty.
        init?(_ lines: PaymentLines, from first: Int) throws(Refusal) {
            guard (first..<first + 7).contains(where: { !lines[$0].isEmpty }) else { return nil }
            guard let name = try lines.text(first + 1, "name", atMost: 70) else {
                throw .malformed("line \(first + 1), name: missing")
            }
            let street = try lines.text(first + 2, "street", atMost: 70)
            let number = try lines.text(first + 3, "house number", atMost: 70)
            let postalCode = try lines.text(first + 4, "postal code", atMost: 16)
            let city = try lines.text(first + 5, "town", atMost: 35)
            let country = lines[first + 6]
            guard country.utf8.count == 2, country.utf8.allSatisfy({ $0.isASCIICapital }) else {
                throw .malformed("line \(first + 6), country: two capitals, such as CH")
            }
            self.name = name
            self.country = country
            switch lines[first] {
            case "S":
                guard let postalCode, let city else { throw .malformed("lines \(first + 4) and \(first + 5): missing") }
                let streetLine = [street, number].compactMap(\.self).joined(separator: " ")
                address = [streetLine, "\(postalCode) \(city)", country].filter { !$0.isEmpty }.joined(separator: ", ")
                (self.postalCode, self.city) = (postalCode, city)
            case "K":
                guard let number, postalCode == nil, city == nil else {
                    throw .malformed("lines \(first + 2)…\(first + 5): two lines of address, and two that are empty")
                }
                address = [street, number, country].compactMap(\.self).joined(separator: ", ")
            default: throw .malformed("line \(first), type of address: S or K")
            }
        }
    }
}
