// From a symbol to what should be done about it, in five lines.

import Beeline

let resolver = try Resolver(rules: .bundled)
let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
print(resolution.content)
print(resolution.rule?.id ?? "no rule matched")
print(resolution.actions)
