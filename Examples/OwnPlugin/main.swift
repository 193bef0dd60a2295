// A plugin of one's own, a rule file that names it, and a desk that performs what the rule asks for.

import Beeline

/// `shelve`: says on which shelf a book belongs.
struct ShelvePlugin: ActionPlugin {
    let signature = ActionSignature(
        name: "shelve",
        summary: "Says on which shelf a book belongs.",
        parameters: [.init("isbn", .text, summary: "The ISBN, 13 digits.")],
        effects: [])

    func perform(_ action: Action) async throws -> ActionResult {
        let isbn = try action.text("isbn")
        let shelf = isbn.hasPrefix("9784") ? "Japan" : "elsewhere"
        return ActionResult(message: "\(isbn) belongs to: \(shelf)")
    }
}

let path = CommandLine.arguments.dropFirst().first ?? "Examples/Rules/own-action.json"
let plugins = try PluginRegistry.standard(and: [ShelvePlugin()])
let desk = try Desk(rules: .files([path]) + .bundled, plugins: plugins, history: nil)

for code in ["9784873119045", "0-306-40615-2"] {
    for outcome in await desk.handle(Symbol(.unknown, code)).outcomes ?? [] {
        print("\(outcome.status): \(outcome.message)")
    }
}
