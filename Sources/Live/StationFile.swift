package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// A file with the sources of a station and their settings, for a service that runs for months.
///
///     let text = #"{ "sources": [ { "source": "serial:/dev/ttyACM0", "name": "till" } ] }"#
///     let station = try StationFile(name: "station.json", bytes: Array(text.utf8))
///     station.entries[0].name   // "till"
package struct StationFile: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// The name of the source, as on the command line: `camera:/dev/video0`.
        package var source: String
        /// The name in output and rules. Nil, the default: that of the source.
        package var name: String?
        package var settings = SourceSettings()
    }

    /// At least one, in the order of the file.
    package let entries: [Entry]
    /// The history: a file, or the address of a server. Nil: as without a station file.
    package let history: String?

    package static let mostSources = 64
    private static let longestFile = 1 << 20

    /// Reads a file. Where other users can write it, it is an error: it names programs to start and devices to open.
    ///
    /// - Parameters:
    ///   - defaults: the settings of a source that has none of its own.
    ///   - problem: what is wrong with the name of a source, if anything.
    /// - Throws: `StationFileError`, with everything that is wrong.
    package init(
        path: String, defaults: SourceSettings = SourceSettings(),
        checking problem: (_ source: String) -> String? = { _ in nil }
    ) throws(StationFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readRegularFile(path, limit: Self.longestFile)
        } catch {
            throw StationFileError(path: path, problem: error.message)
        }
        if let writers = foreignWriters(of: path) {
            throw StationFileError(path: path, problem: "it is not used, because other users can change it: \(writers)")
        }
        try self.init(name: path, bytes: bytes, defaults: defaults, checking: problem)
    }

    /// Reads the text of a file, which is named in messages.
    ///
    /// - Parameters:
    ///   - defaults: the settings of a source that has none of its own.
    ///   - problem: what is wrong with the name of a source, if anything.
    /// - Throws: `StationFileError`, with everything that is wrong.
    package init(
        name: String, bytes: [UInt8], defaults: SourceSettings = SourceSettings(),
        checking problem: (_ source: String) -> String? = { _ in nil }
    ) throws(StationFileError) {
        let log = IssueLog(RuleFile(name: name, bytes: bytes))
        let station = StationReader(log: log, defaults: defaults).station(checking: problem)
        guard !log.hasErrors else { throw StationFileError(issues: log.issues) }
        (entries, history) = station
    }
}

/// Why a station cannot be set up: everything that is wrong with its file.
package struct StationFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All of them errors, each with its place where there is one.
    package let issues: [RuleIssue]

    init(issues: [RuleIssue]) { self.issues = issues }

    init(path: String, problem: String) {
        issues = [
            RuleIssue(severity: .error, file: path, position: nil, path: JSONPath(), message: problem, sourceLine: nil)
        ]
    }

    /// A line for each issue, and the line of the file with a caret.
    package var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Reads the sources of a station from JSON, and logs all that is wrong.
private struct StationReader {
    let log: IssueLog
    let defaults: SourceSettings

    private static let what = "a source"

    private enum Key: String, CaseIterable {
        case source, name, `repeat`, pause, only, effort, roi, zoom, torch, focus, charset

        /// The right name for what other programs call it; nil where there is none.
        static func remedy(_ name: String) -> String? {
            switch name.lowercased() {
            case "device", "url", "path", "input": "use \"source\" for where codes come from"
            case "id", "title", "label": "use \"name\" for its name"
            case "region", "area", "crop": "use \"roi\" for a part of the picture: \"0.1,0.1,0.8,0.8\""
            case "interval", "debounce", "cooldown": "use \"repeat\": 3.5 for when a code counts again"
            case "formats", "symbologies", "types": "use \"only\": [\"ean_13\"] for the symbologies"
            case "encoding", "codepage", "characterset": "use \"charset\": \"windows-1251\" for its character set"
            case "light", "flash": "use \"torch\": \"auto\" for the light"
            default: nil
            }
        }
    }

