import Beeline
import BeelineDrawing
import BeelineLive
import BeelineResolver
import BeelineServer
import BeelineSupport
import BeelineSymbols
import Dispatch
import Synchronization

/// Prints the addresses and settings of a server, and the scans.
final class ServeOutput: Sendable {
    private let isJSON: Bool
    private let style: Style
    private let settings: ServeSettings
    private let live: LiveOutput
    private let noted = Mutex<OutputError?>(nil)
    private let following = DispatchGroup()

    init(_ arguments: Arguments, _ settings: ServeSettings) {
        isJSON = arguments.isJSON
        style = arguments.style
        self.settings = settings
        live = LiveOutput(arguments, settings.entries)
    }

    /// The first failure to print; nil where there was none. The server continues after a failure.
    var failure: OutputError? { noted.withLock { $0 } }

    private func print(_ text: TerminalText) { print(data: text.bytes) }

    private func print(data bytes: [UInt8]) {
        noted.withLock { noted in
            guard noted == nil else { return }
            do throws(OutputError) { try StandardOutput.write(data: bytes) } catch { noted = error }
        }
    }

    /// Prints the addresses and the settings of the server. The first line has the first address.
    func begin(_ server: Server, _ setup: ServerSetup) {
        let identity = settings.listeners.lazy.compactMap(\.identity).first
        if isJSON {
            print(
                data: JSONWriter.line { json in
                    json.member("version", 1)
                    json.member("event", "listening")
                    json.member("addresses", server.addresses)
                    json.member("base", server.base)
                    json.member("fingerprint", identity?.fingerprintText)
                    json.member("performs", setup.settings.performs)
                    json.member("requiresToken", settings.requiresToken)
                    json.member("sources", setup.settings.sources)
                })
        } else {
            print(text(server, setup, identity))
        }
        if settings.pairs { pair(server) }
        for warning in warnings(server) { StandardError.warn(warning) }
    }

    private func text(_ server: Server, _ setup: ServerSetup, _ identity: TLSIdentity?) -> TerminalText {
        var text: TerminalText = ""
        for address in server.addresses { text += "listening on \(style.paint(TerminalText(address), .kind))\n" }
        var rows: [(String, String)] = []
        if settings.listeners.contains(where: \.isLocal), let address = server.addresses.first {
            rows.append(("page", "\(address)/"))
        }
        if settings.base == nil, !settings.pairs, settings.listeners.allSatisfy(\.isLocal) {
            rows.append(("others", "do not reach it; --pair lets telephones in"))
        } else if server.addresses.count > 1 || !settings.listeners.contains(where: \.isLocal) {
            rows.append(("others", "\(server.base)/"))
        }
        if let identity {
            let origin = settings.hasOwnCertificate ? "self-signed; browsers warn of it once" : "as given"
            rows += [("certificate", origin), ("SHA-256", identity.fingerprintText)]
        }
        rows.append(
            (
                "actions",
                !setup.desk.performs
                    ? "are shown and not performed; --run performs them"
                    : "are performed if the policy allows\(setup.requestDesk == nil ? "" : ", also for requests")"
            ))
        if let links = setup.links {
            rows.append(("resolver", "\(links.table.count) keys of \(settings.resolver ?? ""), at \(links.base)/"))
        }
        let who = settings.requiresToken ? "everyone" : "other machines"
        if settings.requiresToken || settings.listeners.contains(where: { !$0.isLocal }) {
            rows.append(("tokens", "required from \(who): beeline serve tokens add NAME"))
        }
        if !settings.entries.isEmpty { rows.append(("sources", settings.entries.map(\.name).joined(separator: ", "))) }
        for (name, value) in rows { text += "  \(name)\(TerminalText.blanks(13 - name.count))\(value)\n" }
        return text
    }

    /// Shows the code that pairs a telephone as a hand scanner.
    private func pair(_ server: Server) {
        let (url, expires) = server.pair()
        if isJSON {
            return print(
                data: JSONWriter.line { json in
                    json.member("version", 1)
                    json.member("event", "pairing")
                    json.member("url", url)
                    json.member("expires", expires.wholeSeconds)
                })
        }
        do throws(DrawingError) {
            print(data: Array("\n\(try Drawing(url, as: .qr).terminalText())".utf8))
        } catch {
            StandardError.warn("the QR code cannot be drawn: \(error); type the link instead")
        }
        var text: TerminalText = """

            Scan this with the camera of a telephone in the same network, within \(expires.wholeSeconds / 60) minutes:
              \(url)

            """
        if settings.hasOwnCertificate {
            text += """
                The telephone warns that the certificate is self-signed: compare the SHA-256 above, then continue.

                """
        }
        print(text)
    }

