// A till: typed codes and those of a hand scanner, prices from a service of one's own, and questions about what leaves the
// machine. Codes of a scanner at a port come from another source: serial:/dev/ttyACM0.

import Beeline
import BeelineLive

/// `price`: asks a service for the price of an article.
struct PricePlugin: ActionPlugin {
    let signature = ActionSignature(
        name: "price", summary: "The price of an article.",
        parameters: [.init("gtin", .text, summary: "The GTIN, 13 digits.")], results: ["price"], effects: [.network])

    func perform(_ action: Action) async throws -> ActionResult {
        // Here the answer of a URLSession.
        let prices = ["4006381333931": "0.99", "5901234123457": "12.50"]
        return ActionResult(fields: [.init(name: "price", value: .text(prices[try action.text("gtin")] ?? "unknown"))])
    }
}

let plugins = try PluginRegistry.standard(and: [PricePlugin()])
let desk = try Desk(rules: .files(["Examples/Till/rules.json"]), plugins: plugins, history: nil) { question in
    let reasons = question.causes + (question.link?.messages ?? [])
    print("\(question.action.name)?", reasons.joined(separator: "; "))
    return question.action.name == "price" ? .always : .no
}
for await case .sighting(let sighting) in try Station(["-"], desk: desk).events() {
    let told = sighting.outcomes?.last.map { "\($0.status) \($0.results.map(\.description).joined(separator: " "))" }
    print(sighting.resolution.symbol.text ?? "", sighting.refusal ?? told ?? "")
}
