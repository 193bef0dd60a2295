internal import BeelineSymbols

/// A Wi-Fi network, and what a device needs to join it.
///
///     let network = WiFiNetwork("WIFI:T:WPA;S:Guest;P:for\\;guests;;")
///     network?.ssid       // "Guest"
///     network?.password   // "for;guests"
public struct WiFiNetwork: Hashable, Sendable {
    /// All of it in one place, because a network is passed on more often than it is read.
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
    /// How it is secured, in capitals: `WPA`, `WPA2`, `WPA3`, `WEP`, `SAE`, `WPA2-EAP` and what else codes say;
    /// `nopass` when it is open.
    public var security: String { fields.security }

    /// The one spelling of what codes say of how a network is secured.
    static func security(writtenAs text: String) -> String {
        switch text.asciiUppercased {
        case "NOPASS", "NONE", "OPEN": "nopass"
        case let capitals: capitals
        }
    }
    /// The password; nil when the network is open, or the code does not have it.
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

    /// Reads `WIFI:S:…;T:…;P:…;;`; nil when the text is not one.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let network = try? WiFiParser.read(text, &doubts) else { return nil }
        self = network
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
        /// Where the name is, with its escapes.
        var ssidPlace = 0..<0
        /// Whether there is a field that is not of networks.
        var hasUnknown = false
        var rare: WiFiNetwork.Rare?
        var doubt: String?

        var isHidden: Bool {
            guard let hidden else { return false }
            return switch hidden.asciiLowercased {
            case "true", "1", "yes": true
            default: false
            }
        }

        var isTunnelled: Bool { rare?.eapMethod != nil || rare?.phase2 != nil }
    }

    private static let longest = 1 << 14

    /// A name with a colon is what nearly all notes about a network lack.
    static func isNote(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst(5)
        return !rest.isEmpty && !rest.contains(UInt8(ascii: ":")) || Prose.follows(text)
    }

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> WiFiNetwork {
        let bytes = text.utf8.span
        guard bytes.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard bytes.beginsWithWord("WIFI:") else { throw .malformed("it does not begin with WIFI:") }
        var draft = Draft()
        var fields = SemicolonFields(from: 5)
        while let part = fields.next(in: bytes) { take(part, of: bytes, &draft) }
        guard let ssid = draft.ssid, !ssid.isEmpty else {
            throw .malformed("the name of the network (S) is missing")
        }
        guard ssid.utf8.count <= 32 else {
            throw .malformed("the name of the network (S) has \(ssid.utf8.count) bytes; the maximum is 32")
        }
        // Nearly all networks have both; a sign between fields that is not a semicolon makes one of them a part of the
        // name.
        if draft.password == nil || draft.security == nil, hasField(bytes.extracting(draft.ssidPlace), draft) {
            throw .malformed("the name of the network (S) has another field or a line end in it; use ; between fields")
        }
        if let other = draft.hidden, draft.rare?.phase2 == nil, !isTruthValue(other) {
            // In codes of the first years H was the method of phase 2.
            let method = other.asciiUppercased
            if draft.rare?.eapMethod != nil || phase2Methods.contains(method) {
                draft.rare = draft.rare ?? WiFiNetwork.Rare()
                draft.rare?.phase2 = method
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

    private static func take(_ part: SemicolonFields.Part, of bytes: Span<UInt8>, _ draft: inout Draft) {
        switch part.name {
        case "S":
            if draft.ssid == nil { draft.ssidPlace = part.value }
            set(&draft.ssid, "S", &draft.doubt) { part.unquotedText(in: bytes) }
        case "T": set(&draft.security, "T", &draft.doubt) { part.text(in: bytes) }
        case "P": set(&draft.password, "P", &draft.doubt) { part.unquotedText(in: bytes) }
        case "H": set(&draft.hidden, "H", &draft.doubt) { part.text(in: bytes) }
        case "": draft.doubt = "a part between semicolons has no name; a semicolon may lack its backslash"
        default:
            var rare = draft.rare ?? WiFiNetwork.Rare()
            draft.hasUnknown = !take(part, of: bytes, &rare, &draft.doubt) || draft.hasUnknown
            draft.rare = rare
        }
    }

    /// Whether the part is of a network at all.
    private static func take(
        _ part: SemicolonFields.Part, of bytes: Span<UInt8>, _ rare: inout WiFiNetwork.Rare, _ doubt: inout String?
    ) -> Bool {
        switch part.name {
        case "E": set(&rare.eapMethod, "E", &doubt) { part.text(in: bytes).asciiUppercased.unlessEmpty }
        case "PH2", "PH": set(&rare.phase2, "PH2", &doubt) { part.text(in: bytes).asciiUppercased.unlessEmpty }
        case "I": set(&rare.identity, "I", &doubt) { part.unquotedText(in: bytes).unlessEmpty }
        case "A", "AI": set(&rare.anonymousIdentity, "A", &doubt) { part.unquotedText(in: bytes).unlessEmpty }
        case "R": set(&rare.transitionDisable, "R", &doubt) { part.text(in: bytes).unlessEmpty }
        case "K": set(&rare.publicKey, "K", &doubt) { part.text(in: bytes).unlessEmpty }
        default: return false
        }
        return true
    }

    /// Whether the name of a network has a line end, or a field that the network lacks: `x,P:secret`.
    private static func hasField(_ name: Span<UInt8>, _ draft: borrowing Draft) -> Bool {
        let end = name.placeWithoutBlanks.upperBound
        for index in 0..<end {
            let byte = name[index]
            if byte == 0x0A || byte == 0x0D { return true }
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

    @inline(__always)
    private static func set(_ member: inout String?, _ name: String, _ doubt: inout String?, to value: () -> String?) {
        if member == nil { member = value() } else { doubt = "\(name) is there twice; the first one is used" }
    }

    private static let phase2Methods: Set = [
        "PAP", "CHAP", "MSCHAP", "MSCHAPV2", "GTC", "MD5", "TLS", "SIM", "AKA", "AKA'",
    ]

    private static func isTruthValue(_ text: String) -> Bool {
        switch text.asciiLowercased {
        case "true", "false", "", "1", "0", "yes", "no": true
        default: false
        }
    }

    private static func security(_ draft: borrowing Draft) -> String {
        let isTunnelled = draft.isTunnelled
        guard let written = draft.security, !written.isEmpty else {
            if isTunnelled || draft.rare?.identity != nil { return "WPA2-EAP" }
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
