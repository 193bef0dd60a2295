public import BeelineActions
public import BeelineRules
internal import BeelineSupport

/// `connect-wifi`: joins a Wi-Fi network by way of NetworkManager's own tool, `nmcli`.
///
/// The password goes there through a pipe: arguments of programs are for all to see, and a file would stay where this program
/// is killed. The profile that is made stays when the network could be joined, and takes the place of one that was
/// made for the network before.
public struct ConnectWiFiPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "connect-wifi",
        summary: "Joins a Wi-Fi network (NetworkManager).",
        parameters: [
            .init("ssid", .text, summary: "The name of the network."),
            .init("password", .secret, isRequired: false, summary: "Its password; without one the network is open."),
            .init(
                "security", .text, isRequired: false,
                summary: "`nopass`, `WEP`, `WPA`, `WPA2`, `WPA3` or `SAE`; without it, `WPA` where there is a password."
            ),
            .init(
                "hidden", .text, isRequired: false,
                summary: "`true` for a network that does not show its name."),
        ],
        effects: [.process],
        check: ArgumentCheck { written in
            guard let security = written.texts["security"] else { return nil }
            do throws(WiFiError) {
                _ = try WiFiProfile.security(security)
                return nil
            } catch {
                return .init("\(error)", parameter: "security")
            }
        })

    private let tools: SystemTools

    public init() { self.init(tools: SystemTools(timeLimit: .seconds(60))) }

    init(tools: SystemTools) { self.tools = tools }

    /// How long NetworkManager may take to join, in seconds.
    private static let patience = "45"

    /// Longer than NetworkManager may take, which says more of what was wrong than a clock does.
    public func timeLimit(for action: Action) -> Duration? { .seconds(60) }

    public func perform(_ action: Action) async throws -> ActionResult {
        func text(_ parameter: String) -> String {
            if case .text(let text)? = action[parameter] { text } else { "" }
        }
        let profile = try WiFiProfile(
            ssid: text("ssid"), security: text("security"), password: text("password"),
            isHidden: text("hidden") == "true")
        let nmcli = try tools.need(
            "nmcli", remedy: "install network-manager (NetworkManager), or join the network yourself")
        let answer = try await run(nmcli, profile.addition)
        guard let id = Self.profileID(in: answer) else { throw WiFiError.unknownProfile }
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
        // Only now: before, NetworkManager would try it by itself, and without the password.
        try await run(nmcli, ["connection", "modify", "uuid", id, "connection.autoconnect", "yes"])
    }

    /// The ids of the profiles of a name.
    private func profiles(named name: String, _ nmcli: String) async throws -> [String] {
        let answer = try await run(nmcli, ["--terse", "--escape", "no", "--fields", "UUID,NAME", "connection", "show"])
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").compactMap { line in
            // The id has no colon in it, whatever the name has.
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 && parts[1].utf8.elementsEqual(name.utf8) ? String(parts[0]) : nil
        }
    }

    /// Removes profiles, also when the task is cancelled: one that could not be joined is of no use.
    private func remove(_ ids: [String], _ nmcli: String) async {
        guard !ids.isEmpty else { return }
        await Task.detached {
            // One that cannot be removed does no harm: it is not joined by itself.
            _ = try? await run(nmcli, ["connection", "delete"] + ids.flatMap { ["uuid", $0] })
        }.value
    }

    @discardableResult
    private func run(_ nmcli: String, _ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
        // What it says is read, and so in one language.
        try await tools.run(nmcli, arguments, input: input, adding: ["LC_ALL": "C.UTF-8"])
    }

    /// The id of the profile that was added: `Connection 'Guest' (2a3f…) successfully added.`, of which the name may be
    /// anything.
    static func profileID(in answer: [UInt8]) -> String? {
        String(decoding: answer, as: UTF8.self).split { !$0.isHexDigit && $0 != "-" }.last { word in
            word.utf8.count == 36
                && word.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
                    == [8, 4, 4, 4, 12]
        }.map(String.init)
    }
}
