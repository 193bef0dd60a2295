internal import Beeline
package import BeelineSymbols
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

package struct ServerSettings: Sendable {
    /// The URL by which others reach it, for pairing: `https://192.168.1.5:8377`.
    package var base: String
    /// The version of the program: `1.0`.
    package var version: String
    package var performs: Bool
    /// The names of the live sources.
    package var sources: [String]
    /// The greatest length of a picture or a stream of lines, in bytes.
    package var bodyLimit = 32 << 20
    /// The effort for pictures when a request has none.
    package var effort = DecodeEffort.normal
    /// The number of pictures that may wait for a decoder; nil: four for each decoder.
    package var waitingPictures: Int?
    /// The greatest number of event streams at a time.
    package var mostStreams = 384
    /// How long a request may wait for its picture to be decoded.
    package var decodingTimeLimit = Duration.seconds(60)
    /// How long a request may wait for others of the same caller.
    package var turnTimeLimit = Duration.seconds(30)

    package init(base: String, version: String, performs: Bool = false, sources: [String] = []) {
        (self.base, self.version, self.performs, self.sources) = (base, version, performs, sources)
    }
}
