internal import BeelineSymbols
internal import CUnpack

/// The characters of an encoding, and the value of each: its place among them.
struct Alphabet: Sendable {
    private let values: [UInt8?]

    init(_ characters: String) {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, byte) in characters.utf8.enumerated() { values[Int(byte)] = UInt8(value) }
        self.values = values
    }

    subscript(character: UInt8) -> UInt8? { values[Int(character)] }
}

private enum BitGroups {
    /// The whole bytes, the last bits, and how many of these are left over.
    static func bytes(_ groups: some Collection<UInt8>) -> (bytes: [UInt8], bits: UInt32, count: UInt32) {
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), UInt32(0))
        for group in groups {
            bits = (bits << 5 | UInt32(group)) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return (bytes, bits, count)
    }
}

/// Base32 (RFC 4648, section 6), as people copy it: in any case, with blanks and hyphens, with padding or without.
package enum Base32 {
    /// The characters in capitals, and nothing else; nil when there is something else.
    package static func canonical(_ text: String) -> String? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count)
        var isPadded = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "="): isPadded = true
            case UInt8(ascii: "-"): continue
            case _ where byte.isASCIIBlank: continue
            case UInt8(ascii: "2")...UInt8(ascii: "7") where !isPadded: characters.append(byte)
            case _ where byte.isASCIILetter && !isPadded: characters.append(byte & 0xDF)
            default: return nil
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The whole bytes that canonical characters stand for; bits that are left over are dropped.
    package static func decode(_ canonical: String) -> [UInt8] {
        let groups = canonical.utf8.map { byte in
            (byte.isASCIIDigit ? byte &- UInt8(ascii: "2") &+ 26 : byte &- UInt8(ascii: "A")) & 31
        }
        return BitGroups.bytes(groups).bytes
    }

    /// The bytes as capitals and digits, without padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var text: [UInt8] = []
        var (bits, count) = (UInt32(0), UInt32(0))
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xFFFF
            count += 8
            while count >= 5 {
                count -= 5
                text.append(characters[Int(bits >> count & 31)])
            }
        }
        if count > 0 { text.append(characters[Int(bits << (5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether so many characters stand for whole bytes.
    package static func isWhole(_ count: Int) -> Bool { ![1, 3, 6].contains(count % 8) }
}

/// Base58 as Bitcoin writes addresses: digits and letters without `0`, `O`, `I` and `l`.
enum Base58 {
    /// The characters in the order of their values.
    struct Characters: Sendable {
        fileprivate let list: [UInt8]
        fileprivate let alphabet: Alphabet

        private init(_ text: String) { (list, alphabet) = (Array(text.utf8), Alphabet(text)) }

        static let bitcoin = Characters("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        /// The same in the order of the XRP Ledger.
        static let xrp = Characters("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz")
    }

    static var alphabet: Alphabet { Characters.bitcoin.alphabet }

    /// No address is longer; decoding takes time by the square of the length.
    private static let longest = 128

    /// The bytes that a text stands for; nil when it is not a Base58, or longer than any address.
    static func decode(_ text: some Collection<UInt8>, in characters: Characters = .bitcoin) -> [UInt8]? {
        guard let zero = characters.list.first, !text.isEmpty, text.count <= longest else { return nil }
        // The last byte first.
        var bytes: [UInt8] = []
        for character in text {
            guard let value = characters.alphabet[character] else { return nil }
            var carry = Int(value)
            for index in bytes.indices {
                carry += Int(bytes[index]) * 58
                bytes[index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(carry & 0xFF))
                carry >>= 8
            }
        }
        bytes += Array(repeating: 0, count: text.prefix { $0 == zero }.count)
        return bytes.reversed()
    }

    /// The bytes before the four that check them, by SHA-256 twice; nil when they do not fit.
    static func decodeChecked(_ text: some Collection<UInt8>, in characters: Characters = .bitcoin) -> [UInt8]? {
        guard let bytes = decode(text, in: characters), bytes.count > 4 else { return nil }
        let payload = bytes.dropLast(4)
        return checksum(of: payload) == bytes.suffix(4) ? Array(payload) : nil
    }

    private static func checksum(of payload: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        SHA256.hash(SHA256.hash(payload)).prefix(4)
    }

    /// The last six characters of a text with a checksum, and the same with the right one; nil when it has none. Six
    /// characters are more than the four bytes.
    static func check(
        _ text: [UInt8], in characters: Characters
    ) -> (found: ArraySlice<UInt8>, expected: ArraySlice<UInt8>)? {
        guard let bytes = decode(text, in: characters), bytes.count > 4 else { return nil }
        let payload = bytes.dropLast(4)
        return (text.suffix(6), encode(payload + checksum(of: payload)).map { characters.list[$0] }.suffix(6))
    }

    /// The values of the characters that stand for bytes.
    private static func encode(_ bytes: ArraySlice<UInt8>) -> [Int] {
        // The last one first.
        var values: [Int] = []
        for byte in bytes {
            var carry = Int(byte)
            for index in values.indices {
                carry += values[index] << 8
                values[index] = carry % 58
                carry /= 58
            }
            while carry > 0 {
                values.append(carry % 58)
                carry /= 58
            }
        }
        return Array(repeating: 0, count: bytes.prefix { $0 == 0 }.count) + values.reversed()
    }
}

/// A text in Bech32 (BIP 173) or Bech32m (BIP 350): a prefix, `1`, and groups of five bits, the last six to check it.
struct Bech32: Hashable, Sendable {
    enum Variant: Hashable, Sendable {
        case bech32, bech32m
    }

    let variant: Variant
    /// What is before the last `1`, in lower case.
    let prefix: String
    /// Groups of five bits, without those that check them.
    let groups: [UInt8]

    /// Nil when the text is none, or its check characters are wrong. BIP 173 stops at 90 characters; Lightning invoices
    /// and Zcash addresses are longer.
    init?(_ text: some Collection<UInt8>) {
        guard text.count <= 8_192 else { return nil }
        let bytes = Array(text)
        let hasCapitals = bytes.contains { $0.isASCIICapital }
        guard let one = bytes.lastIndex(of: UInt8(ascii: "1")), one > 0, bytes.count - one > 6,
            !(hasCapitals && bytes.contains { (0x61...0x7A).contains($0) })
        else { return nil }
        let small = bytes.map { $0.asciiLowercased }
        guard small[..<one].allSatisfy({ (0x21...0x7E).contains($0) }), let values = Self.values(small[(one + 1)...])
        else { return nil }
        var check = Polynomial()
        for byte in small[..<one] { check.add(byte >> 5) }
        check.add(0)
        for byte in small[..<one] { check.add(byte & 31) }
        for value in values { check.add(value) }
        switch check.rest {
        case 1: variant = .bech32
        case 0x2bc8_30a3: variant = .bech32m
        default: return nil
        }
        prefix = String(decoding: small[..<one], as: UTF8.self)
        groups = values.dropLast(6)
    }

    private static let alphabet = Alphabet("qpzry9x8gf2tvdw0s3jn54khce6mua7l")

    /// The groups that lower case characters stand for; nil when one is not of the alphabet.
    static func values(_ characters: some Collection<UInt8>) -> [UInt8]? {
        let values = characters.compactMap { alphabet[$0] }
        return values.count == characters.count ? values : nil
    }

    /// The bytes in groups of five bits; nil when what is left over is not a padding.
    static func bytes(_ groups: some Collection<UInt8>) -> [UInt8]? {
        let (bytes, bits, count) = BitGroups.bytes(groups)
        return count < 5 && bits & ((1 << count) - 1) == 0 ? bytes : nil
    }

    private struct Polynomial {
        var rest: UInt32 = 1

        mutating func add(_ value: UInt8) {
            let top = rest >> 25
            rest = (rest & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (bit, term) in Self.terms.enumerated() where top >> UInt32(bit) & 1 == 1 { rest ^= term }
        }

        static let terms: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
    }
}

/// The addresses of Bitcoin Cash (CashAddr): like Bech32, with the prefix before a colon and eight check characters.
enum CashAddress {
    /// Whether an address, in lower case and without its prefix, is right under that prefix.
    static func isValid(_ address: some Collection<UInt8>, prefix: String) -> Bool {
        guard (42...112).contains(address.count), let values = Bech32.values(address) else { return false }
        var rest: UInt64 = 1
        for value in prefix.utf8.map({ $0 & 31 }) + [0] + values {
            let top = rest >> 35
            rest = (rest & 0x07_ffff_ffff) << 5 ^ UInt64(value)
            for (bit, term) in terms.enumerated() where top >> UInt64(bit) & 1 == 1 { rest ^= term }
        }
        return rest == 1
    }

    private static let terms: [UInt64] = [
        0x98_f2bc_8e61, 0x79_b76d_99e2, 0xf3_3e5f_b3c4, 0xae_2eab_e2a8, 0x1e_4f43_e470,
    ]
}

/// The base 32 of Code 32, in which Italian medicines have their number in Code 39: digits and letters without vowels.
///
///     Code32.decode(Array("0CSSBD".utf8))   // "012345676"
package enum Code32 {
    private static let alphabet = Alphabet("0123456789BCDFGHJKLMNPQRSTUVWXYZ")

    /// The nine digits that six characters stand for; nil where they stand for none, or for more.
    package static func decode(_ characters: [UInt8]) -> String? {
        guard characters.count == 6 else { return nil }
        var number: UInt64 = 0
        for character in characters {
            guard let value = alphabet[character] else { return nil }
            number = number << 5 | UInt64(value)
        }
        return number < 1_000_000_000 ? Digits.text(number, count: 9) : nil
    }
}

/// Code 39 as full ASCII (ISO/IEC 16388, annex A): a sign and a letter for each character that Code 39 does not have,
/// `+A` for `a`.
package enum FullASCII {
    /// The characters; nil where no letter that gives one follows a sign.
    package static func decode(_ characters: [UInt8]) -> [UInt8]? {
        var plain: [UInt8] = []
        var rest = characters[...]
        while let sign = rest.popFirst() {
            guard "+$%/".utf8.contains(sign) else {
                plain.append(sign)
                continue
            }
            guard let letter = rest.popFirst(), letter.isASCIICapital else { return nil }
            let place = letter - UInt8(ascii: "A")
            switch (sign, letter) {
            case (UInt8(ascii: "+"), _): plain.append(UInt8(ascii: "a") + place)
            case (UInt8(ascii: "$"), _): plain.append(place + 1)
            case (UInt8(ascii: "/"), ...UInt8(ascii: "O")): plain.append(UInt8(ascii: "!") + place)
            case (UInt8(ascii: "/"), UInt8(ascii: "Z")): plain.append(UInt8(ascii: ":"))
            case (UInt8(ascii: "%"), ...UInt8(ascii: "E")): plain.append(0x1B + place)
            case (UInt8(ascii: "%"), ...UInt8(ascii: "J")): plain.append(UInt8(ascii: ";") + place - 5)
            case (UInt8(ascii: "%"), ...UInt8(ascii: "O")): plain.append(UInt8(ascii: "[") + place - 10)
            case (UInt8(ascii: "%"), ...UInt8(ascii: "T")): plain.append(UInt8(ascii: "{") + place - 15)
            case (UInt8(ascii: "%"), UInt8(ascii: "U")): plain.append(0)
            case (UInt8(ascii: "%"), UInt8(ascii: "V")): plain.append(UInt8(ascii: "@"))
            case (UInt8(ascii: "%"), UInt8(ascii: "W")): plain.append(UInt8(ascii: "`"))
            case (UInt8(ascii: "%"), _): plain.append(0x7F)
            default: return nil
            }
        }
        return plain
    }
}

/// What codes contain in compressed form.
enum Unpacking {
    /// Why nothing comes out.
    enum Problem: Error, Hashable, Sendable {
        case broken
        /// More would come out than such a code contains.
        case tooLarge
        /// The system has no such library.
        case noLibrary(String)
    }

    /// The bytes of a stream of zlib (RFC 1950), of which so many may come out.
    static func zlib(_ bytes: ArraySlice<UInt8>, atMost room: Int) throws(Problem) -> [UInt8] {
        try unpack(bytes, room: room, library: "libz") { input, length, output, count in
            beeline_unpack_zlib(input, length, output, room, &count)
        }
    }

    /// The bytes of a raw stream of LZMA1 (lc=3, lp=0, pb=2, dictionary of 128 KiB) that stands for so many.
    static func lzma(_ bytes: ArraySlice<UInt8>, count: Int) throws(Problem) -> [UInt8] {
        try unpack(bytes, room: count, library: "liblzma") { input, length, output, written in
            written = count
            return beeline_unpack_lzma(input, length, output, count)
        }
    }

    private static func unpack(
        _ bytes: ArraySlice<UInt8>, room: Int, library: String,
        _ unpack: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, inout Int) -> Int32
    ) throws(Problem) -> [UInt8] {
        var status = Int32(BEELINE_UNPACK_BROKEN)
        let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            // What a library did not write must not be read.
            buffer.initialize(repeating: 0)
            bytes.withUnsafeBufferPointer { bytes in
                guard let input = bytes.baseAddress, let output = buffer.baseAddress else { return }
                status = unpack(input, bytes.count, output, &count)
            }
        }
        switch Int(status) {
        case Int(BEELINE_UNPACKED): return unpacked
        case Int(BEELINE_UNPACK_TOO_LARGE): throw .tooLarge
        case Int(BEELINE_UNPACK_NO_LIBRARY): throw .noLibrary(library)
        default: throw .broken
        }
    }
}
