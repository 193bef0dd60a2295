internal import BeelineContent
internal import BeelineSymbols

/// A secret by which the server knows a caller: of a token, of a telephone.
enum Secret {
    /// What secrets of the server begin with, so that they are recognised where they should not be.
    static let prefix = "bee_"

    /// A new one, of 256 random bits.
    static func make() -> String { prefix + random(bytes: 32) }

    /// Random bytes in base64url (RFC 4648, section 5), without padding.
    static func random(bytes count: Int) -> String {
        // It asks the kernel each time (getrandom).
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return String(
            decoding: Base64.encode(bytes).utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }

    /// What is kept of a secret. It is looked up whole: how long that takes says nothing of the secret.
    ///
    /// - Returns: nil for a text that is not one of our secrets.
    static func hash(_ secret: String) -> [UInt8]? {
        guard secret.utf8.count <= 128, secret.hasPrefix(prefix) else { return nil }
        return SHA256.hash(Array(secret.utf8))
    }
}
