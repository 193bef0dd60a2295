import ActionsTestSupport
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("connect-wifi joins networks by nmcli")
struct ConnectWiFiTests {
    private static let id = "0b6f6ac1-7f0e-4d1b-8a3c-92f0d1a5e7c4"

    /// Does as NetworkManager's tool does, and has two profiles of one name already.
    private static let nmcli = """
        case "$*" in
        *"connection add"*) echo "Connection '(11111111-2222-3333-4444-555555555555)' (\(id)) successfully added.";;
        *"connection show"*)
            echo "\(id):Guest (Beeline)"
            echo "aaaaaaaa-2222-3333-4444-555555555555:Guest (Beeline)"
            echo "bbbbbbbb-2222-3333-4444-555555555555:Guest"
            echo "cccccccc-2222-3333-4444-555555555555:a:b (Beeline)";;
        esac
        """

    private func connect(
        _ tools: borrowing FakeTools, ssid: String = "Guest", security: String? = nil, password: String? = nil,
        hidden: String? = nil
    ) async throws -> ActionResult {
        let parameters = [("ssid", ssid), ("security", security), ("password", password), ("hidden", hidden)]
        let arguments = parameters.compactMap { name, value in
            value.map { Action.Argument(name: name, value: .text($0), isSecret: name == "password") }
        }
        let plugin = ConnectWiFiPlugin(tools: tools.toolbox())
        return try await plugin.perform(Action(name: "connect-wifi", rule: "r", arguments: arguments))
    }

    private static func addition(
        ssid: String = "Guest", name: String? = nil, hidden: String = "no", method: String?
    ) -> [String] {
        [
            "connection", "add", "type", "wifi", "ifname", "*", "con-name", "\(name ?? ssid) (Beeline)", "autoconnect",
            "no", "ssid", ssid, "802-11-wireless.hidden", hidden,
        ] + (method.map { ["802-11-wireless-security.key-mgmt", $0] } ?? [])
    }

