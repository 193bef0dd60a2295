import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols
import Glibc

/// The options of `beeline live`: the sources, each with its settings, and when the command ends.
struct LiveSettings {
    let entries: [StationEntry]
    /// The number of codes after which the command ends; nil: never.
    let count: Int?
    /// The time after which the command ends; nil: never.
    let duration: Duration?

    init(_ arguments: Arguments) throws {
        entries = try Self.entries(arguments, Self.settings(arguments))
        guard !entries.isEmpty else { throw UsageError.noSources(arguments.command) }
        if arguments.has(.input), !entries.contains(where: { $0.source is LinesSource }) {
            throw UsageError.needsSource(.input, "-")
        }
        if arguments.has(.once), arguments.has(.count) { throw UsageError.exclude(.once, .count) }
        count = arguments.has(.once) ? 1 : try arguments.count(.count)
        duration = try Self.duration(arguments)
    }

    static func duration(_ arguments: Arguments) throws(UsageError) -> Duration? {
        try arguments.parsed(.duration, as: "a duration \(Duration.writtenForms)") {
            Duration(written: $0, bareSeconds: true)
        }
    }

    /// The sources that the operands and the station file name, if any, with settings for what the file does not set.
    static func entries(_ arguments: Arguments, _ shared: SourceSettings) throws -> [StationEntry] {
        var entries: [StationEntry] = []
        do throws(SourceNameError) {
            for name in arguments.operands { entries.append(try SourceName.entry(name, shared)) }
        } catch {
            throw UsageError.badSource(error, of: arguments.command, arguments.operands)
        }
        if let path = arguments[.station] {
            let file = try configured {
                try StationFile(path: path, defaults: shared) { text in
                    do throws(SourceNameError) { _ = try SourceName.entry(text) } catch { return error.description }
                    return nil
                }
            }
            // An option or the environment says more than a file.
            if let history = file.history { setenv("BEELINE_HISTORY", history, 0) }
            for named in file.entries {
                var entry = try SourceName.entry(named.source, named.settings)
                entry.name = named.name ?? entry.name
                entries.append(entry)
            }
        }
        guard entries.count(where: \.readsStandardInput) <= 1 else { throw UsageError.standardInputTwice }
        let names = entries.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw UsageError.sourceTwice(twice)
        }
        return entries
    }

    private static func settings(_ arguments: Arguments) throws -> SourceSettings {
        var settings = SourceSettings()
        settings.decoding = try DecodeOptions(arguments)
        settings.effort = arguments.choice(.liveEffort)
        settings.input = arguments.choice(.input) ?? .lines
        let repeats = SightingRules.Repeat.form
        settings.sightings.repeats = try arguments.parsed(.repeats, as: repeats) { SightingRules.Repeat($0) }
        let pause = try arguments.parsed(.pause, as: "a number such as 3.5") { SightingRules.seconds($0) }
        settings.sightings.pause = pause ?? .zero
        settings.camera.torch = arguments.choice(.torch)
        settings.camera.zoom = try arguments.parsed(.zoom, as: "a number from 1 to 10") { CameraSettings.zoom($0) }
        let focus = CameraSettings.Focus.form
        settings.camera.focus = try arguments.parsed(.focus, as: focus) { CameraSettings.Focus($0) }
        return settings
    }
}
