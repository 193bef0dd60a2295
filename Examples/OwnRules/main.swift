// Rules of one's own before the bundled ones.

import Beeline

let resolver = try Resolver(rules: .files(["Examples/Rules/lesson-1.json"]) + .bundled)
for code in ["9784873119045", "5901234123457"] {
    let resolution = resolver.resolve(Symbol(.ean13, code))
    print(resolution.rule?.id ?? "no rule matched", resolution.actions)
}
