// What `make bench` needs of a program that links the decoders; `beeline` links none.
//
//     decode-bench isolation LIST      what workers cost, against decoding in this process: a row of the table
//     decode-bench cancelling          how long a decode continues after it is cancelled: rows of the table
//     decode-bench gray LIST FOLDER    each picture of the list as FOLDER/NUMBER.pgm, for programs that read few formats
//     decode-bench passes LIST EFFORT|frame   what each pass of an effort, or of frames of a video, costs and finds
//     decode-bench shares LIST EFFORT  where the time goes when pictures are read by the plan
//
// LIST is a file that names pictures, with NUL between.

import BeelineDecoding
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// The seconds that a decoder needs for a picture. A picture that cannot be read is skipped, as by `scan`.
func seconds(_ decoder: some BarcodeDecoder, _ path: String) async -> Double {
    let start = ContinuousClock.now
    _ = try? await decoder.decode(.file(path), options: DecodeOptions())
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

/// Prints how long tasks continue after they were cancelled, while a picture of noise, in which all finders find
/// something, is decoded: at each effort the longest of several.
func measureCancelling() async throws {
    let side = (width: 4000, height: 3000)
    var state: UInt64 = 88_172_645_463_325_252
    let pixels = (0..<(side.width * side.height)).map { _ -> UInt8 in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state)
    }
    let image = ImageSource.bytes(Array("P5 \(side.width) \(side.height) 255\n".utf8) + pixels)
    let pool = try DecodingPool(size: 1)
    for effort in DecodeEffort.allCases {
        var options = DecodeOptions()
        options.effort = effort
        // How long the task continues, and how long the thread is not free for others.
        var longest = (pool: 0.0, local: 0.0, thread: 0.0)
        for wait in [30, 100, 300, 1000, 2000] {
            let wait = Duration.milliseconds(wait)
            longest.pool = max(longest.pool, try await cancelled(pool, image, options, after: wait))
            longest.local = max(longest.local, try await cancelled(LocalDecoder(), image, options, after: wait))
            longest.thread = max(longest.thread, try await threadCancelled(image, options, after: wait))
        }
        let name = "decode that is cancelled, \(effort.rawValue)"
        print("\(name) (peer: in the process)\t\(longest.pool)\t\(longest.local)\tms\t<= 100")
        print("  until a thread in the process is free\t\(longest.thread)\t\tms\t")
    }
    await pool.close()
}

/// How many milliseconds a decode continues after it is cancelled at a given time; 0 for one that had ended by then.
func cancelled(
    _ decoder: some BarcodeDecoder, _ image: ImageSource, _ options: DecodeOptions, after wait: Duration
) async throws -> Double {
    let task = Task { () async -> Bool in
        do throws(DecodeError) {
            _ = try await decoder.decode(image, options: options)
            return false
        } catch {
            return error == .cancelled
        }
    }
    try await Task.sleep(for: wait)
    let start = ContinuousClock.now
    task.cancel()
    return await task.value ? (ContinuousClock.now - start) / .milliseconds(1) : 0
}

/// The same of the thread that decodes.
func threadCancelled(_ image: ImageSource, _ options: DecodeOptions, after wait: Duration) async throws -> Double {
    let cancellation = Cancellation()
    let task = Task.detached { () -> Bool in
        do throws(DecodeError) {
            _ = try LocalDecoder().decode(now: image, options, cancellation: cancellation)
            return false
        } catch {
            return error == .cancelled
        }
    }
    try await Task.sleep(for: wait)
    let start = ContinuousClock.now
    cancellation.cancel()
    return await task.value ? (ContinuousClock.now - start) / .milliseconds(1) : 0
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

/// A table: how long each pass needs for a picture, in how many it finds something, and the symbols that only this pass
/// or this pass first finds, in the order of the plan.
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

/// Prints how often each pass comes when pictures are read as `scan` reads them, and what it takes.
func measureShares(of paths: [String], _ options: DecodeOptions) throws {
    var names: [String] = []
    var rows: [String: (count: Int, time: Duration)] = [:]
    for path in paths {
        var current = PassNote.reading
        var start = processorTime()
        func note(_ next: String) {
            let now = processorTime()
            if rows[current] == nil { names.append(current) }
            rows[current, default: (0, .zero)].count += 1
            rows[current, default: (0, .zero)].time += now - start
            (current, start) = (next, now)
        }
        _ = try? LocalDecoder().decode(now: .file(path), options) { note($0.pass) }
        note(PassNote.reading)
    }
    let whole = rows.values.reduce(Duration.zero) { $0 + $1.time }
    print("pass\ttimes\tms\tshare")
    for name in names.sorted(by: { rows[$0]?.time ?? .zero > rows[$1]?.time ?? .zero }) {
        guard let row = rows[name] else { continue }
        let milliseconds = (row.time / .milliseconds(1) * 10).rounded() / 10
        print("\(name)\t\(row.count)\t\(milliseconds)\t\((row.time / whole * 1000).rounded() / 10) %")
    }
    print("all\t\t\((whole / .milliseconds(1)).rounded())\t")
}

/// Of this process: what others do meanwhile does not count.
func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
} else if arguments == ["cancelling"] {
    try await measureCancelling()
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
} else if arguments.count == 3, arguments[0] == "shares", let effort = DecodeEffort(rawValue: arguments[2]) {
    var options = DecodeOptions()
    options.effort = effort
    try measureShares(of: paths(), options)
} else {
    print(
        "usage: decode-bench isolation LIST | cancelling | gray LIST FOLDER | passes LIST fast|normal|max|frame | "
            + "shares LIST fast|normal|max")
    exit(2)
}
