package import Beeline
package import BeelineSymbols

/// What a server is started with; its desk and its handlers use it too.
package struct ServerSetup: Sendable {
    package var listeners: [Listener]
    package var limits = HTTPLimits()
    /// Further names and addresses that requests may use.
    package var hosts: [String] = []
    /// The URL by which others reach it: `https://scan.example.com`; nil: an address of this machine.
    package var base: String?
    /// Whether programs of this machine also need a token.
    package var requiresToken = false
    /// The rules as they are now, the history, and what performs the actions of scans at the desk. Without a path of a
    /// history, no scans are recorded.
    package var desk: Desk
    /// Performs what requests ask for by `?perform=true`, and scans of programs; nil: nothing is performed for them.
    package var requestDesk: Desk?
    package var plugins: PluginRegistry
    package var decoder: any BarcodeDecoder
    /// The number of pictures that can be decoded in parallel.
    package var decodingPlaces: Int
    /// Has the tokens, telephones and scans.
    package var database: ServerDatabase
    package var catalogs: CatalogStore?
    /// Nil: the server is not a resolver of GS1 Digital Links.
    package var links: LinkResolverSettings?
    package var accessLog: AccessLog?
    package var events: EventLog
    package var questions: QuestionBoard
    /// The settings. `base` is set when the server listens.
    package var settings: ServerSettings

    package init(
        listeners: [Listener], desk: Desk, plugins: PluginRegistry, decoder: any BarcodeDecoder,
        decodingPlaces: Int, database: ServerDatabase, events: EventLog, questions: QuestionBoard,
        settings: ServerSettings
    ) {
        (self.listeners, self.desk, self.plugins, self.decoder) = (listeners, desk, plugins, decoder)
        (self.decodingPlaces, self.database, self.events) = (decodingPlaces, database, events)
        (self.questions, self.settings) = (questions, settings)
    }
}

/// Limits of a server, and what its page and its answers say of it.
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
