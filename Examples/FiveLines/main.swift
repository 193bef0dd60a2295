// From a symbol to what should be done about it, in five lines.

import Beeline

let desk = try Desk(rules: .bundled)
let resolution = desk.resolve(Symbol(.ean13, "9784873119045"))
print(resolution.content)
print(resolution.rule?.id ?? "no rule matched")
print(resolution.actions)
