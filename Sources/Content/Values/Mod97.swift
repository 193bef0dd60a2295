internal import BeelineSymbols

/// The check of ISO 7064 MOD 97-10, as IBAN and creditor references have it.
enum Mod97 {
    /// The remainder by 97 of the number that the characters make, a letter for two digits: A is 10, Z is 35.
    ///
    /// - Parameter characters: ASCII digits and capitals.
    static func remainder(_ characters: some Sequence<UInt8>) -> Int {
        var rest = 0
        for byte in characters {
            rest = byte.isASCIIDigit ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte) - 0x37) % 97
        }
        return rest
    }

    /// The check digits, two of them, for a number of which they are the third and fourth character.
    static func checkDigits(_ characters: ArraySlice<UInt8>) -> String {
        let moved = characters.dropFirst(4) + characters.prefix(2) + [0x30, 0x30]
        return Digits.text(UInt64(98 - remainder(moved)), count: 2)
    }
}

/// A reference of a creditor (ISO 11649): `RF`, two check digits, up to 21 digits and letters.
///
///     CreditorReference("RF18 5390 0754 7034")?.text   // "RF18539007547034"
struct CreditorReference: Hashable, Sendable {
    /// Without blanks, in capitals.
    let text: String

    /// Nil when it is none, or its check digits are wrong; blanks and small letters do not matter.
    init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let bytes = text.utf8.filter { $0 != 0x20 }.map { $0.asciiUppercased }
        guard (5...25).contains(bytes.count), bytes.starts(with: "RF".utf8), bytes[2].isASCIIDigit,
            bytes[3].isASCIIDigit, bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter }),
            Mod97.remainder(bytes[4...] + bytes[..<4]) == 1
        else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }
}
