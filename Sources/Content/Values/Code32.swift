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
