internal import BeelineSymbols

/// Codes for a SEPA credit transfer (EPC069-12, Quick Response Code Guidelines).
enum SEPAParser {
    private static let longest = 331

    /// The doubts get in what it departs from the guidelines, where its meaning is sure: the IBAN has check digits.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        let first = text.utf8.prefix(4).map { $0.asciiLowercased }
        guard first == Array("bcd\n".utf8) || first == Array("bcd\r".utf8) else { throw .otherKind }
        guard PaymentLines.hasVersion(text) else { throw .otherKind }
        let lines = try PaymentLines(text, longest: longest)
        // The National Bank of Ukraine has a form of its own.
        if lines[4] == "UCT" { throw .otherKind }
        guard lines.lines.count <= 12 else { throw .malformed("more than 12 lines") }
        guard lines[2].utf8.count <= 3, let version = Digits.parse(lines[2].utf8)?.value, (1...2).contains(version)
        else { throw .malformed("line 2, version: 001 or 002") }
        if lines[2].utf8.count < 3 { doubts.append("line 2, version: \(lines[2]) was read as 00\(version)") }
        guard lines[3].utf8.count == 1, let charset = Digits.parse(lines[3].utf8)?.value, (1...8).contains(charset)
        else { throw .malformed("line 3, character set: 1…8") }
        // In the others, which are ISO 8859, a character is a byte.
        let byteCount = charset == 1 ? text.utf8.count : text.unicodeScalars.count
        guard byteCount <= longest else { throw .malformed("more than \(longest) bytes") }
        guard ["SCT", "INST"].contains(lines[4].uppercased()) else {
            throw .malformed("line 4, identification: SCT")
        }

        var payment = Payment(.sepa)
        if !lines[5].isEmpty {
            guard let bic = BIC.canonical(lines[5]) else { throw .malformed("line 5, BIC: 8 or 11 characters") }
            payment.bic = bic
        } else if version == 1 {
            doubts.append("line 5, BIC: missing, but needed in version 001")
        }
        payment.payee = try lines.text(6, "name", atMost: 70)
        guard payment.payee != nil else { throw .malformed("line 6, name: missing") }
        let iban = try lines.iban(7)
        payment.iban = iban
        payment.account = iban.text
        payment.currency = "EUR"
        payment.amount = try amount(lines[8], &doubts)
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
            throw .malformed("lines 10 and 11: a reference or a text is allowed, not both")
        }
        payment.information = try lines.text(12, "information", atMost: 70)
        return payment
    }

    private static func amount(_ text: String, _ doubts: inout [String]) throws(Refusal) -> DecimalNumber? {
        guard !text.isEmpty else { return nil }
        let plain = plainAmount(text)
        guard text.uppercased().hasPrefix("EUR"), let amount = PaymentLines.amount(plain[...], least: 1) else {
            throw .malformed("line 8, amount: EUR and a number of 0.01…999999999.99")
        }
        if !text.dropFirst(3).elementsEqual(plain) { doubts.append("line 8, amount: read as EUR\(plain)") }
        return amount
    }

    /// The number without blanks behind the currency, and with a point for a comma that two digits follow.
    private static func plainAmount(_ text: String) -> String {
        var number = Array(text.utf8.dropFirst(3).drop { $0 == 0x20 })
        if number.count > 3, number[number.count - 3] == UInt8(ascii: ",") {
            number[number.count - 3] = UInt8(ascii: ".")
        }
        return String(decoding: number, as: UTF8.self)
    }
}

