internal import BeelineActions

/// A network as NetworkManager wants it described.
package struct WiFiProfile: Hashable, Sendable {
    /// 1…32 bytes.
    let ssid: String
    let isHidden: Bool
    let protection: Protection

    enum Protection: Hashable, Sendable {
        case none
        /// WPA, WPA2, and WPA3 where a network has both.
        case psk(String)
        /// WPA3 alone.
        case sae(String)
        case wep(String)
    }

    /// - Parameters:
    ///   - security: as codes have it, in any case: `WPA`, `WEP`, `nopass`; empty: what the password says.
    /// - Throws: `WiFiError` when NetworkManager would not take it, or we do not know how to say it.
    init(ssid: String, security: String, password: String, isHidden: Bool) throws(WiFiError) {
        guard (1...32).contains(ssid.utf8.count), !ssid.utf8.contains(0) else { throw .badSSID }
        guard !password.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { throw .badPassword }
        self.ssid = ssid
        self.isHidden = isHidden
        switch try Self.security(security) {
        case .asPasswordSays where password.isEmpty, .none: protection = .none
        case .asPasswordSays, .wpa: protection = try Self.wpa(password)
        case .sae:
            guard !password.isEmpty else { throw .missingPassword }
            protection = .sae(password)
        case .wep:
            guard !password.isEmpty else { throw .missingPassword }
            protection = .wep(password)
        }
    }

    /// What codes and rules call the security of a network.
    enum Security {
        case asPasswordSays, none, wpa, sae, wep
    }

    /// What a name of a security means, in any case.
    ///
    /// - Throws: `WiFiError` when we do not know it, or cannot set it up.
    static func security(_ name: String) throws(WiFiError) -> Security {
        switch name.uppercased() {
        case "": .asPasswordSays
        case "NOPASS", "NONE", "OPEN": .none
        case "WPA", "WPA2", "WPA/WPA2", "WPA2/WPA3", "WPA-PSK", "WPA2-PSK", "RSN": .wpa
        case "WPA3", "SAE": .sae
        case "WEP": .wep
        case let other: throw other.contains("EAP") ? .enterprise : .unknownSecurity(name)
        }
    }

    /// A password that WPA2 cannot have is one of WPA3, whose codes say `WPA` as well (WPA3 specification, section 7).
    private static func wpa(_ password: String) throws(WiFiError) -> Protection {
        guard !password.isEmpty else { throw .missingPassword }
        let isKey = password.utf8.count == 64 && password.allSatisfy(\.isHexDigit)
        return isKey || (8...63).contains(password.utf8.count) ? .psk(password) : .sae(password)
    }

    /// The name of the profile, by which we know it again; nothing in it moves a cursor.
    var name: String {
        let shown = ssid.unicodeScalars.map { $0.properties.isPrintable ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(shown)) + " (Beeline)"
    }

    /// What adds the profile. Each value follows its name, so that none is taken for a name or an option.
    var addition: [String] {
        let method: String? =
            switch protection {
            case .none: nil
            case .psk: "wpa-psk"
            case .sae: "sae"
            case .wep: "none"
            }
        return [
            "connection", "add", "type", "wifi", "ifname", "*", "con-name", name, "autoconnect", "no", "ssid", ssid,
            "802-11-wireless.hidden", isHidden ? "yes" : "no",
        ] + (method.map { ["802-11-wireless-security.key-mgmt", $0] } ?? [])
    }

    /// What nmcli's `passwd-file` holds (nmcli(1)); nil for a network without a password.
    ///
    /// Blanks at the ends are cut off unless a backslash stands before them, and so backslashes are doubled.
    var passwordFile: String? {
        let (property, password): (String, String)
        switch protection {
        case .none: return nil
        case .psk(let text), .sae(let text): (property, password) = ("psk", text)
        case .wep(let text): (property, password) = ("wep-key0", text)
        }
        var escaped = ""
        for (index, scalar) in password.unicodeScalars.enumerated() {
            let isAtEnd = index == 0 || index == password.unicodeScalars.count - 1
            switch scalar {
            case "\\": escaped += "\\\\"
            case " " where isAtEnd: escaped += "\\040"
            case "\t" where isAtEnd: escaped += "\\011"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "802-11-wireless-security.\(property):\(escaped)\n"
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it has a shape of its own, and changes none around it.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// Why a network cannot be joined.
enum WiFiError: Error, Hashable, Sendable, CustomStringConvertible {
    case badSSID
    case badPassword
    case missingPassword
    case enterprise
    case unknownSecurity(String)
    /// nmcli has made a profile and does not say which.
    case unknownProfile

    var description: String {
        switch self {
        case .badSSID: "the name of a network has 1 to 32 bytes, and none of them is 0"
        case .badPassword: "the password has a line end in it, with which no network can be joined"
        case .missingPassword:
            "the network wants a password, and the code has none; join it in the settings of the desktop"
        case .enterprise:
            "the network is one of an enterprise (EAP), which needs a certificate to be joined safely; join it in the "
                + "settings of the desktop"
        case .unknownSecurity(let security):
            "'\(security)' is no security that is known; it may be nopass, WEP, WPA, WPA2, WPA3 or SAE"
        case .unknownProfile: "nmcli does not say which profile it has made; look for it with: nmcli connection show"
        }
    }
}
