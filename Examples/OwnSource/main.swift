// A source of codes of one's own, beside one that Beeline knows: a station reports what is scanned at either.

import Beeline
import BeelineLive

/// Codes that come from somewhere, one after the other: here they are written down.
struct Shelf: CodeSource {
    let name = "shelf"

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        for code in ["9784873119045", "9780306406157"] where !output.isStopped { output.send(Symbol(.ean13, code)) }
    }
}

let station = Station([Shelf()], desk: try Desk(rules: .bundled))
for await case .sighting(let sighting) in station.events() {
    print(sighting.source, sighting.resolution.symbol.text ?? "", sighting.resolution.actions)
}
