internal import BeelineActions
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The manifest of an external plugin: its `plugin.json`.
package struct PluginManifest: Hashable, Sendable {
    package static let fileName = "plugin.json"

    /// The name of the plugin; its messages begin with it.
    package let name: String
    package let summary: String
    /// The program and its arguments. A program with a slash is relative to the folder; one without is on the PATH.
    package let command: [String]
    /// Its actions. All have the effect `process`, beside those that they declare.
    package let actions: [ActionSignature]
    /// How long a request may take. Default: 10 seconds.
    package let timeLimit: Duration
    /// The most requests without an answer. Default: 1.
    package let inFlight: Int
    /// Whether it gets the environment variables of the desktop, for windows and the session bus.
    package let reachesDesktop: Bool
}

/// The checked folder of a plugin: only the user can have written its files.
package struct PluginFolder {
    /// Absolute.
    let path: String
    let manifest: PluginManifest
    let program: String
    /// Its known parts: the folder, the manifest, the program, and scripts.
    private let parts: [String]

    /// How other users could have changed it; nil when they cannot.
    var distrust: ForeignWriters? { foreignWriters(of: parts) }

    private static let longestManifest = 1 << 20

    /// Reads a plugin's folder. The error has everything that is wrong.
    init(_ folder: String) throws(PluginFolderError) {
        let file = "\(folder)/\(PluginManifest.fileName)"
        let bytes: [UInt8]
        // An error shows a line of the manifest, which may be a link to any file if other users put it there.
        let parts = [folder, file].filter(exists)
        if foreignWriters(of: parts) != nil {
            // One report for all files, so that one command corrects them.
            let others = ((try? fileNames(in: folder, suffix: "")) ?? []).map { "\(folder)/\($0)" }
            throw PluginFolderError(
                folder: folder, problem: foreignWriters(of: parts + others)?.description ?? "others could write it")
        }
        do throws(FileError) {
            path = try absolutePath(folder)
            bytes = try readRegularFile(file, limit: Self.longestManifest)
        } catch {
            throw PluginFolderError(folder: folder, problem: "\(PluginManifest.fileName): \(error.message)")
        }
        let log = IssueLog(RuleFile(name: file, bytes: bytes))
        guard let manifest = ManifestReader(log: log).manifest() else { throw PluginFolderError(issues: log.issues) }
        self.manifest = manifest
        let command = manifest.command[0]
        let found = command.contains("/") ? Self.file(command, in: path) : Executable.find(command)
        guard let program = found, Executable.isExecutable(program) else {
            throw PluginFolderError(
                folder: folder,
                problem: command.contains("/")
                    ? Self.problem(withProgram: command, in: path)
                    : "no program '\(command)' is on the PATH; for one in the folder: ./\(command)")
        }
        self.program = program
        // A script is an argument of its interpreter.
        let absolute = path
        let named = manifest.command.dropFirst().map { Self.file($0, in: absolute) }.filter(isRegularFile)
        self.parts = [path, "\(path)/\(PluginManifest.fileName)", program] + named
        if let writers = distrust { throw PluginFolderError(folder: folder, problem: writers.description) }
    }

    private static func problem(withProgram command: String, in folder: String) -> String {
        let file = file(command.hasPrefix("./") ? String(command.dropFirst(2)) : command, in: folder)
        return exists(file)
            ? "the program '\(command)' cannot be run: chmod +x \(ForeignWriters.quoted(file))"
            : "the program '\(command)' does not exist"
    }

    private static func file(_ name: String, in folder: String) -> String {
        name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }

    /// The plugin folders at a path: the folder itself if it is one, else those in it.
    static func folders(in folder: String) throws(FileError) -> [String] {
        if exists("\(folder)/\(PluginManifest.fileName)") { return [folder] }
        return try fileNames(in: folder, suffix: "").map { "\(folder)/\($0)" }
            .filter { exists("\($0)/\(PluginManifest.fileName)") }
    }
}

/// Why plugins cannot be used: everything that is wrong with their folders.
package struct PluginFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All of them errors, each with the file, and its place where there is one.
    package let issues: [RuleIssue]

    init(issues: [RuleIssue]) { self.issues = issues }

    init(folder: String, problem: String) { issues = [Self.issue(folder: folder, problem: problem)] }

    static func issue(folder: String, problem: String) -> RuleIssue {
        RuleIssue(severity: .error, file: folder, position: nil, path: JSONPath(), message: problem, sourceLine: nil)
    }

    package var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Reads a `plugin.json`; everything that is wrong with it is logged with its place.
