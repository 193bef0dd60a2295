public import BeelineActions
internal import BeelineContent
public import BeelineRules
internal import BeelineSupport
internal import Synchronization

/// The plugins outside of this program: folders with a `plugin.json` and a program in any language.
///
///     let external = try ExternalPlugins.load(folders: ["/srv/till/plugins"])
///     let plugins = try PluginRegistry.standard(and: external.actions)
///     let resolver = try Resolver(rules: .bundled, plugins: plugins)
///     …
///     await external.end()
///
/// Each program is started when the first of its actions is performed, kept, and ended by `end()`, or when no reference
/// to its actions is left.
public struct ExternalPlugins: Sendable {
    /// Each plugin, in the order of the folders.
    package let plugins: [ExternalPlugin]

    /// No plugins.
    public init() { plugins = [] }

    private init(_ plugins: [ExternalPlugin]) { self.plugins = plugins }

    /// What rules may name, of all of them.
    public var actions: [any ActionPlugin] { plugins.flatMap(\.actions) }

    /// `plugins` in the folder where Beeline keeps what is a user's; nil where there is no such folder.
    public static var userFolder: String? { userDataFolder().map { "\($0)/plugins" } }

    /// Reads the manifests of the plugins in some folders. None is started.
    ///
    /// - Parameters:
    ///   - folders: folders of plugins, or folders that contain such folders; each must have at least one plugin.
    ///   - user: a folder of plugin folders, which may be empty or missing. Default: none; see `userFolder`.
    ///   - known: the names of the other actions.
    ///   - show: shows a line that a plugin says. Default: on standard error.
    /// - Throws: an error whose description has everything that is wrong with any of them.
    public static func load(
        folders: [String], user: String? = nil, known: [ActionSignature] = PluginRegistry.standard.signatures,
        show: (@Sendable (String) -> Void)? = nil
    ) throws -> ExternalPlugins {
        try checked(folders: folders, user: user, known: known, show: show)
    }

    /// The same, with the issues one by one.
    package static func checked(
        folders: [String], user: String? = nil, known: [ActionSignature] = PluginRegistry.standard.signatures,
        show: (@Sendable (String) -> Void)? = nil
    ) throws(PluginFolderError) -> ExternalPlugins {
        var issues: [RuleIssue] = []
        var loaded: [ExternalPlugin] = []
        for folder in folders + [user].compactMap(\.self) {
            do throws(FileError) {
                let found = try PluginFolder.folders(in: folder)
                if found.isEmpty, folder != user {
                    issues.append(
                        PluginFolderError.issue(
                            folder: folder,
                            problem: exists(folder)
                                ? "neither it nor a folder in it has a \(PluginManifest.fileName)"
                                : "no such folder"))
                }
                for path in found {
                    do throws(PluginFolderError) {
                        let plugin = ExternalPlugin(
                            try PluginFolder(path), show: show ?? ExternalPlugin.showOnStandardError)
                        // A folder that is named twice is meant once.
                        if !loaded.contains(where: { $0.folder == plugin.folder }) { loaded.append(plugin) }
                    } catch {
                        issues += error.issues
                    }
                }
            } catch  where folder == user && error.reason == .notFound {
                continue
            } catch {
                issues.append(PluginFolderError.issue(folder: folder, problem: error.message))
            }
        }
        issues += repetitions(loaded, known)
        guard issues.isEmpty else { throw PluginFolderError(issues: issues) }
        return ExternalPlugins(loaded)
    }

    /// Names that are there twice.
    private static func repetitions(_ plugins: [ExternalPlugin], _ known: [ActionSignature]) -> [RuleIssue] {
        var issues: [RuleIssue] = []
        var owners = Dictionary(known.map { ($0.name, "built in") }) { first, _ in first }
        var names: [String: String] = [:]
        for plugin in plugins {
            if let other = names.updateValue(plugin.folder, forKey: plugin.manifest.name) {
                issues.append(
                    PluginFolderError.issue(
                        folder: plugin.folder,
                        problem: "the plugin in \(other) is also called '\(plugin.manifest.name)'"))
            }
            for action in plugin.manifest.actions {
                if let owner = owners.updateValue("one of \(plugin.folder)", forKey: action.name) {
                    issues.append(
                        PluginFolderError.issue(
                            folder: plugin.folder,
                            problem: "the action '\(action.name)' exists already: it is \(owner)"))
                }
            }
        }
        return issues
    }

