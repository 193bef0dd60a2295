internal import BeelineSymbols

/// The key from which an authenticator makes one-time passwords (RFC 4226, RFC 6238), as `otpauth` URLs give it.
///
///     let key = OneTimePasswordKey("otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME")
///     key?.issuer        // "ACME"
///     key?.accountName   // "bob"
public struct OneTimePasswordKey: Hashable, Sendable {
    /// What changes from one password to the next.
    public enum Factor: Hashable, Sendable {
        /// The time: a password is good for so many seconds.
        case time(period: Int)
        /// A counter, with the value for the next password.
        case counter(Int64)
    }

    /// The hash of the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    public let factor: Factor
    /// The key in Base32, in capitals and without padding.
    public let secret: String
    /// Who gave the key.
    public let issuer: String?
    /// Whose key it is.
    public let accountName: String?
    /// Default: SHA-1.
    public let algorithm: Algorithm
    /// How many digits a password has: 6…8. Default: 6.
    public let digits: Int

    /// The key, at least one byte.
    public var secretBytes: [UInt8] { Base32.decode(secret) }

    /// Reads `otpauth://TYPE/LABEL?secret=…`; nil when the text is none.
    public init?(_ text: String) {
        guard let parsed = try? OneTimePasswordParser.read(text) else { return nil }
        self = parsed.value
    }

    init(
        factor: Factor, secret: String, issuer: String?, accountName: String?, algorithm: Algorithm, digits: Int
    ) {
        self.factor = factor
        self.secret = secret
        self.issuer = issuer
        self.accountName = accountName
        self.algorithm = algorithm
        self.digits = digits
    }
}

extension OneTimePasswordKey {
    /// The key as an `otpauth` URL, without what it would say by default. It tells the secret.
    public var url: String { url(secret: secret) }

    /// The URL, with `•••` for the secret.
    var redactedText: String { url(secret: "•••") }

    private func url(secret: String) -> String {
        var url = "otpauth://\(type.rawValue)/"
        if let accountName {
            // The first colon ends the issuer, encoded or not; one that has a colon stands in the parameter alone.
            let label = issuer.flatMap { $0.utf8.contains(UInt8(ascii: ":")) ? nil : $0 } ?? ""
            if issuer != nil || accountName.utf8.contains(UInt8(ascii: ":")) {
                url += PercentEncoding.encode(label) + ":"
            }
            url += PercentEncoding.encode(accountName)
        }
        url += "?secret=\(secret)"
        if let issuer { url += "&issuer=" + PercentEncoding.encode(issuer) }
        if algorithm != .sha1 { url += "&algorithm=\(algorithm.rawValue)" }
        if digits != 6 { url += "&digits=\(digits)" }
        switch factor {
        case .time(30): break
        case .time(let period): url += "&period=\(period)"
        case .counter(let counter): url += "&counter=\(counter)"
        }
        return url
    }

    /// What stands for the factor in URLs.
    enum TypeName: String, CaseIterable {
        case totp, hotp
    }

    var type: TypeName {
        switch factor {
        case .time: .totp
        case .counter: .hotp
        }
    }
}

extension OneTimePasswordKey: CustomStringConvertible {
    /// Type, issuer and account: `totp ACME:bob`. The secret is not in it.
    public var description: String {
        ([type.rawValue] + [[issuer, accountName].compactMap(\.self).joined(separator: ":")]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

extension OneTimePasswordKey: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { redactedText }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["url": redactedText]) }
}
