// Typed codes take the same path as scanned ones: the labels of a maker, against a list that needs no network. Each serial
// number leaves the line once.

import Beeline

let folder = "Examples/Desk/appliances"
let rules = try RuleSources.files(["\(folder)/rules.json"]) + .list("models", at: "\(folder)/models.csv")
let desk = try Desk(rules: rules, history: History(path: CommandLine.arguments.dropFirst().first ?? "line.db"))
while let line = readLine() {
    let result = await desk.handle(Symbol(.unknown, line), scan: .now(source: "line-1"))
    let model = result.resolution.value(named: "model")?.description ?? "?"
    print(result.refusal ?? "\(model) has left the line")
}
await desk.close()
