internal import BeelineSymbols

/// The addresses of cryptocurrencies, with their checksums.
enum CryptoAddress {
    /// The address as it is usually written (Bech32 in lower case); nil when it is none of that currency, or wrong.
    /// Addresses of test networks are accepted too, which have the same form.
    static func canonical(_ address: ArraySlice<UInt8>, _ currency: Cryptocurrency) -> String? {
        guard address.count <= 1024 else { return nil }
        let text = String(decoding: address, as: UTF8.self)
        switch currency {
        case .bitcoin: return segwit(address, ["bc", "tb", "bcrt"]) ?? base58(address, [0, 5, 0x6F, 0xC4])
        case .litecoin:
            return segwit(address, ["ltc", "tltc", "ltcmweb", "tmweb"]) ?? base58(address, [0x30, 0x32, 5, 0x6F, 0x3A])
        case .dogecoin: return base58(address, [0x1E, 0x16, 0x71, 0xC4])
        case .dash: return base58(address, [0x4C, 0x10, 0x8C, 0x13])
        case .bitcoinCash:
            let small = Array(text.lowercased().utf8)
            let isMixed = text != text.lowercased() && text != text.uppercased()
            if !isMixed, CashAddress.isValid(small, prefix: "bitcoincash") { return text.lowercased() }
            return base58(address, [0, 5])
        case .zcash: return zcash(address)
        case .monero: return isMonero(address) ? text : nil
        case .ethereum: return isEthereum(address) ? text : nil
        case .solana: return Base58.decode(address)?.count == 32 ? text : nil
        case .lightning: return nil
        }
    }

    /// Base58Check with a byte for the version and 20 bytes of hash.
    private static func base58(_ address: ArraySlice<UInt8>, _ versions: [UInt8]) -> String? {
        guard let payload = Base58.decodeChecked(address), payload.count == 21, let version = payload.first,
            versions.contains(version)
        else { return nil }
        return String(decoding: address, as: UTF8.self)
    }

    /// BIP 173 and BIP 350: a version of 0…16 and a program of 2…40 bytes; version 0 is Bech32, the others are Bech32m.
    private static func segwit(_ address: ArraySlice<UInt8>, _ prefixes: [String]) -> String? {
        guard let decoded = Bech32(address), prefixes.contains(decoded.prefix), let version = decoded.groups.first
        else { return nil }
        let small = String(decoding: address, as: UTF8.self).lowercased()
        // Litecoin's extension blocks have two keys of 33 bytes.
        if decoded.prefix.hasSuffix("mweb") { return decoded.groups.count == 107 ? small : nil }
        guard version <= 16, let program = Bech32.bytes(decoded.groups.dropFirst()), (2...40).contains(program.count),
            address.count <= 90, decoded.variant == (version == 0 ? .bech32 : .bech32m),
            version != 0 || program.count == 20 || program.count == 32
        else { return nil }
        return small
    }

    /// Transparent (Base58Check with two bytes of version), Sapling (Bech32), unified and TEX (Bech32m).
    private static func zcash(_ address: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: address, as: UTF8.self)
        if let payload = Base58.decodeChecked(address), payload.count == 22 {
            let versions: [[UInt8]] = [[0x1C, 0xB8], [0x1C, 0xBD], [0x1D, 0x25], [0x1C, 0xBA]]
            return versions.contains(Array(payload[..<2])) ? text : nil
        }
        guard let decoded = Bech32(address), let bytes = Bech32.bytes(decoded.groups) else { return nil }
        switch (decoded.prefix, decoded.variant) {
        case ("zs", .bech32), ("ztestsapling", .bech32): return bytes.count == 43 ? text.lowercased() : nil
        case ("tex", .bech32m), ("textest", .bech32m): return bytes.count == 20 ? text.lowercased() : nil
        case ("u", .bech32m), ("utest", .bech32m): return bytes.count >= 48 ? text.lowercased() : nil
        default: return nil
        }
    }

    /// Base58 in blocks of 11 characters for 8 bytes; a byte for the network, two keys, four bytes of Keccak-256.
    private static func isMonero(_ address: ArraySlice<UInt8>) -> Bool {
        guard address.count == 95 || address.count == 106 else { return false }
        var bytes: [UInt8] = []
        for start in stride(from: address.startIndex, to: address.endIndex, by: 11) {
            let block = address[start..<min(start + 11, address.endIndex)]
            var value: UInt64 = 0
            for character in block {
                guard let digit = Base58.alphabet[character] else { return false }
                let (product, isTooLarge) = value.multipliedReportingOverflow(by: 58)
                let (sum, isTooLargeNow) = product.addingReportingOverflow(UInt64(digit))
                guard !isTooLarge, !isTooLargeNow else { return false }
                value = sum
            }
            let count = block.count == 11 ? 8 : 5
            guard count == 8 || value >> 40 == 0 else { return false }
            bytes += (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
        }
        let isKnown = [18, 19, 42, 53, 54, 63, 24, 25, 36].contains(bytes[0])
        return isKnown && Keccak256.hash(bytes.dropLast(4)).prefix(4) == bytes.suffix(4)
    }

    /// `0x` and 40 hexadecimal digits; in mixed case the capitals are a checksum (EIP-55).
    static func isEthereum(_ address: ArraySlice<UInt8>) -> Bool {
        let digits = address.dropFirst(2)
        guard digits.count == 40, address.first == UInt8(ascii: "0"),
            address.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x"), digits.allSatisfy(\.isASCIIHexDigit)
        else { return false }
        let letters = digits.filter(\.isASCIILetter)
        let capitals = letters.count { $0 & 0x20 == 0 }
        guard capitals > 0, capitals < letters.count else { return true }
        let hash = Keccak256.hash(digits.map { $0.isASCIILetter ? $0 | 0x20 : $0 })
        return zip(digits, 0...).allSatisfy { digit, place in
            let half = place.isMultiple(of: 2) ? hash[place / 2] >> 4 : hash[place / 2] & 15
            return !digit.isASCIILetter || (digit & 0x20 == 0) == (half >= 8)
        }
    }
}
