import Beeline
import BeelineSupport
import Glibc

/// `beeline plugins check`: what is wrong with plugins, and what they answer.
struct PluginsCheckCommand {
    private let folders: [String]
    private let isJSON: Bool
    private let style: Style

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.operands.isEmpty else { throw .noOperands(arguments.command) }
        folders = arguments.operands
        isJSON = arguments[.checkFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        var plugins: [ExternalPlugin] = []
        var problems = 0
        // Each by itself: one that cannot be used does not keep the others from being checked.
        for folder in folders {
            do throws(PluginFolderError) {
                plugins += try ExternalPlugins.load(folders: [folder]).plugins
            } catch {
                problems += error.issues.count
                try isJSON
                    ? StandardOutput.write(data: IssueJSON.lines(error.issues))
                    : StandardOutput.write(error.issues.map(style.lines).joined())
            }
        }
        for plugin in plugins {
            if !isJSON { try StandardOutput.write(heading(of: plugin)) }
            let trial = PluginTrial(plugin)
            for action in plugin.manifest.actions {
                problems += try write(runBlocking { await trial.ask(action) }, of: plugin)
            }
            if let end = runBlocking({ await trial.end() }) { problems += try write(end, of: plugin) }
        }
        if !isJSON {
            let found = problems == 0 ? "nothing wrong" : counted(problems, "problem")
            try StandardOutput.write("\(counted(plugins.count, "plugin")) asked: \(found)\n")
        }
        return problems == 0 ? .success : .notTaken
    }

    private func heading(of plugin: ExternalPlugin) -> TerminalText {
        "\(style.paint("\(plugin.manifest.name)", .input))  \(plugin.manifest.summary)\n"
    }

    /// - Returns: how many problems it tells of.
    private func write(_ finding: PluginTrial.Finding, of plugin: ExternalPlugin) throws(OutputError) -> Int {
        if isJSON {
            try StandardOutput.write(data: json(finding, plugin))
        } else {
            let role: Style.Role = finding.isProblem ? .error : .success
            let status = style.paint("\(finding.status)", role)
            let message = finding.message.isEmpty ? "" : "  \(finding.message)"
            try StandardOutput.write("  \(finding.action ?? "end")  \(status)\(message)\n")
        }
        return finding.isProblem ? 1 : 0
    }

    private func json(_ finding: PluginTrial.Finding, _ plugin: ExternalPlugin) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("plugin", plugin.manifest.name)
            if let action = finding.action { json.member("action", action) }
            json.member("status", finding.status)
            json.member("message", finding.message)
            json.name("problem")
            json.value(finding.isProblem)
        }
        json.endLine()
        return json.bytes
    }
}

/// Asks a plugin for samples of what it can do, and ends it.
struct PluginTrial: Sendable {
    private let plugin: ExternalPlugin

    init(_ plugin: ExternalPlugin) { self.plugin = plugin }

    /// What came of a request, or of the plugin's end.
    struct Finding: Sendable {
        /// Nil for its end.
        let action: String?
        /// `done`, `failed` (which is an answer), or `wrong`.
        let status: String
        let message: String

        var isProblem: Bool { status == "wrong" }
    }

    /// Sends an action one request.
    func ask(_ signature: ActionSignature) async -> Finding {
        let action = Action(name: signature.name, rule: "check", arguments: signature.sampleArguments)
        do {
            let result = try await plugin.performSample(action)
            let known: [String] = if case .named(let names) = signature.results { names } else { [] }
            let found = result.fields.map { "\($0.name)=\($0.shownValue)" }
            let message = ([result.message] + found).filter { !$0.isEmpty }.joined(separator: " ")
            if let unknown = result.fields.first(where: { !known.contains($0.name) }) {
                return Finding(
                    action: signature.name, status: "wrong",
                    message: "it found '\(unknown.name)', which 'results' in plugin.json does not name: \(message)")
            }
            return Finding(action: signature.name, status: "done", message: message)
        } catch ExternalPluginError.failed(let message) {
            return Finding(action: signature.name, status: "failed", message: message)
        } catch {
            return Finding(action: signature.name, status: "wrong", message: "\(error)")
        }
    }

    /// Ends it; nil where no program ran any more that could have ended by itself.
    func end() async -> Finding? {
        await plugin.end().map { endedByItself in
            endedByItself
                ? Finding(action: nil, status: "done", message: "it ends when its input does")
                : Finding(
                    action: nil, status: "wrong",
                    message: "it did not end within a second when its input ended, and was sent SIGTERM")
        }
    }
}
