// From a picture to what its codes mean. Workers read the picture.

import Beeline
import BeelineWorkers

let desk = try Desk(rules: .bundled)
let pool = try DecodingPool()
let symbols = try await pool.symbols(in: .file("Examples/poster.webp"))
for resolution in desk.resolve(symbols) { print(resolution.content) }
await pool.close()
