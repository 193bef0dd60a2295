import Beeline
import BeelineLive
import BeelineResolver
import BeelineServer
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Dispatch
import Glibc

/// `beeline serve`: a page that scans, telephones as hand scanners, and an API.
struct ServeCommand {
    private let settings: ServeSettings
    private let plugins: PluginOptions
    private let rules: RulesInUse
    private let pool: DecodingPool
    private let output: ServeOutput
    private let setup: ServerSetup
    /// The dispatchers whose actions a signal stops.
    private let dispatchers: [Dispatcher]

    init(_ arguments: Arguments) throws {
        let jobs = try Jobs.number(arguments)
        settings = try ServeSettings(arguments)
        plugins = try PluginOptions(arguments)
        let policy = try AnswerOptions.policy(arguments, plugins.registry)
        rules = try RulesInUse(arguments, plugins: plugins.registry)
        output = ServeOutput(arguments, settings)
        pool = try configured { try DecodingPool(size: jobs) }
        try settings.entries.checkSymbologies(by: pool)
        let log = try configured { try arguments[.accessLog].map(Self.log) }
        let database = try configured { try ServerDatabase() }
        try configured { try database.checkIsWritable() }
        let events = EventLog()
        let questions = QuestionBoard(events)
        let inUse = rules
        let (registry, memory) = (plugins.registry, HistoryMemory.ofUser(migrates: policy != nil))
        let outbox = Outbox.ofUser
        let desk = { (policy: Policy?) in
            Desk(
                { inUse.resolver },
                policy.map {
                    var dispatcher = Dispatcher(
                        plugins: registry, policy: $0, confirm: Consent.keeping(questions.ask),
                        secret: UserSecrets.value)
                    dispatcher.outbox = outbox
                    return dispatcher
                }, memory: memory)
        }
        var setup = ServerSetup(
            listeners: settings.listeners, desk: desk(policy), plugins: registry, decoder: pool,
            decodingPlaces: pool.size, database: database, events: events, questions: questions,
            settings: ServerSettings(
                base: "", version: Version.number, performs: policy != nil, sources: settings.entries.map(\.name)))
        (setup.limits, setup.hosts, setup.base) = (settings.limits, settings.hosts, settings.base)
        setup.requiresToken = settings.requiresToken
        setup.catalogs = CatalogStore.standard
        setup.accessLog = log.map { AccessLog(descriptor: $0, format: arguments.isJSON ? .json : .text) }
        setup.settings.bodyLimit = settings.bodyLimit ?? setup.settings.bodyLimit
        if let path = settings.resolver, let base = settings.base {
            let table = try configured {
                try LinkTable(path: path) { StandardError.warn("\($0); the former table is used further") }
            }
            var links = LinkResolverSettings(table: table, base: base)
            links.asksRules = settings.asksRulesForLinks
            links.cacheTime = settings.cacheTime ?? links.cacheTime
            setup.links = links
        }
        setup.limits.bodies = max(setup.limits.bodies, 2 * setup.settings.bodyLimit)
        setup.limits.bodiesOfOne = max(setup.limits.bodiesOfOne, 2 * setup.settings.bodyLimit)
        setup.settings.waitingPictures = settings.queue
        setup.settings.effort = arguments.choice(.serveEffort) ?? .normal
        if let policy, policy.allowsAnything(to: .http) { setup.requestDesk = desk(policy.policy(for: .http)) }
        dispatchers = [setup.desk.dispatcher, setup.requestDesk?.dispatcher].compactMap(\.self)
        self.setup = setup
    }

    /// The descriptor of the access log; it stays open until the program ends.
    private static func log(_ path: String) throws(FileError) -> Int32 {
        path == "-" ? STDERR_FILENO : try openForAppending(path)
    }

    /// The freed memory that is kept, in bytes for each thread.
    private static let keptMemory: Int32 = 1 << 20

    func run() throws -> ExitStatus {
        keepFreedMemory(atMost: Self.keptMemory)
        let ending = Ending()
        // The first signal ends it after the work in progress, a second one at once.
        Interruption.first(closing: ending.begin, then: breakOff)
        let server = try configured { try Server(setup) }
        // Before anything is scanned, so that nothing of it is missed.
        let printing = output.follow(setup.events)
        output.begin(server, setup)
        let following = rules.follow { server.noteRules(problem: $0) }
        let outbox = setup.desk.keepSending()
        let station = Station(settings.entries, desk: setup.desk, decoder: pool).run()
        let sources = Task { [output] in
            var status = ExitStatus.success
            for await event in station {
                server.take(event)
                output.write(event)
                if case .source(let change) = event, case .failed = change.state { status.raise(to: .unreadable) }
            }
            return status
        }
        if let duration = settings.duration { ending.begin(after: duration) }
        ending.wait()
        following?.cancel()
        outbox?.cancel()
        station.stop()
        let status = runBlocking {
            let status = await sources.value
            await server.stop()
            await pool.close()
            return status
        }
        printing.wait()
        plugins.end()
        if let failure = output.failure { throw failure }
        return status
    }

    /// Stops the actions that are being performed.
    @Sendable private func breakOff() async {
        for dispatcher in dispatchers { await dispatcher.stop() }
        await plugins.external.end()
        await plugins.registry.end()
    }
}

/// Waits until the server has to end: after a signal, or after its time.
private final class Ending: Sendable {
    private let hasToEnd = DispatchSemaphore(value: 0)

    /// Ends the wait.
    @Sendable func begin() { hasToEnd.signal() }

    /// Ends the wait after a time.
    func begin(after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: time) { self.begin() }
    }

    func wait() { hasToEnd.wait() }
}
