package import Beeline
package import BeelineSymbols

/// All that handlers use.
package struct ServerServices: Sendable {
    /// The rules as they are now.
    package var resolver: @Sendable () -> Resolver
    package var plugins: PluginRegistry
    package var decoder: any BarcodeDecoder
    /// The number of pictures that can be decoded in parallel.
    package var decodingPlaces: Int
    /// Performs what requests ask for by `?perform=true`; nil where the policy allows no request to perform anything.
    package var requestPerformer: Performer?
    package var desk: Desk
    package var access: AccessControl
    package var devices: DeviceStore
    package var pairing: Pairing
    package var events: EventLog
    /// What was recorded and set before: the history is where it looks.
    package var memory: HistoryMemory
    package var catalogs: CatalogStore?
    /// Nil: the server is not a resolver of GS1 Digital Links.
    package var links: LinkResolverSettings?
    /// Nil: requests are not logged.
    package var accessLog: AccessLog?
    package var settings: ServerSettings
    /// How many connections are open, for metrics; nil where that is not known.
    package var connections: (@Sendable () -> Int)?

    package init(
        resolver: @escaping @Sendable () -> Resolver, plugins: PluginRegistry, decoder: any BarcodeDecoder,
        decodingPlaces: Int, requestPerformer: Performer? = nil, desk: Desk, access: AccessControl,
        devices: DeviceStore, pairing: Pairing, events: EventLog, memory: HistoryMemory,
        catalogs: CatalogStore? = nil, accessLog: AccessLog? = nil, settings: ServerSettings,
        connections: (@Sendable () -> Int)? = nil
    ) {
        (self.resolver, self.plugins, self.decoder) = (resolver, plugins, decoder)
        (self.decodingPlaces, self.requestPerformer, self.desk) = (decodingPlaces, requestPerformer, desk)
        (self.access, self.devices, self.pairing) = (access, devices, pairing)
        (self.events, self.memory, self.catalogs) = (events, memory, catalogs)
        (self.accessLog, self.settings, self.connections) = (accessLog, settings, connections)
    }
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
