import Beeline
import BeelineSupport
import BeelineSymbols
import Glibc

/// The options of answers: the format, what is performed and shown, and when and by what codes were scanned.
struct AnswerOptions: Sendable {
    private(set) var output: OutputFormat
    let showsSecrets: Bool
    let plugins: PluginOptions
    let memory: HistoryMemory
    /// Performs the actions; nil without `--run`.
    let dispatcher: Dispatcher?
    /// The time of the scan; nil: the current time.
    private let moment: Scan?
    private let source: String?

    /// Where `endsWithSignals`, a signal stops the actions that are being performed, and ends the program.
    init(_ arguments: Arguments, effort: DecodeEffort = .normal, endsWithSignals: Bool = true) throws {
        output = try OutputFormat(arguments, effort: effort)
        showsSecrets = arguments.has(.showSecrets)
        let source = arguments[.source]
        self.source = source
        let form = "a time such as 2026-12-24T21:30 or 2026-12-24"
        moment = try arguments.parsed(.at, as: form) { Scan($0, source: source) }
        plugins = try PluginOptions(arguments)
        dispatcher = try Self.dispatcher(arguments, plugins.registry)
        memory = HistoryMemory.ofUser(migrates: dispatcher != nil)
        // Editing a line changes the settings of the terminal.
        let isTyped = arguments.operands.contains("-") && TerminalLines.areTyped
        if endsWithSignals, dispatcher != nil || isTyped { Interruption.first(then: breakOff) }
    }

    mutating func chooseColumns(_ arguments: Arguments, for rules: RuleSet) throws(UsageError) {
        output = try output.choosingColumns(arguments, for: rules)
    }

    /// A scan now, or at the time that was given.
    var scan: Scan { moment ?? .now(source: source) }

    /// Whether the user has answered a question with quit, so that the command ends.
    var hasQuit: Bool { dispatcher?.hasStopped ?? false }

    /// A desk that performs the actions of codes, if `--run` asks for that.
    func desk(_ rules: @escaping @Sendable () -> Resolver) -> Desk { Desk(rules, dispatcher, memory: memory) }

    /// Stops the actions that are being performed, and ends the plugins.
    @Sendable func breakOff() async {
        guard let dispatcher else { return }
        await dispatcher.stop()
        memory.close()
        await plugins.external.end()
        await plugins.registry.end()
    }

    /// Closes the history, and ends the plugins, which run only where actions are performed.
    func end() {
        memory.close()
        guard let dispatcher else { return }
        Self.sendWaiting(by: dispatcher)
        plugins.end()
    }

    private static func dispatcher(_ arguments: Arguments, _ plugins: PluginRegistry) throws -> Dispatcher? {
        guard let policy = try policy(arguments, plugins) else { return nil }
        // A station file may name the source '-'.
        let codesAreTyped = (arguments.operands.contains("-") || arguments.has(.station)) && TerminalLines.areTyped
        var dispatcher = Dispatcher(
            plugins: plugins, policy: policy, showsSecrets: arguments.has(.showSecrets),
            confirm: TerminalConfirmation(codesAreTyped: codesAreTyped).map { Consent.keeping($0.ask) },
            secret: UserSecrets.value)
        dispatcher.outbox = Outbox.ofUser
        dispatcher.remedy = remedy(allowing:_:)
        dispatcher.missingConfirm = "there is no terminal to ask on"
        return dispatcher
    }

    /// The policy of the user's file and of options; nil without `--run`.
    static func policy(_ arguments: Arguments, _ plugins: PluginRegistry) throws -> Policy? {
        let permissions: [(Option, Policy.Decision)] = [(.allow, .allow), (.ask, .ask), (.deny, .deny)]
        guard arguments.has(.run) else {
            if let option = permissions.map(\.0).first(where: arguments.has) { throw UsageError.onlyWithRun(option) }
            return nil
        }
        var policy = try userPolicy(plugins)
        let known = plugins.names + Effect.allCases.map(\.rawValue)
        // Options override the file; an option about an effect also overrides what the file says about an action with
        // that effect. The strictest decision comes last: a name that is both allowed and denied is denied.
        for (option, decision) in permissions {
            for name in arguments.all(option) {
                if let effect = Effect(rawValue: name) {
                    policy.set(effect, to: decision, overriding: plugins.signatures)
                } else if plugins[name] == nil {
                    throw UsageError.unknownPermission(option, name, known: known)
                }
            }
        }
        for (option, decision) in permissions {
            for name in arguments.all(option) where Effect(rawValue: name) == nil {
                policy.set(action: name, to: decision)
            }
        }
        // Who asks to be asked is asked.
        let asked = arguments.all(.ask)
        let signatures = plugins.signatures.filter { signature in
            asked.contains(signature.name) || signature.effects.contains { asked.contains($0.rawValue) }
        }
        policy.dropConsents(toActions: Set(signatures.map(\.name)))
        return policy
    }

    /// Words about the options that allow an action in advance.
    @Sendable private static func remedy(allowing name: String, _ settings: [String]) -> String {
        let byName = "--allow \(name)"
        guard settings != [name], !settings.isEmpty else { return "\(byName) allows it in advance" }
        return "\(byName), or \(settings.map { "--allow \($0)" }.joined(separator: " ")), allows it in advance"
    }

    static func userPolicy(_ plugins: PluginRegistry) throws -> Policy {
        let policy = try configured { try Policy.ofUser(plugins: plugins) }
        for name in policy.actionNames where plugins[name] == nil {
            let file = Policy.userPath ?? "the policy"
            StandardError.write(
                "beeline: \(file) names '\(name)', which is neither an effect nor an action of an installed plugin\n")
        }
        return policy
    }
}

extension HistoryMemory {
    /// The user's history, whose read errors are reported once on standard error.
    static func ofUser(migrates: Bool) -> HistoryMemory {
        let failure = ReportOnce<SQLiteError> { error in
            StandardError.write("beeline: \(error); every code counts as new\n")
        }
        HistoryMemory.announce { StandardError.write("beeline: \($0)\n") }
        return HistoryMemory(migrates: migrates, report: failure.take)
    }
}

/// The plugins in the user's folder and those of `--plugins`.
struct PluginOptions: Sendable {
    let external: ExternalPlugins
    /// These and the built-in plugins.
    let registry: PluginRegistry

    /// - Throws: `ConfigurationError`, with all errors in the plugins.
    init(_ arguments: Arguments) throws {
        let user = arguments.has(.noDefaults) ? nil : ExternalPlugins.userFolder
        let external = try configured { try ExternalPlugins.load(folders: arguments.all(.plugins), user: user) }
        self.external = external
        registry = try configured { try .standard(and: external.actions) }
    }

    /// Ends the plugins that were started, closes open files and connections, and waits for that.
    func end() {
        Interruption.holdThread()
        runBlocking { [self] in
            await external.end()
            await registry.end()
        }
    }
}
