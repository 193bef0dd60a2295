public import BeelineActions
public import BeelineRules

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
