package import BeelineActions
package import BeelineRules

/// `emit`: adds fields to the output.
package struct EmitPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "emit", summary: "Adds fields to the output.",
        parameters: [.init("fields", .fields, summary: "Your own names, and a text for each.")], effects: [])

    package init() {}

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .fields(let fields)? = action["fields"] else { return ActionResult() }
        return ActionResult(fields: fields)
    }
}
