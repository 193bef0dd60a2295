public import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport
internal import Synchronization

/// External plugins: folders with a `plugin.json` and a program in any language.
///
///     let external = try ExternalPlugins.load(folders: ["/srv/till/plugins"])
///     let plugins = try PluginRegistry.standard(and: external.actions)
///     let desk = try Desk(rules: .bundled, plugins: plugins)
///     await desk.close()   // when the program ends
///
/// Each program is started when the first of its actions is performed, kept, and ended by `end()`, or when no reference
/// to its actions is left.
public struct ExternalPlugins: Sendable {
    /// Each plugin, in the order of the folders.
    package let plugins: [ExternalPlugin]

    private init(plugins: [ExternalPlugin]) { self.plugins = plugins }

    /// No plugins.
    public init() { self.init(plugins: []) }

    /// The actions of all plugins.
    public var actions: [any ActionPlugin] { plugins.flatMap(\.actions) }

    /// The folder `plugins` in the user's data folder of Beeline; nil where there is no data folder.
    public static var userFolder: String? { userDataPath("plugins") }

    /// Reads the manifests of the plugins in some folders. None is started.
    ///
    /// - Parameters:
    ///   - folders: folders of plugins, or folders that contain such folders; each must have at least one plugin.
    ///   - user: a folder of plugin folders, which may be empty or missing. Default: none; see `userFolder`.
    ///   - known: the other plugins. Default: those that are built in.
    ///   - show: shows a line from the standard error of a plugin. Default: on standard error.
    /// - Throws: an error whose description has all problems of all plugins.
    public static func load(
        folders: [String], user: String? = nil, known: PluginRegistry = .standard,
        show: (@Sendable (String) -> Void)? = nil
    ) throws -> ExternalPlugins {
        var issues: [RuleIssue] = []
        var loaded: [ExternalPlugin] = []
        let all = if let user { folders + [user] } else { folders }
        for folder in all {
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
                        // A folder that is given twice is loaded once.
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
        if !loaded.isEmpty { issues += repetitions(loaded, known.names) }
        guard issues.isEmpty else { throw PluginFolderError(issues: issues) }
        return ExternalPlugins(plugins: loaded)
    }

    /// The issues of names that are used twice, or are those of other actions.
    private static func repetitions(_ plugins: [ExternalPlugin], _ known: [String]) -> [RuleIssue] {
        func issue(_ plugin: ExternalPlugin, _ problem: String) -> RuleIssue {
            PluginFolderError.issue(folder: plugin.folder, problem: problem)
        }
        var issues: [RuleIssue] = []
        var owners = Dictionary(known.map { ($0, "built in") }) { first, _ in first }
        var names: [String: String] = [:]
        for plugin in plugins {
            if let other = names.updateValue(plugin.folder, forKey: plugin.manifest.name) {
                issues.append(issue(plugin, "the plugin in \(other) is also called '\(plugin.manifest.name)'"))
            }
            for action in plugin.manifest.actions {
                if let owner = owners.updateValue("one of \(plugin.folder)", forKey: action.name) {
                    issues.append(issue(plugin, "the action '\(action.name)' exists already: it is \(owner)"))
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

package struct ExternalPlugin: Sendable {
    package let manifest: PluginManifest
    /// The absolute path of its folder.
    package let folder: String
    /// Its actions. One program performs all of them.
    package let actions: [any ActionPlugin]
    private let host: PluginHost

    init(_ folder: PluginFolder, show: @escaping PluginStderr.Show) {
        let host = PluginHost(folder, show: show)
        manifest = folder.manifest
        self.folder = folder.path
        self.host = host
        actions = folder.manifest.actions.map { ExternalAction(signature: $0, host: host) }
    }

    /// Performs an action as a sample: the request has `"sample": true`, so that the plugin may only describe it.
    package func performSample(_ action: Action) async throws -> ActionResult {
        try await host.perform(action, isSample: true)
    }

    /// Ends its program, if it runs, and waits for that. It gets no further requests. Returns whether it ended when its
    /// input did, without a signal; nil when it did not run.
    @discardableResult
    package func end() async -> Bool? { await host.end() }

    /// Shows a line on this program's standard error.
    package static let showOnStandardError: @Sendable (String) -> Void = PluginStderr.standardError
}

struct ExternalAction: ActionPlugin {
    let signature: ActionSignature
    let host: PluginHost

    /// Longer than the limit of an answer, which starts when the program gets the request: a request may wait for
    /// others, or for a restart of the program.
    func timeLimit(for action: Action) -> Duration? { host.timeLimit + .seconds(30) }

    func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        let result = try await host.perform(action, hiding: context.mask, key: context.idempotencyKey)
        // Rules and output have only the names that the plugin has declared.
        let known: [String] = if case .named(let names) = signature.results { names } else { [] }
        guard result.fields.contains(where: { !known.contains($0.name) }) else { return result }
        return ActionResult(message: result.message, fields: result.fields.filter { known.contains($0.name) })
    }
}

/// Runs one external plugin: starts it with the first request, and ends it when the host is released. The requests of
/// all callers meet in `RequestQueue`; one thread, `PluginThread`, writes them and reads the answers, many at a time.
package final class PluginHost: Sendable {
    private let link: PluginLink

    init(_ folder: PluginFolder, show: @escaping PluginStderr.Show) { link = PluginLink(folder, show) }

    deinit { link.end() }

    /// How long an answer may take, from when the program gets the request.
    var timeLimit: Duration { link.folder.manifest.timeLimit }

    /// Sends a request and waits for its answer. The mask hides the secrets of the request, where the plugin repeats
    /// them on its standard error.
    ///
    /// - Throws: `ExternalPluginError`; `CancellationError`.
    func perform(
        _ action: Action, hiding mask: SecretMask = .none, isSample: Bool = false, key: String? = nil
    ) async throws -> ActionResult {
        if !mask.isEmpty { link.secrets.note(mask) }
        let rest = PluginProtocol.rest(of: action, isSample: isSample, key: key)
        guard rest.count + 64 <= PluginProtocol.longestLine else {
            throw ExternalPluginError.requestTooLong(plugin: link.name, limit: PluginProtocol.longestLine)
        }
        let id = link.traffic.withLock { $0.nextID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                link.add(id, waiter, rest)
                // If it was cancelled before it was added, `onCancel` has found nothing to cancel.
                if Task.isCancelled { link.cancel(id) }
            }
        } onCancel: {
            link.cancel(id)
        }
    }

    /// Ends the plugin and waits for its end: closes its input, then sends SIGTERM, and then SIGKILL. Pending requests
    /// fail. Returns whether it ended when its input did, without a signal; nil when it did not run.
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