/// The codes on bills of Switzerland and Liechtenstein (SIX, Swiss Implementation Guidelines QR-bill, section 4).
enum SwissQRBillParser {
    static func read(_ text: String) throws(Refusal) -> Payment {
        let first = text.utf8.prefix(4).map { $0.asciiLowercased }
        guard first == Array("spc\n".utf8) || first == Array("spc\r".utf8) else { throw .otherKind }
        guard PaymentLines.hasVersion(text) else { throw .otherKind }
        let lines = try PaymentLines(text, longest: 997)
        guard text.unicodeScalars.count <= 997 + 34 else { throw .malformed("more than 997 characters") }
        guard (31...34).contains(lines.lines.count) else {
            throw .malformed("\(lines.lines.count) lines, expected 31…34")
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
            // Zero is for bills for information only.
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
                throw .malformed("line 29, reference: 27 digits, the last one a check digit")
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

/// An IBAN and nothing else: typed, or in a code of the kinds that payments have. On labels of goods letters and digits
/// like these are numbers of something else.
enum IBANParser {
    /// From that of Norway to the longest one in groups of four.
    private static let lengths = 15...42

    /// Whether a text begins as an IBAN does and has the length of one.
    static func isLikely(_ symbol: Symbol, _ text: String) -> Bool {
        guard lengths.contains(text.utf8.count) else { return false }
        var head = text.utf8.makeIterator()
        guard head.next()?.isASCIILetter == true, head.next()?.isASCIILetter == true,
            head.next()?.isASCIIDigit == true, head.next()?.isASCIIDigit == true
        else { return false }
        switch symbol.symbology {
        case .qr, .dataMatrix, .aztec, .pdf417, .unknown: return true
        default: return false
        }
    }

    static func read(_ text: String) throws(Refusal) -> Payment {
        guard lengths.contains(text.utf8.count), !text.utf8.contains(where: { $0 != 0x20 && $0.isASCIIBlank })
        else { throw .otherKind }
        let iban: IBAN
        do throws(IBANError) {
            iban = try IBAN(text)
        } catch .wrongCheckDigits(let found, let expected) {
            // Country, length and structure are right, which chance hardly makes.
            throw .wrongCheck(of: "IBAN", found: found, expected: expected)
        } catch {
            throw .otherKind
        }
        var payment = Payment(.iban)
        payment.iban = iban
        payment.account = iban.text
        return payment
    }
}

/// The lines of a payment code that has one piece of information in each.
struct PaymentLines {
    let lines: [String]

    /// - Parameter longest: how many bytes such a code may have at most; beyond a multiple of it nothing is looked at.
    init(_ text: String, longest: Int) throws(Refusal) {
        guard text.utf8.count <= 4 * longest else { throw .malformed("more than \(longest) bytes") }
        let bytes = Array(text.utf8)
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            // The line feed of a pair ends nothing that the carriage return did not end.
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D {
                start = index + 1
                continue
            }
            lines.append(String(decoding: bytes[start..<index].withoutBlanks, as: UTF8.self))
            start = index + 1
        }
        lines.append(String(decoding: bytes[start...].withoutBlanks, as: UTF8.self))
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    /// Whether the second line is a number; notes may begin with the same three letters.
    static func hasVersion(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst(3).drop(while: \.isASCIIBlank)
        return Digits.parse(Array(rest.prefix(5).prefix { !$0.isASCIIBlank })) != nil
    }

    /// The n-th line, from 1 as the specifications count; empty when there is none.
    subscript(number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    func text(_ number: Int, _ name: String, atMost count: Int) throws(Refusal) -> String? {
        let text = self[number]
        guard text.unicodeScalars.count <= count else {
            throw .malformed("line \(number), \(name): more than \(count) characters")
        }
        return text.isEmpty ? nil : text
    }

    /// An amount of at most 999999999.99.
    static func amount(_ text: Substring, least: Int32) -> DecimalNumber? {
        guard text.utf8.first?.isASCIIDigit == true, text.utf8.count <= 12, let amount = DecimalNumber(text),
            amount.decimals <= 2, let most = DecimalNumber(99_999_999_999, decimals: 2),
            let least = DecimalNumber(Int64(least), decimals: 2)
        else { return nil }
        return (least...most).contains(amount) ? amount : nil
    }

    func iban(_ number: Int) throws(Refusal) -> IBAN {
        do throws(IBANError) {
            return try IBAN(self[number])
        } catch {
            throw .malformed("line \(number), IBAN: \(error)")
        }
    }
}
