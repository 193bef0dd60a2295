public import BeelineActions
public import BeelineContent
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
    /// Asks the user whether an action may be performed.
    public typealias Confirmation = @Sendable (ActionQuestion) async -> ActionReply

    /// Looks up the value of a secret that rules name; nil where there is none. An error describes why a secret cannot
    /// be used, and never contains it.
    public typealias Secret = @Sendable (String) throws -> String?

    private let rules: @Sendable () -> Resolver
    /// Performs the actions; nil for a desk that only resolves.
    package let dispatcher: Dispatcher?
    package let memory: HistoryMemory
    /// Nil where there is no place for a history, so that every code is new.
    private let locks: KeyLocks?

    /// A desk with rules that stay as they are.
    ///
    /// - Parameters:
    ///   - rules: the rule files and lists.
    ///   - plugins: the plugins whose actions the rules can name, and that perform them.
    ///   - constants: values for the constants of the files, by name. A name that no file has is an error.
    ///   - catalogs: further lists that conditions can use.
    ///   - parser: parses the content of codes. Default: one with the bundled tables.
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
        catalogs: [Catalog] = [], parser: ContentParser = ContentParser(), history: History? = .ofUser,
        policy: Policy = .ask, confirm: Confirmation? = nil,
        secret: @escaping Secret = { _ in nil }, timeLimit: Duration = .seconds(30)
    ) throws(RuleSetError) {
        let resolver = try Resolver(
            rules: rules, plugins: plugins, constants: constants, catalogs: catalogs, parser: parser)
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
        var dispatcher = Dispatcher(
            plugins: plugins.recording(in: history?.path), policy: policy, timeLimit: timeLimit, confirm: confirm,
            secret: secret)
        dispatcher.outbox = history.flatMap { Outbox.beside($0) }
        self.init(rules, dispatcher, memory: HistoryMemory(path: history?.path, migrates: true))
    }

    /// - Parameters:
    ///   - dispatcher: performs the actions; nil for a desk that only resolves.
    ///   - memory: reads the history in which the actions record.
    package init(_ rules: @escaping @Sendable () -> Resolver, _ dispatcher: Dispatcher?, memory: HistoryMemory) {
        (self.rules, self.dispatcher, self.memory) = (rules, dispatcher, memory)
        locks = dispatcher == nil ? nil : memory.path.map { KeyLocks(history: $0) }
        if dispatcher?.policy.admitsOffline ?? false { memory.admitOffline() }
    }

    /// The rules of the moment.
    public var resolver: Resolver { rules() }

    /// Whether it performs actions.
    package var performs: Bool { dispatcher != nil }

    /// Why the history could not be read when a rule last needed it; nil while it can be read.
    ///
    /// Then `resolve` knows no earlier scans, and nothing is performed by rules that need them: their actions fail.
    ///
    ///     let resolution = desk.resolve(symbol)
    ///     if let problem = desk.historyProblem { print("earlier scans are unknown: \(problem)") }
    public var historyProblem: String? { memory.failure?.description }

    /// The meaning of a code, the rule that matches, and its actions. None of them is performed.
    ///
    /// - Parameter scan: when it was scanned and by what.
    public func resolve(_ symbol: Symbol, scan: Scan = .now()) -> Resolution {
        resolver.resolve(symbol, scan: scan, memory: memory)
    }

    /// The resolutions of the codes of one image, in their order.
    public func resolve(_ symbols: [Symbol], scan: Scan = .now()) -> [Resolution] {
        resolver.resolve(symbols, scan: scan, memory: memory)
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
        let resolution = resolver.resolve(symbol, scan: scan, memory: memory)
        return await perform(resolution, by: resolver, scan: scan, input: input)
    }

    /// Resolves the codes of one image and performs their actions, one code after the other. Questions about the same
    /// action of several codes are asked once.
    public func handle(_ symbols: [Symbol], scan: Scan = .now(), input: String? = nil) async -> [CodeResult] {
        let resolver = resolver
        let resolutions = resolver.resolve(symbols, scan: scan, memory: memory)
        return await perform(resolutions, by: resolver, scan: scan, input: input)
    }

    /// Performs the actions of a resolution of this desk, as `handle(_:scan:input:)` does.
    ///
    ///     let resolution = desk.resolve(symbol)
    ///     if await show(resolution) { await desk.perform(resolution) }
    ///
    /// Where rules use earlier scans or session values, the code is resolved again, so the result may have another rule.
    @discardableResult
    public func perform(_ resolution: Resolution, input: String? = nil) async -> CodeResult {
        await perform(resolution, by: resolver, scan: resolution.scan ?? .now(), input: input)
    }

    /// Cancels the actions that are being performed, starts no more, and ends the plugins. For programs that are about
    /// to end.
    public func close() async {
        await dispatcher?.stop()
        memory.close()
        await dispatcher?.plugins.end()
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

extension Desk {
    /// Sends what could not be sent, until the task is cancelled; nil where nothing is performed or kept.
    package func keepSending() -> Task<Void, Never>? {
        guard let dispatcher, let outbox = dispatcher.outbox as? Outbox else { return nil }
        return Task { await outbox.keepSending(by: dispatcher.sendKept) }
    }

    /// Performs the actions of a code. They fail where the code cannot get exclusive use of its keys.
    ///
    /// - Parameters:
    ///   - resolver: the resolver that has resolved the code.
    ///   - scan: when the code was scanned and by what.
    ///   - input: where the code was found, such as the path of an image; nil for a typed code.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?
    ) async -> CodeResult {
        do throws(KeyLockError) {
            return try await perform(resolution, by: resolver, scan: scan, input: input, rows: nil) { await $0() }
        } catch {
            return CodeResult(resolution, failed: error.description)
        }
    }

    /// Performs the actions of the codes of one document, one code after the other. Questions about the same action of
    /// several codes are asked once.
    ///
    /// - Parameter pause: called after the actions of each code. Default: nothing.
    package func perform(
        _ resolutions: [Resolution], by resolver: Resolver, scan: Scan, input: String?, pause: () async -> Void = {}
    ) async -> [CodeResult] {
        await asOneDocument(of: resolutions.count, { resolutions }, input: input) {
            var results: [CodeResult] = []
            for resolution in resolutions {
                results.append(await perform(resolution, by: resolver, scan: scan, input: input))
                await pause()
            }
            return results
        }
    }

    /// Runs work in which questions about the same action of several codes are asked once.
    ///
    /// - Parameters:
    ///   - count: how many codes there are.
    ///   - resolutions: makes their resolutions, where there are several.
    package func asOneDocument<Value, Failure: Error>(
        of count: Int, _ resolutions: @escaping @Sendable () -> [Resolution], input: String?,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let dispatcher else { return try await work() }
        return try await dispatcher.asOneDocument(of: count, resolutions, input: input, work)
    }

    /// Performs the actions of a code.
    ///
    /// Where rules use `seen`, a code has exclusive use of its keys meanwhile, across all programs. Where the history
    /// cannot be read, nothing is done, for it would count as empty.
    ///
    /// - Parameters:
    ///   - rows: the rows of the code in the history, for a code that may be run again; nil: each run counts.
    ///   - turn: runs the work when it is this code's turn. The code has exclusive use of its keys until `turn`
    ///     returns.
    /// - Throws: `KeyLockError` where the code cannot get exclusive use of its keys; then nothing was done.
    package func perform(
        _ resolution: Resolution, by resolver: Resolver, scan: Scan, input: String?, rows: HistoryRows?,
        turn: (_ work: @Sendable () async -> CodeResult) async -> CodeResult
    ) async throws(KeyLockError) -> CodeResult {
        guard let dispatcher else { return await turn { CodeResult(resolution) } }
        let rules = resolver.rules
        guard !rules.memoryUse.isNone else {
            return await turn {
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, rows: rows)
                return CodeResult(resolution, outcomes: outcomes)
            }
        }
        let reading = resolution.reading
        let memory = memory.before(rows)
        func performed() async -> CodeResult {
            await turn {
                let resolution = rules.resolve(reading, scan: scan, memory: memory)
                // With an empty history, a ticket would be admitted again and again.
                guard !memory.hasFailed else {
                    return CodeResult(
                        resolution, failed: "the history cannot be read, and rules need it")
                }
                let outcomes = await dispatcher.performAll(resolution, scan: scan, input: input, rows: rows)
                return CodeResult(resolution, outcomes: outcomes)
            }
        }
        let keys = rules.memoryUse.asksSeen ? rules.memoryKeys(of: reading, scan: scan) : []
        guard let locks, !keys.isEmpty else { return await performed() }
        // Before the turn: a task that waits for a key must not block those that have it.
        return try await locks.with(keys) { await performed() }
    }
}

extension CodeResult {
    /// The result of a code whose actions have all failed.
    fileprivate convenience init(_ resolution: Resolution, failed message: String) {
        self.init(
            resolution,
            outcomes: resolution.actions.map { Outcome(action: $0, status: .failed, message: message) })
    }
}

extension CodeResult: CustomStringConvertible {
    /// `ticket.first: done record, done emit welcome=2`, without secrets.
    public var description: String {
        let shown = [self].redacted()?.results[0] ?? self
        let actions = shown.outcomes.map { $0.map(\.description) } ?? shown.resolution.actions.map(\.description)
        return "\(resolution.rule?.id ?? "no rule matched"): \(actions.joined(separator: ", "))"
    }
}
