public import BeelineActions

extension PluginRegistry {
    /// The built-in plugins.
    public static let standard = PluginRegistry(deferred: [
        "open-url": { OpenURLPlugin() }, "emit": { EmitPlugin() }, "refuse": { RefusePlugin() },
        "copy": { CopyPlugin() }, "notify": { NotifyPlugin() }, "sound": { SoundPlugin() },
        "run-program": { RunProgramPlugin() }, "connect-wifi": { ConnectWiFiPlugin() },
        "save-contact": { SaveContactPlugin() },
        "save-event": { SaveEventPlugin() }, "lookup": { LookupPlugin() }, "http-request": { HTTPRequestPlugin() },
        "record": { RecordPlugin() }, "set": { SetPlugin() }, "count": { CountPlugin() },
        "publish": { PublishPlugin() },
    ])

    /// The built-in plugins and others.
    ///
    /// - Throws: as `init(_:)`, where two plugins have an action of the same name.
    public static func standard(and further: [any ActionPlugin]) throws -> PluginRegistry {
        try standard.adding(further)
    }
}

extension Dispatcher {
    /// A dispatcher with the built-in plugins; the parameters are those of `init(plugins:policy:…)`.
    public init(
        policy: Policy = .ask, timeLimit: Duration = .seconds(30), showsSecrets: Bool = false,
        confirm: Confirmation? = nil, secret: @escaping Secret = { _ in nil }
    ) {
        self.init(
            plugins: .standard, policy: policy, timeLimit: timeLimit, showsSecrets: showsSecrets, confirm: confirm,
            secret: secret)
    }

    /// The secrets of the user: the value of the environment variable `BEELINE_SECRET_NAME`, or else what the file
    /// `beeline/secrets/NAME` in `XDG_CONFIG_HOME` or `~/.config` contains, without the end of its line.
    ///
    ///     let dispatcher = Dispatcher(policy: .ask, secret: Dispatcher.userSecret)
    ///
    /// - Parameter name: letters, digits and `_`.
    /// - Returns: nil where there is none.
    /// - Throws: an error that names the file and says what is wrong with it, such as that others can read it.
    @Sendable public static func userSecret(_ name: String) throws -> String? { try UserSecrets.value(name) }
}
