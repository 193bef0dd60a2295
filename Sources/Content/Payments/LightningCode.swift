internal import BeelineSymbols

/// What follows `lightning:`: an invoice (BOLT 11), an LNURL (LUD-01), or an address (LUD-16).
enum LightningCode {
    static func read(_ code: ArraySlice<UInt8>) throws(Refusal) -> Payment {
        var payment = Payment(.crypto(.lightning))
        let text = String(decoding: code, as: UTF8.self)
        if code.contains(UInt8(ascii: "@")) {
            guard UPIParser.isVirtualAddress(text) else { throw .malformed("the address must be as name@host") }
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
