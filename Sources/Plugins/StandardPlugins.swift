public import BeelineActions
package import BeelineRules

extension PluginRegistry {
    /// The built-in plugins.
    public static let standard = PluginRegistry(
        distinct: [
            OpenURLPlugin(), EmitPlugin(), RefusePlugin(), CopyPlugin(), NotifyPlugin(), SoundPlugin(),
            RunProgramPlugin(), ConnectWiFiPlugin(), SaveContactPlugin(), SaveEventPlugin(), LookupPlugin(),
            HTTPRequestPlugin(), RecordPlugin(), SetPlugin(), CountPlugin(), PublishPlugin(),
        ])

    /// The built-in plugins and others.
    ///
    /// - Throws: as `init(_:)`, where two plugins have an action of the same name.
    public static func standard(and further: [any ActionPlugin]) throws -> PluginRegistry {
        guard !further.isEmpty else { return standard }
        return try PluginRegistry(standard.signatures.compactMap { standard[$0.name] } + further)
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

/// `emit`: adds fields to the output.
package struct EmitPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "emit",
        summary: "Adds fields to the output.",
        parameters: [.init("fields", .fields, summary: "Your own names, and a text for each.")],
        effects: [])

    package init() {}

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .fields(let fields)? = action["fields"] else { return ActionResult() }
        return ActionResult(fields: fields)
    }
}
