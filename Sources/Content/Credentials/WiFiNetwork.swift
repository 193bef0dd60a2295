internal import BeelineSymbols

/// A Wi-Fi network, and what a device needs to join it.
///
///     let network = WiFiNetwork("WIFI:T:WPA;S:Guest;P:for\\;guests;;")
///     network?.ssid       // "Guest"
///     network?.password   // "for;guests"
public struct WiFiNetwork: Hashable, Sendable {
    /// The name of the network: 1…32 bytes of UTF-8 (IEEE 802.11, section 9.4.2.2).
    public let ssid: String
    /// How it is secured, in capitals: `WPA`, `WPA2`, `WPA3`, `WEP`, `SAE`, `WPA2-EAP` and what else codes say;
    /// `nopass` when it is open.
    public let security: String

    private let rare: Rare

    /// Properties that few codes have.
    struct Rare: Hashable, Sendable {
        var eapMethod, phase2, identity, anonymousIdentity, transitionDisable, publicKey: String?
    }

    /// The canonical spelling of how a network is secured.
    static func security(writtenAs text: String) -> String {
        switch text.asciiUppercased {
        case "NOPASS", "NONE", "OPEN": "nopass"
        case let capitals: capitals
        }
    }
    /// The password; nil when the network is open, or the code does not have it.
    public let password: String?
    /// Whether the network does not show its name.
    public let isHidden: Bool
    /// The method of the Extensible Authentication Protocol, in capitals: `PEAP`, `TTLS`, `TLS`, `PWD`.
    public var eapMethod: String? { rare.eapMethod }
    /// The method inside of the EAP tunnel, in capitals: `MSCHAPV2`.
    public var phase2: String? { rare.phase2 }
    /// The user's name; with SAE, the identifier of the password.
    public var identity: String? { rare.identity }
    /// The user's name outside of the EAP tunnel.
    public var anonymousIdentity: String? { rare.anonymousIdentity }
    /// Which older ways to join are ruled out: hexadecimal digits (WPA3 specification, section 8).
    public var transitionDisable: String? { rare.transitionDisable }
    /// The public key by which the network proves itself, in Base64 (WPA3 specification, SAE-PK).
    public var publicKey: String? { rare.publicKey }

    /// Reads `WIFI:S:…;T:…;P:…;;`; nil when the text is not one.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let network = try? WiFiParser.read(text, &doubts) else { return nil }
        self = network
    }

    init(ssid: String, security: String, password: String?, isHidden: Bool, rare: Rare) {
        self.ssid = ssid
        self.security = security
        self.password = password
        self.isHidden = isHidden
        self.rare = rare
    }
}

extension WiFiNetwork {
    /// A code for the network, as short as it can be.
    ///
    ///     WiFiNetwork("wifi:p:secret;s:Guest")?.code   // "WIFI:T:WPA;S:Guest;P:secret;;"
    public var code: String { code { Self.append($0, to: &$1) } }
    var redactedText: String { code { $1 += SecretMark.text.utf8 } }

    /// - Parameter appendPassword: adds the password in the form in which it is to be there.
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
    /// The code without its password.
    public var debugDescription: String { redactedText }

    /// A dump shows no password either.
    public var customMirror: Mirror { Mirror(self, children: ["code": redactedText]) }
}

extension WiFiNetwork: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .ssid: .text(ssid)
        case .security: .text(security)
        case .password: password.map(FieldValue.text)
        case .hidden: .boolean(isHidden)
        case .eapMethod: eapMethod.map(FieldValue.text)
        case .phase2: phase2.map(FieldValue.text)
        case .identity: identity.map(FieldValue.text)
        case .anonymousIdentity: anonymousIdentity.map(FieldValue.text)
        default: nil
        }
    }
}

/// `WIFI:T:WPA;S:mynet;P:secret;;`, as ZXing wrote it down first and the WPA3 specification (section 7.1) after it.
enum WiFiParser {
    private struct Draft {
        var ssid, security, password, hidden: String?
        /// The name with its escapes.
        var writtenSSID: ArraySlice<UInt8> = []
        /// Whether there is a field that is not of networks.
        var hasUnknown = false
        var rare = WiFiNetwork.Rare()
        var doubt: String?

        var isHidden: Bool { ["true", "1", "yes"].contains(hidden?.asciiLowercased) }

        var isTunnelled: Bool { rare.eapMethod != nil || rare.phase2 != nil }
    }

    private static let longest = 1 << 14

