/// Base58 as Bitcoin writes addresses: digits and letters without `0`, `O`, `I` and `l`.
enum Base58 {
    private static let alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The value of a character; nil when it has none.
    static func value(_ character: UInt8) -> UInt8? { values[Int(character)] }

    /// No address is longer; decoding takes time by the square of the length.
    private static let longest = 128

    /// The bytes that a text stands for; nil when it is no Base58, or longer than any address.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard !text.isEmpty, text.count <= longest else { return nil }
        // The last byte first.
        var bytes: [UInt8] = []
        for character in text {
            guard let value = value(character) else { return nil }
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
        bytes += Array(repeating: 0, count: text.prefix { $0 == UInt8(ascii: "1") }.count)
        return bytes.reversed()
    }

    /// The bytes before the four that check them, by SHA-256 twice; nil when they do not fit.
    static func decodeChecked(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard let bytes = decode(text), bytes.count > 4 else { return nil }
        let payload = bytes.dropLast(4)
        return SHA256.hash(SHA256.hash(payload)).prefix(4) == bytes.suffix(4) ? Array(payload) : nil
    }
}
