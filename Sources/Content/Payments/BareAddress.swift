internal import BeelineSymbols

/// Addresses of cryptocurrencies and invoices that are shown without a scheme. Words and part numbers may look like
/// them; only the checksum tells, so that what has a wrong one is another kind.
enum BareAddress {
    /// What those begin with that need not be told by their length. In small letters.
    static let openings = ["bc1", "ltc1", "0x", "lnbc", "lnurl1"]

    /// Whether a text has the length and the first letter of an address that no opening tells.
    static func isLikely(_ text: String) -> Bool {
        switch text.utf8.count {
        case 26...35: text.utf8.first == UInt8(ascii: "1") || text.utf8.first == UInt8(ascii: "3")
        case 42: text.utf8.first.map { ($0 | 0x20) == UInt8(ascii: "q") || ($0 | 0x20) == UInt8(ascii: "p") } ?? false
        default: false
        }
    }

    /// The payment to such an address; nil when the text has none of their forms.
    ///
    /// - Throws: when it can hardly be anything else, but its checksum is wrong.
    static func read(_ text: String) throws(Refusal) -> Payment? {
        let bytes = Array(text.utf8)
        guard (14...8192).contains(bytes.count), bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter }) else {
            return nil
        }
        let opening = String(decoding: bytes.prefix(6), as: UTF8.self).asciiLowercased
        if opening.hasPrefix("lnbc") || opening.hasPrefix("lnurl1") { return try lightning(bytes, text) }
        guard let currency = currency(opening, bytes) else { return nil }
        guard let address = CryptoAddress.canonical(bytes[...], currency) else {
            // The lengths that nearly all of them have.
            guard opening.hasPrefix("bc1"), bytes.count == 42 || bytes.count == 62, isBech32(bytes.dropFirst(3)) else {
                return nil
            }
            throw .malformed("the checksum of the address is wrong")
        }
        var payment = Payment(.crypto(currency))
        payment.account = address
        payment.url = "\(currency.rawValue):\(address)"
        return payment
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
        guard let one = bytes.lastIndex(of: UInt8(ascii: "1")), bytes.count - one > 40,
            isBech32(bytes[(one + 1)...])
        else { return nil }
        var payment = try LightningCode.read(bytes[...])
        payment.url = "lightning:" + text
        return payment
    }

    private static func isBech32(_ characters: ArraySlice<UInt8>) -> Bool {
        Bech32.values(characters.map { $0 | 0x20 }) != nil
    }
}