    func station(checking problem: (String) -> String?) -> (entries: [StationFile.Entry], history: String?) {
        guard let value = log.parsedFile(),
            let object = ObjectReader(
                value, at: JSONPath(), log: log, allowed: ["$schema", "sources", "history"], what: "a station",
                remedy: { _ in nil })
        else { return ([], nil) }
        let history = object.text("history")
        if history?.isEmpty ?? false {
            log.error("'history' is empty", at: JSONPath().member("history"))
        }
        guard object["sources"] != nil else {
            log.error("a station needs 'sources': a list of cameras, scanners and streams", at: JSONPath())
            return ([], nil)
        }
        let elements = object.list("sources")
        if elements.isEmpty, object["sources"]?.array != nil {
            log.error("a station needs at least one source", at: JSONPath().member("sources"))
        }
        if elements.count > StationFile.mostSources {
            log.error("a station can have at most \(StationFile.mostSources) sources", at: JSONPath().member("sources"))
        }
        var taken: [String: JSONPath] = [:]
        let entries = elements.prefix(StationFile.mostSources).compactMap { value, path -> StationFile.Entry? in
            guard let entry = entry(value, at: path, checking: problem) else { return nil }
            for (text, key) in [(entry.source, Key.source), (entry.name ?? "", .name)] where !text.isEmpty {
                let path = path.member(key.rawValue)
                if let first = taken.updateValue(path, forKey: "\(key) \(text)") {
                    log.error("'\(text)' is used twice; it is also in \(first)", at: path)
                }
            }
            return entry
        }
        return (entries, history)
    }

    private func entry(
        _ value: JSONValue, at path: JSONPath, checking problem: (String) -> String?
    ) -> StationFile.Entry? {
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: Key.allCases.map(\.rawValue), what: Self.what, remedy: Key.remedy)
        else { return nil }
        var entry = StationFile.Entry(source: object.requiredText("source", of: Self.what) ?? "")
        if object["source"]?.string != nil, let problem = problem(entry.source) {
            log.error(problem, at: path.member("source"))
        }
        entry.name = object.text("name")
        if let name = entry.name, name.isEmpty || name.utf8.count > 100 || name.contains(where: \.isNewline) {
            log.error("a name is one line of 1 to 100 bytes", at: path.member("name"))
        }
        var settings = defaults
        settings.sightings.repeats =
            choice(.repeat, of: object, SightingRules.Repeat.form) { .init($0) } ?? settings.sightings.repeats
        settings.sightings.pause =
            choice(.pause, of: object, "a number of seconds, up to 86400") { SightingRules.seconds($0) }
            ?? settings.sightings.pause
        if object["only"] != nil { settings.decoding.only = symbologies(object) }
        settings.effort =
            choice(.effort, of: object, DecodeEffort.live.map(\.rawValue).joined(separator: " or ")) { text in
                DecodeEffort.live.first { $0.rawValue == text }
            } ?? settings.effort
        settings.decoding.region = region(object) ?? settings.decoding.region
        let zooms = CameraSettings.zooms
        settings.camera.zoom =
            choice(.zoom, of: object, "a number from \(Int(zooms.lowerBound)) to \(Int(zooms.upperBound))") {
                CameraSettings.zoom($0)
            } ?? settings.camera.zoom
        let torches = CameraSettings.Torch.allCases.map(\.rawValue).joined(separator: ", ")
        settings.camera.torch =
            choice(.torch, of: object, "one of \(torches)") { .init(rawValue: $0) } ?? settings.camera.torch
        settings.camera.focus =
            choice(.focus, of: object, CameraSettings.Focus.form) { .init($0) } ?? settings.camera.focus
        if let name = object.text("charset") {
            settings.charset = Conversion.Charset(name: name)
            if let problem = Conversion.Charset.problem(with: name) {
                log.error(problem, at: path.member("charset"))
            }
        }
        entry.settings = settings
        return entry
    }

    /// Reads a text or a number as the command line's option does; nil where there is none, or it is wrong and logged.
    private func choice<Value>(
        _ key: Key, of object: ObjectReader, _ form: String, _ read: (String) -> Value?
    ) -> Value? {
        guard let value = object[key.rawValue] else { return nil }
        let path = object.path.member(key.rawValue)
        guard let text = value.string ?? value.numberText else {
            return log.refuse("'\(key.rawValue)' is \(form), not \(value.typeName)", at: path)
        }
        return read(text) ?? log.refuse("'\(key.rawValue)' is \(form), not '\(text)'", at: path)
    }

    private func symbologies(_ object: ObjectReader) -> Set<Symbology> {
        var symbologies: Set<Symbology> = []
        for (value, path) in object.list("only") {
            guard let name = log.string(value, "a symbology", at: path) else { continue }
            do throws(SelectionProblem) {
                symbologies.insert(try Symbology(wanted: name))
            } catch {
                let hint = log.hint(for: name, in: Symbology.selectable.map(\.name))
                log.error("'\(name)': \(error)\(hint)", at: path)
            }
        }
        return symbologies
    }

    private func region(_ object: ObjectReader) -> ImageRegion? {
        guard let text = object.text("roi") else { return nil }
        do throws(RegionProblem) {
            return try ImageRegion(text)
        } catch {
            return log.refuse("'\(text)': \(error)", at: object.path.member("roi"))
        }
    }
}
