internal import BeelineSymbols

/// Codes that merchants show (EMV QRCPS, merchant-presented mode, 1.1), and the national systems built on them.
enum EMVMerchantParser {
    /// EMV allows 512 characters; those of other scripts have up to four bytes.
    private static let longest = 2048

    /// - Parameter doubts: gets what is to be paid beside the amount.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        // Numbers may begin so too.
        let bytes = Array(text.utf8)
        guard looksRight(bytes), !bytes.prefix(longest).allSatisfy(\.isASCIIDigit) else { throw .otherKind }
        guard bytes.count <= longest else { throw .malformed("longer than 512 characters") }
        try checkCRC(bytes)
        guard let objects = EMVObjects(bytes[...]) else {
            throw .malformed("a length is wrong, or an object is there twice")
        }
        guard objects.ids.last == 63 else { throw .malformed("the CRC (63) is not at the end") }

        var payment = try Account(objects).payment()
        guard let number = objects[53], let currency = CurrencyCodes.letters(Array(number.utf8)[...]) else {
            throw .malformed("currency (53): must be a number of ISO 4217")
        }
        payment.currency = currency
        guard let country = objects[58], country.utf8.count == 2, country.utf8.allSatisfy(\.isASCIILetter) else {
            throw .malformed("country (58): must be two letters")
        }
        payment.country = country.uppercased()
        if let written = objects[54] {
            guard let amount = amount(written) else { throw .malformed("amount (54): must be a number") }
            payment.amount = amount
        }
        if let fee = fee(objects) { doubts.append("a fee of \(fee) is added to the amount") }
        if let category = objects[52] {
            guard category.utf8.count == 4, Digits.parse(category.utf8) != nil else {
                throw .malformed("merchant category (52): must be four digits")
            }
            payment.merchantCategory = category
        }
        payment.payee = objects[59]
        payment.city = objects[60]
        payment.postalCode = objects[61]
        if let more = objects.template(62) {
            // Three stars ask the payer for it; Pix has them where there is none.
            let references = [more[5], more[1]].compactMap(\.self)
            payment.reference = references.first { $0 != "***" }
            payment.purpose = more[8].flatMap { $0 == "***" ? nil : $0 }
        }
        return payment
    }

    /// What the payer has to add: an amount, or a part of it.
    private static func fee(_ objects: EMVObjects) -> String? {
        let (written, unit) =
            switch objects[55] {
            case "02": (objects[56], "")
            case "03": (objects[57], " %")
            default: (nil, "")
            }
        return written.map { Array($0.utf8)[...].printable(13) + unit }
    }

    /// The version is 01; Malaysia writes another one.
    private static func looksRight(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: "0002".utf8), bytes.count > 16, bytes[4].isASCIIDigit, bytes[5].isASCIIDigit else {
            return false
        }
        return bytes[4...5].elementsEqual("01".utf8) || bytes[(bytes.count - 8)...].starts(with: "6304".utf8)
    }

    /// The last object is `6304` and the CRC of all that is before its value.
    private static func checkCRC(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count > 8, bytes[(bytes.count - 8)...].starts(with: "6304".utf8),
            let found = UInt16(String(decoding: bytes.suffix(4), as: UTF8.self), radix: 16)
        else { throw .malformed("the CRC (63) is not at the end") }
        let expected = CRC16.checksum(bytes.dropLast(4))
        guard found == expected else {
            throw .malformed("the CRC is \(hexadecimal(found)), expected \(hexadecimal(expected))")
        }
    }

    private static func hexadecimal(_ value: UInt16) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// Up to 13 characters; the point may be the last of them.
    private static func amount(_ text: String) -> DecimalNumber? {
        guard text.utf8.count <= 13, text.utf8.first?.isASCIIDigit == true else { return nil }
        return DecimalNumber(text.utf8.last == UInt8(ascii: ".") ? text.dropLast() : text[...])
    }

    /// Where the money goes, by the systems that the code names.
    private struct Account {
        private let objects: EMVObjects
        private let templates: [(system: String, values: EMVObjects)]

        init(_ objects: EMVObjects) throws(Refusal) {
            self.objects = objects
            guard objects.ids.contains(where: { (2...51).contains($0) && objects[$0] != nil }) else {
                throw .malformed("no account (02…51)")
            }
            templates = objects.ids.filter { (26...51).contains($0) }.compactMap { id in
                objects.template(id).map { ($0[0]?.uppercased() ?? "", $0) }
            }
        }

        func payment() throws(Refusal) -> Payment {
            if let pix = values(of: "BR.GOV.BCB.PIX") { return try Self.pix(pix) }
            if let address = templates.lazy.compactMap(Self.virtualAddress).first {
                var payment = Payment(.upi)
                payment.account = address
                return payment
            }
            var payment = Payment(.emv)
            payment.account =
                templates.lazy.compactMap { EMVAccount.account($0.system, $0.values) }.first
                // Cards have their numbers here.
                ?? objects.ids.lazy.filter { (2...25).contains($0) }.compactMap { objects[$0] }.first
            return payment
        }

        private func values(of system: String) -> EMVObjects? { templates.first { $0.system == system }?.values }

        /// Banco Central do Brasil, Manual de Padrões para Iniciação do Pix: a key, or the address of the details.
        private static func pix(_ values: EMVObjects) throws(Refusal) -> Payment {
            var payment = Payment(.pix)
            payment.account = values[1] ?? values[25]
            guard payment.account != nil else { throw .malformed("Pix without a key (01) or an address (25)") }
            payment.message = values[2]
            payment.url = values[25].flatMap { address in
                WebAddress(address.lowercased().hasPrefix("https://") ? address : "https://" + address)?.url
            }
            return payment
        }

        /// The address in an account of UPI (Bharat QR): by the number of its application, or by its name.
        private static func virtualAddress(_ system: String, _ values: EMVObjects) -> String? {
            guard system == "A000000524" || system.contains("UPI"), let address = values[1],
                UPIParser.isVirtualAddress(address)
            else { return nil }
            return address
        }
    }
}

