public import BeelineActions
public import BeelineRules

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
        confirm: Confirmation? = nil, secret: @escaping Secret = { _ in nil }
    ) {
        self.init(
            plugins: .standard, policy: policy, timeLimit: timeLimit, showsSecrets: showsSecrets, confirm: confirm,
            secret: secret)
    }
}

/// `emit`: gives fields to whoever reads the output, and does nothing else.
public struct EmitPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "emit",
        summary: "Puts fields into the output.",
        parameters: [.init("fields", .fields, summary: "Names of your own, and a text for each.")],
        effects: [])

    public init() {}

    public func perform(_ action: Action) async throws -> ActionResult {
        guard case .fields(let fields)? = action["fields"] else { return ActionResult() }
        return ActionResult(fields: fields)
    }
}
