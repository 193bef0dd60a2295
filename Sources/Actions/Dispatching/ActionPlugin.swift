package import BeelineContent
public import BeelineRules
internal import Synchronization

/// A plugin: it performs the actions of one name.
///
///     struct Shout: ActionPlugin {
///         let signature = ActionSignature(
///             name: "shout", summary: "Prints a text in capitals.",
///             parameters: [.init("text", .text, summary: "What to shout.")], effects: [])
///
///         func perform(_ action: Action) async throws -> ActionResult {
///             ActionResult(message: try action.text("text").uppercased())
///         }
///     }
public protocol ActionPlugin: Sendable {
    /// The name, parameters and effects that rules are checked against. Always the same for a plugin.
    var signature: ActionSignature { get }

    /// Performs an action whose parameters were checked against the signature: the required ones are there, each of
    /// its type. The policy has allowed it.
    ///
    /// An action that takes too long is cancelled, and the dispatcher no longer waits for it. The plugin must then end,
    /// as `Task.sleep` and asynchronous reading do by themselves.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action) async throws -> ActionResult

    /// Performs an action with its context: the code, the scan and the earlier outcomes. The dispatcher calls this
    /// function; by default it calls `perform(_:)`.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult

    /// How long an action may take before it is cancelled. Nil, the default: the time limit of the dispatcher.
    func timeLimit(for action: Action) -> Duration?

    /// Closes what the plugin keeps open between actions, when no more are expected. A later action opens it again.
    /// Default: does nothing.
    func end() async
}

extension ActionPlugin {
    /// Calls `perform(_:)`, without the context.
    public func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        try await perform(action)
    }

    /// Nil: the time limit of the dispatcher.
    public func timeLimit(for action: Action) -> Duration? { nil }

    /// Does nothing.
    public func end() async {}
}

/// The result of an action that was done.
public struct ActionResult: Hashable, Sendable {
    /// What was done, in a few words for people; empty when there is nothing to say.
    public let message: String
    /// What was found or made, by name.
    public let fields: [Action.Argument]

    /// - Parameters:
    ///   - message: what was done, in a few words. Default: nothing to say.
    ///   - fields: what was found or made, by the names that the signature declares. Default: nothing.
    public init(message: String = "", fields: [Action.Argument] = []) {
        self.message = message
        self.fields = fields
    }
}

/// An error whose description may contain a secret, such as the last line of a program's output.
package protocol MaskedError: Error {
    func description(hiding mask: SecretMask) -> String
}

/// The context of an action: the code for which it is performed, and the scan.
///
/// Most plugins do not need it, because the action has all parameters. A plugin that saves or reports scans gets it by
/// implementing `ActionPlugin.perform(_:in:)`.
///
/// The code, the action and the input are unmasked: the text of the code may be a password. A plugin that saves or
/// shows them must mask them, as with `Reading.holdsSecret` and `Action.redacted`. What a plugin answers is masked by
/// the dispatcher.
public struct ActionContext: Sendable {
    /// The code, its meaning, and the rule that matched; nil for an action that is performed without a code.
    public let resolution: Resolution?
    /// When it was scanned and by what; nil where it is not known.
    public let scan: Scan?
    /// Where it was found, such as the path of an image; nil for a code that was typed, or where it is not known.
    public let input: String?
    /// The outcomes of the earlier actions of its rule, in order, without secrets.
    public let outcomes: [Outcome]
    /// The rows of the code in the history, for a scan that may be run again. Nil: each action gets a row of its own.
    package let rows: HistoryRows?
    /// Hides the secrets of the code, and those that plugins received before.
    package private(set) var mask: SecretMask
    /// Whether the policy allows the actions of a name without asking. For plugins that also perform actions of others.
    package private(set) var allows: @Sendable (_ action: String) -> Bool = { _ in false }

    /// The same for all attempts to send this action, by which a server recognises a repetition; nil where it is tried once.
    package internal(set) var idempotencyKey: String?

    /// - Parameters:
    ///   - resolution: the code, what it means, and its rule. Default: unknown.
    ///   - scan: when it was scanned and by what. Default: unknown.
    ///   - input: where it was found, such as the path of an image. Default: unknown.
    ///   - outcomes: of the actions before it in its rule. Default: none.
    public init(resolution: Resolution? = nil, scan: Scan? = nil, input: String? = nil, outcomes: [Outcome] = []) {
        self.init(resolution: resolution, scan: scan, input: input, outcomes: outcomes, rows: nil)
    }

    package init(resolution: Resolution?, scan: Scan?, input: String?, outcomes: [Outcome], rows: HistoryRows?) {
        self.resolution = resolution
        self.scan = scan
        self.input = input
        self.outcomes = outcomes
        self.rows = rows
        mask = resolution?.reading.secretMask ?? .none
    }

    /// The same context with another mask.
    func hiding(_ mask: SecretMask) -> ActionContext {
        var context = self
        context.mask = mask
        return context
    }

