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
