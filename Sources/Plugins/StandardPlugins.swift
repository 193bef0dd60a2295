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

extension PluginRegistry {
    /// The plugins. The built-in ones that record do so in another history. Without a path recording fails.
    package func recording(in path: String?) -> PluginRegistry {
        guard path != History.standardPath else { return self }
        // One for all: two that write into one file wait for each other.
        let writer = HistoryWriter(path: path)
        return replacing(["record", "set", "count"]) { plugin in
            switch plugin {
            case is RecordPlugin: RecordPlugin(writer: writer)
            case is SetPlugin: SetPlugin(writer: writer)
            case is CountPlugin: CountPlugin(writer: writer)
            default: plugin
            }
        }
    }
}

extension Dispatcher {
    /// A dispatcher with the built-in plugins; the parameters are those of `init(plugins:policy:…)`.
    package init(
        policy: Policy = .ask, timeLimit: Duration = .seconds(30), showsSecrets: Bool = false,
        confirm: Confirmation? = nil, secret: @escaping Secret = { _ in nil }
    ) {
        self.init(
            plugins: .standard, policy: policy, timeLimit: timeLimit, showsSecrets: showsSecrets, confirm: confirm,
            secret: secret)
    }
}
