public import BeelineActions
public import BeelinePlugins
public import BeelineRules
public import BeelineSymbols

/// The one way in: a desk resolves codes by its rules, and performs their actions as its policy allows.
///
///     let desk = try Desk(rules: .files(["tickets.json"]) + .bundled) { question in .yes }
///     let result = await desk.handle(Symbol(.qr, "T0047112"))
///     print(result.refusal ?? "welcome")
///
/// Rules that use earlier scans (`seen`) or session values know those in its history. They are tried again right before
/// their actions are performed, so that a code sees the effects of the one before it. Of two desks that scan one ticket
/// in the same millisecond, in one program or in two, the second sees what the first has recorded.
///
/// A desk can be used from many tasks at once.
public struct Desk: Sendable {
    /// Asks the user whether an action may be performed. `true` and `false` are replies, too.
    public typealias Confirmation = @Sendable (ActionQuestion) async -> ActionReply

    /// Looks up the value of a secret that rules name; nil where there is none. An error describes why a secret cannot
    /// be used, and never contains it.
    public typealias Secret = @Sendable (String) throws -> String?

    private let rules: @Sendable () -> Resolver
    private let plugins: PluginRegistry
    package let performer: Performer

    /// A desk with rules that stay as they are.
    ///
    /// - Parameters:
    ///   - rules: the rule files and lists.
    ///   - plugins: the plugins whose actions the rules can name, and that perform them.
    ///   - constants: values for the constants of the files, by name. A name that no file has is an error.
    ///   - catalogs: further lists that conditions can use.
    ///   - history: where `record`, `set` and `count` write and `seen` and `session` read. Default: that of the user.
    ///     Nil: there is none, each code is new, and recording fails.
    ///   - policy: which actions are allowed, asked for, or denied. Default: those that reach another machine or start a
    ///     program are asked for.
    ///   - confirm: asks the user. Default: nil, actions that need confirmation are not performed.
    ///   - secret: the secrets that rules name, such as `Desk.userSecret`. Default: there are none.
    ///   - timeLimit: the time after which an action is cancelled, unless its plugin has its own limit.
    /// - Throws: `RuleSetError`, with all errors in the files.
    public init(
        rules: RuleSources, plugins: PluginRegistry = .standard, constants: [String: String] = [:],
        catalogs: [Catalog] = [], history: History? = .ofUser, policy: Policy = .ask, confirm: Confirmation? = nil,
        secret: @escaping Secret = { _ in nil }, timeLimit: Duration = .seconds(30)
    ) throws(RuleSetError) {
        let resolver = try Resolver(rules: rules, plugins: plugins, constants: constants, catalogs: catalogs)
        self.init({ resolver }, plugins, history, policy, secret, confirm, timeLimit)
    }

    /// A desk with rules that are loaded again when their files change, while someone iterates over `rules.watch()`.
    ///
    ///     let rules = try LiveRules(.files(["shop.json"]) + .bundled)
    ///     let desk = Desk(rules: rules, policy: .allow)
    ///
    /// - Parameters:
    ///   - rules: the rules; their plugins are those of the desk.
    ///   - history: as for rules that stay as they are, and so are the others.
    public init(
        rules: LiveRules, history: History? = .ofUser, policy: Policy = .ask, confirm: Confirmation? = nil,
        secret: @escaping Secret = { _ in nil }, timeLimit: Duration = .seconds(30)
    ) {
        self.init({ rules.resolver }, rules.plugins, history, policy, secret, confirm, timeLimit)
    }

    private init(
        _ rules: @escaping @Sendable () -> Resolver, _ plugins: PluginRegistry, _ history: History?, _ policy: Policy,
        _ secret: @escaping Secret, _ confirm: Confirmation?, _ timeLimit: Duration
    ) {
        let plugins = plugins.recording(in: history?.path)
        let memory = HistoryMemory(path: history?.path, migrates: true) { _ in }
        let dispatcher = Dispatcher(
            plugins: plugins, policy: policy, timeLimit: timeLimit, confirm: confirm, secret: secret)
        (self.rules, self.plugins, performer) = (rules, plugins, Performer(dispatcher, memory: memory))
    }

