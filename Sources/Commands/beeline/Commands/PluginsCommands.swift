import Beeline
import BeelineSupport

/// `beeline plugins list`: the actions that rules may name.
enum PluginsListCommand {
    private struct Entry {
        let action: ActionSignature
        /// Nil: built in.
        let plugin: ExternalPlugin?
    }

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let plugins = try PluginOptions(arguments)
        let external = plugins.external.plugins.flatMap { plugin in
            plugin.manifest.actions.map { Entry(action: $0, plugin: plugin) }
        }
        let names = Set(external.map(\.action.name))
        let entries =
            plugins.registry.signatures.filter { !names.contains($0.name) }.map { Entry(action: $0, plugin: nil) }
            + external
        try arguments.isJSON
            ? StandardOutput.write(data: json(entries)) : StandardOutput.write(text(entries, arguments.style))
        return .success
    }

    private static func text(_ entries: [Entry], _ style: Style) -> TerminalText {
        style.table(
            entries.map { entry in
                let effects = effects(of: entry.action)
                return [
                    entry.action.name, effects.isEmpty ? "none" : effects.joined(separator: ","),
                    entry.plugin?.manifest.name ?? "built in", entry.action.summary,
                ]
            }, [.input, .kind, .label, nil])
    }

    private static func effects(of action: ActionSignature) -> [String] {
        Effect.allCases.filter(action.effects.contains).map(\.rawValue)
    }

    private static func json(_ entries: [Entry]) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", 1)
            json.member("actions", entries) { json, entry in
                json.member("action", entry.action.name)
                json.member("summary", entry.action.summary)
                json.member("effects", effects(of: entry.action))
                json.member("parameters", entry.action.parameters) { json, parameter in
                    json.member("name", parameter.name)
                    json.member("type", parameter.type.rawValue)
                    json.member("required", parameter.isRequired)
                    json.member("summary", parameter.summary)
                }
                if case .named(let names) = entry.action.results { json.member("results", names) }
                json.member("plugin", entry.plugin?.manifest.name)
                json.member("folder", entry.plugin?.folder)
            }
        }
    }
}

/// `beeline plugins check`: the errors in plugins, and their answers to sample requests.
struct PluginsCheckCommand {
    private let isJSON: Bool
    private let style: Style
    private var problems = 0

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        var command = PluginsCheckCommand(isJSON: arguments.isJSON, style: arguments.style)
        return try command.check(arguments.operands(1...Int.max))
    }

    private mutating func check(_ folders: [String]) throws -> ExitStatus {
        var plugins: [ExternalPlugin] = []
        // Each by itself, so that the others are checked when one cannot be used.
        for folder in folders {
            do {
                plugins += try ExternalPlugins.load(folders: [folder]).plugins
            } catch let error as PluginFolderError {
                problems += error.issues.count
                try isJSON
                    ? StandardOutput.write(data: IssueJSON.lines(error.issues))
                    : StandardOutput.write(error.issues.map(style.lines).joined())
            }
        }
        for plugin in plugins {
            if !isJSON {
                let name = style.paint("\(plugin.manifest.name)", .input)
                try StandardOutput.write("\(name)  \(plugin.manifest.summary)\n")
            }
            for action in plugin.manifest.actions {
                try write(runBlocking { await PluginFinding.asking(plugin, for: action) }, of: plugin)
            }
            if let end = runBlocking({ await PluginFinding.ending(plugin) }) { try write(end, of: plugin) }
        }
        if !isJSON {
            let found = problems == 0 ? "nothing wrong" : counted(problems, "problem")
            try StandardOutput.write("\(counted(plugins.count, "plugin")) asked: \(found)\n")
        }
        return problems == 0 ? .success : .notTaken
    }

    private mutating func write(_ finding: PluginFinding, of plugin: ExternalPlugin) throws(OutputError) {
        if finding.isProblem { problems += 1 }
        guard isJSON else {
            let status = style.paint("\(finding.status)", finding.isProblem ? .error : .success)
            let message = finding.message.isEmpty ? "" : "  \(finding.message)"
            return try StandardOutput.write("  \(finding.action ?? "end")  \(status)\(message)\n")
        }
        try StandardOutput.write(
            data: JSONWriter.line { json in
                json.member("version", 1)
                json.member("plugin", plugin.manifest.name)
                json.member("action", finding.action)
                json.member("status", finding.status)
                json.member("message", finding.message)
                json.member("problem", finding.isProblem)
            })
    }
}

/// The result of a sample request to a plugin, or of its end.
private struct PluginFinding: Sendable {
    /// Nil for its end.
    let action: String?
    /// `done`, `failed` (which is an answer), or `wrong`.
    let status: String
    let message: String

    var isProblem: Bool { status == "wrong" }

    static func asking(_ plugin: ExternalPlugin, for signature: ActionSignature) async -> PluginFinding {
        let action = Action(name: signature.name, rule: "check", arguments: signature.sampleArguments)
        do {
            let result = try await plugin.performSample(action)
            let known: [String] = if case .named(let names) = signature.results { names } else { [] }
            let found = result.fields.map { "\($0.name)=\($0.shownValue)" }
            let message = ([result.message] + found).filter { !$0.isEmpty }.joined(separator: " ")
            guard let unknown = result.fields.first(where: { !known.contains($0.name) }) else {
                return PluginFinding(action: signature.name, status: "done", message: message)
            }
            return PluginFinding(
                action: signature.name, status: "wrong",
                message: "its result '\(unknown.name)' is not among 'results' in plugin.json: \(message)")
        } catch ExternalPluginError.failed(let message, _) {
            return PluginFinding(action: signature.name, status: "failed", message: message)
        } catch {
            return PluginFinding(action: signature.name, status: "wrong", message: "\(error)")
        }
    }

    /// Ends a plugin; nil where its program was not running any more.
    static func ending(_ plugin: ExternalPlugin) async -> PluginFinding? {
        await plugin.end().map { endedByItself in
            endedByItself
                ? PluginFinding(action: nil, status: "done", message: "it ends when its input does")
                : PluginFinding(
                    action: nil, status: "wrong",
                    message: "it did not end within a second after its input ended, and got SIGTERM")
        }
    }
}