    @Test("the profile is added, connected with the password from a pipe, and replaces earlier ones")
    func joins() async throws {
        let tools = try FakeTools("nmcli", then: Self.nmcli)
        #expect(
            try await connect(tools, security: "WPA", password: "for our guests", hidden: "true").message == "joined")
        let calls = try tools.calls(of: "nmcli")
        try #require(calls.count == 5)
        #expect(calls[0] == Self.addition(hidden: "yes", method: "wpa-psk"))
        #expect(calls[1] == ["--wait", "45", "connection", "up", "uuid", Self.id, "passwd-file", "/dev/stdin"])
        #expect(try tools.text(of: "nmcli.1.passwords") == "802-11-wireless-security.psk:for our guests\n")
        #expect(try tools.text(of: "nmcli.1.kind") == "fifo\n")
        #expect(calls[2] == ["connection", "modify", "uuid", Self.id, "connection.autoconnect", "yes"])
        #expect(calls[4] == ["connection", "delete", "uuid", "aaaaaaaa-2222-3333-4444-555555555555"])
        #expect(!calls.joined().contains { $0.contains("guests") })
    }

    struct Network: Sendable, CustomTestStringConvertible {
        let security: String?
        let password: String?
        let method: String?
        let passwords: String?
        var testDescription: String { "\(security ?? "none") \(password ?? "none")" }

        init(_ security: String?, _ password: String?, method: String?, _ passwords: String?) {
            (self.security, self.password, self.method, self.passwords) = (security, password, method, passwords)
        }
    }

    static let networks = [
        Network("nopass", nil, method: nil, nil), Network(nil, nil, method: nil, nil),
        Network("", "", method: nil, nil),
        Network("nopass", "ignored!", method: nil, nil),
        Network(nil, "12345678", method: "wpa-psk", "psk:12345678"),
        Network("wpa2", "12345678", method: "wpa-psk", "psk:12345678"),
        Network(
            "WPA", String(repeating: "f", count: 64), method: "wpa-psk", "psk:" + String(repeating: "f", count: 64)),
        Network("WPA", "short", method: "sae", "psk:short"), Network("WPA3", "a", method: "sae", "psk:a"),
        Network("SAE", "12345678", method: "sae", "psk:12345678"),
        Network("WEP", "abcde", method: "none", "wep-key0:abcde"),
        Network("WPA", #" a\b:c=d# "#, method: "wpa-psk", #"psk:\040a\\b:c=d#\040"#),
        Network("WPA", "'\"$(x)`x`%s", method: "wpa-psk", "psk:'\"$(x)`x`%s"),
        Network("WPA", "日本語日本語", method: "wpa-psk", "psk:日本語日本語"),
        Network("WPA", "--help--", method: "wpa-psk", "psk:--help--"),
    ]

    @Test("each security is named as nmcli wants it, and passwords reach it whole", arguments: networks)
    func securities(_ network: Network) async throws {
        let tools = try FakeTools("nmcli", then: Self.nmcli)
        _ = try await connect(tools, security: network.security, password: network.password)
        let calls = try tools.calls(of: "nmcli")
        #expect(calls[0] == Self.addition(method: network.method))
        #expect(calls[1].contains("passwd-file") == (network.passwords != nil))
        let passwords = try? tools.text(of: "nmcli.1.passwords")
        #expect(passwords == network.passwords.map { "802-11-wireless-security.\($0)\n" })
        if let password = network.password, password.count > 3 {
            #expect(!calls.joined().contains { $0.contains(password) })
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let ssid: String
        let security: String
        let password: String
        let error: ActionProblem
        var testDescription: String { "\(error)" }

        init(_ ssid: String, _ security: String, _ password: String, _ error: ActionProblem) {
            (self.ssid, self.security, self.password, self.error) = (ssid, security, password, error)
        }
    }

    static let refused = [
        Refused("", "WPA", "12345678", .badSSID), Refused(String(repeating: "é", count: 17), "", "", .badSSID),
        Refused("a\u{0}b", "", "", .badSSID), Refused("a", "WPA", "", .missingPassword),
        Refused("a", "WPA3", "", .missingPassword), Refused("a", "WEP", "", .missingPassword),
        Refused("a", "WPA2-EAP", "x", .enterprise), Refused("a", "ROT13", "x", .unknownSecurity("ROT13")),
        Refused("a", "WPA", "12345678\n802-1x.password:x", .badPassword),
        Refused("a", "WPA", "1234\r5678", .badPassword),
        Refused("a", "WPA", "1234\u{0}5678", .badPassword),
    ]

    @Test("a network that cannot be joined is refused before nmcli is started", arguments: refused)
    func refuses(_ refused: Refused) async throws {
        let tools = try FakeTools("nmcli", then: Self.nmcli)
        await #expect(throws: refused.error) {
            try await connect(tools, ssid: refused.ssid, security: refused.security, password: refused.password)
        }
        #expect(try tools.calls(of: "nmcli").isEmpty)
    }

    @Test("the name of a network is one argument, whatever it contains", arguments: Hostile.texts)
    func hostileNames(_ text: String) async throws {
        let tools = try FakeTools("nmcli", then: Self.nmcli)
        let json = #"{"action":"connect-wifi","ssid":"{text}","security":"WPA","password":"{text}"}"#
        let action = try action(json, text: text)
        let isUsable = text.utf8.count <= 32 && !text.utf8.contains { [0, 10, 13].contains($0) }
        guard isUsable else {
            await #expect(throws: ActionProblem.self) {
                try await ConnectWiFiPlugin(tools: tools.toolbox()).perform(action)
            }
            #expect(try tools.calls(of: "nmcli").isEmpty)
            return
        }
        _ = try await ConnectWiFiPlugin(tools: tools.toolbox()).perform(action)
        let call = try #require(try tools.calls(of: "nmcli").first)
        let method = (8...63).contains(text.utf8.count) ? "wpa-psk" : "sae"
        let name = text.replacingOccurrences(
            of: "[\\p{Cc}\\p{Cf}\\u2028]", with: "\u{FFFD}", options: .regularExpression)
        #expect(call == Self.addition(ssid: text, name: name, method: method))
    }

    @Test("a network that could not be joined leaves no profile, and its error has no password")
    func cleansUp() async throws {
        let tools = try FakeTools()
        let fails = #"case "$*" in *"connection up"*) echo "Error: Connection activation failed" >&2; exit 4;; esac"#
        try tools.add("nmcli", then: fails + "\n" + Self.nmcli)
        let error = await #expect(throws: ToolError.self) {
            try await connect(tools, security: "WPA", password: "open sesame")
        }
        #expect(error?.description == "nmcli ended with status 4: Error: Connection activation failed")
        let calls = try tools.calls(of: "nmcli")
        #expect(calls.count == 3 && calls[2] == ["connection", "delete", "uuid", Self.id])
    }

    @Test("cancelling ends nmcli, and removes the profile", .timeLimit(.minutes(15)))
    func isCancelled() async throws {
        let tools = try FakeTools()
        let waits = #"case "$*" in *"connection up"*) echo > "$here/waiting"; exec /bin/sleep 3000;; esac"#
        try tools.add("nmcli", then: waits + "\n" + Self.nmcli)
        let plugin = ConnectWiFiPlugin(tools: tools.toolbox())
        let action = Action(
            name: "connect-wifi", rule: "r",
            arguments: [
                .init(name: "ssid", value: .text("Guest")), .init(name: "password", value: .text("open sesame")),
            ])
        let task = Task { try await plugin.perform(action) }
        while !exists("\(tools.folder.path)/waiting") { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let calls = try tools.calls(of: "nmcli")
        #expect(calls.last == ["connection", "delete", "uuid", Self.id])
        #expect(calls.count == 3)
    }

    @Test("without nmcli the message says what to do")
    func saysWhatIsMissing() async throws {
        let tools = try FakeTools()
        let error = await #expect(throws: ToolError.self) { try await connect(tools) }
        #expect(error?.description.contains("install network-manager") ?? false)
    }

    @Test("an nmcli that names no profile is reported")
    func needsTheProfile() async throws {
        let tools = try FakeTools("nmcli", then: "echo done")
        await #expect(throws: ActionProblem.unknownProfile) { try await connect(tools) }
    }

    @Test("neither the plan, the question nor the outcome shows the password")
    func keepsThePassword() async throws {
        let json =
            #"{"action":"connect-wifi","ssid":"{ssid}","security":"{security}","password":"{password|}","hidden":"{hidden}"}"#
        let action = try action(json, text: "WIFI:T:WPA;S:Guest;P:open sesame;H:true;;", when: #"{"kind":"wifi"}"#)
        #expect(action["password"] == .text("open sesame") && action["hidden"] == .text("true"))
        let asked = Diary()
        let dispatcher = Dispatcher(confirm: { question in
            await asked.note(
                "\(question.action) \(question.action.redacted) \(question.action.arguments.map(\.shownValue))")
            return .no
        })
        let outcome = await dispatcher.perform(action)
        #expect(outcome.status == .notAllowed)
        let entries = await asked.entries
        #expect(entries.count == 1)
        for text in entries + ["\(action)", "\(outcome)"] {
            #expect(text.contains("•••") && !text.contains("sesame"))
        }
    }
}
