internal import BeelineActions
public import BeelineRules
internal import BeelineSymbols

/// What a plugin outside of this program says of itself in its `plugin.json`.
public struct PluginManifest: Hashable, Sendable {
    /// The name of the file in the plugin's folder.
    public static let fileName = "plugin.json"

    /// How the plugin is called; its messages begin with it.
    public let name: String
    /// What it is for, in one sentence.
    public let summary: String
    /// The program and its arguments. A program with a slash is a path, counted from the folder; one without is looked for
    /// on the PATH.
    public let command: [String]
    /// What rules may name. All have the effect `process`, beside those that they declare.
    public let actions: [ActionSignature]
    /// How long a request may take. Default: 10 seconds.
    public let timeLimit: Duration
    /// How many requests it may have got and not answered yet. Default: 1.
    public let inFlight: Int
    /// Whether it may show windows and talk on the session's bus: whether it gets the variables for that.
    public let reachesDesktop: Bool
}
