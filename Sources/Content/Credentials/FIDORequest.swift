internal import BeelineSymbols

/// A request to sign in, or to register, with a device that holds a FIDO key: the QR code of hybrid transports (CTAP 2.2,
/// section 11.5.1).
public struct FIDORequest: Hashable, Sendable {
    /// The public key of the client on P-256, compressed: 33 bytes.
    public let publicKey: [UInt8]
    /// The secret that both sides share by the code: 16 bytes. It is good for this request only.
    public let secret: [UInt8]
    /// How many of the assigned tunnel services the client knows.
    public let knownTunnelDomains: Int?
    /// When the code was made, in seconds since 1970.
    public let time: Int64?
    /// Whether the client can do transactions assisted by state.
    public let isStateAssisted: Bool?
    /// What is asked for, in the client's word: `ga` to sign in, `mc` to register; others may come.
    public let hint: String?

    /// What a user is asked for.
    public enum Request: String, Hashable, Sendable, CaseIterable {
        case signIn = "sign-in"
        case register
    }

    /// What is asked for; nil when the code does not say it, or in a word of later versions.
    public var request: Request? {
        switch hint {
        case "ga": .signIn
        case "mc": .register
        default: nil
        }
    }

    /// Reads `FIDO:/` and digits; nil when the text is none.
    public init?(_ text: String) {
        guard let request = try? FIDOParser.read(text) else { return nil }
        self = request
    }

    init(
        publicKey: [UInt8], secret: [UInt8], knownTunnelDomains: Int?, time: Int64?, isStateAssisted: Bool?,
        hint: String?
    ) {
        self.publicKey = publicKey
        self.secret = secret
        self.knownTunnelDomains = knownTunnelDomains
        self.time = time
        self.isStateAssisted = isStateAssisted
        self.hint = hint
    }
}

extension FIDORequest: CustomStringConvertible {
    /// What is asked for: `sign-in`, `register`, or the hint as it is. The secret is not in it.
    public var description: String { request?.rawValue ?? hint ?? "request" }
}

extension FIDORequest: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
