// What `make bench` needs of a program that links the decoders; `beeline` links none.
//
//     decode-bench isolation LIST      what workers cost, against decoding in this process: a row of the table
//     decode-bench gray LIST FOLDER    each picture of the list as FOLDER/NUMBER.pgm, for programs that read few formats
//     decode-bench passes LIST EFFORT|frame   what each pass of an effort, or of frames of a video, costs and finds
//
// LIST is a file that names pictures, with NUL between.

import BeelineDecoding
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// The seconds that a decoder takes for a picture; what cannot be read is passed over, as `scan` does.
func seconds(_ decoder: some BarcodeDecoder, _ path: String) async -> Double {
    let start = ContinuousClock.now
    _ = try? await decoder.decode(.file(path), DecodeOptions())
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
}

func measureIsolation(of paths: [String]) async throws {
    let local = LocalDecoder()
    let pool = try DecodingPool(size: 1)
    // The first picture waits for the worker to start, and for tables that are made once.
    for path in paths.prefix(5) { _ = await (seconds(local, path), seconds(pool, path)) }
    var sums = (local: 0.0, pool: 0.0)
    for path in paths {
        // In turn, and the best of some rounds: what disturbs a round only ever makes it slower.
        var best = (local: Double.infinity, pool: Double.infinity)
        for _ in 0..<3 {
            best.local = min(best.local, await seconds(local, path))
            best.pool = min(best.pool, await seconds(pool, path))
        }
        sums.local += best.local
        sums.pool += best.pool
    }
    await pool.close()
    let count = Double(paths.count)
    print("decoding, one worker (peer: in the process)\t\(count / sums.pool)\t\(count / sums.local)\tpictures/s\t")
    print("  cost of isolation\t\((sums.pool / sums.local - 1) * 100)\t\t%\t<= 10")
}

func writeGrayCopies(of paths: [String], to folder: String) throws {
    for (number, path) in paths.enumerated() {
        guard let image = try? GrayImage(decoding: readFile(path, limit: ImageLimits.default.maxBytes)) else {
            continue
        }
        let header = Array("P5 \(image.width) \(image.height) 255\n".utf8)
        try replaceFile("\(folder)/\(number).pgm", with: header + image.pixels)
    }
}

/// A table: how long each pass takes for a picture, in how many it sees something, and the symbols that it alone or it first
/// sees, in the order of the plan.
func measurePasses(of paths: [String], _ options: DecodeOptions) throws {
    struct Row {
        var time = Duration.zero
        var pictures = 0
        var hits = 0
        var first = 0
        var alone = 0
    }
    var names: [String] = []
    var rows: [String: Row] = [:]
    for path in paths {
        guard let image = try? GrayImage(decoding: readFile(path, limit: ImageLimits.default.maxBytes)) else {
            continue
        }
        let trials = try PassTrial.trials(of: image, options)
        var seen: [Content: [String]] = [:]
        for trial in trials {
            if rows[trial.name] == nil { names.append(trial.name) }
            rows[trial.name, default: Row()].time += trial.time
            rows[trial.name, default: Row()].pictures += 1
            if !trial.symbols.isEmpty { rows[trial.name, default: Row()].hits += 1 }
            for content in Set(trial.symbols.map(Content.init)) { seen[content, default: []].append(trial.name) }
        }
        for passes in seen.values {
            rows[passes[0], default: Row()].first += 1
            if passes.count == 1 { rows[passes[0], default: Row()].alone += 1 }
        }
    }
    print("pass\tpictures\tms/picture\twith hits\tfirst\talone")
    for name in names {
        guard let row = rows[name] else { continue }
        let time = row.time.components
        let milliseconds = (Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15) / Double(row.pictures)
        let rounded = (milliseconds * 100).rounded() / 100
        print("\(name)\t\(row.pictures)\t\(rounded)\t\(row.hits)\t\(row.first)\t\(row.alone)")
    }
}

/// What makes two sightings one symbol.
struct Content: Hashable {
    let symbology: Symbology
    let bytes: [UInt8]

    init(_ symbol: Symbol) { (symbology, bytes) = (symbol.symbology, symbol.bytes) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
func paths() throws -> [String] {
    try readFile(arguments[1], limit: 1 << 26).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}
if arguments.count == 2, arguments[0] == "isolation" {
    try await measureIsolation(of: paths())
} else if arguments.count == 3, arguments[0] == "gray" {
    try writeGrayCopies(of: paths(), to: arguments[2])
} else if arguments.count == 3, arguments[0] == "passes", arguments[2] == "frame" {
    var options = DecodeOptions()
    options.frame = 0
    try measurePasses(of: paths(), options)
} else if arguments.count == 3, arguments[0] == "passes", let effort = DecodeEffort(rawValue: arguments[2]) {
    var options = DecodeOptions()
    options.effort = effort
    try measurePasses(of: paths(), options)
} else {
    print("usage: decode-bench isolation LIST | gray LIST FOLDER | passes LIST fast|normal|max|frame")
    exit(2)
}