    /// The same context with the decisions of the policy.
    func allowing(_ allows: @escaping @Sendable (_ action: String) -> Bool) -> ActionContext {
        var context = self
        context.allows = allows
        return context
    }

    /// An empty context: only the action is known.
    public static let none = ActionContext()
}

/// The available plugins, by the names of their actions. A value, built once.
public struct PluginRegistry: Sendable {
    private var plugins: [String: DeferredPlugin]
    /// The names of the actions, in the order of the plugins.
    package private(set) var names: [String]

    /// - Throws: an error that names the action, when two plugins have one of the same name, or when a rule could not
    ///   write one of its parameters.
    public init(_ plugins: [any ActionPlugin]) throws { self = try PluginRegistry(deferred: [:]).adding(plugins) }

    /// Plugins that are known when the program is built. Each is made when it is first needed: a command performs a few
    /// actions at most, and the rules for a code name a few. The names differ, and are those of the signatures.
    package init(deferred makers: KeyValuePairs<String, @Sendable () -> any ActionPlugin>) {
        names = makers.map(\.key)
        plugins = Dictionary(uniqueKeysWithValues: makers.map { ($0.key, DeferredPlugin($0.value)) })
    }

    package func adding(_ further: [any ActionPlugin]) throws -> PluginRegistry {
        var registry = self
        for plugin in further {
            let signature = plugin.signature
            guard registry.plugins[signature.name] == nil else {
                throw PluginError.duplicateName(signature.name)
            }
            guard ActionSignature.isPlainName(signature.name) else {
                throw PluginError.unusableName(signature.name)
            }
            var parameters = ActionSignature.reservedNames
            for parameter in signature.parameters where !parameters.insert(parameter.name).inserted {
                throw PluginError.unusableParameter(action: signature.name, parameter: parameter.name)
            }
            registry.names.append(signature.name)
            registry.plugins[signature.name] = DeferredPlugin { plugin }
        }
        return registry
    }

    /// The same plugins, with replacements for those of some names.
    package func replacing(
        _ names: [String], by replacement: (any ActionPlugin) -> any ActionPlugin
    ) -> PluginRegistry {
        var registry = self
        for name in names {
            guard let plugin = self[name].map(replacement) else { continue }
            registry.plugins[name] = DeferredPlugin { plugin }
        }
        return registry
    }

    /// The signatures of the actions, in the order of the plugins.
    public var signatures: [ActionSignature] { names.compactMap { self[$0]?.signature } }

    /// Closes what the plugins keep open between actions. Without it the history is as safe, but its last scans are in
    /// a second file.
    public func end() async { for plugin in plugins.values { await plugin.ifMade?.end() } }

    /// The plugin for the actions of that name.
    public subscript(name: String) -> (any ActionPlugin)? { plugins[name]?.plugin }
}

/// A plugin that is made when it is first needed, once for all threads.
private final class DeferredPlugin: Sendable {
    private let make: @Sendable () -> any ActionPlugin
    private let made = Mutex<(any ActionPlugin)?>(nil)

    init(_ make: @escaping @Sendable () -> any ActionPlugin) { self.make = make }

    var ifMade: (any ActionPlugin)? { made.withLock { $0 } }

    var plugin: any ActionPlugin {
        made.withLock { made in
            let plugin = made ?? make()
            made = plugin
            return plugin
        }
    }
}

/// Why plugins cannot be used together.
package enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    case duplicateName(String)
    case unusableName(String)
    case unusableParameter(action: String, parameter: String)

    package var description: String {
        switch self {
        case .duplicateName(let name): "two plugins have an action '\(name)'"
        case .unusableName(let name):
            "'\(name)' cannot be the name of an action: small letters, digits and '-', the first a letter, at most 64"
        case .unusableParameter(let action, let parameter):
            "'\(action)' cannot have a parameter '\(parameter)': the name is used twice or is reserved"
        }
    }
}

/// The rows in the history of one code of an accepted scan. A scan that is run again after a crash has the same keys,
/// so that the history keeps each row once.
package final class HistoryRows: Sendable {
    /// When the code was scanned, in UTC: `2026-01-31T12:34:56.789Z`.
    package let time: String
    package let key: String
    private let rows = Mutex<[Int]>([])

    /// No other code ever has the key, and it does not depend on the actions. The time is that of the scan, in UTC.
    package init(key: String, time: String) { (self.key, self.time) = (key, time) }

    /// The key of the next row: the key of the code, from the second row on with a number after it. A row counts once
    /// it is stored. A row whose action was given up, and that is stored later anyway, has the key of the row that
    /// replaced it.
    package var nextKey: String {
        let count = rows.withLock { $0.count }
        return count == 0 ? key : "\(key).\(count)"
    }

    /// The numbers of the rows; 0 for one that gets its number later.
    package var ids: [Int] { rows.withLock { $0 } }

    /// Notes that a row is in the history.
    package func note(_ id: Int) { rows.withLock { $0.append(id) } }
}