    /// Ends the programs of all plugins, and waits for that: two seconds at most, unless the processor is stopped.
    public func end() async {
        await withTaskGroup(of: Void.self) { group in
            for plugin in plugins { group.addTask { _ = await plugin.end() } }
        }
    }
}

/// A plugin outside of this program.
package struct ExternalPlugin: Sendable {
    package let manifest: PluginManifest
    /// The path of its folder, from the root on.
    package let folder: String
    /// What rules may name. All are done by one program.
    package let actions: [any ActionPlugin]
    private let host: PluginHost

    init(_ folder: PluginFolder, show: @escaping PluginStderr.Show) {
        let host = PluginHost(folder, show: show)
        manifest = folder.manifest
        self.folder = folder.path
        self.host = host
        actions = folder.manifest.actions.map { ExternalAction(signature: $0, host: host) }
    }

    /// Asks an action as if it were performed; the request says `"sample": true`, so that the plugin may leave it at
    /// saying what it would do.
    ///
    /// - Throws: `ExternalPluginError`; `CancellationError`.
    package func performSample(_ action: Action) async throws -> ActionResult {
        try await host.perform(action, isSample: true)
    }

    /// Ends its program, if it runs, and waits for that. It is asked for nothing any more.
    ///
    /// - Returns: whether it ended when its input did, as it should, and no signal was needed; nil when it did not run.
    @discardableResult
    package func end() async -> Bool? { await host.end() }

    /// Shows a line on this program's standard error.
    package static let showOnStandardError: @Sendable (String) -> Void = PluginStderr.standardError
}

/// An action of a plugin outside of this program.
struct ExternalAction: ActionPlugin {
    let signature: ActionSignature
    let host: PluginHost

    /// Longer than an answer may take, which is counted from when the program gets the request: it may have to wait for
    /// others, or for the program to be started again.
    func timeLimit(for action: Action) -> Duration? { host.timeLimit + .seconds(30) }

    func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        let result = try await host.perform(action, hiding: context.mask)
        // Rules know those names only that it has declared, and output shows no others.
        let known: [String] = if case .named(let names) = signature.results { names } else { [] }
        guard result.fields.contains(where: { !known.contains($0.name) }) else { return result }
        return ActionResult(message: result.message, fields: result.fields.filter { known.contains($0.name) })
    }
}

/// Asks one plugin outside of this program, which it starts with the first request and keeps; when it is let go, the
/// plugin ends.
///
/// The requests of all callers meet in `RequestQueue`; one thread, `PluginThread`, writes them and reads the answers,
/// many at a time.
package final class PluginHost: Sendable {
    private let link: PluginLink

    init(_ folder: PluginFolder, show: @escaping PluginStderr.Show) { link = PluginLink(folder, show) }

    deinit { link.end() }

    /// How long an answer may take, from when the program gets the request.
    var timeLimit: Duration { link.folder.manifest.timeLimit }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - mask: hides the secrets that the plugin is given, where it repeats them on its standard error.
    ///   - isSample: whether nothing is to be done, as when a plugin is checked.
    /// - Throws: `ExternalPluginError`; `CancellationError`.
    func perform(_ action: Action, hiding mask: SecretMask = .none, isSample: Bool = false) async throws -> ActionResult
    {
        if !mask.isEmpty { link.secrets.note(mask) }
        let rest = PluginProtocol.rest(of: action, isSample: isSample)
        guard rest.count + 64 <= PluginProtocol.longestLine else {
            throw ExternalPluginError.requestTooLong(plugin: link.name, limit: PluginProtocol.longestLine)
        }
        let id = link.traffic.withLock { $0.nextID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                link.add(id, waiter, rest)
                // What was cancelled before it was added has found nothing to cancel.
                if Task.isCancelled { link.cancel(id) }
            }
        } onCancel: {
            link.cancel(id)
        }
    }

    /// Ends the plugin, and waits for its end: its input is closed; if that is not enough, it is sent SIGTERM, and then
    /// SIGKILL. Requests that are on their way fail.
    ///
    /// - Returns: whether it ended when its input did, without a signal; nil when it did not run.
    func end() async -> Bool? {
        await withCheckedContinuation { ender in
            let isOver = link.traffic.withLock { traffic in
                switch traffic.phase {
                case .unused, .ended: return true
                case .running, .ending:
                    traffic.enders.append(ender)
                    return false
                }
            }
            link.end()
            if isOver { ender.resume(returning: link.traffic.withLock { $0.endedByItself }) }
        }
    }
}
