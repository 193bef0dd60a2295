package import Beeline
package import BeelineLive
internal import BeelineSupport
package import BeelineSymbols
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
    private let application = AtomicLazyReference<Box>()

    private final class Box: Sendable {
        let application: Application

        init(_ application: Application) { self.application = application }
    }

    func begin(_ application: Application) { _ = self.application.storeIfNil(Box(application)) }

    private var current: Application? { application.load()?.application }

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
