/// What to think of a link before it is opened, and why.
public struct LinkVerdict: Hashable, Sendable {
    public let decision: Policy.Decision
    /// What is noticeable about it; empty for a plain link.
    public let reasons: [LinkReason]

    /// The strictest of the reasons decides.
    public init(reasons: [LinkReason]) {
        self.reasons = reasons
        decision = reasons.map(\.decision).max() ?? .allow
    }
}

/// Something about a link that its user should know.
public enum LinkReason: Hashable, Sendable {
    /// No absolute URL that is understood.
    case notUnderstood
    /// The scheme runs code or reads files instead of leading somewhere.
    case dangerousScheme(String)
    /// Not http or https; another program will take it.
    case otherScheme(String)
    /// Everyone on the way can read and change what is sent.
    case notEncrypted
    /// There is a name before the host, which makes it look like another host.
    case userInfo
    /// The host is an address and not a name.
    case literalAddress(String)
    /// The host is this machine, or one of the local network, or a name without a dot.
    case localHost(String)
    /// The host has letters beyond ASCII, which may look like others.
    case punycode(String)
    /// A port other than the scheme's own.
    case unusualPort(Int)
    /// Characters that cannot be seen, or that turn the order of the text around.
    case hiddenCharacters

    public var decision: Policy.Decision {
        switch self {
        case .notUnderstood, .dangerousScheme, .userInfo, .hiddenCharacters: .deny
        case .otherScheme, .literalAddress, .localHost, .punycode, .unusualPort: .ask
        case .notEncrypted: .allow
        }
    }

    /// The name that programs may rely on.
    public var code: String {
        switch self {
        case .notUnderstood: "not-understood"
        case .dangerousScheme: "dangerous-scheme"
        case .otherScheme: "other-scheme"
        case .notEncrypted: "not-encrypted"
        case .userInfo: "user-info"
        case .literalAddress: "literal-address"
        case .localHost: "local-host"
        case .punycode: "punycode"
        case .unusualPort: "unusual-port"
        case .hiddenCharacters: "hidden-characters"
        }
    }
}

extension LinkReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notUnderstood: "not a link that is understood"
        case .dangerousScheme(let scheme): "'\(scheme):' runs code or reads files"
        case .otherScheme(let scheme): "'\(scheme):' is handed to another program"
        case .notEncrypted: "not encrypted (http)"
        case .userInfo: "a user name before the host makes it look like another host"
        case .literalAddress(let host): "the host is an address: \(host)"
        case .localHost(let host): "the host is of the local network: \(host)"
        case .punycode(let host): "the host has letters beyond ASCII, which may look like others: \(host)"
        case .unusualPort(let port): "an unusual port: \(port)"
        case .hiddenCharacters: "it holds characters that cannot be seen"
        }
    }
}
