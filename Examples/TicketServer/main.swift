// What a server does with a desk: many requests at once, one history, nothing that was not allowed, and sheets of labels.

import Beeline
import BeelineDrawing
import Foundation

let folder = CommandLine.arguments.dropFirst().first ?? "."
let desk = try Desk(
    rules: .files(["Examples/Rules/lesson-6.json"]) + .bundled, history: History(path: "\(folder)/server.db"))

/// The answer to a request, as JSON.
@Sendable func answer(_ code: String, from address: String) async -> String {
    let result = await desk.handle(Symbol(.unknown, code), scan: .now(source: address))
    return result.resolution.json(outcomes: result.outcomes, input: code)
}

// A hundred requests with ten tickets: each is admitted once.
let admitted = await withTaskGroup(of: String.self) { group in
    for number in 0..<100 { group.addTask { await answer("T00471\(10 + number % 10)", from: "10.0.0.\(number)") } }
    var count = 0
    for await answer in group where !answer.contains(#""rule":"ticket.used""#) { count += 1 }
    return count
}
print("\(admitted) admitted;", desk.historyProblem ?? "the history is fine")

// The policy asks, and there is no one who answers: the message names the Swift that would allow it.
for outcome in await desk.handle(Symbol(.unknown, "9784873119045")).outcomes ?? [] {
    print(outcome.status, outcome.message)
}

let labels = (10..<35).map { Label("T00471\($0)", format: .qr, lines: ["T00471\($0)"]) }
let sheet = try LabelSheet(labels, on: SheetLayout(named: "L7160"))
try Data(sheet.pdf()).write(to: URL(filePath: "\(folder)/labels.pdf"))
print("\(labels.count) labels on \(sheet.pageCount) pages")
await desk.close()
