public import BeelineActions
internal import BeelineRules

extension PluginRegistry {
    /// The built-in plugins.
    public static let standard = PluginRegistry(
        distinct: [
            OpenURLPlugin(), EmitPlugin(), CopyPlugin(), NotifyPlugin(), SoundPlugin(), RunProgramPlugin(),
            ConnectWiFiPlugin(), SaveContactPlugin(), SaveEventPlugin(), LookupPlugin(), HTTPRequestPlugin(),
            RecordPlugin(),
        ])

    /// The built-in plugins and further ones.
    ///
    /// - Throws: `PluginError` where two have an action of one name.
    public static func standard(and further: [any ActionPlugin]) throws(PluginError) -> PluginRegistry {
        try PluginRegistry(standard.signatures.compactMap { standard[$0.name] } + further)
    }
}

extension Dispatcher {
    /// A dispatcher with the built-in plugins; the parameters are those of `init(plugins:policy:…)`.
    public init(
        policy: Policy = .ask, timeLimit: Duration = .seconds(30), showsSecrets: Bool = false,
        secret: @escaping Secret = { _ in nil }, trust: RuleTrust = .standard, confirm: Confirmation? = nil
    ) {
        self.init(
            plugins: .standard, policy: policy, timeLimit: timeLimit, showsSecrets: showsSecrets, secret: secret,
            trust: trust, confirm: confirm)
    }
}
