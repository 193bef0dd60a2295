// What `make bench` needs of a program that links the decoders; `beeline` links none.
//
//     decode-bench isolation LIST      what workers cost, against decoding in this process: a row of the table
//     decode-bench gray LIST FOLDER    each picture of the list as FOLDER/NUMBER.pgm, for programs that read few formats
//
// LIST is a file that names pictures, with NUL between.

import BeelineDecoding
import BeelineSupport
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

let arguments = Array(CommandLine.arguments.dropFirst())
func paths() throws -> [String] {
    try readFile(arguments[1], limit: 1 << 26).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}
if arguments.count == 2, arguments[0] == "isolation" {
    try await measureIsolation(of: paths())
} else if arguments.count == 3, arguments[0] == "gray" {
    try writeGrayCopies(of: paths(), to: arguments[2])
} else {
    print("usage: decode-bench isolation LIST | gray LIST FOLDER")
    exit(2)
}
