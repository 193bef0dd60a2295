internal import BeelineSymbols

/// A Wi-Fi network, and what a device needs to join it.
///
///     let network = WiFiNetwork("WIFI:T:WPA;S:Guest;P:for\\;guests;;")
///     network?.ssid       // "Guest"
///     network?.password   // "for;guests"
public struct WiFiNetwork: Hashable, Sendable {
    /// The name of the network: 1…32 bytes of UTF-8 (IEEE 802.11, section 9.4.2.2).
    public let ssid: String
    /// How it is secured, in capitals: `WPA`, `WPA2`, `WPA3`, `WEP`, `SAE`, `WPA2-EAP` and what else codes say; `nopass`
    /// when it is open.
    public let security: String
    /// The password; nil when the network is open, or the code does not tell it.
    public let password: String?
    /// Whether the network does not show its name.
    public let isHidden: Bool
    /// The method of the Extensible Authentication Protocol, in capitals: `PEAP`, `TTLS`, `TLS`, `PWD`.
    public let eapMethod: String?
    /// The method inside of the EAP tunnel, in capitals: `MSCHAPV2`.
    public let phase2: String?
    /// The user's name; with SAE, the identifier of the password.
    public let identity: String?
    /// The user's name outside of the EAP tunnel.
    public let anonymousIdentity: String?
    /// Which older ways to join are ruled out: hexadecimal digits (WPA3 specification, section 8).
    public let transitionDisable: String?
    /// The public key by which the network proves itself, in Base64 (WPA3 specification, SAE-PK).
    public let publicKey: String?

    /// Reads `WIFI:S:…;T:…;P:…;;`; nil when the text is none.
    public init?(_ text: String) {
        guard let parsed = try? WiFiParser.read(text) else { return nil }
        self = parsed.value
    }

    init(_ draft: WiFiParser.Draft, ssid: String, security: String) {
        self.ssid = ssid
        self.security = security
        password = draft.password
        isHidden = draft.isHidden
        eapMethod = draft.eapMethod
        phase2 = draft.phase2
        identity = draft.identity
        anonymousIdentity = draft.anonymousIdentity
        transitionDisable = draft.transitionDisable
        publicKey = draft.publicKey
    }
}

extension WiFiNetwork {
    /// A code for the network, as short as it can be.
    ///
    ///     WiFiNetwork("wifi:p:secret;s:Guest")?.code   // "WIFI:T:WPA;S:Guest;P:secret;;"
    public var code: String { code(password: password.map(Self.escaped)) }

    /// The code, with `•••` for the password.
    var redactedText: String { code(password: password.map { _ in "•••" }) }

    private func code(password: String?) -> String {
        let fields: [(String, String?)] = [
            ("T", Self.escaped(security)), ("R", transitionDisable.map(Self.escaped)), ("S", Self.escaped(ssid)),
            ("P", password), ("H", isHidden ? "true" : nil), ("E", eapMethod.map(Self.escaped)),
            ("PH2", phase2.map(Self.escaped)), ("A", anonymousIdentity.map(Self.escaped)),
            ("I", identity.map(Self.escaped)), ("K", publicKey.map(Self.escaped)),
        ]
        return "WIFI:" + fields.map { name, value in value.map { "\(name):\($0);" } ?? "" }.joined() + ";"
    }

    private static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if "\\;,:\"".utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

extension WiFiNetwork: CustomStringConvertible {
    /// The name of the network. The password is not in it.
    public var description: String { ssid }
}

extension WiFiNetwork: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { redactedText }

    /// A dump shows no password either.
    public var customMirror: Mirror { Mirror(self, children: ["code": redactedText]) }
}
