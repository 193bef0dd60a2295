internal import Beeline
package import BeelineSymbols
internal import Synchronization

/// All that handlers use.
struct ServerServices: Sendable {
    /// The rules as they are now.
    var resolver: @Sendable () -> Resolver
    var plugins: PluginRegistry
    var decoder: any BarcodeDecoder
    /// The number of pictures that can be decoded in parallel.
    var decodingPlaces: Int
    /// Performs what requests ask for by `?perform=true`; nil where the policy allows no request to perform anything.
    var requestPerformer: Performer?
    var desk: Desk
    var access: AccessControl
    var devices: DeviceStore
    var pairing: Pairing
    var events: EventLog
    /// What was recorded and set before: the history is where it looks.
    var memory: HistoryMemory
    var catalogs: CatalogStore?
    /// Nil: the server is not a resolver of GS1 Digital Links.
    var links: LinkResolverSettings?
    /// Nil: requests are not logged.
    var accessLog: AccessLog?
    var settings: ServerSettings
    /// How many connections are open, for metrics; nil where that is not known.
    var connections: (@Sendable () -> Int)?
}

/// What calls share: the services, what is counted, and what they wait for. A copy for each call would cost more than most
/// answers.
final class ServerState: Sendable {
    let services: ServerServices
    let queue: DecodingQueue
    let work: WorkShares
    let metrics: Metrics
    private let stopping = Mutex(false)

    /// - Parameter count: how many routes there are.
    init(_ services: ServerServices, routes count: Int) {
        self.services = services
        queue = DecodingQueue(
            places: services.decodingPlaces, waiting: services.settings.waitingPictures,
            timeLimit: services.settings.decodingTimeLimit)
        work = WorkShares(patience: services.settings.turnTimeLimit)
        metrics = Metrics(routes: count)
    }

    var isStopping: Bool { stopping.withLock(\.self) }

    func beginStopping() { stopping.withLock { $0 = true } }
}

/// What is set when the server starts.
package struct ServerSettings: Sendable {
    /// Where others reach it, for links of pairing: `https://192.168.1.5:8377`.
    package var base: String
    /// Of the program: `1.0`.
    package var version: String
    /// Whether the desk performs actions.
    package var performs: Bool
    /// The names of the sources of `live`.
    package var sources: [String]
    /// In bytes: how long a picture or a stream of lines may be.
    package var bodyLimit = 32 << 20
    /// How long to look at pictures where a request does not say.
    package var effort = DecodeEffort.normal
    /// How many pictures may wait for a place; nil: four for each place.
    package var waitingPictures: Int?
    /// How many streams of events there may be at a time.
    package var mostStreams = 384
    /// How long a request waits for its picture to be decoded.
    package var decodingTimeLimit = Duration.seconds(60)
    /// How long a request waits for its turn among those of the same caller.
    package var turnTimeLimit = Duration.seconds(30)

    package init(base: String, version: String, performs: Bool = false, sources: [String] = []) {
        (self.base, self.version, self.performs, self.sources) = (base, version, performs, sources)
    }
}
