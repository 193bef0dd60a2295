// How many codes a second the library parses and resolves on one core. `make bench` runs it with the list of codes in
// WORKLOAD (lines of symbology, tab, text) and puts its rows into the table: what, value, unit, target, with tabs.

import Beeline
import BeelineFiles

/// The symbols of a list; escapes in the texts stay as they are, which changes nothing that is measured.
func symbols(at path: String) throws -> [Symbol] {
    try readFile(path, limit: 1 << 30).split(separator: UInt8(ascii: "\n")).compactMap { line in
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
        let symbology = Symbology(name: String(decoding: line[..<tab], as: UTF8.self))
        return Symbol(symbology, bytes: line[(tab + 1)...])
    }
}

/// The best of three rounds, in millions a second: what disturbs a round only ever makes it slower.
func millionsPerSecond(_ count: Int, _ work: () -> Int) -> Double {
    var best = Duration.seconds(3600)
    for _ in 0..<3 {
        let time = ContinuousClock().measure { precondition(work() > 0, "the work must have a result") }
        best = min(best, time)
    }
    return Double(count) / (Double(best.components.seconds) * 1e6 + Double(best.components.attoseconds) / 1e12)
}

let path = environmentVariable("WORKLOAD") ?? ".build/bench/codes.tsv"
let codes = try symbols(at: path)
let resolver = try Resolver(rules: .bundled)

let parsed = millionsPerSecond(codes.count) {
    codes.reduce(0) { $0 + (ContentParser.reading(of: $1).content.kind == .text ? 0 : 1) }
}
let resolved = millionsPerSecond(codes.count) {
    codes.reduce(0) { $0 + resolver.resolve($1).actions.count }
}
print("codes parsed, one core\t\(parsed)\tM codes/s\t>= 5")
print("codes resolved, one core\t\(resolved)\tM codes/s\t>= 2")
