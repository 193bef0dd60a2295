package import Beeline
package import BeelineLive
internal import BeelineSupport
package import BeelineSymbols
internal import Glibc
internal import Synchronization

/// What a server is started with.
package struct ServerSetup: Sendable {
    /// Where it listens.
    package var listeners: [Listener]
    package var limits = HTTPLimits()
    /// Names and addresses by which it may be asked for, beside those where it listens.
    package var hosts: [String] = []
    /// How others reach it: `https://scan.example.com`; nil: by an address of this machine.
    package var base: String?
    /// Whether programs of this machine need a token, too.
    package var requiresToken = false
    /// The rules as they are now.
    package var resolver: @Sendable () -> Resolver
    package var plugins: PluginRegistry
    package var decoder: any BarcodeDecoder
    /// The number of pictures that can be decoded in parallel.
    package var decodingPlaces: Int
    /// Where it keeps tokens, telephones and scans.
    package var database: ServerDatabase
    /// What was recorded and set before: the history is where it looks.
    package var memory: HistoryMemory
    package var catalogs: CatalogStore?
    /// Nil: the server is not a resolver of GS1 Digital Links.
    package var links: LinkResolverSettings?
    package var accessLog: AccessLog?
    package var events: EventLog
    package var questions: QuestionBoard
    /// Performs what scans at the desk lead to; nil: nothing is performed.
    package var performer: Performer?
    /// Performs what requests ask for; nil: nothing is performed.
    package var requestPerformer: Performer?
    /// What is said of the server. Its `base` is set when the server listens.
    package var settings: ServerSettings

    package init(
        listeners: [Listener], resolver: @escaping @Sendable () -> Resolver, plugins: PluginRegistry,
        decoder: any BarcodeDecoder, decodingPlaces: Int, database: ServerDatabase, memory: HistoryMemory,
        events: EventLog, questions: QuestionBoard, settings: ServerSettings
    ) {
        (self.listeners, self.resolver, self.plugins, self.decoder) = (listeners, resolver, plugins, decoder)
        (self.decodingPlaces, self.database, self.events) = (decodingPlaces, database, events)
        (self.questions, self.settings, self.memory) = (questions, settings, memory)
    }
}

/// A server that runs: the page, the API, the desk and its telephones.
///
///     let server = try Server(setup)
///     print(server.addresses)     // ["http://127.0.0.1:8377", "http://[::1]:8377"]
///     let (url, expires) = server.pair()
///     await server.stop()
package final class Server: Sendable {
    private let http: HTTPServer
    private let application: Application
    private let desk: Desk
    private let events: EventLog
    private let questions: QuestionBoard
    private let pairing: Pairing
    /// Where it listens, in the order of the listeners; those that this machine does not have are left out.
    package let addresses: [String]
    /// How others reach it.
    package let base: String

    /// Begins to listen, and to answer.
    ///
    /// - Throws: `ServerStartError`, `SQLiteError`.
    package init(_ setup: ServerSetup) throws {
        // The port is known once the server listens, and links of pairing have it: so the application comes after it.
        let handler = LateHandler()
        let http = HTTPServer(listeners: setup.listeners, limits: setup.limits, handler: handler)
        let tokens = TokenStore(setup.database)
        let devices = DeviceStore(setup.database)
        pairing = Pairing(devices)
        (events, questions, self.http) = (setup.events, setup.questions, http)
        desk = try Desk(
            DeskSetup(
                resolver: setup.resolver, performer: setup.performer, programPerformer: setup.requestPerformer,
                decoder: setup.decoder, database: setup.database, memory: setup.memory, events: setup.events,
                questions: setup.questions))
        try http.start()
        let reached = ReachedAddresses(http.places, base: setup.base, hosts: setup.hosts)
        (addresses, base) = (reached.addresses, reached.base)
        var settings = setup.settings
        settings.base = reached.base
        settings.mostStreams = max(1, setup.limits.connections * 3 / 4)
        var services = ServerServices(
            resolver: setup.resolver, plugins: setup.plugins, decoder: setup.decoder,
            decodingPlaces: setup.decodingPlaces, requestPerformer: setup.requestPerformer, desk: desk,
            access: AccessControl(
                hosts: reached.hosts, requiresToken: setup.requiresToken, tokens: tokens, devices: devices),
            devices: devices, pairing: pairing, events: setup.events,
            memory: setup.memory, catalogs: setup.catalogs, accessLog: setup.accessLog,
            settings: settings, connections: { http.connections })
        services.links = setup.links
        application = Application(services)
        handler.begin(application)
    }

    /// A link by which a telephone is paired, once, and for how long.
    package func pair() -> (url: String, expires: Duration) {
        let (token, expires) = pairing.begin()
        return ("\(base)/pair#\(token)", expires)
    }

    /// Hands on what a source of `live` reports.
    package func take(_ event: LiveEvent) { desk.take(event) }

    /// Says that the files of the rules were loaded again.
    ///
    /// - Parameter problem: what is wrong with them; nil: nothing.
    package func noteRules(problem: String?) {
        var json = JSONWriter()
        json.object { json in
            json.member("loaded", problem == nil)
            json.member("message", problem)
        }
        events.append("rules", json.bytes)
    }

    /// Ends it: what was accepted is answered and recorded, streams of events end, and no more is accepted.
    package func stop() async {
        application.beginStopping()
        // Scans that wait for an answer at the desk must not delay the end.
        questions.close()
        events.cancelAll()
        http.stop()
        await desk.end()
    }
}

