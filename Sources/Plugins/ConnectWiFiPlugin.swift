package import BeelineActions
package import BeelineRules
internal import BeelineSupport

/// `connect-wifi`: joins a Wi-Fi network with `nmcli`, the tool of NetworkManager. The password goes to it through a
/// pipe: everyone can see the arguments of programs, and a file would stay if this program is killed. The new profile
/// stays if the network could be joined, and replaces an earlier one for the network.
package struct ConnectWiFiPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "connect-wifi", summary: "Joins a Wi-Fi network (NetworkManager).",
        parameters: [
            .init("ssid", .text, summary: "The name of the network."),
            .init("password", .secret, isRequired: false, summary: "The password; without one the network is open."),
            .init(
                "security", .text, isRequired: false,
                summary: "`nopass`, `WEP`, `WPA`, `WPA2`, `WPA3` or `SAE`; without it, `WPA` where there is a password."
            ),
            .init("hidden", .text, isRequired: false, summary: "`true` for a hidden network."),
        ],
        effects: [.process],
        check: ArgumentCheck { written in
            guard let security = written.texts["security"] else { return nil }
            do throws(ActionProblem) {
                _ = try WiFiProfile.security(security)
                return nil
            } catch {
                return .init("\(error)", parameter: "security")
            }
        })

    private let tools: SystemTools

    package init() { self.init(tools: SystemTools(timeLimit: .seconds(60))) }

    init(tools: SystemTools) { self.tools = tools }

    /// How long NetworkManager may take to join, in seconds.
    private static let patience = "45"

    /// Longer than NetworkManager may take, whose error says more than a timeout.
    package func timeLimit(for action: Action) -> Duration? { .seconds(60) }

    package func perform(_ action: Action) async throws -> ActionResult {
        func text(_ parameter: String) -> String {
            if case .text(let text)? = action[parameter] { text } else { "" }
        }
        let profile = try WiFiProfile(
            ssid: text("ssid"), security: text("security"), password: text("password"),
            isHidden: text("hidden") == "true")
        let nmcli = try tools.need(
            "nmcli", remedy: "install network-manager (NetworkManager), or join the network yourself")
        let answer = try await run(nmcli, profile.addition)
        guard let id = Self.profileID(in: answer) else { throw ActionProblem.unknownProfile }
        do {
            try await join(profile, id, nmcli)
        } catch {
            await remove([id], nmcli)
            throw error
        }
        let earlier = (try? await profiles(named: profile.name, nmcli)) ?? []
        await remove(earlier.filter { $0 != id }, nmcli)
        return ActionResult(message: "joined")
    }

    private func join(_ profile: WiFiProfile, _ id: String, _ nmcli: String) async throws {
        let up = ["--wait", Self.patience, "connection", "up", "uuid", id]
        if let passwords = profile.passwordFile {
            try await run(nmcli, up + ["passwd-file", "/dev/stdin"], input: Array(passwords.utf8))
        } else {
            try await run(nmcli, up)
        }
        // Only now: earlier, NetworkManager would try it by itself, without the password.
        try await run(nmcli, ["connection", "modify", "uuid", id, "connection.autoconnect", "yes"])
    }

    private func profiles(named name: String, _ nmcli: String) async throws -> [String] {
        let answer = try await run(nmcli, ["--terse", "--escape", "no", "--fields", "UUID,NAME", "connection", "show"])
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").compactMap { line in
            // The id has no colon in it, whatever the name has.
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 && parts[1].utf8.elementsEqual(name.utf8) ? String(parts[0]) : nil
        }
    }

    /// Removes profiles, also when the task is cancelled: a profile that could not be joined is useless.
    private func remove(_ ids: [String], _ nmcli: String) async {
        guard !ids.isEmpty else { return }
        await Task.detached {
            // A profile that stays does no harm: it is not joined automatically.
            _ = try? await run(nmcli, ["connection", "delete"] + ids.flatMap { ["uuid", $0] })
        }.value
    }

    @discardableResult
    private func run(_ nmcli: String, _ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
        // Its output is parsed, and so must be in one language.
        try await tools.run(nmcli, arguments, input: input, adding: ["LC_ALL": "C.UTF-8"])
    }

    /// The id of the added profile: `Connection 'Guest' (2a3f…) successfully added.`; its name can be any text.
    static func profileID(in answer: [UInt8]) -> String? {
        String(decoding: answer, as: UTF8.self).split { !$0.isHexDigit && $0 != "-" }.last { word in
            word.utf8.count == 36
                && word.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
                    == [8, 4, 4, 4, 12]
        }.map(String.init)
    }
}

/// A network as NetworkManager describes it.
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

    /// The security is as in codes, in any case: `WPA`, `WEP`, `nopass`; an empty one depends on the password. An error
    /// when NetworkManager would reject the network, or it cannot be described.
    init(ssid: String, security: String, password: String, isHidden: Bool) throws(ActionProblem) {
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

    /// The security of a network, as in codes and rules.
    enum Security {
        case asPasswordSays, none, wpa, sae, wep
    }

    /// Reads the name of a security, in any case. An error when it is unknown, or not supported.
    static func security(_ name: String) throws(ActionProblem) -> Security {
        switch name.uppercased() {
        case "": .asPasswordSays
        case "NOPASS", "NONE", "OPEN": .none
        case "WPA", "WPA2", "WPA/WPA2", "WPA2/WPA3", "WPA-PSK", "WPA2-PSK", "RSN": .wpa
        case "WPA3", "SAE": .sae
        case "WEP": .wep
        case let other: throw other.contains("EAP") ? .enterprise : .unknownSecurity(name)
        }
    }

    /// The protection for `WPA`. A password that is invalid for WPA2 is one of WPA3, whose codes have `WPA` as well
    /// (WPA3 specification, section 7).
    private static func wpa(_ password: String) throws(ActionProblem) -> Protection {
        guard !password.isEmpty else { throw .missingPassword }
        let isKey = password.utf8.count == 64 && password.allSatisfy(\.isHexDigit)
        return isKey || (8...63).contains(password.utf8.count) ? .psk(password) : .sae(password)
    }

    /// The name of the profile, by which it is found again. It has no control characters.
    var name: String {
        let shown = ssid.unicodeScalars.map { $0.properties.isPrintable ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(shown)) + " (Beeline)"
    }

    /// The arguments that add the profile. Each value follows its name, so that none is read as a name or an option.
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

    /// The content of nmcli's `passwd-file` (nmcli(1)); nil for a network without a password. nmcli removes blanks at
    /// the ends unless they are escaped by a backslash; so backslashes are doubled.
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
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension ActionProblem {
    static let badSSID = ActionProblem("the name of a network must have 1 to 32 bytes without NUL")
    static let badPassword = ActionProblem("the password contains a line end, which no network accepts")
    static let missingPassword = ActionProblem(
        "the network needs a password, but the code has none; join it in the settings of the desktop")
    static let enterprise = ActionProblem(
        "the network is an enterprise network (EAP), which needs a certificate; join it in the settings of the desktop")
    static let unknownProfile = ActionProblem(
        "nmcli did not report the profile that it created; find it with: nmcli connection show")

    static func unknownSecurity(_ security: String) -> ActionProblem {
        ActionProblem("unknown security '\(security)'; must be nopass, WEP, WPA, WPA2, WPA3 or SAE")
    }
}
