// Rules of one's own before the bundled ones.

import Beeline

let desk = try Desk(rules: .files(["Examples/Rules/lesson-1.json"]) + .bundled)
for code in ["9784873119045", "5901234123457"] {
    let resolution = desk.resolve(Symbol(.ean13, code))
    print(resolution.rule?.id ?? "no rule matched", resolution.actions)
}

// In a program that runs for a long time, the rules are loaded again when their files change.
let rules = try LiveRules(.files(["Examples/Rules/lesson-1.json"]) + .bundled)
let till = Desk(rules: rules)
let reloading = Task {
    for await result in rules.watch() {
        if case .failure(let error) = result { print("the rules stay as they were: \(error)") }
    }
}
print(till.resolve(Symbol(.ean13, "9784873119045")).rule?.id ?? "no rule matched")
reloading.cancel()