/// Hands requests on to an application that comes a moment after the server listens.
private final class LateHandler: RequestHandler {
    /// Each request reads it several times, so without a lock, at which all connections would meet.
    private let application = AtomicLazyReference<Application>()

    func begin(_ application: Application) { _ = self.application.storeIfNil(application) }

    private var current: Application? { application.load() }

    private static let starting = Problem(
        503, "starting", "the server is starting; try again in a second", retryAfter: 1)

    func admit(_ head: RequestHead) -> Admission { current?.admit(head) ?? .answer(Self.starting.response) }

    func respond(to request: ServerRequest) -> ServerResponse {
        current?.respond(to: request) ?? Self.starting.response
    }

    func refusal(status: Int, code: String, detail: String) -> ServerResponse {
        current?.refusal(status: status, code: code, detail: detail) ?? Problem(status, code, detail).response
    }

    func finished(_ head: RequestHead, status: Int, sent: Int, after duration: Duration) {
        current?.finished(head, status: status, sent: sent, after: duration)
    }

    func refused(_ target: String?, from peer: RequestHead.Peer, status: Int, after duration: Duration) {
        current?.refused(target, from: peer, status: status, after: duration)
    }
}

/// How a server is reached: what is printed, what links begin with, and which hosts requests may name.
struct ReachedAddresses {
    /// A URL for each listener, or the path of its socket: `http://127.0.0.1:8377`, `unix:/run/beeline/serve.sock`.
    let addresses: [String]
    /// What links begin with that others are to open.
    let base: String
    /// Names, for any port, and what the user says. By an address in numbers it is reached anyway.
    let hosts: [String]

    /// - Parameters:
    ///   - listening: the listeners with their ports, in their order.
    ///   - base: what the user says.
    ///   - hosts: further names that the user says.
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

    /// The address from which packets to the internet would leave; nil without such a network. No packet is sent.
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
    /// Its address in numbers; nil for a socket in the file system.
    fileprivate var host: String? { port == nil ? nil : (try? HostAndPort(name))?.host }

    /// Whether it stands for all addresses of the machine.
    fileprivate var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    fileprivate var url: String { host.map(url(host:)) ?? name }

    fileprivate func url(host: String) -> String {
        "\(isEncrypted ? "https" : "http")://\(HostAndPort(host: host, port: port))"
    }
}
