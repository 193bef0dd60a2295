// From a picture to what its codes mean. Workers read the picture.

import Beeline
import BeelineWorkers

let resolver = try Resolver(rules: .bundled)
let pool = try DecodingPool()
let symbols = try await pool.symbols(in: .file("Examples/poster.webp"))
for resolution in resolver.resolve(symbols) { print(resolution.content) }
await pool.close()