    private func warnings(_ server: Server) -> [String] {
        var warnings: [String] = []
        if settings.pairs, settings.base == nil, settings.listeners.allSatisfy(\.isLocal) {
            warnings.append(
                "a telephone cannot reach \(server.base); leave out --listen, or listen on a network address")
        }
        let plain = settings.listeners.contains { !$0.isLocal && $0.identity == nil && $0.isOfNetwork }
        if plain {
            warnings.append(
                "others in the network can read all data, including tokens, and browsers do not allow the camera; "
                    + "use --tls"
            )
        }
        return warnings
    }

    func write(_ event: LiveEvent) {
        // With JSON these are in the log of events.
        guard !isJSON else { return }
        noted.withLock { noted in
            guard noted == nil else { return }
            do throws(OutputError) { try live.write(event) } catch { noted = error }
        }
    }

    /// Prints the scans of telephones and of the page, until the events end. Returns a group that waits for that.
    func follow(_ events: EventLog) -> DispatchGroup {
        let stream = events.stream(after: nil, for: .local)
        // On its own thread, for it waits.
        DispatchQueue(label: "beeline.events").async(group: following) { [self] in
            while let piece = stream.next() {
                for event in ServerSentEvent.events(in: piece) { write(event) }
            }
        }
        return following
    }

    private func write(_ event: ServerSentEvent) {
        if isJSON {
            if ["scan", "source"].contains(event.type) { print(data: event.data + [UInt8(ascii: "\n")]) }
        } else if event.type == "scan", let scan = DeskScan(event.data) {
            print(scan.text(style))
        }
    }
}

/// An event of a stream of server-sent events (WHATWG HTML, section 9.2).
struct ServerSentEvent {
    let type: String
    let data: [UInt8]

    /// The events of a piece without comments.
    static func events(in piece: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        var type: String?
        for line in piece.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "event: ".utf8) { type = String(decoding: line.dropFirst(7), as: UTF8.self) }
            if let named = type, line.starts(with: "data: ".utf8) {
                events.append(ServerSentEvent(type: named, data: Array(line.dropFirst(6))))
                type = nil
            }
        }
        return events
    }
}

/// A scan of a telephone or of the page, printed as a line for each code.
private struct DeskScan {
    private let source: String
    private let codes: [(text: String, kind: String, rule: String?, undone: String?)]

    /// Nil for a scan of another source, which is printed elsewhere.
    init?(_ data: [UInt8]) {
        guard let json = try? JSONValue(parsing: data), json["scan"] != nil, let source = json["source"]?.string else {
            return nil
        }
        self.source = source
        let input = json["input"]?.string ?? ""
        codes = (json["results"]?.array ?? []).map { result in
            let resolution = result["resolution"]
            let actions = resolution?["actions"]?.array ?? []
            let statuses = actions.compactMap { $0["outcome"]?["status"]?.string }
            return (
                result["symbol"]?["text"]?.string ?? input, result["content"]?["kind"]?.string ?? "",
                resolution?["rule"]?.string
                    ?? actions.lazy.compactMap { $0["rule"]?.string }.first.map { "added \($0)" },
                result["refused"]?.string.map { "refused: \($0)" }
                    ?? statuses.first { $0 != "done" && $0 != "not-needed" }
            )
        }
    }

    func text(_ style: Style) -> TerminalText {
        let time = Timestamp.local(Timestamp.now()).suffix(8)
        return codes.map { code -> TerminalText in
            let rule = code.rule.map { TerminalText($0) } ?? "no rule matched"
            let undone = code.undone.map { "  \(style.paint(TerminalText($0), .warning))" as TerminalText } ?? ""
            return
                "\(String(time))  \(source)  \(style.paint(TerminalText(code.text), .input))  \(code.kind)  \(rule)\(undone)\n"
        }.joined()
    }
}
