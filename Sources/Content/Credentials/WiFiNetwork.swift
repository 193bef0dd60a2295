internal import BeelineSymbols

/// A Wi-Fi network, and what a device needs to join it.
///
///     let network = WiFiNetwork("WIFI:T:WPA;S:Guest;P:for\\;guests;;")
///     network?.ssid       // "Guest"
///     network?.password   // "for;guests"
public struct WiFiNetwork: Hashable, Sendable {
    /// All of it in one place, for a network is handed on more often than it is read.
    private let fields: Fields

    private final class Fields: Hashable, Sendable {
        let ssid: String
        let security: String
        let password: String?
        let isHidden: Bool
        let rare: Rare?

        init(ssid: String, security: String, password: String?, isHidden: Bool, rare: Rare?) {
            self.ssid = ssid
            self.security = security
            self.password = password
            self.isHidden = isHidden
            self.rare = rare
        }

        static func == (left: Fields, right: Fields) -> Bool {
            left.ssid == right.ssid && left.security == right.security && left.password == right.password
                && left.isHidden == right.isHidden && left.rare == right.rare
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ssid)
            hasher.combine(password)
        }
    }

    /// What few codes say; those that say nothing of it have none.
    struct Rare: Hashable, Sendable {
        var eapMethod, phase2, identity, anonymousIdentity, transitionDisable, publicKey: String?
    }

    /// The name of the network: 1…32 bytes of UTF-8 (IEEE 802.11, section 9.4.2.2).
    public var ssid: String { fields.ssid }
    /// How it is secured, in capitals: `WPA`, `WPA2`, `WPA3`, `WEP`, `SAE`, `WPA2-EAP` and what else codes say; `nopass`
    /// when it is open.
    public var security: String { fields.security }

    /// The one spelling of what codes say of how a network is secured.
    static func security(writtenAs text: String) -> String {
        switch text.asciiUppercased {
        case "NOPASS", "NONE", "OPEN": "nopass"
        case let capitals: capitals
        }
    }
    /// The password; nil when the network is open, or the code does not tell it.
    public var password: String? { fields.password }
    /// Whether the network does not show its name.
    public var isHidden: Bool { fields.isHidden }
    /// The method of the Extensible Authentication Protocol, in capitals: `PEAP`, `TTLS`, `TLS`, `PWD`.
    public var eapMethod: String? { fields.rare?.eapMethod }
    /// The method inside of the EAP tunnel, in capitals: `MSCHAPV2`.
    public var phase2: String? { fields.rare?.phase2 }
    /// The user's name; with SAE, the identifier of the password.
    public var identity: String? { fields.rare?.identity }
    /// The user's name outside of the EAP tunnel.
    public var anonymousIdentity: String? { fields.rare?.anonymousIdentity }
    /// Which older ways to join are ruled out: hexadecimal digits (WPA3 specification, section 8).
    public var transitionDisable: String? { fields.rare?.transitionDisable }
    /// The public key by which the network proves itself, in Base64 (WPA3 specification, SAE-PK).
    public var publicKey: String? { fields.rare?.publicKey }

    /// Reads `WIFI:S:…;T:…;P:…;;`; nil when the text is none.
    public init?(_ text: String) {
        guard let parsed = try? WiFiParser.read(text) else { return nil }
        self = parsed.value
    }

    init(ssid: String, security: String, password: String?, isHidden: Bool, rare: Rare?) {
        // Equal networks have equal parts, be there a place for rare ones or not.
        fields = Fields(
            ssid: ssid, security: security, password: password, isHidden: isHidden,
            rare: rare == Rare() ? nil : rare)
    }
}

extension WiFiNetwork {
    /// A code for the network, as short as it can be.
    ///
    ///     WiFiNetwork("wifi:p:secret;s:Guest")?.code   // "WIFI:T:WPA;S:Guest;P:secret;;"
    public var code: String { code { Self.append($0, to: &$1) } }

    /// The code, with `•••` for the password.
    var redactedText: String { code { $1 += Reading.secretMark.utf8 } }

    /// - Parameter appendPassword: adds the password in the form in which it is to stand there.
    private func code(_ appendPassword: (String, inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        bytes += "WIFI:".utf8
        func append(_ name: StaticString, _ value: String?, by append: (String, inout [UInt8]) -> Void = Self.append) {
            guard let value else { return }
            bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            append(value, &bytes)
            bytes.append(UInt8(ascii: ";"))
        }
        append("T:", security)
        append("R:", transitionDisable)
        append("S:", ssid)
        append("P:", password, by: appendPassword)
        append("H:", isHidden ? "true" : nil)
        append("E:", eapMethod)
        append("PH2:", phase2)
        append("A:", anonymousIdentity)
        append("I:", identity)
        append("K:", publicKey)
        bytes.append(UInt8(ascii: ";"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds a value with its escapes.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
                bytes.append(UInt8(ascii: "\\"))
            default: break
            }
            bytes.append(byte)
        }
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
