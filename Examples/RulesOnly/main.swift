// Rules alone, without devices and pictures: their errors, their tests, what they remember, and loading them again.

import Beeline
import Foundation

let folder = CommandLine.arguments.dropFirst().first ?? "."
let path = "\(folder)/rules.json"
func write(_ rule: String) throws {
    let text = #"{"version": 1, "rules": [{"id": "\#(rule)", "when": {"kind": "isbn"}, "do": []}]}"#
    try text.write(toFile: path, atomically: true, encoding: .utf8)
}

// All errors at once, each with its place.
do {
    _ = try Desk(
        rules: .text(
            #"{"version": 1, "rules": [{"id": "a", "when": {"kinds": "isbn"}, "do": [{"action": "opn-url"}]}]}"#))
} catch {
    for issue in error.issues { print("\(issue.line ?? 0):\(issue.column ?? 0):", issue.message) }
}

// The tests that a file contains. With Swift Testing: @Test(arguments: try RuleTests(…).results).
for result in try RuleTests(.files(["Examples/Rules/lesson-6.json"])).results { print(result) }

// Tickets that are admitted once; an array of codes is one image.
let gate = try Desk(rules: .files(["Examples/Rules/lesson-6.json"]), history: History(path: "\(folder)/rules.db"))
for result in await gate.handle([Symbol(.qr, "T0047112"), Symbol(.qr, "T0047112"), Symbol(.qr, "T0047113")]) {
    print(result.resolution.rule?.id ?? "no rule matched")
}
await gate.close()

// Rules that change while the program runs. Those that cannot be loaded are not used.
try write("first")
let rules = try LiveRules(.files([path]))
let desk = Desk(rules: rules, history: nil)
let changes = rules.watch()
print(desk.resolve(Symbol(.ean13, "9784873119045")).rule?.id ?? "no rule matched")
try write("second")
for await change in changes {
    if case .failure(let error) = change { print("the rules stay as they were: \(error)") }
    print(desk.resolve(Symbol(.ean13, "9784873119045")).rule?.id ?? "no rule matched")
    break
}
