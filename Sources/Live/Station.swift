public import Beeline
public import BeelineActions
package import BeelinePlugins
public import BeelineSymbols

/// A station: sources of codes, with the rules and actions for their codes. A till, a kiosk, a shelf with a camera.
///
///     let station = try Station(["serial:/dev/ttyACM0"], resolver: Resolver(rules: .bundled))
///     for await case .sighting(let sighting) in station.events() {
///         print(sighting.resolution.content.kind, sighting.resolution.symbol.text ?? "")
///     }
///
/// A lost source is opened again, with at most 5 seconds between tries.
public struct Station: Sendable {
    package let entries: [StationEntry]
    package let decoder: (any BarcodeDecoder)?
    /// The current rules.
    let resolver: @Sendable () -> Resolver
    let performer: Performer?
    /// The history: earlier scans and session values.
    let memory: HistoryMemory
    /// The first and the longest wait before a lost source is tried again; each wait is twice as long as the one
    /// before. A person who plugs a scanner in again will wait for 5 seconds.
    package var waits = Duration.milliseconds(500)...Duration.seconds(5)

    /// - Parameters:
    ///   - sources: at least one.
    ///   - resolver: the rules for the codes.
    ///   - dispatcher: performs the actions, one code after the other. Default: nil, none are performed. Rules use the
    ///     history of the user.
    ///   - decoder: reads pictures, such as a `DecodingPool`. Default: nil, for sources that give codes.
    ///   - rules: what counts as one scan. Default: that of `SightingRules`.
    public init(
        _ sources: [any CodeSource], resolver: Resolver, dispatcher: Dispatcher? = nil,
        decoder: (any BarcodeDecoder)? = nil, rules: SightingRules = SightingRules()
    ) {
        var settings = SourceSettings()
        settings.sightings = rules
        self.init(
            sources.map { StationEntry($0, settings) }, decoder: decoder, dispatcher: dispatcher, resolver: resolver)
    }

    init(_ entries: [StationEntry], decoder: (any BarcodeDecoder)?, dispatcher: Dispatcher?, resolver: Resolver) {
        let memory = HistoryMemory(migrates: dispatcher != nil)
        self.init(
            entries, decoder: decoder, performer: dispatcher.map { Performer($0, memory: memory) }, memory: memory,
            resolver: { resolver })
    }

    package init(
        _ entries: [StationEntry], decoder: (any BarcodeDecoder)?, performer: Performer?, memory: HistoryMemory,
        resolver: @escaping @Sendable () -> Resolver
    ) {
        (self.entries, self.decoder, self.performer) = (entries, decoder, performer)
        (self.memory, self.resolver) = (memory, resolver)
    }
}

/// A source of a station, with its settings.
package struct StationEntry: Sendable {
    package var source: any CodeSource
    package var settings: SourceSettings
    /// The name in output and rules. Default: that of the source.
    package var name: String
    /// Whether it gives pictures.
    package var needsDecoder = false
    package var readsStandardInput = false

    package init(_ source: any CodeSource, _ settings: SourceSettings = SourceSettings()) {
        (self.source, self.settings, name) = (source, settings, source.name)
    }
}
