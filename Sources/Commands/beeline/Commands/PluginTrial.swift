import Beeline

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