package struct ManifestReader {
    let log: IssueLog

    private static let keys = [
        "version", "name", "summary", "command", "actions", "timeLimit", "inFlight", "desktop",
    ]
    private static let mostActions = 100
    private static let mostParameters = 50
    private static let timeLimits = 0.01...3600.0
    private static let inFlights = 1...10_000
    /// The types of parameters that external plugins can have.
    private static let types: [ActionSignature.ParameterType] = [.text, .url, .texts, .fields, .json, .secret]

    /// The manifest; nil when it has errors, which are logged.
    func manifest() -> PluginManifest? {
        guard let value = log.parsedFile(),
            let object = ObjectReader(
                value, at: JSONPath(), log: log, allowed: Self.keys, what: "a plugin", remedy: { _ in nil })
        else { return nil }
        object.requireVersion(of: "a plugin")
        let manifest = PluginManifest(
            name: name(of: object, "a plugin"), summary: summary(of: object, "a plugin"), command: command(object),
            actions: actions(object), timeLimit: timeLimit(object), inFlight: inFlight(object),
            reachesDesktop: object.flag("desktop"))
        return log.hasErrors ? nil : manifest
    }

    /// The name of a plugin or an action, which needs no quotes in rules and on command lines.
    private func name(of object: ObjectReader, _ what: String) -> String {
        guard let name = object.requiredText("name", of: what) else { return "" }
        if Effect(rawValue: name) != nil {
            log.error("'\(name)' is the name of an effect: choose another one", at: object.path.member("name"))
        } else if !ActionSignature.isPlainName(name) {
            log.error(
                "a name must be small letters, digits and '-', and begin with a letter: '\(name)'",
                at: object.path.member("name"))
        }
        return name
    }

    private func summary(of object: ObjectReader, _ what: String) -> String {
        guard let summary = object.requiredText("summary", of: what) else { return "" }
        if summary.utf8.count > 500 || summary.contains(where: \.isNewline) {
            log.error("a summary must be one line of at most 500 bytes", at: object.path.member("summary"))
        }
        return summary
    }

    private func command(_ object: ObjectReader) -> [String] {
        let path = object.path.member("command")
        let words = texts("command", of: object)
        if object["command"] == nil {
            log.error(
                "a plugin needs 'command': a list of the program and its arguments, as [\"./run.py\"]", at: object.path)
        } else if object["command"]?.array?.isEmpty == true {
            log.error("'command' is empty; it must be the program and its arguments", at: path)
        }
        for (index, word) in words.enumerated() where word.utf8.contains(0) || (index == 0 && word.isEmpty) {
            log.error("this name or argument cannot be used for a program", at: path.element(index))
        }
        return words
    }

    private func timeLimit(_ object: ObjectReader) -> Duration {
        let seconds: Double
        switch object["timeLimit"] {
        case nil: return .seconds(10)
        case .integer(let number): seconds = Double(number)
        case .real(let number): seconds = number
        case .some: seconds = .nan
        }
        if !(Self.timeLimits ~= seconds) {
            log.error("'timeLimit' must be a number of seconds, 0.01 to 3600", at: object.path.member("timeLimit"))
            return .zero
        }
        return .milliseconds(Int((seconds * 1000).rounded()))
    }

    private func inFlight(_ object: ObjectReader) -> Int {
        guard let value = object["inFlight"] else { return 1 }
        guard let number = value.integer, Self.inFlights ~= number else {
            log.error(
                "'inFlight', the number of requests without an answer, must be 1 to 10000",
                at: object.path.member("inFlight"))
            return 1
        }
        return number
    }

    private func actions(_ object: ObjectReader) -> [ActionSignature] {
        guard object["actions"] != nil else {
            log.error("a plugin needs 'actions': a list of its actions", at: object.path)
            return []
        }
        let elements = object.list("actions")
        if elements.isEmpty, object["actions"]?.array != nil {
            log.error("a plugin must have at least one action", at: object.path.member("actions"))
        }
        if elements.count > Self.mostActions {
            log.error("a plugin can have at most \(Self.mostActions) actions", at: object.path.member("actions"))
        }
        var names: Set<String> = []
        return elements.prefix(Self.mostActions).compactMap { value, path in
            guard let action = action(value, at: path) else { return nil }
            if !action.name.isEmpty, !names.insert(action.name).inserted {
                log.error("an earlier action is also called '\(action.name)'", at: path.member("name"))
            }
            return action
        }
    }

    private static let actionKeys = ["name", "summary", "parameters", "effects", "results"]

    private func action(_ value: JSONValue, at path: JSONPath) -> ActionSignature? {
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: Self.actionKeys, what: "an action of a plugin", remedy: { _ in nil }
            )
        else { return nil }
        let results = results(object)
        return ActionSignature(
            name: name(of: object, "an action"), summary: summary(of: object, "an action"),
            parameters: parameters(object), results: results.isEmpty ? .none : .named(results),
            effects: effects(object).union([.process]))
    }

    private func effects(_ object: ObjectReader) -> Set<Effect> {
        let names = Effect.allCases.map(\.rawValue)
        var effects: Set<Effect> = []
        for (index, name) in texts("effects", of: object).enumerated() {
            guard let effect = Effect(rawValue: name) else {
                let hint = log.hint(for: name, in: names)
                log.error(
                    "there is no effect '\(name)'\(Spelling.suggestion(hint, names))",
                    at: object.path.member("effects").element(index))
                continue
            }
            effects.insert(effect)
        }
        return effects
    }

    private func results(_ object: ObjectReader) -> [String] {
        let names = texts("results", of: object)
        for (index, name) in names.enumerated() {
            let path = object.path.member("results").element(index)
            if !ActionSignature.isResultName(name) {
                log.error("the name of a result must be letters, digits and '_': '\(name)'", at: path)
            } else if names.prefix(index).contains(name) {
                log.error("the result '\(name)' is listed twice", at: path)
            }
        }
        return names
    }

    private static let parameterKeys = ["name", "type", "required", "fixed", "summary"]

    private func parameters(_ object: ObjectReader) -> [ActionSignature.Parameter] {
        let elements = object.list("parameters")
        if elements.count > Self.mostParameters {
            log.error(
                "an action can have at most \(Self.mostParameters) parameters", at: object.path.member("parameters"))
        }
        var names: Set<String> = []
        return elements.prefix(Self.mostParameters).compactMap { value, path in
            guard
                let object = ObjectReader(
                    value, at: path, log: log, allowed: Self.parameterKeys, what: "a parameter", remedy: { _ in nil })
            else { return nil }
            let name = object.requiredText("name", of: "a parameter") ?? ""
            if object["name"]?.string != nil { check(parameter: name, &names, at: path.member("name")) }
            let summary = summary(of: object, "a parameter")
            let isFixed = object.flag("fixed")
            guard let type = type(object) else { return nil }
            if isFixed, type != .text { log.error("only a text can be fixed", at: path.member("fixed")) }
            return ActionSignature.Parameter(
                name, type, isRequired: object["required"] == nil ? true : object.flag("required"),
                freedom: isFixed ? .fixed : .template, summary: summary)
        }
    }

    private func check(parameter name: String, _ names: inout Set<String>, at path: JSONPath) {
        if !ActionSignature.isParameterName(name) {
            log.error("the name of a parameter must be letters, digits, '-' and '_': '\(name)'", at: path)
        } else if ActionSignature.reservedNames.contains(name) {
            log.error("'\(name)' is reserved in every action; use another name", at: path)
        } else if !names.insert(name).inserted {
            log.error("an earlier parameter is also called '\(name)'", at: path)
        }
    }

    private func type(_ object: ObjectReader) -> ActionSignature.ParameterType? {
        guard let name = object.requiredText("type", of: "a parameter") else { return nil }
        if let type = Self.types.first(where: { $0.rawValue == name }) { return type }
        let names = Self.types.map(\.rawValue)
        let hint = log.hint(for: name, in: names)
        log.error("there is no type '\(name)'\(Spelling.suggestion(hint, names))", at: object.path.member("type"))
        return nil
    }

    /// The elements of a list of strings. Other elements are logged, and returned as empty strings.
    private func texts(_ name: String, of object: ObjectReader) -> [String] {
        object.list(name).map { value, path in
            if let text = value.string { return text }
            log.error("must be a string, not \(value.typeName)", at: path)
            return ""
        }
    }
}
