public import BeelineActions
package import BeelineSupport

extension Policy {
    /// Where the user's policy is kept: `beeline/policy.json` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is
    /// neither.
    public static var userPath: String? { userConfigurationFolder().map { "\($0)/policy.json" } }

    /// The policy of the user's file, and `.ask` where there is none.
    ///
    /// - Parameter plugins: whose actions it may name.
    /// - Throws: `PolicyError` for what is wrong in it, `PolicyFileError` where others can write it, `FileError`.
    public static func ofUser(plugins: PluginRegistry) throws -> Policy {
        // A link that leads nowhere is a policy that cannot be read, and not none.
        guard let path = userPath, isTaken(path) else { return .ask }
        if let writers = foreignWriters(of: path) { throw PolicyFileError(path: path, writers: writers) }
        let bytes = try readRegularFile(path, limit: 1 << 20)
        return try Policy.ask.changed(byFile: path, bytes, actions: plugins.signatures.map(\.name))
    }
}

/// A policy that somebody else may have written, and that therefore nobody follows.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    public let writers: ForeignWriters

    public var description: String { "\(path) is not used, as others may have changed it: \(writers)" }
}
