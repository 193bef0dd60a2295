internal import BeelineSymbols

/// What a code says that is for its owner's eyes only: passwords of networks, keys of one-time passwords.
extension Reading {
    /// What stands in place of a secret.
    public static let secretMark = "•••"

    /// Whether something of this code is secret.
    ///
    /// A code that is nearly one with a secret counts too, for a typing mistake makes a password no less of one.
    public var holdsSecret: Bool {
        isPartOfSecret || contentHoldsSecret
    }

    private var contentHoldsSecret: Bool {
        switch content {
        case .wifi(let network): network.password != nil
        case .otp, .fido: true
        case .url(let address): Secrets.isKeyring(address)
        case .text(let text): Secrets.masked(text) != nil
        case .binary(let bytes): Secrets.masked(bytes) != nil
        default: false
        }
    }

    /// Whether a field of this code tells its secret: the secret itself, and the texts that it was read from.
    public func isSecret(_ name: FieldName) -> Bool {
        holdsSecret && name.mayTellSecret
    }

    /// The text of the code with `•••` where its secret was; nil where there is none to hide.
    public var redactedText: String? {
        guard holdsSecret else { return nil }
        return switch content {
        case .wifi(let network): network.redactedText
        case .otp(let key): key.redactedText
        case .fido: "FIDO:/" + Self.secretMark
        case .binary(let bytes): Secrets.masked(bytes) ?? Self.secretMark
        default: symbol.text.flatMap(Secrets.masked) ?? Self.secretMark
        }
    }
}

extension Reading {
    /// The text of the code as it may be shown and kept: without what it keeps secret, and without the passwords of links.
    /// Nil where the code is no text, and nothing of it is secret.
    package var shownText: String? { (redactedText ?? symbol.text).map(withoutLinkPasswords) }
}

extension FieldName {
    /// Whether this field tells the secret of a code that holds one.
    public var mayTellSecret: Bool {
        switch self {
        case .fixed(let field): field.definition.mayTellSecret
        case .query: true
        case .ai, .json: false
        }
    }
}

/// Looks for secrets in texts that no parser understood.
public enum Secrets {
    /// The text up to where a secret may begin, and `•••` for the rest; nil when there is no sign of one.
    ///
    ///     Secrets.masked("WIFI:T:WPA;P:secret")   // "WIFI:•••"
    public static func masked(_ text: String) -> String? {
        text.utf8.withContiguousStorageIfAvailable { masked($0) } ?? masked(Array(text.utf8))
    }

    static func masked(_ bytes: some RandomAccessCollection<UInt8>) -> String? {
        for start in bytes.indices {
            // Every text that is no code of a known kind is looked through, so that one look at a byte must do.
            switch bytes[start] | 0x20 {
            case UInt8(ascii: "w"), UInt8(ascii: "o"), UInt8(ascii: "f"): break
            default: continue
            }
            for opening in openings where bytes[start] | 0x20 == opening[0] {
                let rest = bytes[start...].prefix(opening.count)
                guard rest.elementsEqual(opening, by: { $0 == $1 || ($0 | 0x20 == $1 && $1 &- 0x61 < 26) }) else {
                    continue
                }
                let shown = bytes[..<bytes.index(start, offsetBy: opening.count)]
                return String(decoding: shown, as: UTF8.self) + Reading.secretMark
            }
        }
        return nil
    }

    /// Whether a link holds the keys of an authenticator that is moved to another device.
    static func isKeyring(_ address: WebAddress) -> Bool {
        // Nearly every link is told by its first letter.
        address.url.utf8.first == UInt8(ascii: "o") && address.scheme == "otpauth-migration"
    }

    /// What stands before secrets, in lower case; `masked` knows their first letters.
    private static let openings = ["wifi:", "wifi;", "otpauth:", "otpauth-migration:", "fido:/"].map { Array($0.utf8) }
}