/// Data objects as EMV's QR codes have them: two digits of name, two of length, and so many characters.
struct EMVObjects {
    private let objects: [(id: Int, value: ArraySlice<UInt8>)]

    /// Nil when the lengths do not add up, or an object is there twice. Lengths count characters; some writers count
    /// bytes of UTF-8 instead, which is tried as well.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let objects = Self.split(bytes, countsBytes: false) ?? Self.split(bytes, countsBytes: true) else {
            return nil
        }
        self.objects = objects
    }

    /// The value of an object as text; nil when it is absent or empty.
    subscript(id: Int) -> String? {
        guard let value = bytes(id), !value.isEmpty else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        return text.utf8.allSatisfy(\.isASCIIBlank) ? nil : text
    }

    func bytes(_ id: Int) -> ArraySlice<UInt8>? { objects.first { $0.id == id }?.value }
    var ids: [Int] { objects.map(\.id) }
    func template(_ id: Int) -> EMVObjects? { bytes(id).flatMap(EMVObjects.init) }

    private static func split(_ bytes: ArraySlice<UInt8>, countsBytes: Bool) -> [(id: Int, value: ArraySlice<UInt8>)]? {
        var objects: [(id: Int, value: ArraySlice<UInt8>)] = []
        var seen = Set<Int>()
        var rest = bytes
        while !rest.isEmpty {
            guard rest.count >= 4, let id = Digits.parse(rest.prefix(2))?.value,
                let length = Digits.parse(rest.dropFirst(2).prefix(2))?.value, seen.insert(Int(id)).inserted,
                let end = end(of: rest.dropFirst(4), count: Int(length), countsBytes: countsBytes)
            else { return nil }
            objects.append((Int(id), rest[(rest.startIndex + 4)..<end]))
            rest = rest[end...]
        }
        return objects
    }

    /// The place behind so many characters or bytes; nil when there are fewer.
    private static func end(of bytes: ArraySlice<UInt8>, count: Int, countsBytes: Bool) -> Int? {
        var count = count
        for (index, byte) in zip(bytes.indices, bytes) where countsBytes || byte & 0xC0 != 0x80 {
            if count == 0 { return index }
            count -= 1
        }
        return count == 0 ? bytes.endIndex : nil
    }
}

/// Where in the accounts of the systems that are built on EMV's codes the payee is; others are banks, types, flags.
enum EMVAccount {
    /// The system's name in capitals, and where the payee is: the first of these objects that is there.
    private static let places: [String: [Int]] = [
        // QR Ph of the Philippines: between persons the account, of merchants their number.
        "COM.P2PQRPAY": [4, 3],
        "PH.PPMI.P2M": [3, 4],
        // DuitNow of Malaysia.
        "A0000006150001": [2],
        // PayNow of Singapore; FPS of Hong Kong: its identifier, a telephone number, an email address.
        "SG.PAYNOW": [2],
        "HK.COM.HKICL": [2, 3, 4],
        // QRIS of Indonesia: the national number of the merchant.
        "ID.CO.QRIS.WWW": [2],
        // PromptPay of Thailand: telephone number, tax number, wallet, account; and the payee of a bill.
        "A000000677010111": [1, 2, 3, 4],
        "A000000677010112": [1],
    ]

    /// The payee's account in an object of a system; nil when the object does not say it.
    static func account(_ system: String, _ values: EMVObjects) -> String? {
        // VietQR has bank and account in an object of their own.
        if system == "A000000727" { return values.template(1)?[1] }
        if let places = places[system] { return places.lazy.compactMap { values[$0] }.first }
        // Bakong of Cambodia has the account in the place of the system's name.
        if system.contains("@") { return values[0] }
        // Of other systems the first value that is long enough to be an account, and is not a bank.
        return values.ids.lazy.filter { $0 > 0 }.compactMap { values[$0] }
            .first { $0.utf8.count >= 5 && BIC.canonical($0) == nil }
    }
}
