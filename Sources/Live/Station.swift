public import Beeline
public import BeelineActions
package import BeelineRules
public import BeelineSymbols

/// Sources of codes, with what is done about each code: a till, a kiosk, a shelf with a camera.
///
///     let station = try Station(["serial:/dev/ttyACM0"], resolver: Resolver(rules: .bundled))
///     for await case .sighting(let sighting) in station.events() {
///         print(sighting.resolution.content.kind, sighting.resolution.symbol.text ?? "")
///     }
///
/// A source that is lost comes back by itself: it is tried again, at most every 5 seconds.
public struct Station: Sendable {
    package let entries: [StationEntry]
    package let decoder: (any BarcodeDecoder)?
    /// What codes of one moment mean.
    package let resolve: @Sendable ([Symbol], Scan) -> [Resolution]
    package let dispatcher: Dispatcher?
    /// How long it waits before it tries a source again that is lost: at first, and at most; twice as long each time. A
    /// person who plugs a scanner in again will wait for 5 seconds.
    package var waits = Duration.milliseconds(500)...Duration.seconds(5)

    /// - Parameters:
    ///   - sources: at least one.
    ///   - resolver: what is to be done about the codes.
    ///   - dispatcher: performs it, one code after the other. Default: nil, nothing is performed.
    ///   - decoder: reads pictures, such as a `DecodingPool`. Default: nil, for sources that give codes.
    ///   - rules: what counts as one scan. Default: that of `SightingRules`.
    public init(
        _ sources: [any CodeSource], resolver: Resolver, dispatcher: Dispatcher? = nil,
        decoder: (any BarcodeDecoder)? = nil, rules: SightingRules = SightingRules()
    ) {
        var settings = SourceSettings()
        settings.sightings = rules
        self.init(
            sources.map { StationEntry($0, settings) }, decoder: decoder, dispatcher: dispatcher,
            resolve: { resolver.resolve($0, scan: $1) })
    }

    package init(
        _ entries: [StationEntry], decoder: (any BarcodeDecoder)?, dispatcher: Dispatcher?,
        resolve: @escaping @Sendable ([Symbol], Scan) -> [Resolution]
    ) {
        (self.entries, self.decoder, self.dispatcher, self.resolve) = (entries, decoder, dispatcher, resolve)
    }
}

/// A source of a station, and how it is used.
package struct StationEntry: Sendable {
    package var source: any CodeSource
    package var settings: SourceSettings
    /// How output and rules name it. Default: as the source does.
    package var name: String
    /// Whether it gives pictures.
    package var needsDecoder = false
    package var readsStandardInput = false

    package init(_ source: any CodeSource, _ settings: SourceSettings = SourceSettings()) {
        (self.source, self.settings, name) = (source, settings, source.name)
    }
}
