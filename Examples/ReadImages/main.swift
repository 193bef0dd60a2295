// From pictures to what their codes mean. Workers read the pictures, several at once.

import Beeline
import BeelineWorkers

let desk = try Desk(rules: .bundled)
let pool = try DecodingPool()
let pictures = ["Examples/poster.webp", "Examples/book.jpg"].map { ImageSource.file($0) }
for await (picture, result) in pool.decodings(of: pictures) {
    print(picture)
    for resolution in desk.resolve(try result.get().symbols) { print(resolution.content) }
}
await pool.close()
