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

    /// Whether a text can be the name of a plugin or an action: small letters, digits and `-`, the first a letter, at most
    /// 64 of them.
    public static func isName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { isSmallLetter($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isPlain && text.utf8.first.map(isSmallLetter) ?? false && text.utf8.count <= 64
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
}
