public import BeelineRules

/// The plugins that there are, by the names of their actions. A value, built once.
public struct PluginRegistry: Sendable {
    private let plugins: [String: any ActionPlugin]
    /// What rules may name, in the order in which the plugins were given.
    public let signatures: [ActionSignature]

    /// - Throws: `PluginError` when two plugins have an action of one name, or when the parameters of a plugin could not
    ///   be written in a rule.
    public init(_ plugins: [any ActionPlugin]) throws(PluginError) {
        var byName: [String: any ActionPlugin] = [:]
        for plugin in plugins {
            let name = plugin.signature.name
            guard byName.updateValue(plugin, forKey: name) == nil else { throw .duplicateName(name) }
            var parameters = ActionSignature.reservedNames
            for parameter in plugin.signature.parameters where !parameters.insert(parameter.name).inserted {
                throw .unusableParameter(action: name, parameter: parameter.name)
            }
        }
        self.plugins = byName
        signatures = plugins.map(\.signature)
    }

    /// - Precondition: the names differ: for plugins that are known when the program is built.
    package init(distinct plugins: [any ActionPlugin]) {
        self.plugins = Dictionary(uniqueKeysWithValues: plugins.map { ($0.signature.name, $0) })
        signatures = plugins.map(\.signature)
    }

    /// Has each plugin close what it keeps open between actions. A history without it is as safe, and has its last scans in
    /// a file beside it.
    public func end() async { for plugin in plugins.values { await plugin.end() } }

    /// The plugin for the actions of that name.
    public subscript(name: String) -> (any ActionPlugin)? { plugins[name] }
}

/// Why plugins cannot be used together.
public enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    case duplicateName(String)
    /// The parameter is there twice, or has a name that the rule language keeps for itself.
    case unusableParameter(action: String, parameter: String)

    public var description: String {
        switch self {
        case .duplicateName(let name): "two plugins have an action '\(name)'"
        case .unusableParameter(let action, let parameter):
            "'\(action)' cannot have a parameter '\(parameter)': it is there twice, or the name is reserved"
        }
    }
}
