public import Beeline
public import BeelineSymbols

/// A station: sources of codes, and the desk that handles their codes. A till, a kiosk, a shelf with a camera.
///
///     let station = try Station(["serial:/dev/ttyACM0"], desk: Desk(rules: .bundled))
///     for await case .sighting(let sighting) in station.events() {
///         print(sighting.resolution.content.kind, sighting.resolution.symbol.text ?? "")
///     }
///
/// A lost source is opened again, with at most 5 seconds between tries.
public struct Station: Sendable {
    package let entries: [StationEntry]
    package let decoder: (any BarcodeDecoder)?
    /// Resolves the codes, and performs their actions.
    let desk: Desk
    let performs: Bool
    let preview = Preview()
    /// The first and the longest wait before a lost source is tried again; each wait is twice as long as the one
    /// before. A person who plugs a scanner in again will wait for 5 seconds.
    package var waits = Duration.milliseconds(500)...Duration.seconds(5)

    /// - Parameters:
    ///   - sources: at least one.
    ///   - desk: resolves the codes, and performs their actions, one code after the other.
    ///   - performs: whether actions are performed. Default: true; where it is false, codes are only resolved.
    ///   - decoder: reads pictures, such as a `DecodingPool`. Default: nil, for sources that give codes.
    ///   - settings: how the sources are decoded, and what counts as one scan.
    public init(
        _ sources: [any CodeSource], desk: Desk, performs: Bool = true, decoder: (any BarcodeDecoder)? = nil,
        settings: SourceSettings = SourceSettings()
    ) {
        self.init(sources.map { StationEntry($0, settings) }, desk: desk, performs: performs, decoder: decoder)
    }

    /// A station of sources by their names, as `beeline live` takes them: `serial:/dev/ttyACM0`, `camera`.
    ///
    /// - Throws: `SourceError.unusable` where a name names no source, or one that gives pictures and there is no
    ///   decoder.
    public init(
        _ names: [String], desk: Desk, performs: Bool = true, decoder: (any BarcodeDecoder)? = nil,
        settings: SourceSettings = SourceSettings()
    ) throws(SourceError) {
        var entries: [StationEntry] = []
        do throws(SourceNameError) {
            for name in names { entries.append(try SourceName.entry(name, settings)) }
        } catch {
            throw .unusable(error.description)
        }
        if decoder == nil, let blind = entries.first(where: \.needsDecoder) {
            throw .unusable("'\(blind.name)' gives pictures; pass a decoder, such as DecodingPool()")
        }
        self.init(entries, desk: desk, performs: performs, decoder: decoder)
    }

    package init(_ entries: [StationEntry], desk: Desk, performs: Bool = true, decoder: (any BarcodeDecoder)?) {
        (self.entries, self.desk, self.decoder) = (entries, desk, decoder)
        self.performs = performs && desk.performs
    }
}
