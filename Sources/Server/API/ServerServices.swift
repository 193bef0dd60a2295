internal import Beeline
internal import Synchronization

/// All that handlers use.
struct ServerServices: Sendable {
    let setup: ServerSetup
    let desk: ServedDesk
    let access: AccessControl
    let devices: DeviceStore
    let pairing: Pairing
    /// The number of open connections, for metrics; nil when it is unknown.
    var connections: (@Sendable () -> Int)?
}

/// The state that calls share: services, metrics and queues. A class: copies would cost more than most answers.
final class ServerState: Sendable {
    let services: ServerServices
    let queue: DecodingQueue
    let work: WorkLimits
    let metrics: Metrics
    private let stopping = Mutex(false)

    init(_ services: ServerServices, routes count: Int) {
        self.services = services
        queue = DecodingQueue(
            places: services.setup.decodingPlaces, waiting: services.setup.settings.waitingPictures,
            timeLimit: services.setup.settings.decodingTimeLimit)
        work = WorkLimits(patience: services.setup.settings.turnTimeLimit)
        metrics = Metrics(routes: count)
    }

    var isStopping: Bool { stopping.withLock(\.self) }

    func beginStopping() { stopping.withLock { $0 = true } }
}
