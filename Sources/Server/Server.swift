internal import Beeline
package import BeelineLive
internal import BeelineSupport
internal import Glibc

/// A running server: the page, the API, the desk and its telephones.
///
///     let server = try Server(setup)
///     print(server.addresses)     // ["http://127.0.0.1:8377", "http://[::1]:8377"]
///     let (url, expires) = server.pair()
///     await server.stop()
package final class Server: Sendable {
    private let http: HTTPServer
    private let application: Application
    private let desk: ServedDesk
    private let events: EventLog
    private let questions: QuestionBoard
    private let pairing: Pairing
    /// The addresses of its listeners, in order, without those that this machine does not have.
    package let addresses: [String]
    /// The URL by which others reach it.
    package let base: String

    package init(_ setup: ServerSetup) throws {
        let http = HTTPServer(listeners: setup.listeners, limits: setup.limits)
        let tokens = TokenStore(setup.database)
        let devices = DeviceStore(setup.database)
        pairing = Pairing(devices)
        (events, questions, self.http) = (setup.events, setup.questions, http)
        desk = try ServedDesk(setup)
        // Links for pairing have the port, which is known once the server listens.
        let reached = ReachedAddresses(try http.listen(), base: setup.base, hosts: setup.hosts)
        (addresses, base) = (reached.addresses, reached.base)
        var setup = setup
        setup.settings.base = reached.base
        setup.settings.mostStreams = max(1, setup.limits.connections * 3 / 4)
        application = Application(
            ServerServices(
                setup: setup, desk: desk,
                access: AccessControl(
                    hosts: reached.hosts, requiresToken: setup.requiresToken, tokens: tokens, devices: devices),
                devices: devices, pairing: pairing, connections: { http.connections }))
        try http.start(application)
    }

    /// A link that pairs one telephone, and how long it is valid.
    package func pair() -> (url: String, expires: Duration) {
        let (token, expires) = pairing.begin()
        return ("\(base)/pair#\(token)", expires)
    }

    package func take(_ event: LiveEvent) { desk.take(event) }

    /// Reports that the rule files were loaded again, with the errors in them.
    package func noteRules(problem: String?) {
        var json = JSONWriter()
        json.object { json in
            json.member("loaded", problem == nil)
            json.member("message", problem)
        }
        events.append("rules", json.bytes)
    }

    /// Stops the server: accepted requests are answered and recorded, and streams of events end.
    package func stop() async {
        application.beginStopping()
        // Scans that wait for an answer at the desk must not delay the end.
        questions.close()
        events.cancelAll()
        http.stop()
        await desk.end()
    }
}

/// The addresses of a server: for output, for links, and for the check of requests.
struct ReachedAddresses {
    /// A URL for each listener, or the path of its socket: `http://127.0.0.1:8377`, `unix:/run/beeline/serve.sock`.
    let addresses: [String]
    /// The base of links for others.
    let base: String
    /// Names for any port, and those of the user. Numeric addresses are always allowed.
    let hosts: [String]

    /// The listeners have their ports, in order. `hosts` are further names in the settings of the user.
    init(
        _ listening: [HTTPServer.Place], base: String?, hosts: [String],
        machine: MachineNames = .all(), primary: String? = primaryAddress()
    ) {
        addresses = listening.map(\.url)
        var known = hosts
        // What only this machine reaches needs no names of the network.
        if listening.contains(where: { !$0.isLocal && $0.host != nil }) { known += machine.names }
        let beyond = listening.filter { $0.host != nil && !$0.isLocal }
        let best = beyond.first(where: \.isEncrypted) ?? beyond.first ?? listening.first { $0.host != nil }
        if let base {
            self.base = base
            known += [Self.host(of: base)].compactMap(\.self)
        } else {
            let address = best.flatMap { $0.isEverywhere ? primary : $0.host } ?? "127.0.0.1"
            self.base = best.map { $0.url(host: address) } ?? "http://localhost"
        }
        var unique: [String] = []
        for host in known where !unique.contains(host) { unique.append(host) }
        self.hosts = unique
    }

    /// The address from which packets to the internet would be sent; nil without such a network. No packet is sent.
    static func primaryAddress() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // An address for documentation (RFC 5737), which no machine has.
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(9).bigEndian
        address.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                connect(descriptor, general, length) == 0 && getsockname(descriptor, general, &length) == 0
            }
        }
        let bytes = withUnsafeBytes(of: address.sin_addr.s_addr) { Array($0) }
        return isKnown ? bytes.map(String.init).joined(separator: ".") : nil
    }

    private static func host(of url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
        return (try? HostAndPort(url.dropFirst(scheme.count).prefix { $0 != "/" }))?.host
    }
}

extension HTTPServer.Place {
    /// Its numeric address; nil for a socket in the file system.
    fileprivate var host: String? { port == nil ? nil : (try? HostAndPort(name))?.host }

    /// Whether it means all addresses of the machine.
    fileprivate var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    fileprivate var url: String { host.map(url(host:)) ?? name }

    fileprivate func url(host: String) -> String {
        "\(isEncrypted ? "https" : "http")://\(HostAndPort(host: host, port: port))"
    }
}
