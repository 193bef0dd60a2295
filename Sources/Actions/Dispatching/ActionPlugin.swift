package import BeelineContent
public import BeelineRules
internal import Synchronization

/// Something that performs the actions of one name.
///
///     struct Shout: ActionPlugin {
///         let signature = ActionSignature(
///             name: "shout", summary: "Prints a text in capitals.",
///             parameters: [.init("text", .text, summary: "What to shout.")], effects: [])
///
///         func perform(_ action: Action) async throws -> ActionResult {
///             guard case .text(let text)? = action["text"] else { return ActionResult() }
///             return ActionResult(message: text.uppercased())
///         }
///     }
public protocol ActionPlugin: Sendable {
    /// The name, parameters and effects that rules are checked against. Always the same for a plugin.
    var signature: ActionSignature { get }

    /// Performs an action whose parameters were checked against the signature: the required ones are there, each of
    /// its type. The policy has allowed it.
    ///
    /// An action that takes too long is cancelled, and no longer waited for: the plugin must then come to an end, as
    /// `Task.sleep` and asynchronous reading do by themselves.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action) async throws -> ActionResult

    /// The same for plugins that want to know of the code as well. This is what is called; where a plugin does not have
    /// it, it calls the other one.
    ///
    /// - Throws: whatever made it fail; the description of the error is shown to the user.
    func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult

    /// How long an action may take before it is cancelled; nil, which is the default: as long as the dispatcher allows
    /// to any.
    func timeLimit(for action: Action) -> Duration?

    /// Closes what is kept open between actions, when no more of them are to come; a later one opens it again. The
    /// default: there is nothing of the kind.
    func end() async
}

extension ActionPlugin {
    /// Calls `perform(_:)`, without the context.
    public func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        try await perform(action)
    }

    /// As long as the dispatcher allows to any action.
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

/// An error whose description may cite what a code keeps secret, such as the last line of a program.
package protocol MaskedError: Error {
    func description(hiding mask: SecretMask) -> String
}

/// The code for which an action is performed, as far as plugins may know it.
///
/// Most plugins do not need it, because the action has all parameters. A plugin that saves or reports scans implements
/// `ActionPlugin.perform(_:in:)` and looks here.
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
    /// Its rows in the history, for a scan that may be run again; nil where each action counts by itself.
    package let rows: HistoryRows?
    /// Hides what the code keeps secret, and what plugins got in secret before.
    package private(set) var mask: SecretMask
    /// Whether the policy allows the actions of a name without asking, for a plugin that does what others do as well.
    package private(set) var allows: @Sendable (_ action: String) -> Bool = { _ in false }

    /// - Parameters:
    ///   - resolution: the code, what it means, and its rule. Default: unknown.
    ///   - scan: when it was scanned and by what. Default: unknown.
    ///   - input: where it was found, such as the path of an image. Default: unknown.
    ///   - outcomes: of the actions before it in its rule. Default: none.
    public init(
        resolution: Resolution? = nil, scan: Scan? = nil, input: String? = nil, outcomes: [Outcome] = []
    ) {
        self.init(resolution: resolution, scan: scan, input: input, outcomes: outcomes, rows: nil)
    }

    package init(
        resolution: Resolution?, scan: Scan?, input: String?, outcomes: [Outcome], rows: HistoryRows?
    ) {
        self.resolution = resolution
        self.scan = scan
        self.input = input
        self.outcomes = outcomes
        self.rows = rows
        mask = resolution?.reading.secretMask ?? .none
    }

    /// The same context with what hides more.
    func hiding(_ mask: SecretMask) -> ActionContext {
        var context = self
        context.mask = mask
        return context
    }

    /// The same context with what the policy allows.
    func allowing(_ allows: @escaping @Sendable (_ action: String) -> Bool) -> ActionContext {
        var context = self
        context.allows = allows
        return context
    }

    /// That of an action about which nothing else is known.
    public static let none = ActionContext()
}

/// The plugins that there are, by the names of their actions. A value, built once.
public struct PluginRegistry: Sendable {
    private let plugins: [String: any ActionPlugin]
    /// What rules may name, in the order in which the plugins were given.
    public let signatures: [ActionSignature]

    /// - Throws: an error that names the plugin, when two have an action of one name, or when the parameters of one
    ///   could not be written in a rule.
    public init(_ plugins: [any ActionPlugin]) throws {
        var byName: [String: any ActionPlugin] = [:]
        for plugin in plugins {
            let name = plugin.signature.name
            guard byName.updateValue(plugin, forKey: name) == nil else { throw PluginError.duplicateName(name) }
            var parameters = ActionSignature.reservedNames
            for parameter in plugin.signature.parameters where !parameters.insert(parameter.name).inserted {
                throw PluginError.unusableParameter(action: name, parameter: parameter.name)
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

    /// Has each plugin close what it keeps open between actions. A history without it is as safe, and has its last
    /// scans in a file beside it.
    public func end() async { for plugin in plugins.values { await plugin.end() } }

    /// The plugin for the actions of that name.
    public subscript(name: String) -> (any ActionPlugin)? { plugins[name] }
}

/// Why plugins cannot be used together.
package enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    case duplicateName(String)
    case unusableParameter(action: String, parameter: String)

    package var description: String {
        switch self {
        case .duplicateName(let name): "two plugins have an action '\(name)'"
        case .unusableParameter(let action, let parameter):
            "'\(action)' cannot have a parameter '\(parameter)': the name is used twice or is reserved"
        }
    }
}

/// The rows that a code of an accepted scan gets in the history.
///
/// A scan that is run again after a crash has the same keys, so that the history keeps each row once.
package final class HistoryRows: Sendable {
    /// When the code was scanned, in UTC: `2026-01-31T12:34:56.789Z`.
    package let time: String
    /// That of the code.
    package let key: String
    private let rows = Mutex<[Int]>([])

    /// - Parameters:
    ///   - key: of the code: no other code ever has it. It does not depend on what is done about the code.
    ///   - time: when it was scanned, in UTC.
    package init(key: String, time: String) { (self.key, self.time) = (key, time) }

    /// The key of the next row: that of the code, and for further rows with a number after it.
    ///
    /// A row counts once it was kept: one whose action was given up, and that is kept later anyway, then has the key
    /// of the row that took its place.
    package var nextKey: String {
        let count = rows.withLock { $0.count }
        return count == 0 ? key : "\(key).\(count)"
    }

    /// The numbers of the rows in the history.
    package var ids: [Int] { rows.withLock { $0 } }

    /// Notes that a row is in the history.
    package func note(_ id: Int) { rows.withLock { $0.append(id) } }
}