    /// Nearly no note about a network has a name with a colon.
    static func isNote(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst(5)
        return !rest.isEmpty && !rest.contains(UInt8(ascii: ":")) || NoteText.follows(text)
    }

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> WiFiNetwork {
        guard let bytes = try Refusal.bytes(text, atMost: longest).dropping(keyword: "WIFI:") else {
            throw .malformed("it does not begin with WIFI:")
        }
        var draft = Draft()
        for field in SemicolonField.all(in: bytes) { take(field, &draft) }
        guard let ssid = draft.ssid, !ssid.isEmpty else {
            throw .malformed("the name of the network (S) is missing")
        }
        guard ssid.utf8.count <= 32 else {
            throw .malformed("the name of the network (S) has \(ssid.utf8.count) bytes; the maximum is 32")
        }
        // Nearly all networks have both; a sign other than a semicolon between fields makes one a part of the name.
        if draft.password == nil || draft.security == nil, hasField(draft.writtenSSID, draft) {
            throw .malformed("the name of the network (S) has another field or a line end in it; use ; between fields")
        }
        if let other = draft.hidden, draft.rare.phase2 == nil, !isTruthValue(other) {
            // In codes of the first years H was the method of phase 2.
            let method = other.asciiUppercased
            if draft.rare.eapMethod != nil || phase2Methods.contains(method) {
                draft.rare.phase2 = method
            } else {
                draft.doubt = draft.doubt ?? "H is neither true nor false"
            }
        }
        if draft.password?.isEmpty == true { draft.password = nil }
        if draft.hasUnknown, draft.password == nil, draft.security == nil {
            draft.doubt = draft.doubt ?? "a field has an unknown name, and may be the password (P)"
        }
        let security = security(draft)
        if draft.password != nil, security == "nopass" {
            draft.doubt = draft.doubt ?? "an open network with a password (P)"
        }
        if let doubt = draft.doubt { doubts.append(doubt) }
        return WiFiNetwork(
            ssid: ssid, security: security, password: draft.password, isHidden: draft.isHidden, rare: draft.rare)
    }

    private static func take(_ field: SemicolonField, _ draft: inout Draft) {
        switch field.name {
        case "S":
            if draft.ssid == nil { draft.writtenSSID = field.value }
            set(&draft.ssid, "S", &draft.doubt) { field.unquotedText }
        case "T": set(&draft.security, "T", &draft.doubt) { field.text }
        case "P": set(&draft.password, "P", &draft.doubt) { field.unquotedText }
        case "H": set(&draft.hidden, "H", &draft.doubt) { field.text }
        case "": draft.doubt = "a part between semicolons has no name; a semicolon may lack its backslash"
        default: draft.hasUnknown = !take(field, &draft.rare, &draft.doubt) || draft.hasUnknown
        }
    }

    /// Whether the part belongs to a network.
    private static func take(_ field: SemicolonField, _ rare: inout WiFiNetwork.Rare, _ doubt: inout String?) -> Bool {
        switch field.name {
        case "E": set(&rare.eapMethod, "E", &doubt) { field.text.asciiUppercased.unlessEmpty }
        case "PH2", "PH": set(&rare.phase2, "PH2", &doubt) { field.text.asciiUppercased.unlessEmpty }
        case "I": set(&rare.identity, "I", &doubt) { field.unquotedText.unlessEmpty }
        case "A", "AI": set(&rare.anonymousIdentity, "A", &doubt) { field.unquotedText.unlessEmpty }
        case "R": set(&rare.transitionDisable, "R", &doubt) { field.text.unlessEmpty }
        case "K": set(&rare.publicKey, "K", &doubt) { field.text.unlessEmpty }
        default: return false
        }
        return true
    }

    /// Whether the name of a network has a line end, or a field that the network lacks: `x,P:secret`.
    private static func hasField(_ name: ArraySlice<UInt8>, _ draft: Draft) -> Bool {
        let name = Array(name[..<name.withoutBlanks.endIndex])
        for (index, byte) in name.enumerated() {
            if byte.endsLine { return true }
            guard byte == UInt8(ascii: ":"), index >= 2 else { continue }
            let before = name[index - 2]
            // A colon that has a backslash is of the name, and so is the one of `Up:` or `P:T:`.
            guard !before.isASCIILetter, !before.isASCIIDigit, before != UInt8(ascii: ":") else { continue }
            switch name[index - 1] | 0x20 {
            case UInt8(ascii: "p") where draft.password == nil: return true
            case UInt8(ascii: "t") where draft.security == nil: return true
            default: break
            }
        }
        return false
    }

    private static func set(_ member: inout String?, _ name: String, _ doubt: inout String?, to value: () -> String?) {
        if member == nil { member = value() } else { doubt = "\(name) is there twice; the first one is used" }
    }

    private static let phase2Methods: Set = [
        "PAP", "CHAP", "MSCHAP", "MSCHAPV2", "GTC", "MD5", "TLS", "SIM", "AKA", "AKA'",
    ]

    private static func isTruthValue(_ text: String) -> Bool {
        ["true", "false", "", "1", "0", "yes", "no"].contains(text.asciiLowercased)
    }

    private static func security(_ draft: Draft) -> String {
        let isTunnelled = draft.isTunnelled
        guard let written = draft.security, !written.isEmpty else {
            if isTunnelled || draft.rare.identity != nil { return "WPA2-EAP" }
            return draft.password == nil ? "nopass" : "WPA"
        }
        return switch written {
        case "WPA" where !isTunnelled: "WPA"
        case "nopass": "nopass"
        default:
            switch WiFiNetwork.security(writtenAs: written) {
            case "WPA" where isTunnelled, "WPA2" where isTunnelled: "WPA2-EAP"
            case let security: security
            }
        }
    }
}
