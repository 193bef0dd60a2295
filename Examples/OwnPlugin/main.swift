// A plugin of one's own, a rule file that names it, and a dispatcher that performs what the rule asks for.

import Beeline

/// `shelve`: says on which shelf a book belongs.
struct ShelvePlugin: ActionPlugin {
    let signature = ActionSignature(
        name: "shelve",
        summary: "Says on which shelf a book belongs.",
        parameters: [.init("isbn", .text, summary: "The ISBN, 13 digits.")],
        effects: [])

    func perform(_ action: Action) async throws -> ActionResult {
        guard case .text(let isbn)? = action["isbn"] else { return ActionResult() }
        let shelf = isbn.hasPrefix("9784") ? "Japan" : "elsewhere"
        return ActionResult(message: "\(isbn) belongs to: \(shelf)")
    }
}

let path = CommandLine.arguments.dropFirst().first ?? "Examples/Rules/own-action.json"
let rules = try RuleSources.files([path])
let plugins = try PluginRegistry.standard(and: [ShelvePlugin()])
let resolver = try Resolver(rules: rules + .bundled, plugins: plugins)
let dispatcher = Dispatcher(plugins: plugins, policy: .ask)

for code in ["9784873119045", "0-306-40615-2"] {
    for await outcome in dispatcher.perform(resolver.resolve(Symbol(.unknown, code))) {
        print("\(outcome.status): \(outcome.message)")
    }
}
