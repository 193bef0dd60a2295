internal import BeelineSymbols

/// Private keys and seeds that are a word of their own: only letters and digits.
extension SecretFinder {
    /// Keys have at least so many letters and digits in a row.
    static let shortestKey = 48

    /// Seeds of the XRP Ledger have so many, those for Ed25519 two more; all begin with `s`.
    static let shortestSeed = 29

    /// Whether so many letters and digits in a row that begin with this one may be a key.
    static func mayBeKey(_ count: Int, _ first: UInt8) -> Bool {
        count >= shortestKey || first == UInt8(ascii: "s") && (count == shortestSeed || count == shortestSeed + 2)
    }

    /// A private key of Bitcoin and its kin, nostr, age or Stellar, or a seed.
    static func key(_ bytes: [UInt8], _ place: Range<Int>) -> FoundSecret? {
        let word = bytes[place]
        let small = word.prefix(10).map(\.asciiLowercased)
        // The prefix and the length are certain; that a check character is wrong makes a key no less of one.
        if small.starts(with: "nsec1".utf8), word.count == 63, isBech32(word.dropFirst(5)) { return FoundSecret(place) }
        if small.starts(with: "ncryptsec1".utf8), word.count > 100 { return FoundSecret(place) }
        if word.first == UInt8(ascii: "1"), isBech32(word.dropFirst()) {
            let before = bytes[..<place.lowerBound]
            for prefix in ["age-secret-key-", "age-secret-key-pq-"] {
                if before.suffix(prefix.utf8.count).elementsEqual(prefix.utf8, by: { $0.asciiLowercased == $1 }) {
                    return FoundSecret(place.lowerBound - prefix.utf8.count..<place.upperBound, value: place)
                }
            }
        }
        // Extended private keys (BIP 32, SLIP 132).
        if word.count >= 107, word.count <= 115, small.dropFirst().starts(with: "prv".utf8), isBase58(word) {
            return FoundSecret(place)
        }
        // Other words may look like the following; their checksums decide.
        let isKey =
            switch word.count {
            case shortestSeed, shortestSeed + 2: isRippleSeed(word)
            case 48, 60, 72, 84, 96: isSeedQR(word)
            case 51, 52, 58: isImportKey(word)
            case 56: isStellarKey(word)
            case 64, 66: isHexadecimalKey(word, after: bytes[..<place.lowerBound])
            default: false
            }
        return isKey ? FoundSecret(place) : nil
    }

    /// Private keys in Wallet Import Format, and encrypted ones (BIP 38).
    private static func isImportKey(_ word: ArraySlice<UInt8>) -> Bool {
        guard let payload = Base58.decodeChecked(word) else { return false }
        return switch payload.count {
        // Bitcoin and its test networks, Litecoin, Dogecoin, Dash.
        case 33, 34: [0x80, 0xEF, 0xB0, 0x9E, 0xCC].contains(payload[0])
        case 39: payload[0] == 1 && (payload[1] == 0x42 || payload[1] == 0x43)
        default: false
        }
    }

    /// A secret key of Stellar (SEP 23): Base32 of a version byte, 32 bytes, and their check sum, its low byte first.
    private static func isStellarKey(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.first == UInt8(ascii: "S"),
            word.allSatisfy({ $0.isASCIICapital || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0) })
        else { return false }
        let bytes = Base32.decode(String(decoding: word, as: UTF8.self))
        guard bytes.count == 35, bytes[0] == 18 << 3 else { return false }
        return CRC16.checksum(bytes[..<33], from: 0) == UInt16(bytes[34]) << 8 | UInt16(bytes[33])
    }

    /// A seed of the XRP Ledger: Base58 with the characters in another order.
    private static func isRippleSeed(_ word: ArraySlice<UInt8>) -> Bool {
        guard let payload = Base58.decodeChecked(word, in: .xrp) else { return false }
        return payload.count == 17 && payload[0] == 0x21 || payload.count == 19 && payload[..<3] == [0x01, 0xE1, 0x4B]
    }

    /// A SeedQR: the words of a recovery phrase by their numbers, each of four digits. A number has 11 bits; the last
    /// bits check the others (BIP 39).
    private static func isSeedQR(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.allSatisfy(\.isASCIIDigit) else { return false }
        var bits: [UInt8] = []
        var number = 0
        for (index, digit) in word.enumerated() {
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            guard index % 4 == 3 else { continue }
            guard number < 2048 else { return false }
            bits += (0..<11).map { UInt8(number >> (10 - $0) & 1) }
            number = 0
        }
        let entropy = stride(from: 0, to: bits.count / 33 * 32, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        }
        let check = SHA256.hash(entropy)[0]
        return bits[(entropy.count * 8)...].enumerated().allSatisfy { check >> (7 - $0.offset) & 1 == $0.element }
    }

    /// 32 bytes in hexadecimal digits that the text calls a private key: without words they may be a hash of anything.
    private static func isHexadecimalKey(_ word: ArraySlice<UInt8>, after text: ArraySlice<UInt8>) -> Bool {
        let hasPrefix = word.count == 66
        guard !hasPrefix || word.starts(with: "0x".utf8) || word.starts(with: "0X".utf8),
            word.suffix(64).allSatisfy({ $0.asciiHexValue != nil })
        else { return false }
        let title = text.suffix(32).filter(\.isASCIILetter).map(\.asciiLowercased)
        return title.contains(Array("privatekey".utf8)) || title.contains(Array("secretkey".utf8))
    }

    private static func isBech32(_ characters: ArraySlice<UInt8>) -> Bool {
        Bech32.values(characters.map(\.asciiLowercased)) != nil
    }

    private static func isBase58(_ characters: ArraySlice<UInt8>) -> Bool {
        characters.allSatisfy { Base58.alphabet[$0] != nil }
    }
}