    /// The rules of the moment.
    public var resolver: Resolver { rules() }

    /// The meaning of a code, the rule that matches, and its actions. None of them is performed.
    ///
    /// - Parameter scan: when it was scanned and by what.
    public func resolve(_ symbol: Symbol, scan: Scan = .now()) -> Resolution {
        resolver.resolve(symbol, scan: scan, memory: performer.memory)
    }

    /// The resolutions of the codes of one image, in their order.
    public func resolve(_ symbols: [Symbol], scan: Scan = .now()) -> [Resolution] {
        resolver.resolve(symbols, scan: scan, memory: performer.memory)
    }

    /// Resolves a code and performs its actions, one after the other.
    ///
    /// An action that is not done ends the list of its rule, unless it is optional; so does a refusal of the code. The
    /// actions of other rules continue, and so do those that are always performed. When the task is cancelled, the
    /// actions that have not begun are left out.
    ///
    /// - Parameters:
    ///   - scan: when it was scanned and by what.
    ///   - input: where it was found, such as the path of an image. Default: it was typed.
    public func handle(_ symbol: Symbol, scan: Scan = .now(), input: String? = nil) async -> CodeResult {
        let resolver = resolver
        let resolution = resolver.resolve(symbol, scan: scan, memory: performer.memory)
        return await performer.perform(resolution, by: resolver, scan: scan, input: input)
    }

    /// Resolves the codes of one image and performs their actions, one code after the other. Questions about the same
    /// action of several codes are asked once.
    public func handle(_ symbols: [Symbol], scan: Scan = .now(), input: String? = nil) async -> [CodeResult] {
        let resolver = resolver
        let resolutions = resolver.resolve(symbols, scan: scan, memory: performer.memory)
        return await performer.dispatcher.asOneDocument(of: symbols.count, { resolutions }, input: input) {
            var results: [CodeResult] = []
            for resolution in resolutions {
                results.append(await performer.perform(resolution, by: resolver, scan: scan, input: input))
            }
            return results
        }
    }

    /// Performs the actions of a resolution of this desk, as `handle(_:scan:input:)` does.
    ///
    ///     let resolution = desk.resolve(symbol)
    ///     if await show(resolution) { await desk.perform(resolution) }
    ///
    /// Where rules use earlier scans or session values, the code is resolved again, so the result may have another rule.
    @discardableResult
    public func perform(_ resolution: Resolution, input: String? = nil) async -> CodeResult {
        await performer.perform(resolution, by: resolver, scan: resolution.scan ?? .now(), input: input)
    }

    /// Cancels the actions that are being performed, starts no more, and ends the plugins. For programs that are about
    /// to end.
    public func close() async {
        await performer.dispatcher.stop()
        performer.memory.close()
        await plugins.end()
    }

    /// The secrets of the user: the value of the environment variable `BEELINE_SECRET_NAME`, or else what the file
    /// `beeline/secrets/NAME` in `XDG_CONFIG_HOME` or `~/.config` contains, without the end of its line.
    ///
    ///     let desk = try Desk(rules: .bundled, secret: Desk.userSecret)
    ///
    /// - Parameter name: letters, digits and `_`.
    /// - Returns: nil where there is none.
    /// - Throws: an error that names the file and says what is wrong with it, such as that others can read it.
    @Sendable public static func userSecret(_ name: String) throws -> String? { try UserSecrets.value(name) }
}

extension CodeResult: CustomStringConvertible {
    /// `ticket.first: done record, done emit welcome=2`, without secrets.
    public var description: String {
        let shown = [self].redacted()?.results[0] ?? self
        let actions = shown.outcomes.map { $0.map(\.description) } ?? shown.resolution.actions.map(\.description)
        return "\(resolution.rule?.id ?? "no rule matched"): \(actions.joined(separator: ", "))"
    }
}
